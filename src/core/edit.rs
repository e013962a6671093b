//! Positions that are set up.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::game::setup::{Spread, set_up};
use crate::game::{self, MAX_PITS, Parts, Pit, PositionError, Variant};
use crate::notation::fen;
use crate::texts::words;

use super::Core;
use super::error::CallError;
use super::position::{PositionArgs, SideView};
use super::table::variant;

/// A position as it is being set up.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EditArgs {
    /// The name of the rule set.
    pub variant: String,
    /// Balls in each pit, South's and North's, each row from its owner's left.
    pub pits: [Vec<u32>; 2],
    /// Balls in each kazan.
    pub kazans: [u32; 2],
    /// The number of the pit on the other side that each owns.
    #[serde(default)]
    pub tuzdiks: [Option<u8>; 2],
    /// Who moves.
    pub side: SideView,
    /// The number of the next move; 1 without one.
    #[serde(default)]
    pub number: Option<u32>,
    /// Whether the choice of sides is still to be made.
    #[serde(default)]
    pub choice: Option<bool>,
}

/// Whether a position that is being set up is one.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Edited {
    /// The position, if it is one.
    pub fen: Option<String>,
    /// What is impossible about it, a line each.
    pub problems: Vec<String>,
    /// How many balls are missing; negative where there are too many.
    pub missing: i64,
}

/// A FEN to be read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FenArgs {
    /// The name of the rule set.
    pub variant: String,
    /// The text, in any form.
    pub text: String,
}

/// A position by its FEN.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FenView {
    /// The FEN, in the form that is written.
    pub fen: String,
    /// The name of the rule set.
    pub variant: &'static str,
}

/// A random set-up that is asked for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct SetupArgs {
    /// The name of the rule set, one that sows in relays.
    pub variant: String,
    /// What the set-up follows from; another one each time without it.
    #[serde(default)]
    pub seed: Option<u32>,
    /// Fewest counters of a pit; 0 without it.
    #[serde(default)]
    pub least: Option<u8>,
}

/// A random set-up.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setup {
    /// The position.
    pub fen: String,
    /// What it follows from.
    pub seed: u32,
}

/// `fen`.
pub fn fen(_: &mut Core, args: FenArgs) -> Result<FenView, CallError> {
    let variant = variant(&args.variant)?;
    let (board, number) = fen::parse(args.text.trim(), variant).map_err(CallError::new)?;
    Ok(FenView {
        fen: fen::format(&board, number),
        variant: variant.rules().name,
    })
}

/// `threat`: the position with the other side to move; null where that would be the end, or is no
/// question, as before the choice of sides.
pub fn threat(core: &mut Core, args: PositionArgs) -> Result<Option<FenView>, CallError> {
    let table = core.table(&args.r#ref)?;
    let board = table.game.board();
    if table.game.outcome().is_some() || board.position().is_choice() {
        return Ok(None);
    }
    let variant = table.game.variant();
    let mut parts = board.position().parts();
    parts.side = parts.side.opponent();
    let turned = game::Position::from_parts(variant.rules(), &parts).map_err(CallError::new)?;
    let turned = game::Board::new(variant, turned);
    Ok(turned.outcome().is_none().then(|| FenView {
        fen: fen::format(&turned, table.number()),
        variant: variant.rules().name,
    }))
}

/// `setup`.
pub fn setup(core: &mut Core, args: SetupArgs) -> Result<Setup, CallError> {
    let variant = variant(&args.variant)?;
    let rules = variant.rules();
    if !rules.is_relay() {
        return Err(CallError::new(format_args!(
            "{} has one start position; expected mangala or mangala-free",
            rules.name
        )));
    }
    let seed = args.seed.unwrap_or_else(|| core.rng.random());
    let spread = Spread::Random {
        least: args.least.unwrap_or(0),
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
    let position = set_up(rules, spread, &mut rng).map_err(CallError::new)?;
    Ok(Setup {
        fen: fen::format(&game::Board::new(variant, position), 1),
        seed,
    })
}

/// `edit`.
pub fn edit(core: &mut Core, args: EditArgs) -> Result<Edited, CallError> {
    let variant = variant(&args.variant)?;
    let rules = variant.rules();
    let all = args.pits.iter().flatten().chain(&args.kazans);
    let found: i64 = all.map(|&balls| i64::from(balls)).sum();
    let missing = i64::from(rules.balls()) - found;
    let fits = |balls: u32| u8::try_from(balls).unwrap_or(u8::MAX);
    let mut parts = Parts {
        pits: [[0; MAX_PITS]; 2],
        kazans: args.kazans.map(fits),
        tuzdiks: args.tuzdiks.map(|pit| pit.and_then(Pit::new)),
        side: args.side.into(),
    };
    for (row, given) in parts.pits.iter_mut().zip(&args.pits) {
        for (pit, &balls) in row.iter_mut().zip(given) {
            *pit = fits(balls);
        }
    }
    let position = game::Position::from_parts(rules, &parts).ok();
    let problems = problems(variant, parts, found);
    let fen = position.filter(|_| problems.is_empty()).map(|position| {
        let choice = rules.is_forced() && args.choice == Some(true);
        let position = if choice {
            position.with_choice()
        } else {
            position
        };
        let board = game::Board::new(variant, position);
        fen::format(&board, args.number.unwrap_or(1).max(1))
    });
    let problems = problems.iter();
    Ok(Edited {
        fen,
        problems: problems
            .map(|problem| words::position_error(core.texts(), problem))
            .collect(),
        missing,
    })
}

/// All that is impossible about a position that holds so many balls.
fn problems(variant: Variant, mut parts: Parts, found: i64) -> Vec<PositionError> {
    let rules = variant.rules();
    let mut problems = Vec::new();
    // What is wrong is told and taken away, until nothing is but the number of balls.
    while let Err(error) = game::Position::from_parts(rules, &parts) {
        match error {
            PositionError::Total { .. } => break,
            PositionError::NoSuchPit(side, pit) => take_away(&mut parts, side, pit),
            PositionError::BallsInTuzdik(owner, pit) => {
                take_away(&mut parts, owner.opponent(), pit);
            }
            PositionError::TuzdikNotAllowed(owner, _) => {
                let [south, north] = &mut parts.tuzdiks;
                *match owner {
                    game::Side::South => south,
                    game::Side::North => north,
                } = None;
            }
            PositionError::EqualTuzdiks(_) => parts.tuzdiks = [None; 2],
        }
        problems.push(error);
    }
    let expected = rules.balls();
    if found != i64::from(expected) {
        problems.push(PositionError::Total {
            found: u32::try_from(found).unwrap_or(u32::MAX),
            expected,
        });
    }
    problems
}

fn take_away(parts: &mut Parts, side: game::Side, pit: Pit) {
    let [south, north] = &mut parts.pits;
    let row = match side {
        game::Side::South => south,
        game::Side::North => north,
    };
    if let Some(balls) = row.get_mut(pit.index()) {
        *balls = 0;
    }
}
