//! A client's session: what it has set and asked for. It does no input, output or searching itself: each
//! line of input gives actions, which whoever drives the session carries out in their order.

use crate::game::{Move, MoveSet, Variant};
use crate::notation::{moves, quote::quote};
use crate::platform::{Instant, random_seed};
use crate::search::explain::explain;

use super::book_answer::BookAnswer;
use super::command::{Command, Dialect, ParseError};
use super::current_game::CurrentGame;
use super::event::Event;
use super::go::{MAX_COMPLAINTS, ParsedGo};
use super::help;
use super::input::{Line, MAX_LINE};
use super::jobs::{Search, Work};
use super::options;
use super::settings::Settings;

/// What a line of input leads to.
#[derive(Debug)]
pub enum Action {
    /// Print this now.
    Print(Event<'static>),
    /// Make these settings, after all that was asked for before.
    Configure(Box<Settings>),
    /// Do this, after all that was asked for before.
    Start(Work),
    /// Stop all that was asked for so far. If that is nothing, print the note.
    Stop(Option<Event<'static>>),
    /// The pondered move was played. If no search ponders, print the note.
    PonderHit(Option<Event<'static>>),
    /// Print `readyok`, at once if there is work to do, else when all settings are made.
    Ready,
    /// The client wants no more.
    Quit,
}

/// One client's session.
pub struct Session {
    current: CurrentGame,
    settings: Settings,
    dialect: Dialect,
    debug: bool,
    /// What the choice among book moves follows from, unless the client sets it; drawn for each game.
    game_seed: u64,
    /// When the line came that is being handled.
    received: Instant,
    /// What it leads to.
    actions: Vec<Action>,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            current: CurrentGame::new(Variant::default()),
            settings: Settings::default(),
            dialect: Dialect::default(),
            debug: false,
            game_seed: random_seed(),
            received: Instant::now(),
            actions: Vec::new(),
        }
    }
}

impl Session {
    /// A session at the start position with the default settings.
    #[must_use]
    pub fn new() -> Session {
        Session::default()
    }

    /// What a line asks for. Of a search, time counts from this call on.
    pub fn handle(&mut self, line: &Line) -> Vec<Action> {
        self.received = Instant::now();
        match line {
            Line::Whole(text) => match Command::parse(text) {
                Ok(command) => self.execute(command),
                Err(error) => {
                    self.note(error.to_string());
                    if matches!(error, ParseError::Position(_)) {
                        self.current.reject();
                    }
                }
            },
            Line::TooLong(beginning) => self.refuse_long_line(beginning),
        }
        std::mem::take(&mut self.actions)
    }

    /// The engine refused some of the settings that were wanted, and these were kept.
    pub fn take_back(&mut self, wanted: &Settings, kept: &Settings) {
        self.settings.take_back(wanted, kept);
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Empty => {}
            Command::Quit => self.actions.push(Action::Quit),
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                self.print(Event::Handshake(dialect));
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.actions.push(Action::Ready),
            Command::NewGame => {
                self.game_seed = random_seed();
                self.settings.clears += 1;
                self.configure();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(position) => {
                if let Err(error) = self.current.set(&position) {
                    self.note(error.to_string());
                }
            }
            Command::Go(parsed) => self.go(parsed),
            Command::Stop => {
                let note = self.debug_note("stop: nothing is running");
                self.actions.push(Action::Stop(note));
            }
            Command::PonderHit => {
                let note = self.debug_note("ponderhit: no search ponders");
                self.actions.push(Action::PonderHit(note));
            }
            Command::Query(query) => self.print(Event::Response(self.current.query(query))),
            Command::Draw => self.print(Event::text(self.current.draw())),
            Command::Eval => {
                let text = explain(&self.settings.eval_source, self.current.game());
                self.print(Event::text(text));
            }
            Command::Bench => self.start(Work::Bench),
            Command::Perft(depth) => {
                let game = self.current.game().clone();
                self.start(Work::Perft { game, depth });
            }
            Command::Help => self.print(Event::text(help::TEXT)),
        }
    }

    fn print(&mut self, event: Event<'static>) {
        self.actions.push(Action::Print(event));
    }

    fn note(&mut self, text: impl Into<String>) {
        self.print(Event::note(text.into()));
    }

    fn start(&mut self, work: Work) {
        self.actions.push(Action::Start(work));
    }

    fn configure(&mut self) {
        let settings = Box::new(self.settings.clone());
        self.actions.push(Action::Configure(settings));
    }

    /// A message that is of interest only to those who look for faults.
    fn debug_note(&self, text: &'static str) -> Option<Event<'static>> {
        self.debug.then(|| Event::note(text))
    }

    fn refuse_long_line(&mut self, beginning: &str) {
        let shown = quote(beginning);
        self.note(format!(
            "line rejected: it is longer than {MAX_LINE} bytes: {shown}"
        ));
        if beginning.split_ascii_whitespace().next() == Some("position") {
            self.current.reject();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        match options::set(&mut self.settings, name, value) {
            Ok(None) => {}
            Ok(Some(note)) => self.note(note),
            Err(error) => self.note(error.to_string()),
        }
        if self.settings == before {
            return;
        }
        let is_other_game = self.settings.variant != before.variant;
        if is_other_game {
            // The same position means something else under other rules.
            self.current = CurrentGame::new(self.settings.variant);
            self.settings.clears += 1;
        }
        if is_other_game || self.settings.eval_source != before.eval_source {
            self.note_mismatch("EvalFile", "network", self.settings.eval_source.game());
        }
        if is_other_game || self.settings.book_source != before.book_source {
            self.note_mismatch("BookFile", "book", self.settings.book_source.game());
        }
        self.configure();
    }

    /// Says so if an option names a file for another game than the present one. It is kept, as the
    /// client may go on to that game.
    fn note_mismatch(&mut self, option: &str, what: &str, game: Option<Variant>) {
        let present = self.settings.variant;
        if let Some(game) = game.filter(|&game| game != present) {
            self.note(format!(
                "{option}: this {what} is for {game} and has no effect in {present}"
            ));
        }
    }

    fn go(&mut self, parsed: ParsedGo) {
        for complaint in parsed.complaints {
            self.note(complaint);
        }
        let Some(go) = parsed.go else {
            return self.note("go rejected: no argument was understood");
        };
        let game = self.current.game().clone();
        let mut limits = go.limits(game.position().side());
        limits.since = Some(self.received);
        limits.moves = self.search_moves(&go.searchmoves);
        let seed = match self.settings.book_seed {
            0 => self.game_seed,
            seed => seed,
        };
        let book = BookAnswer::to(&game, &limits, &self.settings, seed).map(Box::new);
        self.start(Work::Search(Search {
            game,
            limits,
            show_wdl: self.settings.show_wdl,
            show_ponder: self.settings.ponder && self.dialect == Dialect::Uci,
            book,
        }));
    }

    /// The legal ones of these moves, each once; empty, which means all, if there are none.
    fn search_moves(&mut self, texts: &[&str]) -> Vec<Move> {
        let mut wanted = MoveSet::EMPTY;
        let mut faults = Vec::new();
        for text in texts {
            let game = self.current.game();
            match moves::parse(text, &game.board()) {
                Ok(mv) => wanted.insert(mv),
                Err(error) => {
                    faults.push(format!("searchmoves {} is ignored: {error}", quote(text)))
                }
            }
        }
        if !faults.is_empty() && wanted.is_empty() {
            faults.truncate(MAX_COMPLAINTS);
            faults.push("searchmoves names no legal move; all legal moves are searched".to_owned());
        } else {
            faults.truncate(MAX_COMPLAINTS);
        }
        for fault in faults {
            self.note(fault);
        }
        wanted.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a session does about these lines, the last one's actions.
    fn handle(session: &mut Session, lines: &[&str]) -> Vec<Action> {
        let mut actions = Vec::new();
        for line in lines {
            actions = session.handle(&Line::Whole((*line).to_owned()));
        }
        actions
    }

    #[test]
    fn a_go_is_a_search_of_the_position_set_before() {
        let mut session = Session::new();
        let before = Instant::now();
        let actions = handle(&mut session, &["position startpos moves 76", "go depth 3"]);
        match actions.as_slice() {
            [Action::Start(Work::Search(search))] => {
                assert_eq!(search.game.moves().len(), 1);
                assert_eq!(search.limits.depth, Some(3));
                let since = search.limits.since.expect("a go says when it came");
                assert!(since >= before && since <= Instant::now());
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn settings_are_sent_whole_and_only_when_they_change() {
        let mut session = Session::new();
        handle(&mut session, &["setoption name Hash value 8"]);
        let actions = handle(&mut session, &["setoption name MultiPV value 3"]);
        match actions.as_slice() {
            [Action::Configure(settings)] => {
                assert_eq!((settings.hash_mb, settings.multipv), (8, 3));
            }
            other => panic!("{other:?}"),
        }
        assert!(handle(&mut session, &["setoption name Hash value 8"]).is_empty());
    }

    #[test]
    fn what_the_engine_refused_can_be_asked_for_again() {
        let mut session = Session::new();
        let kept = Settings::default();
        for _ in 0..2 {
            let actions = handle(&mut session, &["setoption name Hash value 1048576"]);
            match actions.as_slice() {
                [Action::Configure(wanted)] => session.take_back(wanted, &kept),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_new_game_empties_the_table() {
        let mut session = Session::new();
        for expected in 1..=2 {
            match handle(&mut session, &["ucinewgame"]).as_slice() {
                [Action::Configure(settings)] => assert_eq!(settings.clears, expected),
                other => panic!("{other:?}"),
            }
        }
    }
}
