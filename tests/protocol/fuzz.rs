//! Random lines for the real binary: whatever comes, it answers in the protocol's words, stays
//! responsive and ends when told to.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use tuzdik::protocol::go::ARGUMENTS;

use super::driver::{Engine, SOLVED, WON};

/// Words of the protocol beside the arguments of `go`, and others.
const WORDS: &[&str] = &[
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "ponderhit",
    "query",
    "gameover",
    "p1turn",
    "result",
    "debug",
    "on",
    "off",
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move",
    "Overhead",
    "Clear",
    "UCI_ShowWDL",
    "UGI_Variant",
    "UCI_Variant",
    "togyzkumalak",
    "bestemshe",
    "Skill",
    "Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "true",
    "false",
    "76",
    "98",
    "11",
    "7",
    "27X",
    "36x",
    "76(10)",
    "g1d2",
    "0000",
    "(none)",
    "9S",
    "t",
    "9S,9S",
    "8,1S/8,1S",
    "80",
    "S",
    "N",
    "-,-",
    "w",
    "0",
    "1",
    "-1",
    "2",
    "9",
    "50",
    "100",
    "99999999999",
    "18446744073709551616",
    "\u{fffd}",
    "ä",
];

const LINES: &[&str] = &[
    "isready",
    "stop",
    "ponderhit",
    "query gameover",
    "query p1turn",
    "query result",
    "query fen",
    "query moves",
    "uginewgame",
    "position startpos",
    "position startpos moves 76 98",
    "position startpos moves 76 98 xx",
    "go infinite",
    "go ponder movetime 5",
    "go depth 6",
    "go movetime 3",
    "go wtime 50 btime 50",
    "go nodes 1000 searchmoves 76 11",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name UCI_ShowWDL value false",
    "setoption name Ponder value true",
    "setoption name Skill Level value 3",
    "setoption name Skill Level value 10",
    "setoption name OwnBook value false",
    "setoption name OwnBook value true",
    "setoption name BookFile value no such file",
    "setoption name BookFile value <embedded>",
    "setoption name Book Variety value 100",
    "setoption name Book Depth value 3",
    "setoption name UGI_Variant value giveaway",
    "setoption name UGI_Variant value togyzkumalak",
];

/// A line of some kind, which may hold anything but `quit` and an early line end.
fn line(rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = match rng.random_range(0..10) {
        0..4 => pick(rng, LINES).as_bytes().to_vec(),
        4 => format!("position startpos moves {WON}").into_bytes(),
        5 => format!("position fen {SOLVED}").into_bytes(),
        6..9 => {
            let count = rng.random_range(0..12);
            let words: Vec<&str> = (0..count)
                .map(|_| match rng.random_range(0..4) {
                    0 => pick(rng, &ARGUMENTS),
                    _ => pick(rng, WORDS),
                })
                .collect();
            words.join(pick(rng, &[" ", "\t", "  "])).into_bytes()
        }
        _ => (0..rng.random_range(0..60))
            .map(|_| rng.random::<u8>())
            .collect(),
    };
    // Damage now and then: a byte changed, or the tail cut off.
    if rng.random_range(0..6) == 0 && !bytes.is_empty() {
        let at = rng.random_range(0..bytes.len());
        if rng.random() {
            bytes[at] = rng.random();
        } else {
            bytes.truncate(at);
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    // These end the process, take long or answer in free text.
    if ["quit", "d", "eval", "perft", "bench", "help"].contains(&first) {
        bytes.insert(0, b'x');
    }
    // Hundreds of threads would only test the patience of the machine.
    if text.contains("Threads")
        && text
            .split_ascii_whitespace()
            .any(|word| word.len() > 2 && word.parse::<f64>().is_ok())
    {
        bytes.clear();
    }
    bytes.push(b'\n');
    bytes
}

fn pick<'a>(rng: &mut StdRng, list: &[&'a str]) -> &'a str {
    list.choose(rng).copied().unwrap_or_default()
}

fn fuzz(time: Duration, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let begin = Instant::now();
    let (mut sessions, mut sent) = (0, 0);
    while begin.elapsed() < time {
        let mut engine = Engine::start();
        sessions += 1;
        for _ in 0..rng.random_range(1..40) {
            for _ in 0..rng.random_range(1..12) {
                engine.send_bytes(&line(&mut rng));
                sent += 1;
            }
            // It answers whatever else it does.
            engine.ready();
            if rng.random() {
                engine.send("stop");
            }
            if begin.elapsed() >= time {
                break;
            }
        }
        if rng.random() {
            engine.send("quit");
        } else {
            // Bounded searches that wait may take their time; stop makes them short.
            engine.send("stop");
            engine.close_input();
        }
        engine.ends_within(Duration::from_secs(30));
    }
    println!("{sent} lines in {sessions} sessions, seed {seed}");
    assert!(sent > 0);
}

#[test]
fn random_lines_for_20_s() {
    fuzz(Duration::from_secs(20), 1);
}

#[test]
#[ignore = "takes 300 s"]
fn random_lines_for_300_s() {
    let seed = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(2, |time| time.as_secs());
    println!("seed {seed}");
    fuzz(Duration::from_secs(300), seed);
}
