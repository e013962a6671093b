//! A tournament manager that knows nothing of the rules and relies on `query` alone, as UGI's generic
//! mode does.

use super::driver::Engine;

/// Most plies of a game; some end in fewer than 200, few in more than 400.
const MAX_PLIES: usize = 1000;

fn both(engines: &mut [Engine; 2], what: &str) -> String {
    let [first, second] = engines;
    let answers = [first.query(what), second.query(what)];
    assert_eq!(answers[0], answers[1], "query {what}");
    answers[0].clone()
}

/// Plays a game as the manager does; gives the moves and the result.
fn play(engines: &mut [Engine; 2], opening: &str) -> (Vec<String>, String) {
    let mut moves: Vec<String> = opening
        .split_ascii_whitespace()
        .map(str::to_owned)
        .collect();
    for engine in engines.iter_mut() {
        engine.quiet();
        engine.send("uginewgame");
        engine.quiet();
    }
    let clocks = "p1time 1000 p2time 1000 p1inc 10 p2inc 10";
    while moves.len() < MAX_PLIES {
        let position = if moves.is_empty() {
            "position startpos".to_owned()
        } else {
            format!("position startpos moves {}", moves.join(" "))
        };
        for engine in engines.iter_mut() {
            engine.send(&position);
            engine.quiet();
        }
        if both(engines, "gameover") == "true" {
            return (moves, both(engines, "result"));
        }
        let p1turn = both(engines, "p1turn");
        assert_eq!(p1turn == "true", moves.len().is_multiple_of(2));
        let mover = &mut engines[usize::from(p1turn == "false")];
        mover.quiet();
        mover.send(&format!("go {clocks}"));
        moves.push(mover.bestmove());
    }
    panic!("no end after {MAX_PLIES} plies: {moves:?}");
}

#[test]
fn a_game_under_a_manager_that_relies_on_queries() {
    let mut engines = [Engine::ugi(), Engine::ugi()];
    for engine in &mut engines {
        engine.send("setoption name Hash value 4");
        // Short thinking: the dialogue is what counts here.
        engine.send("setoption name Move Overhead value 500");
    }
    for opening in ["", "76 98"] {
        let (moves, result) = play(&mut engines, opening);
        assert!(moves.len() >= 11, "{moves:?}");
        assert!(
            ["p1win", "p2win", "draw"].contains(&result.as_str()),
            "{result}"
        );
    }
    for mut engine in engines {
        engine.send("quit");
        engine.ends_within(std::time::Duration::from_secs(1));
    }
}

#[test]
fn the_manager_ends_a_game_with_an_illegal_move() {
    let mut engines = [Engine::ugi(), Engine::ugi()];
    for engine in &mut engines {
        engine.send("position startpos moves 76 98 xx");
        engine.note("position rejected: move 3");
    }
    assert_eq!(both(&mut engines, "gameover"), "true");
    assert_eq!(both(&mut engines, "result"), "p2win");
}
