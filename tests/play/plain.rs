//! The game as plain text.

use std::process::Command;

use crate::program::{self, run, stderr, stdout};

/// `tuzdik play` with these arguments, in no particular language.
fn command(args: &[&str]) -> Command {
    let mut command = program::command(&["play"]);
    command
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C");
    command
}

/// Runs `tuzdik play` with this input and these variables, and returns what it printed.
fn play_in(args: &[&str], input: &str, locale: &[(&str, &str)]) -> String {
    let output = run(command(args).envs(locale.iter().copied()), input);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert_eq!(stderr(&output), "", "{args:?}");
    stdout(&output)
}

pub fn play(args: &[&str], input: &str) -> String {
    play_in(args, input, &[])
}

const TWO_HUMANS: [&str; 4] = ["--south", "human", "--north", "human"];

fn two_humans(input: &str) -> String {
    play(&TWO_HUMANS, input)
}

#[test]
fn moves_are_played_and_told() {
    let text = two_humans("7\n98\n");
    assert!(
        text.starts_with("togyzkumalak · South: human · North: human\n"),
        "{text}"
    );
    assert!(
        text.contains("South 76: from pit 7, balls sown: 9; captured: 10\n"),
        "{text}"
    );
    assert!(
        text.contains("North 98: from pit 9, balls sown: 9"),
        "{text}"
    );
    assert!(text.contains("Kazan of South: 10\n"), "{text}");
    assert!(text.trim_end().ends_with("South to move"), "{text}");
}

#[test]
fn the_engine_answers() {
    let text = play(&["--level", "1"], "7\n");
    assert!(
        text.starts_with("togyzkumalak · South: human · North: engine, level 1\n"),
        "{text}"
    );
    assert!(text.contains("\nNorth "), "{text}");
    assert!(text.trim_end().ends_with("South to move"), "{text}");
    let text = play(&["--south", "engine", "--level", "1"], "");
    assert!(text.contains("\nSouth "), "{text}");
    // North's player sees pit 1 of North at the left end of the lower row.
    let numbers: Vec<&str> = text.lines().filter(|l| l.contains("1    2    3")).collect();
    assert!(!numbers.is_empty(), "{text}");
    assert!(text.trim_end().ends_with("North to move"), "{text}");
}

#[test]
fn bad_input_gets_one_line_and_changes_nothing() {
    let before = two_humans("").lines().count();
    for (input, part) in [
        ("castle", "'castle' is neither a move nor a command"),
        ("hint please", "neither a move nor a command"),
        ("0", "'0'"),
        ("75", "that move is 76"),
        ("a2g1", "'a2g1': choose a pit of South"),
        ("save", "save needs the name of a file"),
        ("undo", "There is no move to take back"),
        (
            "load /no/such/file",
            "Cannot load /no/such/file: there is no such file",
        ),
        (
            "save /no/such/folder/x",
            "Cannot save /no/such/folder/x: there is no such",
        ),
    ] {
        let text = two_humans(&format!("{input}\n"));
        assert_eq!(text.lines().count(), before + 1, "{input}: {text}");
        let last = text.lines().last().unwrap();
        assert!(last.contains(part), "{input}: {last}");
    }
}

#[test]
fn input_that_is_not_text_does_no_harm() {
    let long = "9".repeat(100_000);
    let text = two_humans(&format!("{long}\n\u{0}\u{1b}[2J\n\n\r\n7\n"));
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.contains("South 76"), "{text}");
}

#[test]
fn hint_and_evaluation() {
    let text = two_humans("hint\neval\n");
    let hint = text
        .lines()
        .find(|line| line.starts_with("Hint: "))
        .expect("a hint");
    let number: u32 = hint["Hint: ".len()..].parse().expect("a move");
    assert!((11..=99).contains(&number));
    let eval = text.lines().last().unwrap();
    assert!(eval.starts_with("Evaluation: South "), "{eval}");
    assert!(eval.ends_with("%)"), "{eval}");
}

#[test]
fn undo_save_and_load() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.tgk");
    let name = file.display().to_string();
    let text = two_humans(&format!(
        "7\n9\nundo\nsave {name}\nnew\nload {name}\nquit\n"
    ));
    assert!(text.contains("Moves taken back: 1\n"), "{text}");
    assert!(text.contains(&format!("Saved: {name}\n")), "{text}");
    assert!(text.contains("New game\n"), "{text}");
    assert!(text.contains(&format!("Loaded: {name}\n")), "{text}");
    assert!(text.trim_end().ends_with("North to move"), "{text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("\n1. 76 *"), "{saved}");
    let text = play(&[&TWO_HUMANS[..], &["--load", &name]].concat(), "");
    assert!(text.contains("Kazan of South: 10"), "{text}");
}

#[test]
fn of_many_games_one_is_loaded_and_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my games.tgk");
    let name = file.display().to_string();
    let games = "[White \"Aida\"]\n\n1. 76 98 1-0\n\n[White \"Bek\"]\n\n1. 98 98 0-1\n\n";
    std::fs::write(&file, games).unwrap();
    let text = two_humans(&format!(
        "load {name}\nload {name} 3\nload {name} 2\nsave {name}\nboard\nsave {name}\n"
    ));
    for line in [
        format!("Loaded: {name}, game 1 of 2"),
        format!("Cannot load {name}: games in the file: 2"),
        format!("Loaded: {name}, game 2 of 2"),
    ] {
        assert_eq!(text.matches(&format!("{line}\n")).count(), 1, "{text}");
    }
    // A command between the two is as good as a no.
    let refused =
        format!("Cannot save {name}: there is such a file; the same command again replaces it\n");
    assert_eq!(text.matches(&refused).count(), 2, "{text}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), games);

    let args = [&TWO_HUMANS[..], &["--load", &name, "--game", "2"]].concat();
    let text = play(&args, &format!("save {name}\nsave {name}\n"));
    assert!(
        text.starts_with(&format!("Loaded: {name}, game 2 of 2\n")),
        "{text}"
    );
    assert!(
        text.contains(&format!("{refused}Saved: {name}\n")),
        "{text}"
    );
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(
        saved.contains("[White \"Bek\"]") && !saved.contains("Aida"),
        "{saved}"
    );
    assert!(saved.ends_with("\n1. 98 98 0-1\n\n"), "{saved}");
}

#[test]
fn the_end_of_a_game_is_told_and_play_goes_on_from_an_undo() {
    // South's last ball makes a pair in North's pit 1.
    let position = "8,1S/8,1S 80 80 S 60";
    let args = [&TWO_HUMANS[..], &["--position", position]].concat();
    let text = play(&args, "9\nhint\n7\nundo\n");
    assert!(
        text.contains("South wins 82–80: more than half of the balls\n"),
        "{text}"
    );
    assert!(text.contains("No hint: the game is over\n"), "{text}");
    assert!(text.contains("The game is over; undo"), "{text}");
    assert!(text.trim_end().ends_with("South to move"), "{text}");
}

#[test]
fn two_engines_play_to_the_end() {
    let args = ["--south", "engine", "--north", "engine", "--level", "2"];
    let text = play(&args, "");
    let last = text.lines().last().unwrap();
    assert!(last.contains('–') && last.contains(": "), "{last}");
}

#[test]
fn the_language_comes_from_the_option_or_the_locale() {
    for (language, turn) in [
        ("en", "South to move"),
        ("kk", "Жүріс: Оңтүстік"),
        ("ky", "Жүрүш: Түштүк"),
        ("ru", "Ход: Юг"),
        ("tr", "Sıra: Güney"),
    ] {
        let by_option = play(&["--language", language], "names\nhelp\n");
        let from_start = play(&["--language", language, "--names"], "");
        assert!(by_option.contains(turn), "{by_option}");
        let cyrillic = ["kk", "ky", "ru"].contains(&language);
        let name = if cyrillic {
            "7 қандықақпан"
        } else {
            "7 qandyqaqpan"
        };
        assert!(by_option.contains(name), "{by_option}");
        assert!(from_start.contains(name), "{from_start}");
        let locale = format!("{language}_XX.UTF-8");
        let by_locale = play_in(&[], "", &[("LC_MESSAGES", &locale), ("LANG", "tr_TR")]);
        assert!(by_locale.contains(turn), "{by_locale}");
    }
    let first = play_in(&[], "", &[("LC_ALL", "ru_RU"), ("LANG", "kk_KZ")]);
    assert!(first.contains("Ход: Юг"), "{first}");
}

#[test]
fn wrong_arguments_are_one_line() {
    for (args, part) in [
        (&["--position", "9/9 0 0 S 1"][..], "--position"),
        (&["--load", "/no/such/file"], "there is no such file"),
        (&["--level", "11"], "11"),
        (&["--level", "3", "--movetime", "5"], "cannot be used with"),
        (&["--south", "cat"], "cat"),
    ] {
        let output = run(&mut command(args), "");
        assert!(!output.status.success(), "{args:?}");
        let stderr = stderr(&output);
        assert!(stderr.contains(part), "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_folder_is_no_file_in_any_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    for (language, message) in [
        ("en", "it is a folder"),
        ("kk", "бұл — қалта, файл емес"),
        ("ky", "бул — папка, файл эмес"),
        ("ru", "это папка, а не файл"),
        ("tr", "bu bir klasör"),
    ] {
        let input = format!("save {name}\nload {name}\n");
        let text = play(&["--language", language], &input);
        assert_eq!(text.matches(message).count(), 2, "{language}: {text}");
    }
}

#[test]
fn startpos_is_a_position() {
    let text = play(&["--position", "startpos", "--level", "1"], "7\n");
    assert!(text.contains("South 76"), "{text}");
}
