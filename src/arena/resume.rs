//! Going on with a tournament whose games are on disk.
//!
//! The file is read game by game, so that its length is no matter.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::files;
use crate::game::Variant;
use crate::notation::quote::quote;
use crate::notation::records::{ParsedRecord, Record, read};

use super::opening::Opening;
use super::records::{ADJUDICATION, ArchiveError, EVENT};
use super::results::{offender_of, score_of};
use super::schedule::{PlayedSet, ScheduledGame};
use super::standings::Standings;
use super::tournament::Tournament;

/// Rounds from the first on whose openings are all compared with those of the tournament. To make an opening
/// takes a while, so that of later rounds only some are.
const COMPARED: u64 = 100;
/// Of the rounds after those, every so many.
const COMPARED_LATER: u64 = 50;
/// Openings that are kept to compare the other games of their rounds.
const KEPT: usize = 100;

/// The seed in the first game of a file; `None` if there is no such file or game.
#[must_use]
pub fn seed_of(path: &Path, variant: Variant) -> Option<u64> {
    let mut pieces = Pieces::new(BufReader::new(files::open(path).ok()?));
    let file = read(&pieces.next()?.ok()?.bytes, variant);
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
    tournament: &Tournament,
    seed: u64,
    standings: &mut Standings,
) -> Result<PlayedSet, ArchiveError> {
    let io_error = |e| ArchiveError::Io(path.to_owned(), e);
    let file = match files::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(PlayedSet::default()),
        Err(e) => return Err(io_error(e)),
    };
    let mut done = PlayedSet::default();
    let mut openings = HashMap::new();
    let mut games = 0;
    let mut cut = None;
    let mut pieces = Pieces::new(BufReader::new(file)).peekable();
    while let Some(piece) = pieces.next() {
        let mut piece = piece.map_err(io_error)?;
        if pieces.peek().is_none() {
            let sound = sound_length(&piece.bytes);
            if sound < piece.bytes.len() {
                piece.bytes.truncate(sound);
                cut = Some(piece.offset + sound as u64);
            }
        }
        let found = read(&piece.bytes, tournament.variant).games;
        if games == 0 && found.is_empty() && !piece.bytes.trim_ascii().is_empty() {
            return Err(ArchiveError::NoGames(path.to_owned()));
        }
        for parsed in found {
            games += 1;
            let foreign = |why: String| ArchiveError::Foreign(path.to_owned(), games, why);
            let scheduled = check(tournament, seed, &parsed, games, piece.line).map_err(foreign)?;
            if scheduled.round < COMPARED || scheduled.round.is_multiple_of(COMPARED_LATER) {
                if openings.len() > KEPT {
                    openings.clear();
                }
                let opening = match openings.get(&scheduled.round) {
                    Some(opening) => opening,
                    None => {
                        let opening = tournament.openings.get(scheduled.round);
                        let opening = opening.map_err(ArchiveError::Opening)?;
                        openings.entry(scheduled.round).or_insert(opening)
                    }
                };
                let stated = parsed.record.tag("Opening").unwrap_or("");
                let stated = Opening::parse(stated, tournament.variant, None);
                if stated.as_ref() != Ok(opening) {
                    return Err(foreign("it starts from another opening".to_owned()));
                }
            }
            if done.insert(scheduled.number) {
                standings.add(&scheduled, score_of(&parsed.record), tournament.paired);
                if let Some(side) = offender_of(&parsed.record) {
                    standings.add_offence(scheduled.players[side.index()]);
                }
            }
        }
    }
    // Only now is the file known to be ours.
    if let Some(length) = cut {
        let file = File::options().write(true).open(path);
        file.and_then(|f| f.set_len(length)).map_err(io_error)?;
        log::warn!("{}: an unfinished record was removed", path.display());
    }
    Ok(done)
}

/// The place in the schedule of a game that was read as number `game` of its file, from `line` on.
fn check(
    tournament: &Tournament,
    seed: u64,
    parsed: &ParsedRecord,
    game: usize,
    line: usize,
) -> Result<ScheduledGame, String> {
    if let Some(error) = parsed.errors.first() {
        let mut error = error.clone();
        error.game = game;
        error.line += line;
        return Err(error.to_string());
    }
    match_slot(tournament, seed, &parsed.record)
}

fn match_slot(
    tournament: &Tournament,
    seed: u64,
    record: &Record,
) -> Result<ScheduledGame, String> {
    let number = |name: &str| record.tag(name).and_then(|t| t.parse::<u64>().ok());
    if number("Seed") != Some(seed) {
        return Err(format!("its seed is not {seed}"));
    }
    // Older records do not tell; what they were played by is then taken for the same.
    let adjudication = tournament.adjudication.to_string();
    if let Some(stated) = record
        .tag(ADJUDICATION)
        .filter(|&stated| stated != adjudication)
    {
        return Err(format!(
            "its adjudication is {}, not {}",
            quote(stated),
            quote(&adjudication)
        ));
    }
    let scheduled = number("Game")
        .and_then(|n| tournament.schedule.scheduled(n.checked_sub(1)?))
        .ok_or("its number is not in the schedule")?;
    for (colour, index) in ["White", "Black"].iter().zip(scheduled.players) {
        let engine = &tournament.engines[index];
        if record.tag(colour) != Some(&engine.name) {
            return Err(format!("its {colour} is not {}", quote(&engine.name)));
        }
        let own = format!("{colour}TimeControl");
        let limit = record.tag("TimeControl").or_else(|| record.tag(&own));
        let expected = engine.limit.to_string();
        if limit != Some(&expected) {
            return Err(format!("{} did not play with {expected}", engine.name));
        }
    }
    Ok(scheduled)
}

/// The first line of every record of ours.
fn header() -> String {
    format!("[Event \"{EVENT}\"]")
}

/// A part of a file.
struct Piece {
    bytes: Vec<u8>,
    /// Bytes before it.
    offset: u64,
    /// Lines before it.
    line: usize,
}

/// Splits a file into pieces, each of which begins with the first line of a record of ours; before the
/// first such line there may be something else.
struct Pieces<R> {
    input: R,
    /// What was read of the next piece.
    next: Piece,
}

impl<R: BufRead> Pieces<R> {
    fn new(input: R) -> Pieces<R> {
        Pieces {
            input,
            next: Piece {
                bytes: Vec::new(),
                offset: 0,
                line: 0,
            },
        }
    }
}

impl<R: BufRead> Iterator for Pieces<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<io::Result<Piece>> {
        let header = header();
        let mut lines = usize::from(!self.next.bytes.is_empty());
        loop {
            let bytes = &mut self.next.bytes;
            let start = bytes.len();
            match self.input.read_until(b'\n', bytes) {
                Err(error) => return Some(Err(error)),
                Ok(0) if bytes.is_empty() => return None,
                Ok(length) => {
                    let begins = bytes[start..].starts_with(header.as_bytes());
                    if length == 0 || (begins && start > 0) {
                        let rest = bytes.split_off(start);
                        let next = Piece {
                            bytes: rest,
                            offset: self.next.offset + start as u64,
                            line: self.next.line + lines,
                        };
                        return Some(Ok(std::mem::replace(&mut self.next, next)));
                    }
                    lines += 1;
                }
            }
        }
    }
}

/// The length of a file without a record of ours at its end that was cut short.
fn sound_length(bytes: &[u8]) -> usize {
    let header = header();
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
    use super::{Pieces, sound_length};

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

    #[test]
    fn a_file_is_split_into_its_records() {
        let record = "[Event \"tuzdik match\"]\n\n1. 76 *\n\n";
        let text = format!("; mine\n{record}{record}[Event \"tuz");
        let pieces: Vec<_> = Pieces::new(text.as_bytes()).map(Result::unwrap).collect();
        let [first, second, third] = pieces.as_slice() else {
            panic!("{} pieces", pieces.len());
        };
        assert_eq!(first.bytes, b"; mine\n");
        assert_eq!(second.bytes, record.as_bytes());
        assert_eq!((second.line, second.offset), (1, 7));
        assert_eq!(third.bytes, format!("{record}[Event \"tuz").as_bytes());
        assert_eq!((third.line, third.offset), (5, 7 + record.len() as u64));
        assert!(Pieces::new(&b""[..]).next().is_none());
    }
}
