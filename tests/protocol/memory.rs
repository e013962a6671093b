//! The size of the table and of the process.

use super::driver::Engine;

/// A size beyond any machine's memory that is still in the range of the option, in MB.
const ABSURD: &str = "1048576";

#[test]
fn a_table_larger_than_the_machine_is_refused_and_the_old_one_kept() {
    let mut engine = Engine::ugi();
    engine.send("setoption name Hash value 4");
    for value in [ABSURD, "99999999999999999999"] {
        engine.send(&format!("setoption name Hash value {value}"));
        let lines = engine.ready();
        assert!(
            lines
                .iter()
                .any(|line| line.contains("no memory") && line.contains("previous setting stays")),
            "{lines:?}"
        );
        engine.send("position startpos");
        engine.send("go depth 5");
        engine.bestmove();
    }
}

/// Memory of the process in kB.
#[cfg(target_os = "linux")]
fn resident(engine: &Engine) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.pid()))
        .expect("the process is running");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    number
        .and_then(|text| text.parse().ok())
        .expect("a size in kB")
}

/// Memory beside the table that the process may take, in MB.
#[cfg(target_os = "linux")]
const ALLOWANCE: usize = 32;

#[test]
#[cfg(target_os = "linux")]
fn the_process_stays_within_the_table_and_32_mb() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    engine.send("setoption name Clear Hash");
    engine.send("go nodes 300000");
    engine.bestmove();
    let used = resident(&engine);
    assert!(used <= (64 + ALLOWANCE) << 10, "{used} kB with 64 MB");
}

#[test]
#[cfg(target_os = "linux")]
fn a_smaller_table_gives_memory_back() {
    let mut engine = Engine::ugi();
    engine.send("setoption name Hash value 256");
    engine.send("setoption name Clear Hash");
    engine.ready();
    engine.send("position startpos");
    engine.send("go nodes 2000000");
    engine.bestmove();
    let large = resident(&engine);
    assert!(large > 48 << 10, "the large table is in use: {large} kB");
    engine.send("setoption name Hash value 1");
    engine.ready();
    let small = resident(&engine);
    assert!(small <= (1 + ALLOWANCE) << 10, "{small} kB with 1 MB");
    engine.send("go depth 5");
    engine.bestmove();
}

#[test]
#[cfg(target_os = "linux")]
fn long_lines_are_not_kept() {
    let mut engine = Engine::ugi();
    engine.send("setoption name Hash value 1");
    engine.ready();
    for _ in 0..3 {
        engine.send(&"x".repeat(64 << 20));
        engine.note("line rejected");
    }
    let used = resident(&engine);
    assert!(used <= (1 + ALLOWANCE) << 10, "{used} kB");
}
