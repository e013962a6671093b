//! Games on disk: written as they end, read back to resume a tournament or to rate its engines.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::game::{Side, Variant};
use crate::notation::fen;
use crate::notation::moves;
use crate::notation::records::{Format, GameResult, Record, read, write};

use super::opening::{Opening, OpeningError};
use super::runner::{Finished, Plan};
use super::schedule::Slot;
use super::standings::Standings;
use super::stats::tally::Score;

/// The `Event` tag of all games.
const EVENT: &str = "tuzdik match";

/// Why games cannot be written or read back.
#[derive(Debug)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// There is such a file, and the tournament is not to be resumed.
    Exists(PathBuf),
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
    /// A new file.
    ///
    /// # Errors
    /// If it exists or cannot be made.
    pub fn create(path: &Path) -> Result<Archive, ArchiveError> {
        let file = File::options().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.to_owned()),
            _ => ArchiveError::Io(path.to_owned(), error),
        })?;
        Ok(Archive {
            path: path.to_owned(),
            file,
        })
    }

    /// The file of a tournament to go on with.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append_to(path: &Path) -> Result<Archive, ArchiveError> {
        let file = File::options().append(true).create(true).open(path);
        Ok(Archive {
            path: path.to_owned(),
            file: file.map_err(|e| ArchiveError::Io(path.to_owned(), e))?,
        })
    }

    /// Appends a game, in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, plan: &Plan, seed: u64, finished: &Finished) -> io::Result<()> {
        let text = write(&record(plan, seed, finished), Format::Tgk);
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", self.path.display())))
    }
}

/// The record of a game, with everything that is known of it.
#[must_use]
pub fn record(plan: &Plan, seed: u64, finished: &Finished) -> Record {
    let slot = &finished.slot;
    let end = &finished.played.end;
    let game = &finished.played.game;
    let mut record = match finished.opening.start {
        None => Record::new(plan.variant),
        Some((start, number)) => Record::from_position(plan.variant, start, number),
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
            record.set_comment(plies, &format!("{} {time:.3}s", played.thought));
        }
    }
    record.set_result(match finished.score {
        None => GameResult::Unknown,
        Some(Score::Win) => GameResult::Win(Side::South),
        Some(Score::Draw) => GameResult::Draw,
        Some(Score::Loss) => GameResult::Win(Side::North),
    });
    let now = jiff::Timestamp::now();
    let [south, north] = slot.players.map(|index| &plan.engines[index]);
    let limits = [south.limit.to_string(), north.limit.to_string()];
    let mut tag = |name: &str, value: &str| record.set_tag(name, value);
    tag("Event", EVENT);
    tag("Date", &now.strftime("%Y.%m.%d").to_string());
    tag("Round", &format!("{}.{}", slot.round + 1, slot.game + 1));
    tag("White", &south.name);
    tag("Black", &north.name);
    tag("Game", &(slot.number + 1).to_string());
    tag("Seed", &seed.to_string());
    tag("Opening", &opening_text(plan, &finished.opening));
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

fn opening_text(plan: &Plan, opening: &Opening) -> String {
    let mut words = Vec::new();
    if let Some((start, number)) = &opening.start {
        words.push(fen::format(plan.variant, start, *number));
    }
    if let Ok(game) = opening.game(plan.variant) {
        for (mv, position) in game.moves().iter().zip(game.positions()) {
            words.push(moves::format(plan.variant, position, *mv));
        }
    }
    words.join(" ")
}

/// The seed in the first game of a file; `None` if there is no such file or game.
#[must_use]
pub fn seed_of(path: &Path, variant: Variant) -> Option<u64> {
    let bytes = fs::read(path).ok()?;
    let file = read(&bytes, variant);
    file.games.first()?.record.tag("Seed")?.parse().ok()
}

/// Takes in the games that a file holds of a tournament: counts them, and returns their numbers. A
/// record that was cut short at the end of the file is removed.
///
/// # Errors
/// If the file holds something else than games of this tournament; it is then left as it is. A missing
/// file holds no games.
pub fn resume(
    path: &Path,
    plan: &Plan,
    seed: u64,
    standings: &mut Standings,
) -> Result<HashSet<u64>, ArchiveError> {
    let io_error = |e| ArchiveError::Io(path.to_owned(), e);
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(e) => return Err(io_error(e)),
    };
    let sound = sound_length(&bytes);
    let kept = bytes.get(..sound).unwrap_or_default();
    let mut done = HashSet::new();
    let mut openings: HashMap<u64, String> = HashMap::new();
    let file = read(kept, plan.variant);
    if file.games.is_empty() && !kept.trim_ascii().is_empty() {
        return Err(ArchiveError::NoGames(path.to_owned()));
    }
    for parsed in &file.games {
        let foreign = |why: String| ArchiveError::Foreign(path.to_owned(), parsed.number, why);
        if let Some(error) = parsed.errors.first() {
            return Err(foreign(error.to_string()));
        }
        let slot = match_slot(plan, seed, &parsed.record).map_err(foreign)?;
        let opening = match openings.entry(slot.round) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let opening = plan.openings.get(slot.round);
                let opening = opening.map_err(ArchiveError::Opening)?;
                place.insert(opening_text(plan, &opening))
            }
        };
        if parsed.record.tag("Opening").unwrap_or("") != opening {
            return Err(foreign("it starts from another opening".to_owned()));
        }
        if done.insert(slot.number) {
            standings.add(&slot, score_of(&parsed.record), plan.paired);
            if let Some(side) = offender_of(&parsed.record) {
                standings.add_offence(slot.players[side.index()]);
            }
        }
    }
    // Only now is the file known to be ours.
    if sound < bytes.len() {
        files::replace(path, kept).map_err(io_error)?;
        log::warn!("{}: an unfinished record was removed", path.display());
    }
    Ok(done)
}

fn match_slot(plan: &Plan, seed: u64, record: &Record) -> Result<Slot, String> {
    let number = |name: &str| record.tag(name).and_then(|t| t.parse::<u64>().ok());
    if number("Seed") != Some(seed) {
        return Err(format!("its seed is not {seed}"));
    }
    let slot = number("Game")
        .and_then(|n| plan.schedule.slot(n.checked_sub(1)?))
        .ok_or("its number is not in the schedule")?;
    for (colour, index) in ["White", "Black"].iter().zip(slot.players) {
        let engine = &plan.engines[index];
        if record.tag(colour) != Some(&engine.name) {
            return Err(format!("its {colour} is not '{}'", engine.name));
        }
        let own = format!("{colour}TimeControl");
        let limit = record.tag("TimeControl").or_else(|| record.tag(&own));
        let expected = engine.limit.to_string();
        if limit != Some(&expected) {
            return Err(format!("{} did not play with {expected}", engine.name));
        }
    }
    Ok(slot)
}

/// South's result; `None` for a game that does not count.
#[must_use]
pub fn score_of(record: &Record) -> Option<Score> {
    match record.result() {
        GameResult::Win(Side::South) => Some(Score::Win),
        GameResult::Win(Side::North) => Some(Score::Loss),
        GameResult::Draw => Some(Score::Draw),
        GameResult::Unknown => None,
    }
}

/// The side whose engine broke the rules of the match.
#[must_use]
pub fn offender_of(record: &Record) -> Option<Side> {
    let told = record.tag("Offender")?;
    Side::BOTH.into_iter().find(|side| side.to_string() == told)
}

/// The length of a file without a record of ours at its end that was cut short.
fn sound_length(bytes: &[u8]) -> usize {
    let header = format!("[Event \"{EVENT}\"]");
    // The cut may go through the first tag too, which comes after an empty line.
    let begins = |&at: &usize| {
        let (before, rest) = bytes.split_at(at);
        rest.starts_with(header.as_bytes()) && (at == 0 || before.ends_with(b"\n"))
            || header.as_bytes().starts_with(rest) && (at == 0 || before.ends_with(b"\n\n"))
    };
    let Some(start) = (0..bytes.len()).rev().find(begins) else {
        return bytes.len();
    };
    let last = String::from_utf8_lossy(bytes.get(start..).unwrap_or_default());
    let result = last
        .lines()
        .find_map(|line| line.strip_prefix("[Result \"")?.strip_suffix("\"]"));
    let ends = last.lines().rfind(|line| !line.trim().is_empty());
    let complete = match (result, ends) {
        (Some(result), Some(line)) => {
            !line.starts_with('[') && line.split(' ').next_back() == Some(result)
        }
        _ => false,
    };
    // The line feeds after the result belong to the record too.
    if complete && last.ends_with("\n\n") {
        bytes.len()
    } else {
        start
    }
}

#[cfg(test)]
mod tests {
    use super::sound_length;

    #[test]
    fn records_cut_short_are_found() {
        let whole = "[Event \"tuzdik match\"]\n[Result \"1/2-1/2\"]\n\n1. 76 98 1/2-1/2\n\n";
        assert_eq!(sound_length(whole.as_bytes()), whole.len());
        assert_eq!(sound_length(b""), 0);
        let two = format!("{whole}{whole}");
        assert_eq!(sound_length(two.as_bytes()), two.len());
        for cut in 1..whole.len() {
            let torn = &two[..whole.len() + cut];
            assert_eq!(sound_length(torn.as_bytes()), whole.len(), "{torn}");
            assert_eq!(sound_length(&torn.as_bytes()[whole.len()..]), 0, "{torn}");
        }
    }

    #[test]
    fn what_others_wrote_is_not_cut() {
        for text in ["notes\n", "[Event \"a\"]\n\n1. 76", "\n\n"] {
            assert_eq!(sound_length(text.as_bytes()), text.len(), "{text}");
        }
    }
}
