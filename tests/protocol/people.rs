//! Commands for people.

use std::time::Duration;

use super::driver::Engine;

#[test]
fn d_draws_the_board() {
    let mut engine = Engine::start().for_people();
    engine.send("position startpos moves 76");
    engine.send("d");
    let lines = engine.until("Hash:");
    let text = lines.join("\n");
    for part in [
        "North",
        "South",
        "kazan 10",
        "North to move",
        "\nFen: 9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N 1",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn perft_counts_split_by_first_move() {
    let mut engine = Engine::start().for_people();
    engine.send("perft 4");
    let lines = engine.until("perft 4:");
    assert_eq!(lines.len(), 10);
    assert!(lines[9].starts_with("perft 4: 5199 in "), "{lines:?}");
    engine.send("perft 0");
    assert!(engine.line().starts_with("perft 0: 1 in "));
}

#[test]
fn perft_can_be_stopped_and_left() {
    let mut engine = Engine::start().for_people();
    engine.send("perft 20");
    engine.quiet();
    engine.send("stop");
    assert_eq!(engine.line(), "perft stopped");
    engine.send("perft 20");
    engine.send("quit");
    engine.ends_within(Duration::from_secs(1));
}

#[test]
fn eval_and_help() {
    let mut engine = Engine::start().for_people();
    engine.send("eval");
    let text = engine.until("its owner's kazan. Both for").join("\n");
    assert!(
        text.starts_with("static evaluation: South expects"),
        "{text}"
    );
    engine.send("help");
    let text = engine.until("Example:").join("\n");
    for word in ["position", "go", "query", "setoption", "perft", "bench"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
#[ignore = "searches for many seconds without optimisation"]
fn bench_ends_with_its_node_count() {
    let mut engine = Engine::start().for_people();
    engine.send("bench");
    engine.close_input();
    let lines = engine.ends_within(Duration::from_secs(300));
    let count = lines.last().and_then(|line| line.strip_prefix("Bench: "));
    assert!(count.is_some_and(|n| n.parse::<u64>().is_ok()), "{lines:?}");
}
