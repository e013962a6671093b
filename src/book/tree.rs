//! A book as a graph of positions.
//!
//! Positions that different moves lead to are one node. Each node holds what a search of it alone found.
//! An expanded node has all its legal moves, each to a node or to the end of the game.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::game::{Board, Move, Outcome, Position, Side, Variant};

use super::about::About;
use crate::score::Score;

/// What the search of one position found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The score, for the side to move.
    pub score: Score,
    /// Iteration, in plies.
    pub depth: u8,
    /// The best move; `None` only in a file that lacks it.
    pub best: Option<Move>,
    /// Nodes visited.
    pub nodes: u32,
}

/// A position of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The position; the game is not over in it.
    pub position: Position,
    /// What its search found.
    pub searched: Searched,
    /// All legal moves in their order, or none if the position is a leaf.
    pub moves: Vec<(Move, Successor)>,
}

impl Node {
    /// Whether its moves are in the book.
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// What a move of an expanded position leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successor {
    /// A node, by its index.
    Node(usize),
    /// The end of the game, with the score of who made the move.
    Over(Score),
}

/// A position cannot be expanded, as the position after this move is not in the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing(pub Move);

/// A book as a graph. The first node is the start position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookTree {
    about: About,
    nodes: Vec<Node>,
    /// By all that a position holds, not by its hash.
    index: FxHashMap<[u64; 4], usize>,
}

impl BookTree {
    /// A book of one position.
    #[must_use]
    pub fn new(about: About, start: Searched) -> BookTree {
        let mut tree = BookTree {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            about,
        };
        tree.add(*Board::start(tree.variant()).position(), start);
        tree
    }

    /// How it was made.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.about.made.variant
    }

    /// The positions, the start position first.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The position with this index, with its rules.
    #[must_use]
    pub fn board(&self, index: usize) -> Board {
        Board::new(self.variant(), self.nodes[index].position)
    }

    /// The index of a position.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<usize> {
        self.index.get(position.lanes()).copied()
    }

    /// Adds a position and returns its index. One that is there already stays as it is.
    pub fn add(&mut self, position: Position, searched: Searched) -> usize {
        let next = self.nodes.len();
        let index = *self.index.entry(*position.lanes()).or_insert(next);
        if index == next {
            self.nodes.push(Node {
                position,
                searched,
                moves: Vec::new(),
            });
        }
        index
    }

    /// The positions that must be added before this one can be expanded, with their moves.
    #[must_use]
    pub fn missing(&self, index: usize) -> Vec<(Move, Position)> {
        let board = self.board(index);
        board
            .moves()
            .iter()
            .map(|mv| (mv, board.play(mv)))
            .filter(|(_, next)| next.outcome().is_none() && self.find(next.position()).is_none())
            .map(|(mv, next)| (mv, *next.position()))
            .collect()
    }

    /// Gives a position all its moves.
    ///
    /// # Errors
    /// If a position after one of them is not in the book; the position then stays a leaf.
    pub fn expand(&mut self, index: usize) -> Result<(), Missing> {
        let board = self.board(index);
        let mut moves = Vec::new();
        for mv in board.moves() {
            let next = board.play(mv);
            let child = match (next.outcome(), self.find(next.position())) {
                (Some(outcome), _) => Successor::Over(final_score(&outcome, board.side())),
                (None, Some(child)) => Successor::Node(child),
                (None, None) => return Err(Missing(mv)),
            };
            moves.push((mv, child));
        }
        self.nodes[index].moves = moves;
        Ok(())
    }

    /// Adds what another book of the game has and this one lacks, each position with the search that is
    /// told for it.
    pub fn add_all(&mut self, other: &BookTree, search_of: impl Fn(&Node) -> Searched) {
        let mut expanded = Vec::new();
        for node in other.nodes() {
            let index = self.add(node.position, search_of(node));
            if node.is_expanded() {
                expanded.push(index);
            }
        }
        for index in expanded {
            // The other book had all that it needs.
            let _ = self.expand(index);
        }
    }

    /// How many plies each position lies from the start, by the shortest way, and the move of that way
    /// that leads to it, with where it is made; `None` for a position that no way leads to. Of ways that
    /// are as short the one with the earlier moves counts.
    #[must_use]
    pub fn ways(&self) -> Vec<Option<Way>> {
        let mut ways = vec![None; self.nodes.len()];
        let mut next = VecDeque::from([0]);
        if let Some(first) = ways.first_mut() {
            *first = Some(Way {
                plies: 0,
                last: None,
            });
        }
        while let Some(at) = next.pop_front() {
            let plies = ways[at].map_or(0, |way: Way| way.plies) + 1;
            for &(mv, child) in &self.nodes[at].moves {
                if let Successor::Node(child) = child
                    && ways[child].is_none()
                {
                    ways[child] = Some(Way {
                        plies,
                        last: Some((at, mv)),
                    });
                    next.push_back(child);
                }
            }
        }
        ways
    }
}

/// How a position is reached from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Moves from the start.
    pub plies: u32,
    /// Where the last move is made, and the move; `None` for the start.
    pub last: Option<(usize, Move)>,
}

/// The moves of a way.
#[must_use]
pub fn moves_to(ways: &[Option<Way>], index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = index;
    while let Some(Way {
        last: Some((before, mv)),
        ..
    }) = ways[at]
    {
        moves.push(mv);
        at = before;
    }
    moves.reverse();
    moves
}

fn final_score(outcome: &Outcome, mover: Side) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == mover => Score::win_in(1),
        // The mover's own move ended it.
        Some(_) => Score::win_in(0).before_move(),
    }
}
