//! Games on disk, written as they end.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::game::Side;
use crate::notation::records::{Format, GameResult, Record, write};

use super::opening::OpeningError;
use super::stats::tally::PlayerResult;
use super::tournament::{GameReport, Tournament};

/// The `Event` tag of all games.
pub(super) const EVENT: &str = "tuzdik match";

/// The tag that says by which rules games are cut short.
pub(super) const ADJUDICATION: &str = "Adjudication";

/// Why games cannot be written or read back.
#[derive(Debug)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// There is such a file, and the tournament is not to be resumed.
    Exists(PathBuf),
    /// Another match is writing to the file.
    Busy(PathBuf),
    /// A game of the file is not of this tournament; says which and why.
    Foreign(PathBuf, usize, String),
    /// There is something in the file, but no game.
    NoGames(PathBuf),
    /// An opening cannot be made.
    Opening(OpeningError),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            ArchiveError::Exists(path) => write!(
                f,
                "{} exists; go on with --resume or choose another name",
                path.display()
            ),
            ArchiveError::Busy(path) => write!(
                f,
                "{}: another match is writing to this file",
                path.display()
            ),
            ArchiveError::Foreign(path, game, why) => write!(
                f,
                "{}: game {game} belongs to another match: {why}",
                path.display()
            ),
            ArchiveError::NoGames(path) => write!(
                f,
                "{} holds no games of a match; expected those to go on with, or no such file",
                path.display()
            ),
            ArchiveError::Opening(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ArchiveError {}

/// A file to which games are appended as they end.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// A new file, or an empty one, as a match leaves that did not get to its first game.
    ///
    /// # Errors
    /// If it holds something or cannot be made.
    pub fn create(path: &Path) -> Result<Archive, ArchiveError> {
        let archive = Archive::open(path)?;
        let found = archive.file.metadata();
        let found = found.map_err(|e| ArchiveError::Io(path.to_owned(), e))?;
        if found.len() > 0 {
            return Err(ArchiveError::Exists(path.to_owned()));
        }
        Ok(archive)
    }

    /// The file of a tournament to go on with. It is locked as long as this value lives, where the file
    /// system can do that.
    ///
    /// # Errors
    /// If it is no regular file, cannot be written, or another match has locked it.
    pub fn append_to(path: &Path) -> Result<Archive, ArchiveError> {
        match files::open(path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                Err(ArchiveError::Io(path.to_owned(), e))
            }
            _ => Archive::open(path),
        }
    }

    fn open(path: &Path) -> Result<Archive, ArchiveError> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|e| ArchiveError::Io(path.to_owned(), e))?;
        if !files::lock(&file, path) {
            return Err(ArchiveError::Busy(path.to_owned()));
        }
        Ok(Archive {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a game, in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(
        &mut self,
        tournament: &Tournament,
        seed: u64,
        finished: &GameReport,
    ) -> io::Result<()> {
        let text = write(&record(tournament, seed, finished), Format::Tgk);
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", self.path.display())))
    }
}

/// The record of a game, with everything that is known of it.
#[must_use]
pub fn record(tournament: &Tournament, seed: u64, finished: &GameReport) -> Record {
    let scheduled = &finished.scheduled;
    let end = &finished.played.end;
    let game = &finished.played.game;
    let mut record = match finished.opening.start {
        None => Record::new(tournament.variant),
        Some((start, number)) => Record::from_board(start, number),
    };
    let opening_plies = finished.opening.moves.len();
    let mut plies = 0_usize;
    for &mv in game.moves() {
        if record.play(mv).is_err() {
            break;
        }
        plies += 1;
        if let Some(i) = plies.checked_sub(opening_plies + 1)
            && let Some(played) = finished.played.moves.get(i)
        {
            let time = played.time.as_secs_f64();
            record.set_comment(plies, &format!("{} {time:.3}s", played.info));
        }
    }
    record.set_result(match finished.score {
        None => GameResult::Unknown,
        Some(PlayerResult::Win) => GameResult::Win(Side::South),
        Some(PlayerResult::Draw) => GameResult::Draw,
        Some(PlayerResult::Loss) => GameResult::Win(Side::North),
    });
    let now = jiff::Timestamp::now();
    let [south, north] = scheduled.players.map(|index| &tournament.engines[index]);
    let limits = [south.limit.to_string(), north.limit.to_string()];
    let mut tag = |name: &str, value: &str| record.set_tag(name, value);
    tag("Event", EVENT);
    tag("Date", &now.strftime("%Y.%m.%d").to_string());
    tag(
        "Round",
        &format!("{}.{}", scheduled.round + 1, scheduled.game + 1),
    );
    tag("White", &south.name);
    tag("Black", &north.name);
    tag("Game", &(scheduled.number + 1).to_string());
    tag("Seed", &seed.to_string());
    tag("Opening", &finished.opening.text(tournament.variant));
    tag(ADJUDICATION, &tournament.adjudication.to_string());
    if limits[0] == limits[1] {
        tag("TimeControl", &limits[0]);
    } else {
        tag("WhiteTimeControl", &limits[0]);
        tag("BlackTimeControl", &limits[1]);
    }
    for (name, id) in ["WhiteEngine", "BlackEngine"].iter().zip(&finished.ids) {
        tag(name, id.as_deref().unwrap_or(""));
    }
    tag("PlyCount", &plies.to_string());
    tag("Termination", &end.termination.to_string());
    tag("Reason", &end.reason);
    if let Some(side) = end.offender {
        tag("Offender", &side.to_string());
    }
    record
}
