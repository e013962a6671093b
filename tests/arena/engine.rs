//! Scripted engines, most of them badly behaved.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tuzdik::game::{Game, Move, Variant};
use tuzdik::notation::moves;

/// The move of its own at which an engine that misbehaves in mid-game does so.
const BAD_MOVE: u32 = 3;

/// A file in the working directory by which an engine knows that it crashed before.
const CRASHED: &str = "crashed";

/// Plays the part called `mode`. Arguments after the first are the test's mark, by which the
/// process can be found, and settings.
pub fn play(mode: &str, args: &[String]) {
    let mark = args.first().map_or("", String::as_str);
    match mode {
        "stillborn" => std::process::exit(1),
        "mute" => sleep_for_ever(),
        "mute-after-crash" if Path::new(CRASHED).exists() => sleep_for_ever(),
        "sleeper" => {
            // Away from the group and the session of the engine.
            rustix::process::setsid().expect("no leader of a group");
            sleep_for_ever();
        }
        "orphan" => return start("sleeper", mark, false),
        "breeder" => {
            start("sleeper", mark, false);
            start("orphan", mark, false);
        }
        "secret-breeder" => start("orphan", mark, true),
        _ => {}
    }
    let setting = args.get(1).and_then(|a| a.parse::<u64>().ok()).unwrap_or(0);
    let mut engine = Scripted {
        mode,
        setting,
        game: Game::new(Variant::default()),
        games: 0,
        moves: 0,
        thinking: false,
    };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !engine.hear(line.trim()) {
            return;
        }
    }
    if mode == "immortal" {
        sleep_for_ever();
    }
}

/// Starts another process of this program, which nobody waits for; `secretly` without environment.
#[expect(clippy::zombie_processes, reason = "that is what is tried out")]
fn start(mode: &str, mark: &str, secretly: bool) {
    let program = std::env::current_exe().expect("this program has a name");
    let mut command = Command::new(program);
    if secretly {
        command.env_clear();
    }
    command
        .args(["engine", mode, mark])
        .stdout(Stdio::null())
        .spawn()
        .expect("this program starts");
}

struct Scripted<'a> {
    mode: &'a str,
    setting: u64,
    game: Game,
    games: u64,
    moves: u32,
    thinking: bool,
}

impl Scripted<'_> {
    /// Obeys a line; false after `quit`.
    fn hear(&mut self, line: &str) -> bool {
        let word = line.split(' ').next().unwrap_or("");
        match (word, self.mode) {
            ("ugi", "uci-only") => {}
            ("ugi", "huge-name") => {
                say(&format!("id name {}", "\u{1b}[31m\"] ".repeat(100_000)));
                say(&"option name O type string\n".repeat(5000));
                say("ugiok");
            }
            ("ugi", _) => say("id name scripted 1.0\nid author nobody\nugiok"),
            ("uci", "uci-only") => say("id name scripted 2.0\nuciok"),
            ("isready", _) => say("readyok"),
            ("uginewgame" | "ucinewgame", _) => {
                self.games += 1;
                self.moves = 0;
                if self.mode == "dies-between" && self.games > 1 {
                    std::process::exit(9);
                }
            }
            ("position", _) => self.game = read_position(line),
            ("go", _) => {
                self.moves += 1;
                self.go();
            }
            ("stop", "late") if self.thinking => {
                self.thinking = false;
                self.best();
            }
            ("quit", "immortal") => sleep_for_ever(),
            ("quit", _) => return false,
            _ => {}
        }
        true
    }

    fn go(&mut self) {
        match self.mode {
            "random" | "uci-only" | "dies-between" | "immortal" | "huge-name" | "breeder"
            | "secret-breeder" => self.best(),
            "busy" => {
                let end = Instant::now() + Duration::from_millis(self.setting);
                while Instant::now() < end {
                    std::hint::spin_loop();
                }
                self.best();
            }
            "slow" => {
                thread::sleep(Duration::from_millis(self.setting));
                self.best();
            }
            _ if self.moves < BAD_MOVE => self.best(),
            "empty-pit" => match self.empty_pit() {
                Some(pit) => say(&format!("bestmove {pit}")),
                None => self.best(),
            },
            "wrong-landing" => {
                let spelling = self.choose();
                let wrong = if spelling.ends_with('1') { '2' } else { '1' };
                say(&format!("bestmove {}{wrong}", &spelling[..1]));
            }
            "nonsense" => say("bestmove \u{1}zzz\u{2}"),
            "no-move" => say("bestmove"),
            "none" => say("bestmove (none)"),
            "silent" => {}
            "late" => self.thinking = true,
            "crash" => std::process::exit(3),
            "mute-after-crash" => {
                std::fs::write(CRASHED, "").expect("a file in the test's folder");
                std::process::exit(3);
            }
            "abort" => std::process::abort(),
            "babble" => loop {
                say(&"info string all work and no play makes a dull boy ".repeat(100));
            },
            "endless-line" => loop {
                let _ = io::stdout().write_all(&[b'x'; 1 << 16]);
            },
            "babble-on" => {
                self.best();
                loop {
                    say("info depth 1 score cp 5");
                }
            }
            "deaf" => sleep_for_ever(),
            "bytes" => {
                let _ = io::stdout().write_all(b"\xff\xfe\x00bestmove\xff 76\n");
                let _ = io::stdout().flush();
            }
            other => panic!("no part is called {other}"),
        }
    }

    fn best(&self) {
        say(&format!(
            "info depth {} score cp {} nodes 1\nbestmove {}",
            self.moves,
            self.game.moves().len(),
            self.choose()
        ));
    }

    /// A legal move that depends on the setting and the game so far alone.
    fn choose(&self) -> String {
        let mut rng = ChaCha8Rng::seed_from_u64(self.setting ^ self.game.position().hash());
        let _: u64 = rng.random();
        let legal: Vec<Move> = self.game.legal_moves().iter().collect();
        let mv = *legal.choose(&mut rng).expect("the game goes on");
        self.game.board().show(mv).to_string()
    }

    fn empty_pit(&self) -> Option<u8> {
        let legal = self.game.legal_moves();
        (1..=9).find(|&pit| Move::from_code(pit).is_some_and(|mv| !legal.contains(mv)))
    }
}

fn read_position(line: &str) -> Game {
    let mut game = Game::new(Variant::default());
    let words = line.split(' ').skip_while(|w| *w != "moves").skip(1);
    for word in words {
        let mv = moves::parse(word, &game.board()).expect("moves are legal");
        game.play(mv).expect("moves are legal");
    }
    game
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    // A closed pipe ends a babbler only when it is killed.
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}
