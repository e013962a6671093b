//! The search against proven results.

use tuzdik::game::{Game, Side, Variant};
use tuzdik::notation::{fen, moves};
use tuzdik::search::score::{Value, is_proven};
use tuzdik::search::{BestMove, Engine, Info, Limits, Signals};

/// Searches a position and returns the last report and the choice.
fn search(text: &str, limits: &Limits) -> (Game, Info, BestMove) {
    let (position, _) = fen::parse(text, Variant::TogyzKumalak).unwrap();
    let game = Game::from_position(Variant::TogyzKumalak, position);
    let mut last = None;
    let best = Engine::new(64)
        .unwrap()
        .search(&game, limits, &Signals::new(), &mut |info| {
            assert_line_is_legal(&game, info);
            last = Some(info.clone());
        });
    (game, last.expect("a search reports at least once"), best)
}

fn assert_line_is_legal(game: &Game, info: &Info) {
    let mut line = game.clone();
    for &mv in &info.pv {
        line.play(mv)
            .unwrap_or_else(|error| panic!("{error} in {:?}", info.pv));
    }
    if let Value::Mate(moves) = Value::from(info.score)
        && info.bound == tuzdik::search::Bound::Exact
    {
        let winner = if moves > 0 {
            game.position().side()
        } else {
            game.position().side().opponent()
        };
        let outcome = line
            .outcome()
            .unwrap_or_else(|| panic!("the line stops early: {info:?}"));
        assert_eq!(outcome.winner, Some(winner), "{info:?}");
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Endgame studies of A. Akshuraev (1983) with their claimed results: South to move.
#[test]
fn endgame_studies_come_out_as_claimed() {
    let (game, info, best) = search("5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1", &depth(24));
    assert!(
        is_proven(info.score) && info.score > 0,
        "S1 is won: {info:?}"
    );
    assert_eq!(
        moves::format(game.variant(), game.position(), best.best.unwrap()),
        "67"
    );

    let (_, info, _) = search("3,1S,2,t,2S,1/t,5,4S,1S,1S 77 76 S 1", &depth(40));
    assert_eq!(info.score, 0, "S2 is a draw: {info:?}");

    let (game, info, best) = search("1S,4,2S,3/3,t,1,3S,3S,3S,3S 74 73 S 1", &depth(32));
    assert!(
        is_proven(info.score) && info.score > 0,
        "S4 is won: {info:?}"
    );
    assert_eq!(
        moves::format(game.variant(), game.position(), best.best.unwrap()),
        "68"
    );
    assert_eq!(game.position().side(), Side::South);
}
