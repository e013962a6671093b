//! Moves displayed with the board on which they are played.

use std::fmt;

use crate::game::{Board, Move, MoveEffect};

/// A move as text; see [`Board::show`].
#[derive(Clone, Copy, Debug)]
pub struct ShownMove {
    board: Board,
    mv: Move,
    marked: bool,
}

/// A line of moves as text; see [`Board::line`].
#[derive(Clone, Copy, Debug)]
pub struct ShownLine<'a> {
    board: Board,
    moves: &'a [Move],
    marked: bool,
}

impl Board {
    /// Displays a move in the form of the protocol: origin and landing pit, `76`, each counted from its
    /// owner's left; `pass` for a move that sows nothing. For a pit that is empty, and so has no
    /// landing pit, the origin alone.
    ///
    /// ```
    /// use tuzdik::game::{Board, Variant};
    /// let start = Board::start(Variant::TogyzKumalak);
    /// let shown: Vec<String> = start.moves().into_iter().map(|mv| start.show(mv).to_string()).collect();
    /// assert_eq!(shown.join(" "), "19 21 32 43 54 65 76 87 98");
    /// ```
    #[must_use]
    pub fn show(&self, mv: Move) -> ShownMove {
        ShownMove {
            board: *self,
            mv,
            marked: false,
        }
    }

    /// Displays moves that follow each other from this board on, a blank between them. The line ends
    /// before the first move that is not legal there.
    ///
    /// ```
    /// use tuzdik::game::{Game, Variant};
    /// use tuzdik::notation::moves;
    /// let mut game = Game::new(Variant::TogyzKumalak);
    /// for token in ["7", "9", "6"] {
    ///     moves::play(&mut game, token).unwrap();
    /// }
    /// assert_eq!(game.start().line(game.moves()).to_string(), "76 98 66");
    /// ```
    #[must_use]
    pub fn line<'a>(&self, moves: &'a [Move]) -> ShownLine<'a> {
        ShownLine {
            board: *self,
            moves,
            marked: false,
        }
    }
}

impl ShownMove {
    /// The same with the mark of TGK: `x` after a move that makes a tuzdik, `36x`.
    #[must_use]
    pub fn marked(self) -> ShownMove {
        ShownMove {
            marked: true,
            ..self
        }
    }
}

impl ShownLine<'_> {
    /// The same with the marks of TGK; see [`ShownMove::marked`].
    #[must_use]
    pub fn marked(self) -> Self {
        ShownLine {
            marked: true,
            ..self
        }
    }
}

impl fmt::Display for ShownMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.mv.to_string();
        if let Some((_, effect)) = sowing(&self.board, self.mv) {
            text.extend(effect.landing.map(|(_, pit)| pit.to_string()));
            text.push_str(if self.marked && effect.tuzdik {
                "x"
            } else {
                ""
            });
        }
        f.pad(&text)
    }
}

impl fmt::Display for ShownLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = self.board;
        for (ply, &mv) in self.moves.iter().enumerate() {
            if !board.moves().contains(mv) {
                break;
            }
            let shown = ShownMove {
                board,
                mv,
                marked: self.marked,
            };
            write!(f, "{}{shown}", if ply > 0 { " " } else { "" })?;
            board = board.play(mv);
        }
        Ok(())
    }
}

/// What a move that sows a pit with balls in it leads to.
pub(super) fn sowing(board: &Board, mv: Move) -> Option<(Board, MoveEffect)> {
    mv.pit()
        .filter(|&pit| board.position().balls(board.side(), pit) > 0)
        .map(|_| board.play_with_effect(mv))
}
