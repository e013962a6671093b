//! Game records as text: TGK, the game files of the Togyz Kumalak world, and PlayOK's export.
//!
//! Both begin with tags such as `[White "?"]`, then come numbered moves and the result. TGK marks a
//! new tuzdik by `x` (`36x`); PlayOK writes the mover's kazan after a capture (`76(10)`), `X` for a
//! tuzdik, and `{zero}` at the end of a game in which the player to move had no ball. Comments stand
//! in braces or run from `;` to the end of the line, variations in round brackets after the move that they
//! replace, marks as `!`, `?!`, `±` or `$16`; lines that begin with `%` are for other programs. The reader
//! takes both formats, several games in a file, with whatever real files lack or add, into a [`Record`],
//! whose [`GameTree`] holds the variations; the writers produce one form each.
//!
//! Two tags go beyond the formats: `FEN` for a game that does not begin at the start position and
//! `Variant` for another rule set, by one of the names that it has on the sites where it is played. Where the
//! tags `White` and `Black` are missing, `P1` and `P2` name the players, as PlayStrategy writes them.

mod error;
mod lex;
mod movelist;
mod nag;
mod names;
mod read;
mod record;
mod replay;
mod result;
mod split;
mod text;
mod tree;
mod write;

pub use error::{RecordError, RecordErrorKind};
pub use movelist::{MoveListError, play_moves};
pub use nag::Nag;
pub use read::{ParsedRecord, RecordFile, read};
pub use record::{Record, Tag};
pub use result::GameResult;
pub use tree::{GameTree, NodeId, TreeError};
pub use write::{Format, write};
