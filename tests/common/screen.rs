//! The program on a pseudo-terminal, with the screen that it draws.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Longest wait for anything, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
pub struct Screen {
    /// `None` when the terminal was closed.
    master: Option<Box<dyn MasterPty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Option<Box<dyn Write + Send>>,
    output: Receiver<Vec<u8>>,
    /// Tells the reader of the output to end.
    closing: Arc<AtomicBool>,
    parser: vt100::Parser,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn non_zero(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a size")
}

impl Screen {
    /// Starts the program with these arguments on a terminal of this size.
    pub fn start(columns: u16, rows: u16, args: &[&str]) -> Screen {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tuzdik"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let keyboard = pair.master.take_writer().expect("a keyboard");
        let mut reader = pair.master.try_clone_reader().expect("a screen");
        let (sender, output) = mpsc::channel();
        let closing = Arc::new(AtomicBool::new(false));
        let is_closing = Arc::clone(&closing);
        thread::spawn(move || {
            // Small, so that states which soon pass are seen even when the test gets no time.
            let mut buffer = [0; 64];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                let sent = sender.send(buffer[..length].to_vec());
                if sent.is_err() || is_closing.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        Screen {
            master: Some(pair.master),
            child,
            keyboard: Some(keyboard),
            output,
            closing,
            parser: vt100::Parser::new(non_zero(rows), non_zero(columns), 0),
        }
    }

    /// What is on the screen.
    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// The screen as the program left it.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) {
        let keyboard = self.keyboard.as_mut().expect("the terminal is open");
        keyboard
            .write_all(keys.as_bytes())
            .and_then(|()| keyboard.flush())
            .expect("the program has a keyboard");
    }

    /// Waits until the screen is as wanted.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !wanted(&self.text()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("{what} did not come within {PATIENCE:?}:\n{}", self.text())
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the program ended before {what}:\n{}", self.text())
                }
            }
        }
    }

    /// Waits until this stands on the screen.
    pub fn wait_for(&mut self, part: &str) {
        self.wait(part, |text| text.contains(part));
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal()
            .resize(size(columns, rows))
            .expect("a new size");
        self.parser.set_size(non_zero(rows), non_zero(columns));
    }

    fn terminal(&self) -> &dyn MasterPty {
        &**self.master.as_ref().expect("the terminal is open")
    }

    /// Closes the terminal, as closing its window does.
    pub fn hang_up(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        // The program draws again, so that the reader sees that it should end.
        self.resize(81, 25);
        while self.output.recv_timeout(PATIENCE).is_ok() {}
        self.keyboard = None;
        self.master = None;
    }

    /// The process number of the program.
    pub fn process(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    /// Waits for the end of the program.
    pub fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.parser.process(&bytes);
            }
            if let Some(status) = self.child.try_wait().expect("a status") {
                while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
                    self.parser.process(&bytes);
                }
                return status;
            }
            assert!(
                Instant::now() < deadline,
                "it does not end:\n{}",
                self.text()
            );
        }
    }

    /// Whether the terminal is in the state of a shell: canonical input with echo, the normal screen,
    /// a visible cursor.
    pub fn is_restored(&self) -> bool {
        let raw = self.terminal().get_termios().expect("terminal settings");
        let canonical = format!("{:?}", raw.local_flags);
        canonical.contains("ICANON")
            && canonical.contains("ECHO")
            && !self.screen().alternate_screen()
            && !self.screen().hide_cursor()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
