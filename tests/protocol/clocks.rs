//! Clocks of every kind.

use std::time::{Duration, Instant};

use super::driver::Engine;

#[test]
fn odd_clocks_still_give_a_move() {
    let mut engine = Engine::ugi();
    for position in ["startpos", "startpos moves 76"] {
        engine.send(&format!("position {position}"));
        for go in [
            "go wtime -100 btime -100",
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "go p1time 1 p2time 1 p1inc 0 p2inc 0",
            "go wtime 300",
            "go btime 300",
            "go p1time 300",
            "go p2time 300",
            "go winc 10",
            "go binc 10 movestogo 3",
            "go wtime 300 btime 300 movestogo 1",
            "go wtime 300 btime 300 movestogo -4",
            "go wtime -5 btime 100000 winc -7 binc -7",
        ] {
            if go.contains("-5") && position != "startpos" {
                continue; // Here the mover has time to think.
            }
            let start = Instant::now();
            engine.send(go);
            engine.bestmove();
            let time = start.elapsed();
            assert!(time < Duration::from_secs(5), "{go} took {time:?}");
        }
    }
    engine.quiet();
}

#[test]
fn each_side_uses_its_own_clock() {
    let mut engine = Engine::ugi();
    for (position, go) in [
        ("startpos", "go p1time 10 p2time 100000000"),
        ("startpos moves 76", "go p1time 100000000 p2time 10"),
        ("startpos", "go wtime 10 btime 100000000"),
        ("startpos moves 76", "go wtime 100000000 btime 10"),
    ] {
        engine.send(&format!("position {position}"));
        let start = Instant::now();
        engine.send(go);
        engine.bestmove();
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
    }
}
