//! One game between two engines, judged by our own rules.

use std::fmt;
use std::fmt::Write as _;
use std::time::Duration;

use crate::game::{EndReason, Game, Move, Side};
use crate::notation::{fen, moves};

use super::adjudication::{Adjudication, Adjudicator, Verdict};
use super::clock::PlayerClock;
use super::engine::UgiEngine;
use super::fault::EngineFault;
use super::info::EngineInfo;
use super::opening::Opening;
use super::spec::Protocol;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// By the rules of the game.
    Normal,
    /// By agreement of the scores.
    Adjudication,
    /// A move came too late.
    TimeForfeit,
    /// An illegal move or an answer that is none.
    RulesInfraction,
    /// An engine crashed, stopped answering, wrote without end or could not be started.
    Abandoned,
    /// The match was broken off.
    Unterminated,
}

impl fmt::Display for Termination {
    /// The words of the `Termination` tag in game records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::RulesInfraction => "rules infraction",
            Termination::Abandoned => "abandoned",
            Termination::Unterminated => "unterminated",
        })
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The winner; `None` for a draw, and for a game that does not count.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// The same for people, with names.
    pub reason: String,
    /// The side whose engine broke the rules of the match.
    pub offender: Option<Side>,
    /// Whether the offender's process can go on to the next game.
    pub fit: bool,
}

impl GameEnd {
    /// The end by an engine's fault.
    #[must_use]
    pub fn fault(offender: Side, name: &str, fault: &EngineFault) -> GameEnd {
        let (termination, fit) = match fault {
            EngineFault::Aborted => return GameEnd::aborted(),
            EngineFault::Late { stopped } => (Termination::TimeForfeit, *stopped),
            _ => (Termination::Abandoned, false),
        };
        GameEnd {
            winner: Some(offender.opponent()),
            termination,
            reason: format!("{name} ({offender}) {fault}"),
            offender: Some(offender),
            fit,
        }
    }

    fn infraction(offender: Side, reason: String) -> GameEnd {
        GameEnd {
            winner: Some(offender.opponent()),
            termination: Termination::RulesInfraction,
            reason,
            offender: Some(offender),
            fit: true,
        }
    }

    fn aborted() -> GameEnd {
        GameEnd {
            winner: None,
            termination: Termination::Unterminated,
            reason: "interrupted".to_owned(),
            offender: None,
            fit: false,
        }
    }

    fn clean(winner: Option<Side>, termination: Termination, reason: String) -> GameEnd {
        GameEnd {
            winner,
            termination,
            reason,
            offender: None,
            fit: true,
        }
    }
}

/// A move of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What the engine said of it.
    pub info: EngineInfo,
    /// How long it took.
    pub time: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves of the opening and of the engines.
    pub game: Game,
    /// The moves of the engines alone.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub end: GameEnd,
}

/// One side of a game.
pub struct Player<'a> {
    /// The name in records.
    pub name: &'a str,
    /// The engine.
    pub engine: &'a mut UgiEngine,
    /// Its clock.
    pub clock: PlayerClock,
}

/// Plays one game; `players` are South and North, told already that a new game begins.
pub fn play(
    game: Game,
    opening: &Opening,
    players: &mut [Player<'_>; 2],
    rules: Adjudication,
) -> PlayedGame {
    let mut played = PlayedGame {
        game,
        moves: Vec::new(),
        end: GameEnd::aborted(),
    };
    let mut commands = PositionCommands::new(&played.game, opening);
    let mut adjudicator = Adjudicator::new(rules);
    played.end = loop {
        if let Some(end) = end_by_rules(&played.game, players) {
            break end;
        }
        if let Err(end) = one_move(&mut played, players, &mut commands) {
            break end;
        }
        // The rules of the game come first: a decided game is not cut short.
        if let Some(end) = end_by_rules(&played.game, players) {
            break end;
        }
        let Some(last) = played.moves.last() else {
            continue;
        };
        let mover = played.game.position().side().opponent();
        if let Some(verdict) = adjudicator.after_move(mover, &last.info) {
            break end_by_verdict(verdict, players);
        }
    };
    played
}

fn one_move(
    played: &mut PlayedGame,
    players: &mut [Player<'_>; 2],
    commands: &mut PositionCommands,
) -> Result<(), GameEnd> {
    let game = &mut played.game;
    let side = game.position().side();
    let clocks = Side::BOTH.map(|s| players[s.index()].clock.clone());
    let player = &mut players[side.index()];
    let text = commands.think(side, &clocks, player.engine.protocol());
    let answer = player
        .engine
        .think(&text, player.clock.time_limit())
        .map_err(|fault| match fault {
            // Without a clock there is no time to lose on.
            EngineFault::Late { stopped } if !player.clock.is_timed() => GameEnd {
                fit: stopped,
                ..GameEnd::fault(side, player.name, &EngineFault::Silence("go"))
            },
            fault => GameEnd::fault(side, player.name, &fault),
        })?;
    if !player.clock.spend(answer.time) {
        return Err(GameEnd::fault(
            side,
            player.name,
            &EngineFault::Late { stopped: true },
        ));
    }
    let infraction =
        |what: String| GameEnd::infraction(side, format!("{} ({side}) {what}", player.name));
    let word = answer.best.split_ascii_whitespace().next().unwrap_or("");
    if word.is_empty() {
        return Err(infraction("answers bestmove without a move".to_owned()));
    }
    let mv = moves::parse(word, &game.board())
        .map_err(|e| infraction(format!("answers a wrong move: {e}")))?;
    let spelling = game.board().show(mv).to_string();
    game.play(mv)
        .map_err(|e| infraction(format!("plays an illegal move: {e}")))?;
    commands.append(&spelling);
    played.moves.push(PlayedMove {
        mv,
        info: answer.info,
        time: answer.time,
    });
    Ok(())
}

fn end_by_rules(game: &Game, players: &[Player<'_>; 2]) -> Option<GameEnd> {
    let outcome = game.outcome()?;
    let [south, north] = outcome.kazans;
    let how = match outcome.reason {
        EndReason::Majority => "by majority",
        EndReason::NoMoves => "by atsyz kalu",
        EndReason::Repetition => "by repetition",
        EndReason::Exhausted => "with at most one counter left",
    };
    let reason = match outcome.winner {
        Some(side) => {
            let name = players[side.index()].name;
            format!("{name} ({side}) wins {how}, {south}-{north}")
        }
        None => format!("draw {how}, {south}-{north}"),
    };
    Some(GameEnd::clean(outcome.winner, Termination::Normal, reason))
}

fn end_by_verdict(verdict: Verdict, players: &[Player<'_>; 2]) -> GameEnd {
    let (winner, reason) = match verdict {
        Verdict::Resigned(side) => {
            let name = players[side.index()].name;
            let reason = format!("{name} ({side}) resigns by adjudication");
            (Some(side.opponent()), reason)
        }
        Verdict::Draw => (None, "draw by adjudication".to_owned()),
        Verdict::TooLong => (None, "draw by adjudication: too many moves".to_owned()),
    };
    GameEnd::clean(winner, Termination::Adjudication, reason)
}

/// The commands that let an engine think, with the moves so far.
struct PositionCommands {
    position: String,
    has_moves: bool,
}

impl PositionCommands {
    fn new(game: &Game, opening: &Opening) -> PositionCommands {
        let mut position = String::from("position ");
        match opening.start {
            None => position.push_str("startpos"),
            Some((start, number)) => {
                position.push_str("fen ");
                position.push_str(&fen::format(&start, number));
            }
        }
        let mut commands = PositionCommands {
            position,
            has_moves: false,
        };
        for (before, mv) in game.boards().zip(game.moves()) {
            commands.append(&before.show(*mv).to_string());
        }
        commands
    }

    fn append(&mut self, mv: &str) {
        self.position
            .push_str(if self.has_moves { " " } else { " moves " });
        self.has_moves = true;
        self.position.push_str(mv);
    }

    fn think(&self, side: Side, clocks: &[PlayerClock; 2], protocol: Protocol) -> String {
        let mut text = format!("{}\ngo", self.position);
        let names = match protocol {
            Protocol::Ugi => [("p1time", "p1inc"), ("p2time", "p2inc")],
            Protocol::Uci => [("wtime", "winc"), ("btime", "binc")],
        };
        let own = &clocks[side.index()];
        if own.remaining().is_some() {
            for (clock, (time, _)) in clocks.iter().zip(names) {
                if let Some((left, _)) = clock.remaining() {
                    let _ = write!(text, " {time} {}", left.as_millis());
                }
            }
            for (clock, (_, increment)) in clocks.iter().zip(names) {
                if let Some((_, inc)) = clock.remaining() {
                    let _ = write!(text, " {increment} {}", inc.as_millis());
                }
            }
            if let Some(moves) = own.moves_to_go() {
                let _ = write!(text, " movestogo {moves}");
            }
        }
        let limit = own.limit();
        if let Some(time) = limit.movetime {
            let _ = write!(text, " movetime {}", time.as_millis());
        }
        if let Some(nodes) = limit.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(depth) = limit.depth {
            let _ = write!(text, " depth {depth}");
        }
        text.push('\n');
        text
    }
}
