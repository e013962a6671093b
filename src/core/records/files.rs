//! Files are read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::core::Core;
use crate::core::error::CallError;
use crate::core::explorer::Index;
use crate::core::table::variant;
use crate::game::Variant;
use crate::notation::records::{self, ParsedRecord};

use super::{FormatName, GameHead};

/// Most open files.
pub const MOST_FILES: usize = 20;
/// Most files that are sent in pieces at a time.
pub const MOST_UPLOADS: usize = 4;
/// Largest file that is sent in pieces, in bytes.
const MAX_UPLOAD: usize = 64 << 20;
/// Most games that are listed at once.
const MOST_LISTED: usize = 500;

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    games: Vec<ParsedRecord>,
    index: Index,
}

impl OpenFile {
    /// A game by its place.
    pub fn game(&self, index: usize) -> Result<&ParsedRecord, CallError> {
        self.games.get(index).ok_or_else(|| {
            CallError::new(format_args!(
                "there is no game {index}; the file has {} games",
                self.games.len()
            ))
        })
    }

    /// All games.
    pub fn games(&self) -> &[ParsedRecord] {
        &self.games
    }

    /// Where the positions of the games are found.
    pub fn index(&self) -> &Index {
        &self.index
    }
}

/// A piece of a file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct UploadArgs {
    /// Bytes in base 64.
    pub base64: String,
    /// What was answered to the piece before; a new file without it.
    #[serde(default)]
    pub upload: Option<u32>,
}

/// What there is of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Uploaded {
    /// For the next piece, and for `records.read`.
    pub upload: u32,
    /// Bytes so far.
    pub bytes: usize,
}

/// A file that is being sent in pieces.
pub type Upload = Vec<u8>;

/// A file to be read; exactly one of the first four is given.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ReadArgs {
    /// Text.
    #[serde(default)]
    pub text: Option<String>,
    /// Bytes in base 64, for text whose encoding is not known.
    #[serde(default)]
    pub base64: Option<String>,
    /// A file that was sent in pieces.
    #[serde(default)]
    pub upload: Option<u32>,
    /// A file that the board opened with, by its place in `hello`.
    #[serde(default)]
    pub file: Option<usize>,
    /// The rule set of games that name none.
    #[serde(default)]
    pub variant: Option<String>,
}

/// A file that was read.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadFile {
    /// Under which it is kept.
    pub handle: u32,
    /// The format of its moves.
    pub format: FormatName,
    /// What was assumed of the letters in it, if the file does not say it.
    pub encoding: Option<String>,
    /// How many games it has.
    pub total: usize,
    /// The first of them; `records.search` lists the others.
    pub games: Vec<GameHead>,
}

/// `records.upload`.
pub fn upload(core: &mut Core, args: UploadArgs) -> Result<Uploaded, CallError> {
    let piece = decode(&args.base64)?;
    let upload = match args.upload {
        Some(upload) => upload,
        None => core.uploads.keep(Vec::new()),
    };
    let bytes = core.uploads.get_mut(upload)?;
    if bytes.len() + piece.len() > MAX_UPLOAD {
        core.uploads.take(upload)?;
        return Err(CallError::new(format_args!(
            "the file is longer than {} MiB",
            MAX_UPLOAD >> 20
        )));
    }
    bytes.extend(piece);
    Ok(Uploaded {
        upload,
        bytes: bytes.len(),
    })
}

/// `records.read`.
pub fn read(core: &mut Core, args: ReadArgs) -> Result<ReadFile, CallError> {
    let default = match &args.variant {
        Some(name) => variant(name)?,
        None => Variant::default(),
    };
    let given = [
        args.text.is_some(),
        args.base64.is_some(),
        args.upload.is_some(),
        args.file.is_some(),
    ];
    if given.into_iter().filter(|given| *given).count() != 1 {
        return Err(CallError::new(
            "expected one of text, base64, upload and file",
        ));
    }
    let read = if let Some(index) = args.file {
        let file =
            core.config.files.get(index).ok_or_else(|| {
                CallError::new(format_args!("the board opened with no file {index}"))
            })?;
        records::read(&file.bytes, default)
    } else {
        let bytes = match (args.text, args.base64, args.upload) {
            (Some(text), ..) => text.into_bytes(),
            (_, Some(text), _) => decode(&text)?,
            (.., Some(upload)) => core.uploads.take(upload)?,
            _ => Vec::new(),
        };
        records::read(&bytes, default)
    };
    let games = read.games;
    let listed = games.iter().take(MOST_LISTED).map(GameHead::of).collect();
    let total = games.len();
    let index = Index::new(&games);
    Ok(ReadFile {
        handle: core.files.keep(OpenFile { games, index }),
        format: read.format.into(),
        encoding: read.encoding.map(|note| note.to_string()),
        total,
        games: listed,
    })
}

fn decode(base64: &str) -> Result<Vec<u8>, CallError> {
    let decoded = STANDARD.decode(base64);
    decoded.map_err(|error| CallError::new(format_args!("this is not base 64: {error}")))
}
