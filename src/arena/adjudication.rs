//! Ends that the rules of the match bring, not those of the game.

use std::fmt;

use crate::game::Side;
use crate::notation::quote::quote;

use super::info::EngineInfo;
use super::keys::{BadSetting, KeyValues};

/// A player resigns after this many of their own moves in a row with a score this bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Own moves in a row.
    pub movecount: u32,
    /// Hundredths of a ball by which the player is behind.
    pub score: i32,
    /// Whether the opponent must agree with as many moves.
    pub twosided: bool,
}

/// The game is a draw after this many moves of both players in a row with a score this close to
/// even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// First move to count, from 1.
    pub movenumber: u32,
    /// Moves of each player in a row.
    pub movecount: u32,
    /// Hundredths of a ball.
    pub score: i32,
}

/// The rules by which games are cut short; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// When a player resigns.
    pub resign: Option<ResignRule>,
    /// When a game is a draw.
    pub draw: Option<DrawRule>,
    /// Moves of each player after which the game is a draw.
    pub maxmoves: Option<u32>,
}

impl fmt::Display for Adjudication {
    /// The rules in the spelling of the command line, `none` without any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules = Vec::new();
        if let Some(resign) = self.resign {
            rules.push(format!(
                "resign movecount={},score={},twosided={}",
                resign.movecount, resign.score, resign.twosided
            ));
        }
        if let Some(draw) = self.draw {
            rules.push(format!(
                "draw movenumber={},movecount={},score={}",
                draw.movenumber, draw.movecount, draw.score
            ));
        }
        if let Some(moves) = self.maxmoves {
            rules.push(format!("maxmoves {moves}"));
        }
        if rules.is_empty() {
            rules.push("none".to_owned());
        }
        f.write_str(&rules.join(" "))
    }
}

/// How a game was cut short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This side lost.
    Resigned(Side),
    /// Both scores stayed close to even.
    Draw,
    /// Too many moves.
    TooLong,
}

/// Counts, in one game, how long the scores have been what they must be.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// Moves in a row of each side with a lost score.
    lost: [u32; 2],
    /// Moves in a row of each side with a won score.
    won: [u32; 2],
    /// Plies in a row with an even score.
    even: u32,
}

impl Adjudicator {
    /// At the start of a game.
    #[must_use]
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            plies: 0,
            lost: [0; 2],
            won: [0; 2],
            even: 0,
        }
    }

    /// Takes in a move of an engine with what it said of it; says whether the game ends by it.
    pub fn after_move(&mut self, mover: Side, info: &EngineInfo) -> Option<Verdict> {
        self.plies += 1;
        let score = info.centiballs();
        let us = mover.index();
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(resign) = self.rules.resign {
            count(
                &mut self.lost[us],
                score.is_some_and(|s| s <= -resign.score),
            );
            count(&mut self.won[us], score.is_some_and(|s| s >= resign.score));
            for side in Side::BOTH {
                let agreed =
                    !resign.twosided || self.won[side.opponent().index()] >= resign.movecount;
                if self.lost[side.index()] >= resign.movecount && agreed {
                    return Some(Verdict::Resigned(side));
                }
            }
        }
        if let Some(draw) = self.rules.draw {
            let from = 2 * (draw.movenumber.max(1) - 1);
            count(
                &mut self.even,
                self.plies > from
                    && score.is_some_and(|s| s.unsigned_abs() <= draw.score.unsigned_abs()),
            );
            if self.even >= 2 * draw.movecount {
                return Some(Verdict::Draw);
            }
        }
        let too_long = self
            .rules
            .maxmoves
            .is_some_and(|n| self.plies >= n.saturating_mul(2));
        too_long.then_some(Verdict::TooLong)
    }
}

impl ResignRule {
    /// Takes in `movecount`, `score` and `twosided`.
    ///
    /// # Errors
    /// If one is missing or wrong.
    pub fn from_keys(keys: &KeyValues) -> Result<ResignRule, BadSetting> {
        let mut resign = ResignRule {
            movecount: 0,
            score: -1,
            twosided: false,
        };
        for (key, value) in keys.iter() {
            match key {
                "movecount" => resign.movecount = positive("resign", key, value)?,
                "score" => resign.score = hundredths("resign", value)?,
                "twosided" => {
                    resign.twosided = match value {
                        "true" => true,
                        "false" => false,
                        _ => {
                            return Err(BadSetting(format!(
                                "resign: twosided is true or false, not {}",
                                quote(value)
                            )));
                        }
                    }
                }
                _ => {
                    return Err(BadSetting(format!(
                        "unknown resign setting {}; expected movecount, score or twosided",
                        quote(key)
                    )));
                }
            }
        }
        if resign.movecount == 0 || resign.score < 0 {
            return Err(BadSetting(
                "resign needs both movecount=… and score=…".to_owned(),
            ));
        }
        Ok(resign)
    }
}

impl DrawRule {
    /// Takes in `movenumber`, `movecount` and `score`.
    ///
    /// # Errors
    /// If one is missing or wrong.
    pub fn from_keys(keys: &KeyValues) -> Result<DrawRule, BadSetting> {
        let mut draw = DrawRule {
            movenumber: 1,
            movecount: 0,
            score: -1,
        };
        for (key, value) in keys.iter() {
            match key {
                "movenumber" => draw.movenumber = positive("draw", key, value)?,
                "movecount" => draw.movecount = positive("draw", key, value)?,
                "score" => draw.score = hundredths("draw", value)?,
                _ => {
                    return Err(BadSetting(format!(
                        "unknown draw setting {}; expected movenumber, movecount or score",
                        quote(key)
                    )));
                }
            }
        }
        if draw.movecount == 0 || draw.score < 0 {
            return Err(BadSetting(
                "draw needs both movecount=… and score=…".to_owned(),
            ));
        }
        Ok(draw)
    }
}

fn positive(what: &str, key: &str, value: &str) -> Result<u32, BadSetting> {
    match value.parse() {
        Ok(n) if (1..=100_000).contains(&n) => Ok(n),
        _ => Err(BadSetting(format!(
            "{what}: {key} is a number from 1 to 100000, not {}",
            quote(value)
        ))),
    }
}

fn hundredths(what: &str, value: &str) -> Result<i32, BadSetting> {
    match value.parse() {
        Ok(n) if n >= 0 => Ok(n),
        _ => Err(BadSetting(format!(
            "{what}: score is in hundredths of a ball, 0 or more, not {}",
            quote(value)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Value;

    fn info(score: i32) -> EngineInfo {
        EngineInfo {
            score: Some(Value::Centiballs(score)),
            ..EngineInfo::default()
        }
    }

    fn run(rules: Adjudication, scores: &[i32]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::new(rules);
        let sides = Side::BOTH.iter().cycle();
        scores
            .iter()
            .zip(sides)
            .enumerate()
            .find_map(|(i, (&score, &side))| {
                Some((i + 1, adjudicator.after_move(side, &info(score))?))
            })
    }

    #[test]
    fn resigning_needs_moves_in_a_row() {
        let rules = Adjudication {
            resign: Some(ResignRule::from_keys(&"movecount=2,score=500".parse().unwrap()).unwrap()),
            ..Adjudication::default()
        };
        assert_eq!(
            run(rules, &[0, -600, 0, -500, 0, -500]),
            Some((4, Verdict::Resigned(Side::North)))
        );
        assert_eq!(run(rules, &[0, -600, 0, -499, 0, -500]), None);
        let rules = Adjudication {
            resign: Some(
                ResignRule::from_keys(&"movecount=2,score=500,twosided=true".parse().unwrap())
                    .unwrap(),
            ),
            ..Adjudication::default()
        };
        assert_eq!(run(rules, &[0, -600, 0, -500, 0, -500, 0]), None);
        assert_eq!(
            run(rules, &[0, -600, 500, -500, 500, -500, 0]),
            Some((5, Verdict::Resigned(Side::North)))
        );
    }

    #[test]
    fn a_draw_counts_from_its_first_move() {
        let rules = Adjudication {
            draw: Some(
                DrawRule::from_keys(&"movenumber=2,movecount=2,score=10".parse().unwrap()).unwrap(),
            ),
            ..Adjudication::default()
        };
        assert_eq!(run(rules, &[0; 10]), Some((6, Verdict::Draw)));
        assert_eq!(
            run(rules, &[0, 0, 0, 11, 0, 10, -10, 0]),
            Some((8, Verdict::Draw))
        );
        // An engine may tell any number.
        assert_eq!(run(rules, &[i32::MIN; 10]), None);
    }

    #[test]
    fn maxmoves_are_of_each_player() {
        let rules = Adjudication {
            maxmoves: Some(3),
            ..Adjudication::default()
        };
        assert_eq!(run(rules, &[0; 10]), Some((6, Verdict::TooLong)));
    }

    #[test]
    fn settings_that_mean_nothing() {
        for text in [
            "",
            "movecount=3",
            "score=5",
            "movecount=0,score=5",
            "movecount=3,score=-5",
            "x=1",
        ] {
            let keys = text.parse().unwrap();
            assert!(ResignRule::from_keys(&keys).is_err(), "{text}");
            assert!(DrawRule::from_keys(&keys).is_err(), "{text}");
        }
    }
}
