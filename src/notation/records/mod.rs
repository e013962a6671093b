//! Game records as text: TGK, the game files of the Togyz Kumalak world, and PlayOK's export.
//!
//! Both begin with tags such as `[White "?"]`, then come numbered moves and the result. TGK marks a
//! new tuzdik by `x` (`36x`); PlayOK writes the mover's kazan after a capture (`76(10)`), `X` for a
//! tuzdik, and `{zero}` at the end of a game in which the player to move had no ball. Comments stand
//! in braces or run from `;` to the end of the line. The reader takes both, several games in a file,
//! with whatever real files lack or add; the writers produce one form each.
//!
//! Two tags go beyond the formats: `FEN` for a game that does not begin at the start position and
//! `Variant` for another rule set.

mod error;
mod lex;
mod read;
mod record;
mod write;

pub use error::{RecordError, RecordErrorKind};
pub use read::{Parsed, RecordFile, read};
pub use record::{GameResult, Record, Tag};
pub use write::{Format, write};
