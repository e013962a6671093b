//! The engine for a GUI: the protocol on stdin and stdout.

use std::io::{self, ErrorKind, Write};
use std::panic;
use std::process;

use tuzdik::protocol;

/// Speaks the protocol until the client wants no more.
pub fn run() -> anyhow::Result<()> {
    // A client would wait for ever for a search thread that ended by a fault.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        report(info);
        process::exit(101);
    }));
    Ok(protocol::run(
        io::stdin().lock(),
        ExitOnError(io::stdout()),
    )?)
}

/// Ends the process when nobody reads what it says any more: quietly with exit code 0 if the reader went
/// away, else (a full disk, say) with a message and exit code 1. Another thread may be waiting for input at
/// that time, which only leaving the process ends.
struct ExitOnError<W>(W);

impl<W: Write> Write for ExitOnError<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).or_else(end_process)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().or_else(end_process)
    }
}

fn end_process<T>(error: io::Error) -> io::Result<T> {
    match error.kind() {
        ErrorKind::Interrupted => Err(error),
        ErrorKind::BrokenPipe => process::exit(0),
        _ => {
            // Should stderr be closed too, there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: cannot write to stdout: {error}");
            process::exit(1);
        }
    }
}
