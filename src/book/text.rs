//! The text form of a book, for people and version control.
//!
//! ```text
//! tuzdik opening book, text form 1
//! variant togyzkumalak
//! engine 0.1.0
//! network 1a2b3c4d
//! nodes 1000000
//! seed 1
//! cover 4
//! hash 16
//!
//! start: +0.31 20 1000000 76 tree
//! 19: -2.14 19 1000000 87 leaf
//! 76 98: +0.52 21 1000000 66 tree
//! ```
//!
//! The first line is the title. The lines after it say how the book was made: game, version of the engine,
//! checksum of the network that judged positions (without one `none` for the hand-crafted evaluation,
//! `kazans` for the difference of the kazans), nodes for each search, seed, plies that are covered, and,
//! unless that is not recorded, the size of each search's table in MB.
//! After an empty line follows a line for each position: the moves that lead to it by the shortest way
//! (of ways as short the one with the lower pits), a colon, then what a search of this position alone
//! found: its score for the side to move in balls (`win5` and `loss8` are forced results in so many
//! plies), depth, nodes and best move. `tree` says that all legal moves of the position are in the book,
//! `leaf` that the book ends there. Lines are sorted by their moves, so a position stands before those
//! that follow from it, and a book that grows gets new lines between the old ones. Backed-up scores are
//! not written, as they follow from the others; `tuzdik book show` tells them.
//!
//! Empty lines and lines that begin with `#` are skipped. The order of the lines is free for a reader.

use std::fmt::{self, Write};
use std::iter::Peekable;

use crate::eval::{EvalLabel, EvalSource};
use crate::game::{Board, Move, Position, Variant};
use crate::notation::{moves, quote::quote};
use crate::provenance::{NAME_BYTES, Provenance};

use super::about::About;
use super::tree::{BookTree, Searched, Way, moves_to};
use crate::score::Score;

/// How the first line begins.
pub const TITLE: &str = "tuzdik opening book, text form ";
/// The format described here.
pub const VERSION: u32 = 1;
/// Stands for the moves of the start position.
const START: &str = "start";
/// Begins the line that not every book has.
const HASH: &str = "hash ";
const EXPANDED: &str = "tree";
const LEAF: &str = "leaf";

/// A text that is no book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it and what was expected.
    pub fault: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for TextError {}

/// The text form. Positions that no way leads to are left out.
#[must_use]
pub fn write(tree: &BookTree) -> String {
    let about = tree.about();
    let made = &about.made;
    let network = match made.evaluation {
        EvalLabel::HANDCRAFTED => EvalSource::NONE.to_owned(),
        EvalLabel::KAZANS => EvalSource::KAZANS.to_owned(),
        EvalLabel(checksum) => format!("{checksum:08x}"),
    };
    let mut text = format!(
        "{TITLE}{VERSION}\nvariant {}\nengine {}\nnetwork {network}\nnodes {}\nseed {}\ncover {}\n",
        made.variant, made.engine, made.nodes, made.seed, about.cover
    );
    // Writing to a string does not fail.
    if made.hash_mb != 0 {
        let _ = writeln!(text, "{HASH}{}", made.hash_mb);
    }
    text.push('\n');
    let ways = tree.ways();
    let mut lines: Vec<(Vec<Move>, usize)> = (0..tree.nodes().len())
        .filter(|&at| ways[at].is_some())
        .map(|at| (moves_to(&ways, at), at))
        .collect();
    lines.sort();
    for (_, at) in lines {
        write_line(&mut text, tree, &ways, at);
    }
    text
}

fn write_line(text: &mut String, tree: &BookTree, ways: &[Option<Way>], at: usize) {
    let node = &tree.nodes()[at];
    let way = match way_text(tree, ways, at) {
        way if way.is_empty() => START.to_owned(),
        way => way,
    };
    let Searched {
        score,
        depth,
        best,
        nodes,
    } = node.searched;
    let best = best.map_or("-".to_owned(), |mv| tree.board(at).show(mv).to_string());
    let kind = if node.is_expanded() { EXPANDED } else { LEAF };
    // Writing to a string does not fail.
    let _ = writeln!(text, "{way}: {score} {depth} {nodes} {best} {kind}");
}

/// The moves of the shortest way to a position; empty for the start.
#[must_use]
pub fn way_text(tree: &BookTree, ways: &[Option<Way>], at: usize) -> String {
    let start = Board::start(tree.variant());
    start.line(&moves_to(ways, at)).marked().to_string()
}

/// Reads a text form.
///
/// # Errors
/// If a line is wrong, or the positions do not make a book.
pub fn read(text: &str) -> Result<BookTree, TextError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .peekable();
    let about = read_head(&mut lines)?;
    let mut tree: Option<BookTree> = None;
    let mut all = Vec::new();
    for (number, line) in lines {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fail = |fault| TextError {
            line: number,
            fault,
        };
        let entry = read_entry(line, about.made.variant).map_err(fail)?;
        all.push((number, entry));
    }
    // The start position is the first node.
    all.sort_by_key(|(_, entry)| !entry.is_start);
    let mut expanded = Vec::new();
    for (number, entry) in &all {
        let tree = match &mut tree {
            None if entry.is_start => tree.insert(BookTree::new(about.clone(), entry.searched)),
            None => break,
            Some(tree) if tree.find(&entry.position).is_some() => {
                let fault = "this position has a line already".to_owned();
                return Err(TextError {
                    line: *number,
                    fault,
                });
            }
            Some(tree) => tree,
        };
        let index = tree.add(entry.position, entry.searched);
        if entry.is_expanded {
            expanded.push((*number, index));
        }
    }
    let last = text.lines().count().max(1);
    let Some(mut tree) = tree.filter(|_| expanded.first().is_some_and(|&(_, at)| at == 0)) else {
        let fault = format!("there is no line '{START}: … {EXPANDED}' of the start position");
        return Err(TextError { line: last, fault });
    };
    for (number, index) in expanded {
        tree.expand(index).map_err(|missing| {
            let mv = tree.board(index).show(missing.0);
            TextError {
                line: number,
                fault: format!("the position is '{EXPANDED}', but that after {mv} has no line"),
            }
        })?;
    }
    let ways = tree.ways();
    for (number, entry) in &all {
        if tree
            .find(&entry.position)
            .is_some_and(|at| ways[at].is_none())
        {
            return Err(TextError {
                line: *number,
                fault: format!("no way through '{EXPANDED}' positions leads to this one"),
            });
        }
    }
    Ok(tree)
}

fn read_head<'a>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Result<About, TextError> {
    let mut next = |name: &str| {
        let (line, text) = lines.next().unwrap_or((1, ""));
        match text.strip_prefix(name).filter(|value| !value.is_empty()) {
            Some(value) => Ok((line, value.to_owned())),
            None => Err(TextError {
                line,
                fault: format!("expected '{name}…', found {}", quote(text)),
            }),
        }
    };
    let (line, version) = next(TITLE)?;
    let version: u32 = number(line, &version)?;
    if version != VERSION {
        let fault = format!("text form {version}, this program reads {VERSION}");
        return Err(TextError { line, fault });
    }
    let (line, variant) = next("variant ")?;
    let variant = variant.parse().map_err(|error| TextError {
        line,
        fault: format!("{error}"),
    })?;
    let (line, engine) = next("engine ")?;
    if engine.len() > NAME_BYTES || engine.trim() != engine || engine.contains(char::is_control) {
        let fault = format!(
            "expected a version of at most {NAME_BYTES} bytes, found {}",
            quote(&engine)
        );
        return Err(TextError { line, fault });
    }
    let (line, network) = next("network ")?;
    let evaluation = match network.as_str() {
        EvalSource::NONE => EvalLabel::HANDCRAFTED,
        EvalSource::KAZANS => EvalLabel::KAZANS,
        text => u32::from_str_radix(text, 16)
            .map(EvalLabel)
            .map_err(|_| TextError {
                line,
                fault: format!(
                    "{} is no checksum of a network, nor '{}' or '{}'",
                    quote(text),
                    EvalSource::NONE,
                    EvalSource::KAZANS
                ),
            })?,
    };
    let (line, nodes) = next("nodes ")?;
    let nodes = count_of_nodes(&nodes).map_err(|fault| TextError { line, fault })?;
    let (line, seed) = next("seed ")?;
    let seed = number(line, &seed)?;
    let (line, cover) = next("cover ")?;
    let cover = number(line, &cover)?;
    if cover > About::MOST_COVER {
        let fault = format!(
            "expected at most {} plies, found {cover}",
            About::MOST_COVER
        );
        return Err(TextError { line, fault });
    }
    let hash_mb = match lines.next_if(|(_, text)| text.starts_with(HASH)) {
        Some((line, text)) => number(line, &text[HASH.len()..])?,
        None => 0,
    };
    let made = Provenance {
        variant,
        engine,
        evaluation,
        nodes,
        seed,
        hash_mb,
    };
    Ok(About { made, cover })
}

fn number<T: std::str::FromStr>(line: usize, text: &str) -> Result<T, TextError> {
    text.parse().map_err(|_| TextError {
        line,
        fault: format!("expected a number, found {}", quote(text)),
    })
}

/// Nodes of a search: at least one, and no more than the binary form has room for.
fn count_of_nodes<T: From<u32>>(text: &str) -> Result<T, String> {
    let nodes = text.parse().ok().filter(|&nodes: &u32| nodes > 0);
    let fault = || {
        format!(
            "{} is no number of nodes from 1 to {}",
            quote(text),
            u32::MAX
        )
    };
    nodes.map(T::from).ok_or_else(fault)
}

/// A line of a position.
struct Entry {
    position: Position,
    searched: Searched,
    is_start: bool,
    is_expanded: bool,
}

fn read_entry(line: &str, variant: Variant) -> Result<Entry, String> {
    let form = || {
        format!(
            "expected 'MOVES: SCORE DEPTH NODES BEST {EXPANDED}|{LEAF}', found {}",
            quote(line)
        )
    };
    let (way, rest) = line.split_once(':').ok_or_else(form)?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [score, depth, nodes, best, kind] = words[..] else {
        return Err(form());
    };
    let mut board = Board::start(variant);
    let is_start = way.trim() == START;
    for word in way.split_whitespace().filter(|_| !is_start) {
        let mv = moves::parse(word, &board).map_err(|error| error.to_string())?;
        board = board.play(mv);
    }
    if !is_start && way.trim().is_empty() {
        return Err(form());
    }
    if board.outcome().is_some() {
        return Err("the game is over in this position, which has no line".to_owned());
    }
    let best = match best {
        "-" => None,
        word => Some(moves::parse(word, &board).map_err(|error| error.to_string())?),
    };
    Ok(Entry {
        position: *board.position(),
        searched: Searched {
            score: score.parse::<Score>().map_err(|_| {
                let score = quote(score);
                format!("{score} is no score such as +1.44, -0.30, win5 or loss8")
            })?,
            depth: depth
                .parse()
                .ok()
                .filter(|&depth| depth > 0)
                .ok_or_else(|| format!("{} is no depth from 1 to 255", quote(depth)))?,
            nodes: count_of_nodes(nodes)?,
            best,
        },
        is_start,
        is_expanded: match kind {
            EXPANDED => true,
            LEAF => false,
            _ => return Err(format!("{} is neither {EXPANDED} nor {LEAF}", quote(kind))),
        },
    })
}
