//! A position: what lies where, the legal moves and what each does.

use serde::{Deserialize, Serialize};

use crate::game::steps::Steps;
use crate::game::{self, EndReason, Move, Pit, Place};
use crate::notation::{fen, moves};
use crate::texts::words;

use super::Core;
use super::error::CallError;
use super::table::{GameRef, Table};

/// Names a position.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
}

/// One of the two players, and the row of pits that belongs to that player.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Side"))]
#[serde(rename_all = "lowercase")]
pub enum SideView {
    /// The player who moves first.
    South,
    /// The player who moves second.
    North,
}

impl From<game::Side> for SideView {
    fn from(side: game::Side) -> SideView {
        match side {
            game::Side::South => SideView::South,
            game::Side::North => SideView::North,
        }
    }
}

impl From<SideView> for game::Side {
    fn from(side: SideView) -> game::Side {
        match side {
            SideView::South => game::Side::South,
            SideView::North => game::Side::North,
        }
    }
}

/// A pit of the board.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PitRef {
    /// The side on which it lies.
    pub side: SideView,
    /// Its number from its owner's left, from 1.
    pub pit: u8,
}

impl From<Place> for PitRef {
    fn from((side, pit): Place) -> PitRef {
        PitRef {
            side: side.into(),
            pit: pit.number(),
        }
    }
}

/// A position, with everything that a board needs to show it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Position"))]
pub struct PositionView {
    /// The name of the rule set.
    pub variant: &'static str,
    /// The position as FEN.
    pub fen: String,
    /// The same in each form.
    pub fens: Fens,
    /// Who moves; in the stage of the choice nobody does yet.
    pub side: SideView,
    /// How many moves were played since the start of the game.
    pub ply: usize,
    /// The number of the next move.
    pub number: u32,
    /// What lies on the board.
    #[serde(flatten)]
    pub board: BoardView,
    /// What the game waits for.
    pub stage: Stage,
    /// How it ended, if it is over.
    pub outcome: Option<OutcomeView>,
    /// The move that led here.
    pub last: Option<MoveView>,
    /// The legal moves, none when the game is over.
    pub legal: Vec<MoveView>,
    /// How often the game has had this position, this time included.
    pub repetitions: usize,
}

/// A position in the forms of FEN.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fens {
    /// PlayStrategy's.
    pub playstrategy: String,
    /// That with plain counts; null where it cannot say what the position is.
    pub counts: Option<String>,
}

/// What lies on the board; each pair is South's and North's.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Board"))]
pub struct BoardView {
    /// Balls in each pit, from its owner's left.
    pub pits: [Vec<u8>; 2],
    /// Balls in each kazan.
    pub kazans: [u8; 2],
    /// The number of the pit on the other side that each owns.
    pub tuzdiks: [Option<u8>; 2],
}

impl BoardView {
    fn new(board: &game::Board) -> BoardView {
        let pits = usize::from(board.rules().pits);
        let parts = board.position().parts();
        BoardView {
            pits: parts.pits.map(|row| row.into_iter().take(pits).collect()),
            kazans: parts.kazans,
            tuzdiks: parts.tuzdiks.map(|pit| pit.map(Pit::number)),
        }
    }
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The choice of sides, the ritual before a game of Mangala.
    Choice,
    /// A move, if the game is not over.
    Play,
}

/// How a game ended.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Outcome"))]
pub struct OutcomeView {
    /// Who won; nobody in a draw.
    pub winner: Option<SideView>,
    /// What ended it.
    pub reason: Reason,
    /// The kazans with everything counted, South's and North's.
    pub kazans: [u8; 2],
    /// The same as a sentence.
    pub text: String,
}

/// Why a game is over.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A kazan holds more than half of the balls.
    Majority,
    /// The player to move has no ball.
    NoMoves,
    /// The position occurred too often.
    Repetition,
    /// At most one counter is left.
    Exhausted,
}

impl From<EndReason> for Reason {
    fn from(reason: EndReason) -> Reason {
        match reason {
            EndReason::Majority => Reason::Majority,
            EndReason::NoMoves => Reason::NoMoves,
            EndReason::Repetition => Reason::Repetition,
            EndReason::Exhausted => Reason::Exhausted,
        }
    }
}

/// A move and what it does.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveView {
    /// Its text in the protocol: `76`, `pass`, or in the ritual `south` or `north`.
    pub r#move: String,
    /// Its text in game records: `36x` makes a tuzdik.
    pub mark: String,
    /// The same as a sentence.
    pub text: String,
    /// Who makes it.
    pub side: SideView,
    /// The pit that is sown.
    pub pit: Option<u8>,
    /// The pits that are lifted, one for each lap.
    pub lifted: Vec<PitRef>,
    /// The balls in the order in which they fall.
    pub steps: Vec<SowingStep>,
    /// Where the last ball falls.
    pub landing: Option<PitRef>,
    /// The pits that are captured after it, in order.
    pub captures: Vec<Capture>,
    /// All balls of these.
    pub captured: u8,
    /// The pit that becomes the mover's tuzdik.
    pub tuzdik: Option<PitRef>,
    /// What lies on the board afterwards.
    pub after: After,
}

/// One ball of a sowing.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Step"))]
pub struct SowingStep {
    /// The pit at which it falls.
    #[serde(flatten)]
    pub at: PitRef,
    /// Whether it stays in that pit, or goes to the kazan of the pit's owner.
    pub into: Into_,
    /// Whose kazan that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub owner: Option<SideView>,
    /// Which lap of the move it belongs to, from 0.
    pub lap: usize,
}

/// Where a ball goes.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Into"))]
#[serde(rename_all = "lowercase")]
pub enum Into_ {
    /// It stays in the pit.
    Pit,
    /// The pit is a tuzdik.
    Kazan,
}

/// A pit that is captured.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Capture {
    /// The pit.
    #[serde(flatten)]
    pub at: PitRef,
    /// Balls in it.
    pub balls: u8,
}

/// What lies on the board after a move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct After {
    /// The pits, kazans and tuzdiks.
    #[serde(flatten)]
    pub board: BoardView,
    /// Who moves next.
    pub side: SideView,
}

/// `position`.
pub fn position(core: &mut Core, args: PositionArgs) -> Result<PositionView, CallError> {
    Ok(core.view(&core.table(&args.r#ref)?))
}

impl Core {
    /// The last position of a game.
    pub(super) fn view(&self, table: &Table) -> PositionView {
        let game = &table.game;
        let board = game.board();
        let position = board.position();
        let fen = fen::format(&board, table.number());
        let last = game.moves().last().zip(game.boards().rev().nth(1));
        PositionView {
            variant: game.variant().rules().name,
            fens: Fens {
                playstrategy: fen.clone(),
                counts: fen::format_counts(&board, table.number()),
            },
            fen,
            side: position.side().into(),
            ply: game.moves().len(),
            number: table.number(),
            board: BoardView::new(&board),
            stage: if position.is_choice() {
                Stage::Choice
            } else {
                Stage::Play
            },
            outcome: game.outcome().map(|outcome| OutcomeView {
                winner: outcome.winner.map(SideView::from),
                reason: outcome.reason.into(),
                kazans: outcome.kazans,
                text: words::outcome(self.texts(), &outcome),
            }),
            last: last.map(|(&mv, before)| self.move_view(&before, mv)),
            legal: game
                .legal_moves()
                .iter()
                .map(|mv| self.move_view(&board, mv))
                .collect(),
            repetitions: game.positions().iter().filter(|p| *p == position).count(),
        }
    }

    fn move_view(&self, before: &game::Board, mv: Move) -> MoveView {
        let after = before.play(mv);
        let steps = Steps::new(before, mv);
        MoveView {
            r#move: before.show(mv).to_string(),
            mark: moves::format_tgk(before, mv),
            text: words::deed(self.texts(), before, mv),
            side: before.side().into(),
            pit: mv.pit().map(Pit::number),
            lifted: steps.lifted.iter().map(|&place| place.into()).collect(),
            landing: steps.drops.last().map(|drop| drop.place.into()),
            captured: steps.captures.iter().map(|&(_, balls)| balls).sum(),
            captures: steps
                .captures
                .iter()
                .map(|&(place, balls)| Capture {
                    at: place.into(),
                    balls,
                })
                .collect(),
            tuzdik: steps.tuzdik.map(PitRef::from),
            steps: steps
                .drops
                .iter()
                .map(|drop| SowingStep {
                    at: drop.place.into(),
                    into: match drop.owner {
                        Some(_) => Into_::Kazan,
                        None => Into_::Pit,
                    },
                    owner: drop.owner.map(SideView::from),
                    lap: drop.lap,
                })
                .collect(),
            after: After {
                board: BoardView::new(&after),
                side: after.side().into(),
            },
        }
    }
}
