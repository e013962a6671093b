//! A fixed set of positions searched to a fixed depth. The node count is a fingerprint of rules,
//! evaluation and search together: it changes with any of them, and only with them.

use std::fmt;
use std::time::Duration;

use crate::game::{Game, Move, Variant};
use crate::mix64::mix64;
use crate::notation::fen;

use super::engine::Engine;
use super::limits::Limits;
use super::stop::StopToken;

/// Depth of the standard bench.
pub const DEPTH: u32 = 22;

/// Table size of the standard bench, in MB.
pub const HASH_MB: usize = 16;

/// Positions of public games, from openings to endgames with none, one and two tuzdiks, and two
/// composed endgames (Akshuraev, 1983).
pub const POSITIONS: &[&str] = &[
    "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
    "2S,1S,9S,1S,11S,11S,11S,1,12S/1S,12S,12S,12S,12S,3S,1S,13S,12S 22 4 N 3",
    "3S,2S,1S,1S,11S,11S,11S,1,12S/2S,13S,13S,13S,13S,1,1S,13S,12S 22 8 S 4",
    "9S,9S,9S,9S,9S,1,10S,10S,10S/9S,9S,9S,9S,1S,10S,10S,10S,10S 10 0 N 1",
    "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N 1",
    "15S,3S,4S,1S,14S,14S,1,15S,3S/2S,13S,12S,12S,12S,1S,2S,1S,2S 12 24 S 7",
    "1S,1,10S,10S,10S,10S,10S,10S,11S/10S,10S,10S,10S,10S,10S,10S,2 10 10 N 2",
    "10S,1S,1,10S,10S,10S,10S,10S,10S/10S,10S,10S,10S,10S,10S,1,1S,10S 10 10 S 2",
    "11S,2S,1S,11S,11S,1S,1S,11S,11S/11S,11S,11S,t,11S,1S,12S,11S,11S 20 3 S 3",
    "13S,2S,3S,t,13S,13S,2S,12S,12S/12S,12S,12S,1,1S,1S,4S,12S,1S 13 24 N 4",
    "2S,1S,3S,2S,2S,14S,14S,1,2S/4S,1S,15S,2S,1S,5S,8S,3S,15S 40 28 N 6",
    "1S,2S,6S,3S,2S,1S,9S,1S,1/1S,26S,1,5S,5S,1,1S,2S,1S 46 50 N 19",
    "3S,1,1S,2S,1S,13S,13S,2S,14S/2S,1S,14S,1S,15S,2S,3S,15S,14S 38 8 N 5",
    "3S,17S,1,7S,5S,2S,15S,2S,3S/15S,15S,1S,1S,2S,3S,2S,3S,4S 26 36 N 7",
    "1S,21S,1S,1S,16S,1S,2S,1,7S/1S,1,4S,3S,1S,6S,18S,1S,8S 40 30 S 14",
    "2S,12S,3S,4S,8S,20S,1S,1,3S/1,4S,22S,1,1S,t,1S,5S,1S 46 29 N 15",
    "1S,13S,7S,2S,3S,1,2S,14S,2S/t,2S,15S,2S,15S,1,2S,14S,1S 38 29 S 9",
    "1S,6S,6S,3S,10S,10S,3S,5S,2S/3S,2S,7S,17S,t,1,4S,5S,9S 42 27 S 9",
    "2S,2S,2S,1,5S,4S,6S,2/1,t,1S,2S,2S,1S,17S,8S,1S 50 59 S 25",
    "3S,3S,5S,10S,9S,22S,3S,2S,1S/4S,2S,8S,2S,12S,t,3S,4S,5S 42 22 N 15",
    "1S,2S,24S,4S,2S,21S,2S,5S,t/5S,3S,3S,3S,1,1S,2S,5S,1S 30 48 S 14",
    "2S,1S,1S,t,24S,12S,4S,2S,1/1,2S,7S,5S,t,6S,1,1S,1 50 45 N 20",
    "3S,4S,2S,4S,4S,8S,4S,t,3S/t,1,6S,4S,4S,5S,8S,5S,2S 48 48 S 25",
    "13S,3S,2S,2S,2S,2S,4S,2S,t/1S,4S,2S,2S,4S,t,1S,3S,2S 62 51 N 36",
    "3S,2S,2S,1S,3S,22S,2S,t,1/1,2S,6S,1S,1S,2S,3S,t,2S 58 52 S 25",
    "1S,t,3S,8S,1S,20S,1,4S,1/1,1S,9S,2S,3S,10S,t,18S,1S 42 39 S 16",
    "7S,t,17S,3S,1S,4S,5S,2S,1/5S,t,2S,3S,2S,8S,1S,1S,4S 58 39 N 32",
    "15S,2S,1S,2S,1S,3S,1S,1S,t/1,1S,1,26S,1,3S,t,1,1S 56 49 N 39",
    "1S,1S,1S,t,22S,2S,2S,1,2S/1,1S,4S,4S,20S,1S,6S,t,1S 35 59 N 33",
    "3S,11S,2S,3S,2S,1S,4S,1S,1/2S,1,3S,1,3S,1S,1S,1,3S 54 68 S 22",
    "1S,1S,4S,3S,3S,3S,3S,4S,1S/1,1S,3S,3S,2S,2S,2S,1S,1S 64 60 N 39",
    "3S,10S,1S,2S,1S,1,3S,7S,1/2S,1,3S,1,3S,1S,1S,1S,2S 54 68 S 21",
    "2S,1S,2S,1S,2,t,2S,1/3,2S,2S,2S,2S,1,1S 67 78 N 50",
    "2S,1S,2S,1S,2,t,2S,1/2,1S,1S,2S,2S,2S,1,1S 67 78 S 50",
    "10S,2S,1S,1,1S,1S,1S,1,t/1,1S,2S,1S,1S,1,1S,1S,2S 65 72 S 65",
    "3S,1S,1S,3S,1,1S,5S,2S,1S/t,1,1S,5S,1S,5S,2S,1S,1S 68 61 N 37",
    "1S,2S,2S,4S,1S,4S,2,2S/t,1S,1S,1S,1S,2S,4S,1S,1S 72 62 S 43",
    "8S,2S,2S,2S,1S,2S,2S,t,1S/1S,1S,2S,2S,1S,1S,1S,t,4S 63 66 N 35",
    "18S,2S,t,1S,2S,1S,1,4S,1/1S,1S,1S,t,2S,2S,1S,2S,4S 68 52 S 40",
    "8S,2S,2S,2,t,1S,2/2,1S,1,2S,t,1S,2S,10S 71 62 S 52",
    "4S,1,t,2S,2S,2S,2S,1S,1/1,6S,1S,t,1S,1S,1S,2S,10S 68 59 S 68",
    "3S,1S,3S,4S,4S,1S,t,1S,1S/t,1S,4S,4S,4S,2S,1S,2S,6S 62 58 N 33",
    "1S,1S,1S,4S,4S,1S,t,1S,1S/t,1,4S,4S,1S,2S,2S,2S,8S 62 63 N 38",
    "1S,2S,1,2S,1S,1S,8S,2S,t/1S,2S,3S,9S,1,t,3S,3S,1S 65 58 S 31",
    "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1",
    "1S,4,2S,3/3,t,1,3S,3S,3S,3S 74 73 S 1",
];

/// The sum over all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

impl Total {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for Total {
    /// The summary that a bench ends with; its last line is the fingerprint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nodes {}", self.nodes)?;
        writeln!(f, "time  {} ms", self.time.as_millis())?;
        writeln!(f, "nps   {}", self.nps())?;
        write!(f, "Bench: {}", self.nodes)
    }
}

/// The line of a report about the position with this number.
#[must_use]
pub fn row(number: usize, one: Total) -> String {
    let Total { nodes, time } = one;
    format!(
        "position {number:2}: {nodes:10} nodes, {:6} ms",
        time.as_millis()
    )
}

/// The games whose last positions are searched. Those of the main game stand in [`POSITIONS`]; of
/// another game they follow from its start by moves that look random and are always the same.
fn games(variant: Variant) -> Vec<Game> {
    /// Positions of another game, and plies between one and the next.
    const OTHERS: u64 = 16;
    const STEP: u64 = 3;
    if variant == Variant::TogyzKumalak {
        let game = |text: &&str| {
            let (board, _) = fen::parse(text, variant).expect("bench positions are valid");
            Game::from_board(board)
        };
        return POSITIONS.iter().map(game).collect();
    }
    let play = |number: u64| {
        let mut game = Game::new(variant);
        for ply in 0..number * STEP {
            let legal: Vec<Move> = game.legal_moves().iter().collect();
            let any = mix64(number << 32 | ply, 1) as usize % legal.len().max(1);
            if legal.get(any).is_none_or(|&mv| game.play(mv).is_err()) {
                return None;
            }
        }
        game.outcome().is_none().then_some(game)
    };
    (0..OTHERS).filter_map(play).collect()
}

/// Searches every position of a game's set to this depth, each with the engine cleared, and calls
/// `each` with the position's number from 1 and its own count. Ends early, with the sum so far, when
/// `stop` says so.
pub fn run(
    engine: &mut Engine,
    variant: Variant,
    depth: u32,
    stop: &StopToken,
    mut each: impl FnMut(usize, Total),
) -> Total {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut total = Total::default();
    for (index, game) in games(variant).iter().enumerate() {
        if stop.is_stopped() {
            break;
        }
        engine.clear();
        let result = engine.search(game, &limits, stop, &mut |_| {});
        let one = Total {
            nodes: result.nodes,
            time: result.time,
        };
        each(index + 1, one);
        total.nodes += one.nodes;
        total.time += one.time;
    }
    total
}
