//! Drives the engine through its protocol, from a string instead of a pipe.
//!
//! `cargo run --example protocol`

use std::io::{self, Write};

/// What a client would send. At the end of the input the search is finished first.
const SCRIPT: &str = "\
ugi
setoption name OwnBook value false
position startpos moves 76 98
query moves
go depth 10
";

fn main() -> io::Result<()> {
    run(&mut io::stdout())
}

/// Prints the answers but for the handshake, and the best move.
pub fn run(out: &mut impl Write) -> io::Result<()> {
    let mut answers = Vec::new();
    tuzdik::protocol::run(SCRIPT.as_bytes(), &mut answers)?;
    let answers = String::from_utf8_lossy(&answers);
    let after_handshake = answers.lines().skip_while(|&line| line != "ugiok").skip(1);
    for line in after_handshake {
        writeln!(out, "{line}")?;
    }
    let best = answers
        .lines()
        .find_map(|line| line.strip_prefix("bestmove "));
    writeln!(out, "The engine plays {}.", best.unwrap_or("nothing"))
}
