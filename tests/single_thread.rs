//! The session without threads answers as the one with them does, and hears while it searches.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tuzdik::protocol::{Dialogue, SingleThread};
use tuzdik::search::SearchPhase;

/// The dialogues of the file, each the lines of a client.
fn dialogues() -> Vec<&'static str> {
    let text = include_str!("data/dialogues.txt");
    text.split("\n\n").skip(1).map(str::trim).collect()
}

/// An answer without what differs from run to run.
fn steady(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut all = line.split(' ');
    while let Some(word) = all.next() {
        words.push(word);
        if matches!(word, "time" | "nps" | "in") {
            all.next();
        }
    }
    words.join(" ")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(steady).collect()
}

/// What a session without threads prints.
struct Client {
    engine: SingleThread,
    printed: Arc<Mutex<String>>,
}

impl Client {
    fn new(pause: impl Fn(&Dialogue, SearchPhase) + Send + Sync + 'static) -> Client {
        let printed = Arc::new(Mutex::new(String::new()));
        let output = Arc::clone(&printed);
        let print = move |event: tuzdik::protocol::Event<'_>| {
            let mut output = output.lock().unwrap();
            output.push_str(&event.to_string());
            output.push('\n');
        };
        let engine = SingleThread::new(print, pause).unwrap();
        Client { engine, printed }
    }

    /// Hears these lines and does what they ask for; the answers.
    fn ask(&mut self, lines: &str) -> String {
        self.engine.dialogue().feed(lines.as_bytes());
        self.engine.work(None);
        std::mem::take(&mut self.printed.lock().unwrap())
    }
}

#[test]
fn it_answers_as_the_session_with_a_search_thread() {
    let dialogues = dialogues();
    let asked: usize = dialogues.iter().map(|text| text.lines().count()).sum();
    assert!(dialogues.len() > 40 && asked > 200, "{asked}");
    for dialogue in dialogues {
        let mut expected = Vec::new();
        tuzdik::protocol::run(dialogue.as_bytes(), &mut expected).unwrap();
        let expected = lines(&String::from_utf8(expected).unwrap());
        assert!(!expected.is_empty(), "{dialogue}");
        let answers = Client::new(|_, _| {}).ask(dialogue);
        assert_eq!(lines(&answers), expected, "{dialogue}");
    }
}

/// A client that says something at each pause of a search, the last again and again.
fn interrupting(lines: &'static [&'static str]) -> (Client, Arc<AtomicUsize>) {
    let pauses = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&pauses);
    let client = Client::new(move |dialogue, _| {
        let line = lines[count.fetch_add(1, Relaxed).min(lines.len() - 1)];
        dialogue.feed(line.as_bytes());
    });
    (client, pauses)
}

#[test]
fn a_search_without_end_hears_stop() {
    let (mut client, pauses) = interrupting(&["query p1turn\n", "stop\n"]);
    let answers = client.ask("setoption name OwnBook value false\ngo infinite\n");
    assert!(answers.contains("response true\n"), "{answers}");
    let last = answers.lines().last().unwrap();
    assert!(last.starts_with("bestmove "), "{answers}");
    assert_eq!(pauses.load(Relaxed), 2);
    // And searches again.
    let answers = client.ask("go depth 3\n");
    assert!(answers.contains("bestmove "), "{answers}");
}

#[test]
fn a_solved_search_waits_for_stop_and_for_the_ponder_hit() {
    let end = "position fen 8,1S/8,1S 80 80 S 1";
    for (go, word) in [("go infinite", "stop"), ("go ponder depth 1", "ponderhit")] {
        let waits = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&waits);
        let mut client = Client::new(move |dialogue, pace| {
            if pace == SearchPhase::Waiting && count.fetch_add(1, Relaxed) == 3 {
                dialogue.feed(word.as_bytes());
            }
        });
        let answers = client.ask(&format!("{end}\n{go}\n"));
        assert_eq!(answers.matches("bestmove").count(), 1, "{answers}");
        assert_eq!(waits.load(Relaxed), 4);
    }
}

#[test]
fn perft_and_bench_hear_stop() {
    for (work, end) in [
        ("perft 12", "perft stopped\n"),
        ("bench", "bench stopped\n"),
    ] {
        let (mut client, _) = interrupting(&["stop\n"]);
        let answers = client.ask(work);
        assert!(answers.ends_with(end), "{answers}");
    }
}

#[test]
fn isready_waits_for_what_was_stopped_and_holds_back_what_follows() {
    let (mut client, _) = interrupting(&["stop\nisready\nquery p1turn\nisready\nquit\n"]);
    let answers = client.ask("setoption name OwnBook value false\ngo infinite\n");
    let tail: Vec<&str> = answers.lines().rev().take(4).collect();
    assert_eq!(tail[..3], ["readyok", "response true", "readyok"]);
    assert!(tail[3].starts_with("bestmove "), "{answers}");
    assert!(client.engine.dialogue().is_closed());
    assert_eq!(client.ask("isready\n"), "");
}

#[test]
fn quit_ends_a_search_and_drops_what_waits() {
    let (mut client, _) = interrupting(&["go depth 2\nquit\n"]);
    let answers = client.ask("setoption name OwnBook value false\ngo infinite\n");
    assert_eq!(answers.matches("bestmove").count(), 1, "{answers}");
}

/// The depths of the lines that are exact, and the number of answers.
fn depths(answers: &str) -> (Vec<u32>, usize) {
    let exact = answers
        .lines()
        .filter(|line| line.starts_with("info depth"));
    let exact = exact.filter(|line| !line.contains("lowerbound"));
    let depth = |line: &str| line.split(' ').nth(2).unwrap().parse().unwrap();
    let depths = exact.map(depth).collect();
    (depths, answers.matches("bestmove ").count())
}

#[test]
fn a_search_in_slices_goes_through_each_depth_once() {
    let mut client = Client::new(|_, _| {});
    let dialogue = client.engine.dialogue();
    dialogue
        .feed(b"setoption name OwnBook value false\nposition startpos\ngo depth 16\ngo depth 2\n");
    let mut slices = 1;
    while client.engine.work(Some(Duration::from_millis(2))) {
        slices += 1;
    }
    assert!(slices > 2, "{slices}");
    let (depths, answers) = depths(&client.printed.lock().unwrap());
    let expected: Vec<u32> = (1..=16).chain(1..=2).collect();
    assert_eq!((depths, answers), (expected, 2));
}

#[test]
fn work_without_slices_comes_to_its_end_in_one() {
    let mut client = Client::new(|_, _| {});
    client.engine.dialogue().feed(b"perft 8\n");
    assert!(!client.engine.work(Some(Duration::from_millis(1))));
    let answers = client.printed.lock().unwrap().clone();
    assert!(answers.contains("perft 8: "), "{answers}");
}

#[test]
fn between_slices_stop_and_ponderhit_are_heard() {
    for (go, word) in [
        ("go infinite", "stop"),
        ("go ponder depth 1", "ponderhit"),
        ("go ponder movetime 10", "ponderhit"),
        ("go infinite\ngo depth 1", "stop"),
    ] {
        let mut client = Client::new(|_, _| {});
        let slice = Some(Duration::from_millis(1));
        let dialogue = client.engine.dialogue();
        dialogue.feed(format!("setoption name OwnBook value false\n{go}\n").as_bytes());
        for _ in 0..3 {
            assert!(client.engine.work(slice), "{go}");
        }
        dialogue.feed(word.as_bytes());
        while client.engine.work(slice) {}
        let answers = client.printed.lock().unwrap().clone();
        assert_eq!(depths(&answers).1, go.lines().count(), "{answers}");
    }
}
