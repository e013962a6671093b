//! The session: what one client has set and asked, and what is done about each line.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::eval::EvalSource;
use crate::game::{Game, Move, MoveSet, Variant};
use crate::notation::{moves, quote::quote};
use crate::search::{Limits, Strength};

use super::book::OwnBook;
use super::command::{Command, Dialect, ParseError};
use super::event::Event;
use super::go::{MAX_COMPLAINTS, Parsed};
use super::help;
use super::input::{Line, MAX_LINE};
use super::options::{self, Setting};
use super::output::Output;
use super::queue::{Admission, MAX_WAITING, Opening, Queue, Search, Work};
use super::table::Table;

/// How long `quit` waits for a search to end before the process does.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);

/// One client's session.
pub struct Session {
    output: Arc<Output>,
    queue: Arc<Queue>,
    table: Table,
    dialect: Dialect,
    debug: bool,
    ponder: bool,
    show_wdl: bool,
    level: u8,
    /// Whether the rating counts and not the level.
    limited: bool,
    elo: u16,
    eval_source: EvalSource,
    multipv: usize,
    /// Whether the client analyses and does not play.
    analyses: bool,
    book: OwnBook,
}

impl Session {
    /// A session at the start position with the default options.
    pub fn new(output: Arc<Output>, queue: Arc<Queue>) -> Session {
        Session {
            output,
            queue,
            table: Table::new(Variant::default()),
            dialect: Dialect::default(),
            debug: false,
            ponder: false,
            show_wdl: options::DEFAULT_SHOW_WDL,
            level: options::DEFAULT_LEVEL,
            limited: false,
            elo: options::DEFAULT_ELO,
            eval_source: EvalSource::default(),
            multipv: 1,
            analyses: false,
            book: OwnBook::default(),
        }
    }

    /// Does what a line asks; breaks when it is `quit`.
    pub fn handle(&mut self, line: &Line) -> ControlFlow<()> {
        let text = match line {
            Line::Whole(text) => text,
            Line::TooLong(beginning) => {
                self.refuse_long_line(beginning);
                return ControlFlow::Continue(());
            }
        };
        log::debug!("> {}", text.trim_end());
        match Command::parse(text) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.obey(command),
            Err(error) => {
                self.note(error.to_string());
                if matches!(error, ParseError::Position(_)) {
                    self.table.reject();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The client asked to end: running work is stopped, waiting work dropped.
    pub fn quit(&self) {
        self.queue.close();
        self.queue.wait_idle(Some(QUIT_PATIENCE));
    }

    /// The input ended without `quit`: work that has an end is finished, other work stopped.
    pub fn finish(&self) {
        self.queue.stop_endless();
        self.queue.wait_idle(None);
        self.queue.close();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Empty | Command::Quit => {}
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                self.output.line(Event::Handshake(dialect));
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // In mid-search the answer cannot wait; else it tells that all settings are made.
                if !self.queue.has_work() {
                    self.queue.wait_idle(None);
                }
                self.output.line(Event::ReadyOk);
            }
            Command::NewGame => {
                self.book.begin_game();
                self.queue.configure(|changes| changes.clear = true);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(position) => {
                if let Err(fault) = self.table.set(&position) {
                    self.note(fault.to_string());
                }
            }
            Command::Go(parsed) => self.go(parsed),
            Command::Stop => {
                if !self.queue.stop() && self.debug {
                    self.note("stop: nothing is running");
                }
            }
            Command::PonderHit => {
                if !self.queue.ponderhit() && self.debug {
                    self.note("ponderhit: no search ponders");
                }
            }
            Command::Query(query) => self.output.line(Event::Response(self.table.query(query))),
            Command::Draw => self.output.line(self.table.draw()),
            Command::Eval => self.output.line(self.table.evaluation(&self.eval_source)),
            Command::Bench => self.start("bench", Work::Bench),
            Command::Perft(depth) => {
                let game = self.table.game().clone();
                self.start("perft", Work::Perft { game, depth });
            }
            Command::Help => self.output.line(help::TEXT),
        }
    }

    fn note(&self, text: impl AsRef<str>) {
        self.output.line(Event::Note(text.as_ref()));
    }

    fn refuse_long_line(&mut self, beginning: &str) {
        let shown = quote(beginning);
        self.note(format!(
            "line rejected: it is longer than {MAX_LINE} bytes: {shown}"
        ));
        if beginning.split_ascii_whitespace().next() == Some("position") {
            self.table.reject();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let (setting, note) = match options::parse(name, value) {
            Ok(parsed) => parsed,
            Err(error) => return self.note(error.to_string()),
        };
        if let Some(note) = note {
            self.note(note);
        }
        match setting {
            Setting::Ponder(on) => self.ponder = on,
            Setting::ShowWdl(on) => self.show_wdl = on,
            Setting::Variant(variant) => {
                // The same position means something else under other rules.
                if variant != self.table.game().variant() {
                    self.table = Table::new(variant);
                    self.queue.configure(|changes| changes.clear = true);
                    self.tell_idle("EvalFile", "network", self.eval_source.game());
                    self.tell_idle("BookFile", "book", self.book.game());
                }
            }
            Setting::Hash(size) => self.queue.configure(|changes| changes.hash = Some(size)),
            Setting::Threads(n) => self.queue.configure(|changes| changes.threads = Some(n)),
            Setting::MultiPv(n) => {
                self.multipv = n;
                self.queue.configure(|changes| changes.multipv = Some(n));
            }
            Setting::MoveOverhead(time) => {
                self.queue
                    .configure(|changes| changes.move_overhead = Some(time));
            }
            Setting::SkillLevel(level) => {
                self.level = level;
                self.change_strength();
            }
            Setting::LimitStrength(on) => {
                self.limited = on;
                self.change_strength();
            }
            Setting::Elo(elo) => {
                self.elo = elo;
                self.change_strength();
            }
            Setting::EvalFile(name) => match EvalSource::open(&name) {
                Ok(source) => {
                    self.tell_idle("EvalFile", "network", source.game());
                    self.eval_source = source.clone();
                    self.queue
                        .configure(|changes| changes.eval_source = Some(source));
                }
                Err(error) => self.note(format!(
                    "EvalFile: {error}; expected a network file, {} or {}; the evaluation stays",
                    EvalSource::EMBEDDED,
                    EvalSource::NONE
                )),
            },
            Setting::AnalyseMode(on) => self.analyses = on,
            Setting::OwnBook(on) => self.book.is_used = on,
            Setting::BookFile(name) => match self.book.open(&name) {
                Ok(()) => self.tell_idle("BookFile", "book", self.book.game()),
                Err(error) => self.note(error),
            },
            Setting::BookDepth(plies) => self.book.settings.depth = plies,
            Setting::BookVariety(variety) => self.book.settings.variety = variety,
            Setting::BookSeed(seed) => self.book.set_seed(seed),
            #[cfg(feature = "tune")]
            Setting::Parameter(index, value) => {
                if let Some(parameter) = crate::search::tune::ALL.get(index) {
                    let order = std::sync::atomic::Ordering::Relaxed;
                    parameter.value.store(value, order);
                }
            }
            Setting::ClearHash => self.queue.configure(|changes| changes.clear = true),
        }
    }

    /// Says so if an option names a file for another game than the present one. It is kept, as the
    /// client may go on to that game.
    fn tell_idle(&self, option: &str, what: &str, game: Option<Variant>) {
        let present = self.table.game().variant();
        if let Some(game) = game.filter(|&game| game != present) {
            self.note(format!(
                "{option}: this {what} is for {game} and has no effect in {present}"
            ));
        }
    }

    fn strength(&self) -> Strength {
        if self.limited {
            Strength::from_elo(self.elo)
        } else {
            Strength::from_level(self.level)
        }
    }

    fn change_strength(&self) {
        let strength = self.strength();
        self.queue
            .configure(|changes| changes.strength = Some(strength));
    }

    fn go(&mut self, parsed: Parsed) {
        for complaint in &parsed.complaints {
            self.note(complaint);
        }
        let Some(go) = parsed.go else {
            return self.note("go rejected: no argument was understood");
        };
        let game = self.table.game().clone();
        let mut limits = go.limits(game.position().side());
        limits.moves = self.search_moves(&go.searchmoves);
        let book = self.opening(&game, &limits).map(Box::new);
        self.start(
            "go",
            Work::Search(Search {
                game,
                limits,
                show_wdl: self.show_wdl,
                show_ponder: self.ponder && self.dialect == Dialect::Uci,
                book,
            }),
        );
    }

    /// The book's answer to a `go`. Weaker players have no book: what a level is worth was measured
    /// without.
    fn opening(&self, game: &Game, limits: &Limits) -> Option<Opening> {
        if self.analyses || self.strength() != Strength::FULL {
            return None;
        }
        let choice = self.book.choose(game, limits)?;
        Some(Opening {
            choice,
            lines: self.multipv,
        })
    }

    /// The legal ones of these moves, each once; empty, which means all, if there are none.
    fn search_moves(&self, texts: &[&str]) -> Vec<Move> {
        let game = self.table.game();
        let mut wanted = MoveSet::EMPTY;
        let mut faults = 0;
        for text in texts {
            match moves::parse(text, game.variant(), game.position()) {
                Ok(mv) => wanted.insert(mv),
                Err(error) => {
                    faults += 1;
                    if faults <= MAX_COMPLAINTS {
                        self.note(format!("searchmoves {} is ignored: {error}", quote(text)));
                    }
                }
            }
        }
        if faults > 0 && wanted.is_empty() {
            self.note("searchmoves names no legal move; all legal moves are searched");
        }
        wanted.collect()
    }

    fn start(&self, name: &str, work: Work) {
        match self.queue.push(work) {
            Admission::Queued => {}
            Admission::WaitsForStop => self.note(format!(
                "{name} waits for the end of the search before it; stop ends that"
            )),
            Admission::Full => {
                self.note(format!("{name} rejected: {MAX_WAITING} others are waiting"));
            }
        }
    }
}
