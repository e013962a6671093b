//! Mistakes of the user and of the machine: one clear line each, and no results lost.

use std::fs;

use libtest_mimic::Trial;

use crate::program::stderr;
use crate::util::{Outcome, Room, check, told};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("mistakes_on_the_command_line", command_line),
        Trial::test("mistakes_about_engines", engines),
        Trial::test("engines_that_cannot_play_are_told", unfit),
        Trial::test("what_engines_say_to_options_is_told", refused_values),
        Trial::test("values_that_options_cannot_have", ruled_out_values),
        Trial::test("values_in_a_config_file", config_values),
        Trial::test("full_disk", full_disk),
    ]
}

fn command_line() -> Outcome {
    let room = Room::new();
    let engines = room.a_and_b();
    fs::write(room.path("bad.toml"), "# mine\nround = 3")?;
    fs::write(room.path("lines"), "76\n")?;
    for (rest, words) in [
        ("--games 3", "1 or 2"),
        ("--sprt elo0=5,elo1=0", "must be below"),
        ("--sprt elo=5", "unknown sprt setting"),
        ("--variant chess", "possible values: togyzkumalak, "),
        ("--openings file=none", "none:"),
        ("--openings plies=x", "from 0 to 100"),
        (
            "--openings file=lines,balance=100",
            "balance is for those made on the fly",
        ),
        ("--openings order=random", "expected file="),
        ("--resign score=5", "movecount"),
        ("--draw movecount=0,score=5", "from 1 to 100000"),
        ("--concurrency 0", "from 1 to 1024"),
        ("--concurrency 5000", "from 1 to 1024"),
        ("--rounds 0", "from 1 to 1000000000"),
        ("--rounds 99999999999", "from 1 to 1000000000"),
        ("--maxmoves 0", "from 1 to 1000000"),
        ("--maxmoves 4000000000", "from 1 to 1000000"),
        ("--ratinginterval 0", "from 1 to 1000000000"),
        ("--rounds -3", "invalid value '-3'"),
        ("--maxmoves -1", "invalid value '-1'"),
        ("--seed 99999999999999999999999", "invalid value"),
        ("--timemargin 99999999999", "0 to 86400000"),
        ("--config bad.toml", "bad.toml:2: unknown field `round`"),
        ("--config none.toml", "none.toml"),
        ("--resume", "--out"),
        (
            "--resume --out /dev/zero",
            "/dev/zero: this is not a regular file",
        ),
        ("--out -", "expected the name of a file"),
        ("--summary -", "expected the name of a file"),
        ("--log -", "expected the name of a file"),
        ("--out no/games.tgk", "no/games.tgk: No such"),
        (
            "--summary no/summary.json",
            "--summary no/summary.json: No such",
        ),
        ("--log no/log", "--log no/log: No such"),
        ("--summary .", "--summary .: "),
        (
            "--out same --log ./same",
            "--out and --log name the same file",
        ),
        (
            "--openings file=lines --summary lines --force",
            "--openings and --summary name the same file",
        ),
        (
            "--summary lines",
            "--summary lines exists; replace it with --force",
        ),
        (
            "--each stderr=same --log same",
            "--log and stderr of a name",
        ),
    ] {
        let complaint = room.fail(&engines, &format!("--each depth=1 {rest}"))?;
        check(complaint.contains(words), || format!("{rest}: {complaint}"))?;
        // A usage error of the command line library has more lines, all others one.
        let one_line = complaint.trim_end().lines().count() == 1;
        let by_library = complaint.contains("For more information");
        check(one_line || by_library, || complaint.clone())?;
    }
    check(
        room.fail(&engines[..1], "--each depth=1")?
            .contains("two engines"),
        || "one engine".to_owned(),
    )?;
    room.all_gone()
}

fn engines() -> Outcome {
    let room = Room::new();
    let good = room.engine("a", "random", 0);
    fs::write(room.path("file"), "")?;
    for (second, words) in [
        (good.clone(), "two engines are called 'a'"),
        ("cmd=x,speed=9".to_owned(), "unknown engine setting 'speed'"),
        ("name=b".to_owned(), "engine 'b' has no cmd"),
        ("name=,cmd=x".to_owned(), "1 to 100 characters"),
        ("name=\u{1b}b\n,cmd=x".to_owned(), r"'\u{1b}b'"),
        (
            format!("name={},cmd=x", "b".repeat(101)),
            "1 to 100 characters",
        ),
        ("name=b,cmd=x,nodes=-5".to_owned(), "positive whole number"),
        ("name=b,cmd=x,st=0".to_owned(), "0.001 to a year"),
        ("name=b,cmd".to_owned(), "'cmd' is not of the form"),
        (
            "name=b,cmd=/no/engine".to_owned(),
            "program /no/engine: No such",
        ),
        (
            room.engine("b", "random", 0) + ",dir=nowhere",
            "working directory nowhere: No such",
        ),
        (
            room.engine("b", "random", 0) + ",dir=file",
            "working directory file: ",
        ),
        (
            room.engine("b", "random", 0) + ",stderr=no/log",
            "error output to no/log: No such",
        ),
    ] {
        let complaint = room.fail(&[good.clone(), second.clone()], "--each depth=1")?;
        check(complaint.contains(words), || {
            format!("{second}: {complaint}")
        })?;
    }
    Ok(())
}

/// An engine that does not even start is an error before the first game, not a lost match; nothing is
/// printed or left that looks like results, and the right command then goes through.
fn unfit() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --rounds 1 --out games.tgk --summary summary.json --log log";
    let complaint = room.fail(&room.bad_and_good("stillborn"), rest)?;
    check(
        complaint.contains("error: engine 'bad' exited with code 1"),
        || complaint.clone(),
    )?;
    check(!fs::exists(room.path("summary.json"))?, || {
        "a summary".to_owned()
    })?;
    let complaint = room.fail(&room.a_and_b(), &format!("{rest} --variant bestemshe"))?;
    check(complaint.contains("cannot play bestemshe"), || {
        complaint.clone()
    })?;
    let output = room.command(&room.a_and_b(), rest).output()?;
    check(output.status.success(), || told(&output))?;
    room.all_gone()
}

/// Every message is told once, whichever option it is about.
fn refused_values() -> Outcome {
    let room = Room::new();
    let tuzdik = format!("name=b,cmd={}", env!("CARGO_BIN_EXE_tuzdik"));
    let values = "option.Hash=1,option.EvalFile=/no/net,option.BookFile=/no/book";
    let engines = [room.engine("a", "random", 0), format!("{tuzdik},{values}")];
    let output = room
        .command(&engines, "--each depth=1 --rounds 1")
        .output()?;
    check(output.status.success(), || told(&output))?;
    for message in [
        "b says: EvalFile: /no/net: No such file",
        "b says: BookFile: /no/book: No such file",
    ] {
        let times = stderr(&output).matches(message).count();
        check(times == 1, || format!("{message}: {}", told(&output)))?;
    }
    room.all_gone()
}

/// A value that the engine's own announcement rules out is a mistake of the user, told before the first
/// game.
fn ruled_out_values() -> Outcome {
    let room = Room::new();
    let tuzdik = format!("name=b,cmd={}", env!("CARGO_BIN_EXE_tuzdik"));
    for (value, words) in [
        (
            "hash=abc",
            "option.Hash cannot be 'abc'; expected a whole number from 1 to ",
        ),
        (
            "Hash=0",
            "option.Hash cannot be '0'; expected a whole number from 1 to ",
        ),
        (
            "OwnBook=perhaps",
            "option.OwnBook cannot be 'perhaps'; expected true or false",
        ),
        (
            "UGI_Variant=chess",
            "option.UGI_Variant cannot be 'chess'; expected one of togyzkumalak, ",
        ),
        (
            "Clear Hash=1",
            "option.Clear Hash cannot be '1'; expected no value",
        ),
    ] {
        let engines = [
            room.engine("a", "random", 0),
            format!("{tuzdik},option.{value}"),
        ];
        let complaint = room.fail(&engines, "--each depth=1")?;
        check(complaint.contains(words), || complaint.clone())?;
        check(
            complaint.contains("error: engine 'b' is given a wrong value"),
            || complaint.clone(),
        )?;
    }
    let engines = [
        room.engine("a", "random", 0),
        format!("{tuzdik},option.Clear Hash=,option.OwnBook=False"),
    ];
    let output = room
        .command(&engines, "--each depth=1 --rounds 1")
        .output()?;
    check(output.status.success(), || told(&output))?;
    check(!stderr(&output).contains("b says"), || told(&output))
}

fn config_values() -> Outcome {
    let room = Room::new();
    for (line, words) in [
        ("rounds = 0", "from 1 to"),
        ("rounds = -1", "-1"),
        ("maxmoves = 0", "from 1 to"),
        ("ratinginterval = 0", "from 1 to"),
        ("concurrency = 'two'", "invalid type"),
        ("variant = 'chess'", "no game is called 'chess'"),
        ("out = '-'", "expected the name of a file"),
        ("[openings]\nfile = 'x'\nbalance = 5", "made on the fly"),
    ] {
        fs::write(room.path("match.toml"), line)?;
        let complaint = room.fail(&room.a_and_b(), "--each depth=1 --config match.toml")?;
        check(complaint.contains(words), || format!("{line}: {complaint}"))?;
        check(complaint.trim_end().lines().count() == 1, || {
            complaint.clone()
        })?;
    }
    Ok(())
}

/// A disk that is full costs what cannot be written, and nothing else.
fn full_disk() -> Outcome {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let room = Room::new();
    let engines = room.a_and_b();
    let play = |rest: &str| {
        let rest = format!("--each depth=1 --rounds 2 {rest}");
        room.command(&engines, &rest).output()
    };
    // The log is a help only.
    let output = play("--log /dev/full --summary summary.json")?;
    check(output.status.success(), || told(&output))?;
    let complaint = stderr(&output);
    check(
        complaint.matches("warning: --log ends here").count() == 1,
        || complaint.clone(),
    )?;
    check(room.summary()?["games"] == 4, || complaint.clone())?;
    // Without records the match ends, but the game that was played is told.
    let output = play("--out /dev/full --summary summary.json --force")?;
    check(!output.status.success(), || told(&output))?;
    check(
        stderr(&output).contains("error: /dev/full: No space left"),
        || told(&output),
    )?;
    check(told(&output).contains("Games     1: "), || told(&output))?;
    check(room.summary()?["games"] == 1, || told(&output))?;
    // Without a summary there is still the table.
    let output = play("--summary /dev/full --out games.tgk --force")?;
    check(!output.status.success(), || told(&output))?;
    check(
        stderr(&output).contains("error: cannot write /dev/full"),
        || told(&output),
    )?;
    check(told(&output).contains("Games     4: "), || told(&output))?;
    check(room.records().matches("[Event").count() == 4, || {
        room.records()
    })?;
    room.all_gone()
}
