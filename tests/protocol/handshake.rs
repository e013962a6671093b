//! Start and introduction.

use std::time::{Duration, Instant};

use super::driver::{Engine, assert_once_within};

#[test]
fn nothing_is_said_before_the_handshake() {
    let mut engine = Engine::start();
    engine.silent_for(Duration::from_millis(300));
    engine.send("ugi");
    assert!(engine.line().starts_with("id name tuzdik"));
}

#[test]
fn both_handshakes_tell_name_author_and_options() {
    for dialect in ["ugi", "uci"] {
        let mut engine = Engine::start();
        engine.send(dialect);
        let lines = engine.until(&format!("{dialect}ok"));
        assert!(lines[0].starts_with("id name tuzdik "));
        assert!(lines[1].starts_with("id author "));
        for name in [
            "Hash type spin default 64 min 1 ",
            "Threads type spin default 1 min 1 ",
            "MultiPV type spin default 1 min 1 ",
            "Ponder type check default false",
            "Move Overhead type spin ",
            "Clear Hash type button",
            "UCI_ShowWDL type check ",
            "UGI_Variant type combo default togyzkumalak var togyzkumalak",
            "UCI_Variant type combo default togyzkumalak var togyzkumalak",
        ] {
            let option = format!("option name {name}");
            assert!(
                lines.iter().any(|line| line.starts_with(&option)),
                "{option}"
            );
        }
    }
}

#[test]
fn ready_within_100_ms_of_the_start() {
    assert_once_within(Duration::from_millis(100), || {
        let start = Instant::now();
        let mut engine = Engine::start();
        engine.quiet();
        start.elapsed()
    });
}
