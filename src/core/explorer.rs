//! What was played in a position: by the games of a file, by the book.

use serde::{Deserialize, Serialize};

use crate::book::{BookSource, Selection, choose};
use crate::game::{Game, Move, Position, Side};
use crate::notation::records::{GameResult, ParsedRecord};
use crate::score::Wdl;

use super::Core;
use super::error::CallError;
use super::info::ScoreView;
use super::line::NamedMove;
use super::position::PositionArgs;
use super::records::{GameHead, has_player};
use super::table::GameRef;

/// Most games that are listed.
const MOST_GAMES: usize = 20;

/// Where the positions of the games of a file are found.
#[derive(Debug)]
pub struct Index {
    /// Sorted by the hash of the position.
    places: Vec<Place>,
}

/// A position of a game in which a move was played, or the game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    hash: u64,
    game: u32,
    ply: u32,
}

impl Index {
    /// Finds the positions of these games.
    pub fn new(games: &[ParsedRecord]) -> Index {
        let mut places = Vec::new();
        for (game, parsed) in (0..).zip(games) {
            let positions = parsed.record.game().positions();
            places.extend((0..).zip(positions).map(|(ply, position)| Place {
                hash: position.hash(),
                game,
                ply,
            }));
        }
        places.sort_unstable();
        Index { places }
    }

    /// The games with this position, each with its first occurrence there.
    fn games<'a>(
        &'a self,
        games: &'a [ParsedRecord],
        like: &'a Game,
    ) -> impl Iterator<Item = (&'a ParsedRecord, usize)> {
        let position: &Position = like.position();
        let hash = position.hash();
        let begin = self.places.partition_point(|place| place.hash < hash);
        let places = self.places.get(begin..).unwrap_or_default();
        let mut last = None;
        places
            .iter()
            .take_while(move |place| place.hash == hash)
            .filter_map(move |place| {
                let parsed = games.get(place.game as usize)?;
                let game = parsed.record.game();
                let ply = place.ply as usize;
                let same = game.variant() == like.variant()
                    && game.positions().get(ply) == Some(position)
                    && last != Some(place.game);
                same.then(|| {
                    last = Some(place.game);
                    (parsed, ply)
                })
            })
    }
}

/// A position that is looked up in a file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ExplorerArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
    /// What `records.read` answered.
    pub handle: u32,
    /// Only games of the player with this name.
    #[serde(default)]
    pub player: Option<String>,
}

/// What was played in a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// How many games had the position.
    pub total: usize,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The first of the games.
    pub games: Vec<GameHead>,
}

/// A move that was played.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlayedMove"))]
pub struct ExploredMove {
    /// The move.
    #[serde(flatten)]
    pub name: NamedMove,
    /// In how many games.
    pub count: usize,
    /// How many of them South won.
    pub south: usize,
    /// How many were drawn.
    pub draws: usize,
    /// How many North won.
    pub north: usize,
}

/// `explorer`.
pub fn explorer(core: &mut Core, args: ExplorerArgs) -> Result<Explored, CallError> {
    let table = core.table(&args.r#ref)?;
    let file = core.files.get(args.handle)?;
    let mut explored = Explored {
        total: 0,
        moves: Vec::new(),
        games: Vec::new(),
    };
    let mut counted: Vec<(Move, [usize; 4])> = Vec::new();
    let with_player = |parsed: &ParsedRecord| {
        let player = args.player.as_deref();
        player.is_none_or(|name| has_player(parsed, name))
    };
    let games = file.index().games(file.games(), &table.game);
    for (parsed, ply) in games.filter(|(parsed, _)| with_player(parsed)) {
        explored.total += 1;
        if explored.games.len() < MOST_GAMES {
            explored.games.push(GameHead::of(parsed));
        }
        let Some(&mv) = parsed.record.game().moves().get(ply) else {
            continue;
        };
        let counts = match counted.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, counts)) => counts,
            None => {
                counted.push((mv, [0; 4]));
                match counted.last_mut() {
                    Some((_, counts)) => counts,
                    None => continue,
                }
            }
        };
        let [south, draws, north, unknown] = counts;
        match parsed.record.result() {
            GameResult::Win(Side::South) => *south += 1,
            GameResult::Draw => *draws += 1,
            GameResult::Win(Side::North) => *north += 1,
            GameResult::Unknown => *unknown += 1,
        }
    }
    counted.sort_by_key(|(mv, counts)| (usize::MAX - counts.iter().sum::<usize>(), *mv));
    explored.moves = counted
        .into_iter()
        .map(|(mv, [south, draws, north, unknown])| ExploredMove {
            name: NamedMove::new(&table.game.board(), mv),
            count: south + draws + north + unknown,
            south,
            draws,
            north,
        })
        .collect();
    Ok(explored)
}

/// What the book says of a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookView {
    /// Positions of the book at or behind this one.
    pub positions: u32,
    /// Its moves, the best first.
    pub moves: Vec<BookMove>,
}

/// A move of the book.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookMove {
    /// The move.
    #[serde(flatten)]
    pub name: NamedMove,
    /// Its score for the player who makes it.
    pub score: ScoreView,
    /// The same from South's view.
    pub south: ScoreView,
    /// South's expected result, 0 to 1.
    pub chance: f64,
    /// The moves that the book expects, this one first.
    pub line: Vec<NamedMove>,
}

/// `book`: null where the book does not know the position.
pub fn book(core: &mut Core, args: PositionArgs) -> Result<Option<BookView>, CallError> {
    let game = core.table(&args.r#ref)?.game;
    let variant = game.variant();
    let position = *game.position();
    let source = BookSource::default();
    let Some(book) = source.book(variant) else {
        return Ok(None);
    };
    let Some(mut entry) = book.probe(&position).filter(|_| game.outcome().is_none()) else {
        return Ok(None);
    };
    entry
        .moves
        .sort_by_key(|known| std::cmp::Reverse(known.score));
    let south = position.side() == Side::South;
    let moves = entry.moves.iter().map(|known| {
        let score = ScoreView::from(known.score);
        let expected = Wdl::of_score(variant, known.score).expectation();
        let chosen = choose(book, &game, &[known.mv], &Selection::default());
        let line = chosen.and_then(|chosen| chosen.lines.into_iter().next());
        let line = line.map_or_else(|| vec![known.mv], |line| line.moves);
        BookMove {
            name: NamedMove::new(&game.board(), known.mv),
            score,
            south: if south { score } else { score.reversed() },
            chance: if south { expected } else { 1.0 - expected },
            line: named_line(&game, &line),
        }
    });
    Ok(Some(BookView {
        positions: entry.positions,
        moves: moves.collect(),
    }))
}

/// Legal moves from the last position of a game on by their names.
fn named_line(game: &Game, line: &[Move]) -> Vec<NamedMove> {
    let mut board = game.board();
    let mut names = Vec::new();
    for &mv in line {
        names.push(NamedMove::new(&board, mv));
        board = board.play(mv);
    }
    names
}
