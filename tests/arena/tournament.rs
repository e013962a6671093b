//! Tournaments from start to end.

use std::fs;

use libtest_mimic::Trial;

use crate::program::{command, run, stdout};
use crate::util::{Outcome, Room, check, told};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("config_file", config_file),
        Trial::test("uci_engine", uci_engine),
        Trial::test("openings_from_file", openings_from_file),
        Trial::test("gauntlet_and_ratings", gauntlet_and_ratings),
        Trial::test("ratings_of_players_not_linked", not_linked),
        Trial::test("players_in_the_order_of_the_match", order_of_players),
        Trial::test("odd_names", odd_names),
        Trial::test("overhead", overhead).with_ignored_flag(true),
    ]
}

/// Four engines in a file, in a round robin, some values overridden on the command line.
fn config_file() -> Outcome {
    let room = Room::new();
    let mut file = String::from(
        "rounds = 7\ngames = 2\nseed = 5\nconcurrency = 2\n\
         [each]\ndepth = 1\n[openings]\nplies = 4\nbalance = 500\n",
    );
    let program = std::env::current_exe()?.display().to_string();
    for (number, name) in ["a", "b", "c", "d"].iter().enumerate() {
        file += &format!(
            "[[engine]]\nname = '{name}'\ncmd = '{program}'\nargs = 'engine random {} {number}'\n",
            room.mark
        );
    }
    fs::write(room.path("match.toml"), file)?;
    let summary = room.play(&[], "--config match.toml --rounds 1")?;
    check(summary["games"] == 12, || summary.to_string())?;
    check(
        summary["pairings"].as_array().map(Vec::len) == Some(6),
        || summary.to_string(),
    )?;
    check(summary["seed"] == 5, || summary.to_string())?;
    check(summary["finished"] == true, || summary.to_string())
}

/// An engine that speaks UCI only is found out.
fn uci_engine() -> Outcome {
    let room = Room::new();
    let engines = room.two(("uci", "uci-only", 0), ("ugi", "random", 0));
    let summary = room.play(&engines, "--each tc=40/20+0.5 --rounds 1 --out games.tgk")?;
    check(summary["games"] == 2, || summary.to_string())?;
    check(summary["engines"][0]["offences"] == 0, || {
        summary.to_string()
    })?;
    let records = room.records();
    check(records.contains("scripted 2.0"), || records.clone())
}

/// Both games of a round start with the line of the file; what the records say of an opening is a line
/// of such a file.
fn openings_from_file() -> Outcome {
    let room = Room::new();
    let fen = "1S,9S,9S,1S,11S,11S,11S,11S,11S/10S,10S,10S,10S,10S,1S,3S,12S,11S 10 0 N 2";
    let openings = ["54 11 32", "76 98 66", &format!("{fen} moves 87 12")];
    fs::write(
        room.path("lines"),
        format!("# three\n{}\n", openings.join("\r")),
    )?;
    let rest = "--each depth=1 --rounds 3 --seed 1";
    room.play(
        &room.a_and_b(),
        &format!("{rest} --openings file=lines,order=sequential --out games.tgk"),
    )?;
    let records = room.records();
    let stated = |records: &str| -> Vec<String> {
        let tags = records
            .lines()
            .filter_map(|line| line.strip_prefix("[Opening \""));
        tags.filter_map(|tag| tag.strip_suffix("\"]"))
            .map(str::to_owned)
            .collect()
    };
    let twice: Vec<&str> = openings.iter().flat_map(|line| [*line, *line]).collect();
    check(stated(&records) == twice, || records.clone())?;
    fs::write(room.path("again"), stated(&records).join("\n"))?;
    // So do openings that are game records, of which two moves are taken here.
    for (file, plies) in [("again", 100), ("games.tgk", 2)] {
        let out = format!("{plies}.tgk");
        room.play(
            &room.a_and_b(),
            &format!("{rest} --openings file={file},order=sequential,plies={plies} --out {out}"),
        )?;
        let records = fs::read_to_string(room.path(&out))?;
        let expected = match plies {
            100 => [openings[0], openings[0], openings[1]].map(str::to_owned),
            _ => ["54 11", "54 11", "76 98"].map(str::to_owned),
        };
        let rounds: Vec<String> = stated(&records).into_iter().step_by(2).collect();
        check(rounds == expected, || records.clone())?;
    }
    Ok(())
}

/// `tuzdik ratings` gives from the records the table that the match itself gave, from a file or stdin.
fn gauntlet_and_ratings() -> Outcome {
    let room = Room::new();
    let engines = ["e0", "e1", "e2"].map(|name| room.engine(name, "random", 3));
    let rest = "--tournament gauntlet --each depth=1 --rounds 5 --out games.tgk --seed 1 -c 2";
    let output = room.command(&engines, rest).output()?;
    check(output.status.success(), || told(&output))?;
    let by_match = stdout(&output);
    let table: Vec<&str> = by_match.lines().take(4).collect();
    check(table[0].starts_with("Rank Player "), || by_match.clone())?;
    for (file, input) in [
        (room.path("games.tgk"), ""),
        ("-".to_owned(), &room.records()),
    ] {
        let ratings = run(&mut command(&["ratings", &file]), input);
        check(ratings.status.success(), || told(&ratings))?;
        let by_ratings = stdout(&ratings);
        check(by_ratings.lines().take(4).eq(table.iter().copied()), || {
            format!("{by_match}\n{by_ratings}")
        })?;
    }
    Ok(())
}

/// Each group of players that games link has a list of its own.
fn not_linked() -> Outcome {
    let record = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. 76 98 {result}\n\n"
        )
    };
    let records = record("a", "b", "1-0") + &record("d", "c", "0-1");
    let ratings = run(&mut command(&["ratings", "-"]), &records);
    let text = stdout(&ratings);
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let of = |name: &str| lines.iter().find(|words| words.get(1) == Some(&name));
    let (Some(a), Some(b), Some(c), Some(d)) = (of("a"), of("b"), of("c"), of("d")) else {
        return Err(told(&ratings).into());
    };
    check(a[2] == "+95.4" && b[2] == "-95.4", || text.clone())?;
    check(a[2..] == c[2..] && b[2..] == d[2..], || text.clone())?;
    check(a[3] == b[3] && a[3] != "0.0", || text.clone())?;
    check(text.starts_with("2 groups that no game links"), || text)
}

/// The engine named first stays the first, whichever game ended first and after a resumption.
fn order_of_players() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --seed 4 --out games.tgk";
    room.play(&room.a_and_b(), &format!("{rest} --rounds 2"))?;
    let records = room.records();
    let games: Vec<&str> = records.split_inclusive("\n\n").collect();
    // Each record is two parts, tags and moves; the second game, in which b is South, comes first.
    check(games.len() == 8, || records.clone())?;
    let swapped = [&games[2..4], &games[0..2], &games[4..]].concat().concat();
    fs::write(room.path("games.tgk"), swapped)?;
    let ratings = run(&mut command(&["ratings", &room.path("games.tgk")]), "");
    check(stdout(&ratings).starts_with("a against b\n"), || {
        told(&ratings)
    })?;
    let rest = format!("{rest} --rounds 3 --resume");
    let output = room.command(&room.a_and_b(), &rest).output()?;
    check(stdout(&output).starts_with("a against b\n"), || {
        told(&output)
    })?;
    check(told(&output).contains("Games     6: "), || told(&output))
}

/// Names with all that means something elsewhere come back from records as they were.
fn odd_names() -> Outcome {
    let room = Room::new();
    let one = r"a=b\,c {d} ]e[ \f";
    let two = "Қазан № 1 ; %s '%d'";
    let engines = room.two((one, "random", 1), (two, "random", 2));
    let rest = "--each depth=1 --seed 4 --out games.tgk";
    room.play(&engines, &format!("{rest} --rounds 1"))?;
    let summary = room.play(&engines, &format!("{rest} --rounds 2 --resume"))?;
    check(summary["games"] == 4, || summary.to_string())?;
    let names = [r"a=b,c {d} ]e[ \f", two];
    for (engine, name) in names.iter().enumerate() {
        check(summary["engines"][engine]["name"] == *name, || {
            summary.to_string()
        })?;
    }
    let ratings = run(&mut command(&["ratings", &room.path("games.tgk")]), "");
    let first = format!("{} against {}\n", names[0], names[1]);
    check(stdout(&ratings).starts_with(&first), || told(&ratings))
}

/// With 10 ms a move and two games at a time the runner costs less than 3 % of the time. Needs two
/// idle cores. The engines keep a core busy for just 10 ms a move, so that what the games took beyond
/// that is the runner's share, the way through the pipes and openings included; starts of engines are
/// not, nor is the time at the end in which one game runs alone.
fn overhead() -> Outcome {
    let room = Room::new();
    let engines = room.two(("a", "busy", 10), ("b", "busy", 10));
    let summary = room.play(&engines, "--each depth=1 --rounds 10 -c 2 --out games.tgk")?;
    let records = room.records();
    // Every move of an engine carries its time in a comment.
    let moves = records.matches("s}").count() + records.matches("s }").count();
    let number = |key: &str| summary[key].as_f64().ok_or_else(|| summary.to_string());
    let playing = number("thinking")? / (1.0 - number("overhead")?);
    let share = 1.0 - moves as f64 * 0.010 / playing;
    println!(
        "overhead: {:.2} % of {playing:.1} s of play ({moves} moves of 10 ms, 2 games at a time); \
         {:.2} % by the runner's own clock",
        100.0 * share,
        100.0 * number("overhead")?
    );
    check(share < 0.03, || format!("overhead {share}"))
}
