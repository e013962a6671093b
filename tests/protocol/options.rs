//! `setoption`.

use tuzdik::search::Strength;

use super::driver::Engine;

#[test]
fn names_in_any_case_and_unknown_ones() {
    let mut engine = Engine::ugi();
    engine.send("setoption name hash value 2");
    engine.send("setoption name THREADS value 1");
    engine.send("setoption name move overhead value 15");
    engine.send("setoption name clear HASH");
    engine.quiet();
    engine.send("setoption name Skill value 3");
    engine.note("unknown option 'Skill'; expected one of: Hash, Threads, ");
    engine.quiet();
}

#[test]
fn values_out_of_range_are_brought_into_it() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    for (name, value, used) in [
        ("Hash", "0", "1"),
        ("Hash", "-5", "1"),
        ("Threads", "0", "1"),
        ("MultiPV", "0", "1"),
        ("MultiPV", "50", "9"),
        ("Move Overhead", "-3", "0"),
        ("Move Overhead", "99999999999999999999", "5000"),
    ] {
        engine.send(&format!("setoption name {name} value {value}"));
        engine.note(&format!("'{value}' is taken as {used}"));
        engine.quiet();
        engine.send("go depth 4");
        engine.bestmove();
    }
}

#[test]
fn values_of_the_wrong_kind_change_nothing() {
    let mut engine = Engine::ugi();
    for (line, part) in [
        (
            "name Hash value big",
            "Hash cannot be 'big'; expected a number from 1",
        ),
        ("name Hash value 1.5", "Hash cannot be '1.5'"),
        ("name Hash", "Hash needs a value"),
        ("name Hash value", "Hash cannot be ''"),
        (
            "name Ponder value maybe",
            "Ponder cannot be 'maybe'; expected true or false",
        ),
        ("name UGI_Variant value chess", "expected togyzkumalak"),
        ("name UCI_Variant", "UCI_Variant needs a value"),
    ] {
        engine.send(&format!("setoption {line}"));
        engine.note(part);
        engine.quiet();
    }
}

#[test]
fn the_most_threads_and_back_to_one() {
    let mut engine = Engine::ugi();
    engine.send("setoption name Threads value 9999");
    engine.note("is taken as ");
    // A machine may refuse so many, which is told; either way the engine goes on.
    engine.ready();
    engine.send("position startpos");
    engine.send("go depth 3");
    engine.bestmove();
    engine.send("setoption name Threads value 1");
    engine.quiet();
    engine.send("go depth 3");
    engine.bestmove();
}

#[test]
fn as_many_lines_as_there_are_moves() {
    let mut engine = Engine::ugi();
    engine.send("setoption name MultiPV value 9");
    engine.send("position startpos");
    engine.send("go depth 4");
    let lines = engine.until("bestmove");
    for rank in 1..=9 {
        let words = "info depth 4 ";
        let part = format!(" multipv {rank} ");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with(words) && line.contains(&part)),
            "{rank}"
        );
    }
    let first_moves: std::collections::HashSet<&str> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 ") && !line.contains("bound"))
        .filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next())
        .collect();
    assert_eq!(first_moves.len(), 9);
}

#[test]
fn chances_are_told_unless_switched_off() {
    let mut engine = Engine::ugi();
    for (value, told) in [("true", true), ("false", false), ("true", true)] {
        engine.send(&format!("setoption name UCI_ShowWDL value {value}"));
        engine.send("position startpos");
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        let with = lines.iter().filter(|line| line.contains(" wdl ")).count();
        assert_eq!(with > 0, told);
    }
}

#[test]
fn one_thread_is_deterministic() {
    let nodes = || {
        let mut engine = Engine::ugi();
        engine.send("position startpos moves 76 98");
        engine.send("go depth 9");
        let lines = engine.until("bestmove");
        let last = lines.iter().rev().find(|l| l.starts_with("info depth 9 "));
        let words = last.expect("depth 9 is reached").split(' ');
        let nodes = words.skip_while(|word| *word != "nodes").nth(1);
        nodes.expect("nodes are told").to_owned()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn strength_is_set_by_level_or_by_rating() {
    let elo = |elo: u16| format!("UCI_Elo value {elo}");
    let (least, most) = Strength::ELO;
    let (least, most) = (elo(least), elo(most));
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    let mut deepest = |options: &[&str]| {
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        engine.send("go depth 6");
        let lines = engine.until("bestmove");
        let depths = lines
            .iter()
            .filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next());
        depths.filter_map(|depth| depth.parse::<u32>().ok()).max()
    };
    assert_eq!(deepest(&[]), Some(6));
    assert_eq!(deepest(&["Skill Level value 1"]), Some(1));
    // A rating has no effect before strength is limited, and then a level has none.
    assert_eq!(deepest(&[&least]), Some(1));
    assert_eq!(deepest(&["Skill Level value 10"]), Some(6));
    assert_eq!(deepest(&["UCI_LimitStrength value true"]), Some(1));
    assert_eq!(deepest(&[&most]), Some(6));
    assert_eq!(
        deepest(&["Skill Level value 2", "UCI_LimitStrength value false"]),
        Some(1)
    );
}

/// What the engine says of the start position, iteration by iteration, without what it knew before.
fn scores(engine: &mut Engine) -> Vec<String> {
    engine.send("setoption name Clear Hash");
    engine.send("position startpos");
    engine.send("go depth 6");
    engine
        .until("bestmove")
        .iter()
        .filter_map(|info| info.split(" score ").nth(1))
        .map(|rest| rest.split(" nodes ").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn another_evaluation_is_used_from_the_next_search_on() {
    let mut engine = Engine::ugi();
    let embedded = scores(&mut engine);
    engine.send("setoption name EvalFile value none");
    let handcrafted = scores(&mut engine);
    assert_ne!(embedded, handcrafted);
    for name in ["<embedded>", "", "<empty>"] {
        engine.send("setoption name EvalFile value none");
        engine.send(&format!("setoption name EvalFile value {name}"));
        assert_eq!(scores(&mut engine), embedded);
    }
}

#[test]
fn a_network_of_another_game_is_told_and_kept() {
    let net = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/eval/nets/togyzkumalak.net"
    );
    let mut engine = Engine::ugi();
    engine.send("setoption name EvalFile value none");
    engine.send(&format!("setoption name EvalFile value {net}"));
    engine.quiet();
    let idle = "EvalFile: this network is for togyzkumalak and has no effect in bestemshe";
    engine.send("setoption name UGI_Variant value bestemshe");
    engine.note(idle);
    // Nothing new, nothing told.
    engine.send("setoption name UGI_Variant value bestemshe");
    engine.quiet();
    engine.send(&format!("setoption name EvalFile value {net}"));
    engine.note(idle);
    engine.send("setoption name UGI_Variant value togyzkumalak");
    engine.quiet();
    let kept = scores(&mut engine);
    engine.send("setoption name EvalFile value <embedded>");
    assert_eq!(scores(&mut engine), kept);
    engine.send("setoption name EvalFile value none");
    engine.send("setoption name UGI_Variant value bestemshe");
    engine.quiet();
}

#[test]
fn files_that_are_no_networks_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (text, damaged) = (
        folder.path().join("a text"),
        folder.path().join("damaged.net"),
    );
    std::fs::write(&text, "hello").unwrap();
    std::fs::write(&damaged, b"TUZNET\0\0\x01\0\0\0").unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut engine = Engine::ugi();
    engine.send("setoption name EvalFile value none");
    let before = scores(&mut engine);
    for (path, reason) in [
        (text.to_str().unwrap(), "this is no network"),
        (damaged.to_str().unwrap(), "damaged network"),
        (folder.path().to_str().unwrap(), "is a directory"),
        ("/no/such/file", "No such file"),
        ("/dev/null", "not a regular file"),
        ("/dev/zero", "not a regular file"),
        (pipe.to_str().unwrap(), "not a regular file"),
    ] {
        engine.send(&format!("setoption name EvalFile value {path}"));
        let note = engine.note(&format!("EvalFile: {path}: "));
        assert!(note.contains(reason), "{note}");
    }
    assert_eq!(scores(&mut engine), before);
}
