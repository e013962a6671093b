//! The suite as it is kept in `positions.txt`.

use tuzdik::game::{Board, Game, Position, Side, Variant};
use tuzdik::notation::fen;

/// The game of the suite.
pub const VARIANT: Variant = Variant::TogyzKumalak;

/// One position with its proved result.
pub struct Endgame {
    /// The position.
    pub position: Position,
    /// Its FEN.
    pub text: String,
    /// The move number in the FEN.
    pub number: u32,
    /// Whether the side to move wins; it loses otherwise.
    pub won: bool,
    /// In how many of the winner's moves the proof wins at most.
    pub moves: u32,
    /// Plies played before.
    pub ply: u32,
    /// By how many balls the leader's kazan is ahead.
    pub lead: u32,
}

impl Endgame {
    /// A line `result | winner's moves | lead | ply | FEN`.
    fn parse(line: &str) -> Option<Endgame> {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [result, moves, lead, ply, text] = fields[..] else {
            return None;
        };
        let won = match result {
            "win" => true,
            "loss" => false,
            _ => return None,
        };
        let (board, number) = fen::parse(text, VARIANT).ok()?;
        Some(Endgame {
            position: *board.position(),
            text: text.to_owned(),
            number,
            won,
            moves: moves.parse().ok()?,
            ply: ply.parse().ok()?,
            lead: lead.parse().ok()?,
        })
    }

    /// The player with more in the kazan.
    pub fn leader(&self) -> Side {
        let [south, north] = Side::BOTH.map(|side| self.position.kazan(side));
        if south > north {
            Side::South
        } else {
            Side::North
        }
    }

    /// Who wins.
    pub fn winner(&self) -> Side {
        let mover = self.position.side();
        if self.won { mover } else { mover.opponent() }
    }

    fn pits(&self, side: Side) -> [u8; 9] {
        self.position.parts().pits[side.index()]
    }

    /// The balls in a player's pits.
    pub fn balls(&self, side: Side) -> u32 {
        self.pits(side).iter().map(|&n| u32::from(n)).sum()
    }

    /// The balls in a player's two fullest pits.
    pub fn hoard(&self, side: Side) -> u32 {
        let mut pits = self.pits(side);
        pits.sort_unstable();
        pits[7..].iter().map(|&n| u32::from(n)).sum()
    }

    /// The position as a game of its own.
    pub fn game(&self) -> Game {
        Game::from_board(Board::new(VARIANT, self.position))
    }

    /// Whether a score for the side to move names the winner.
    pub fn is_right(&self, score: i32) -> bool {
        score != 0 && (score > 0) == self.won
    }
}

/// All positions of the suite.
pub fn load() -> Vec<Endgame> {
    include_str!("positions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Endgame::parse(line).unwrap_or_else(|| panic!("no endgame: {line}")))
        .collect()
}
