//! The state of the board and what keys and time do to it.

use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::KeyEvent;
use tuzdik::game::{Game, Move, Pit, Position, Side};
use tuzdik::notation::moves;
use tuzdik::search::SearchLine;

use super::keys::{self, KeyAction};
use super::prompt::{Kind, Prompt, Reply};
use crate::cli::play::engine_thread::{EngineReply, Question};
use crate::cli::play::file::{FileFault, name_and_number};
use crate::cli::play::ritual::{Call, Ritual, parse_side};
use crate::cli::play::session::{PlaySession, Seat};
use crate::cli::play::steps::{self, SowingFrame};
use crate::cli::play::{Play, words};
use tuzdik::texts::{Texts, fill};

/// Time that a whole sowing should take, and the shortest and longest for one ball.
const SOWING_TIME: Duration = Duration::from_millis(1500);
const BALL_TIME: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(180));
/// The same for moves of many laps.
const LAPS_TIME: Duration = Duration::from_millis(4000);
const LAPS_BALL_TIME: (Duration, Duration) = (Duration::from_millis(5), BALL_TIME.1);

/// The file name that is proposed for a game.
const FILE_NAME: &str = "game.tgk";

/// A line about what a key did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// It was done.
    Done(String),
    /// It could not be done.
    Fault(String),
}

/// A move that is shown ball by ball.
struct Sowing {
    frames: Vec<SowingFrame>,
    at: usize,
    next: Instant,
    pace: Duration,
}

/// The engine's judgement of one position.
struct Judgement {
    position: Position,
    line: SearchLine,
}

/// The board with everything around it.
pub struct App {
    play: Play,
    pub texts: &'static Texts,
    /// The side at the bottom.
    pub bottom: Side,
    /// The chosen pit; `None` only when the game is over.
    cursor: Option<Pit>,
    pub bar: bool,
    pub names: bool,
    /// Whether the help covers the board.
    pub help: bool,
    paused: bool,
    pub note: Option<Note>,
    hint: Option<Move>,
    judgement: Option<Judgement>,
    prompt: Option<Prompt>,
    sowing: Option<Sowing>,
    left: bool,
}

impl App {
    pub fn new(play: Play) -> App {
        let mut app = App {
            texts: play.language.texts(),
            bottom: play.session.bottom(),
            cursor: None,
            bar: true,
            names: play.names,
            help: false,
            paused: false,
            note: None,
            hint: None,
            judgement: None,
            prompt: None,
            sowing: None,
            left: false,
            play,
        };
        app.place_cursor();
        app.note = app.play.notice.take().map(Note::Done);
        app
    }

    pub fn session(&self) -> &PlaySession {
        &self.play.session
    }

    pub fn game(&self) -> &Game {
        self.play.session.game()
    }

    /// The rule set and the players.
    pub fn title(&self) -> String {
        self.play.title()
    }

    /// Whether the player has left.
    pub fn has_left(&self) -> bool {
        self.left
    }

    /// The question at the foot of a board this wide.
    pub fn question(&self, width: usize) -> Option<String> {
        let prompt = self.prompt.as_ref()?;
        Some(prompt.line(self.texts, width))
    }

    /// The board as it is to be shown now, in the middle of a sowing too.
    pub fn frame(&self) -> SowingFrame {
        match &self.sowing {
            Some(sowing) => sowing.frames[sowing.at],
            None => SowingFrame::still(self.game().position()),
        }
    }

    /// Whether a move is being shown.
    pub fn is_sowing(&self) -> bool {
        self.sowing.is_some()
    }

    /// The pit that a human to move has chosen.
    pub fn chosen(&self) -> Option<(Side, Pit)> {
        let cursor = self
            .cursor
            .filter(|_| self.can_move() && !self.is_sowing())?;
        Some((self.game().position().side(), cursor))
    }

    /// The pit of the hint.
    pub fn hinted(&self) -> Option<(Side, Pit)> {
        let pit = self.hint.and_then(Move::pit)?;
        Some((self.game().position().side(), pit))
    }

    /// The last move in words.
    pub fn last_move(&self) -> Option<String> {
        let (before, mv) = self.session().last_move()?;
        Some(words::deed(self.texts, &before, mv))
    }

    /// What the seal of the ritual says, in two lines.
    pub fn seal(&self) -> Option<[String; 2]> {
        let ritual = self.session().ritual()?;
        Some([self.texts.sealed.to_owned(), ritual.seal()])
    }

    /// Whose turn it is, or how the game ended.
    pub fn state(&self) -> String {
        if self.is_sowing() {
            return String::new();
        }
        if let Some(ritual) = self.session().ritual().filter(|_| self.can_move()) {
            return words::ritual_question(self.texts, ritual);
        }
        if let Some(outcome) = self.game().outcome() {
            return words::outcome(self.texts, &outcome);
        }
        let mover = self.game().position().side();
        let thinks = self.session().to_move() == Some(Seat::Engine);
        let message = if self.paused {
            self.texts.paused
        } else if thinks {
            self.texts.thinking
        } else {
            self.texts.to_move
        };
        fill(message, &[("side", &words::side(self.texts, mover))])
    }

    /// South's chance in thousandths and the score from South's view, of the last position judged.
    pub fn judged(&self) -> Option<(u32, String)> {
        let judgement = self.judgement.as_ref()?;
        Some(words::judgement(&judgement.line, &judgement.position))
    }

    fn can_move(&self) -> bool {
        self.session().to_move() == Some(Seat::Human)
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> anyhow::Result<()> {
        if keys::is_interrupt(&key) {
            self.left = true;
            return Ok(());
        }
        if let Some(prompt) = self.prompt.take() {
            match prompt.press(&key) {
                Reply::Open(prompt) => self.prompt = Some(prompt),
                Reply::Given(kind, text) => self.answer_prompt(kind, &text),
                Reply::Dropped => {}
            }
            return Ok(());
        }
        if self.help {
            self.help = false;
            return Ok(());
        }
        // Whoever goes on has seen enough of the sowing.
        self.sowing = None;
        self.note = None;
        match keys::action(&key) {
            Some(action) => self.act(action),
            None => {
                self.note = Some(Note::Fault(self.texts.unknown_key.to_owned()));
                Ok(())
            }
        }
    }

    fn act(&mut self, action: KeyAction) -> anyhow::Result<()> {
        match action {
            KeyAction::Quit if self.session().is_unsaved() => {
                self.prompt = Some(Prompt::new(Kind::Leave, ""));
            }
            KeyAction::Quit => self.left = true,
            KeyAction::Pit(number) => return self.choose(&number.to_string()),
            KeyAction::Sow => {
                // Without a pit to sow there may be one other thing to do: to pass.
                let only = || self.game().legal_moves().first().map(|mv| mv.to_string());
                let chosen = self.cursor.map(|pit| pit.to_string()).or_else(only);
                return self.choose(&chosen.unwrap_or_default());
            }
            KeyAction::Left => self.step_cursor(false),
            KeyAction::Right => self.step_cursor(true),
            KeyAction::Hint => self.ask_hint(),
            KeyAction::Undo => self.undo(),
            KeyAction::Bar => {
                self.bar = !self.bar;
                self.note_switch(self.bar, self.texts.bar_on, self.texts.bar_off);
            }
            KeyAction::Steps => {
                self.play.steps = !self.play.steps;
                self.note_switch(self.play.steps, self.texts.steps_on, self.texts.steps_off);
            }
            KeyAction::Names => {
                self.names = !self.names;
                self.note_switch(self.names, self.texts.names_on, self.texts.names_off);
            }
            KeyAction::Pause => {
                self.paused = !self.paused;
                self.play.engine.cancel();
                if !self.paused {
                    self.note = Some(Note::Done(self.texts.resumed.to_owned()));
                }
            }
            KeyAction::Flip => self.bottom = self.bottom.opponent(),
            KeyAction::Save => self.prompt = Some(Prompt::new(Kind::Save, FILE_NAME)),
            KeyAction::Load => self.prompt = Some(Prompt::new(Kind::Load, FILE_NAME)),
            KeyAction::New => {
                self.play.session.restart();
                self.position_changed();
                self.note = Some(Note::Done(self.texts.new_game.to_owned()));
            }
            KeyAction::Help => self.help = true,
        }
        Ok(())
    }

    fn note_switch(&mut self, on: bool, yes: &str, no: &str) {
        self.note = Some(Note::Done(if on { yes } else { no }.to_owned()));
    }

    /// Plays the move that a human chose, if it is one.
    fn choose(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.can_move() {
            let message = match self.session().mover() {
                None => self.texts.game_over,
                Some(_) => self.texts.not_your_turn,
            };
            self.note = Some(Note::Fault(message.to_owned()));
            return Ok(());
        }
        if self.session().ritual().is_some() {
            return self.answer_ritual(text);
        }
        let board = self.game().board();
        match moves::parse(text, &board) {
            Ok(mv) => self.make(mv),
            Err(error) => {
                let message = words::move_error(self.texts, &error, &board);
                self.note = Some(Note::Fault(message));
                Ok(())
            }
        }
    }

    /// Takes an answer to the ritual's question.
    fn answer_ritual(&mut self, text: &str) -> anyhow::Result<()> {
        let Some(ritual) = self.session().ritual() else {
            return Ok(());
        };
        let is_open = ritual.opened().is_some();
        match (is_open, Call::parse(text), parse_side(text)) {
            (false, Some(call), _) => self.call(call),
            (true, _, Some(mv)) => return self.make(mv),
            _ => {
                let fault = words::ritual_fault(self.texts, ritual, text);
                self.note = Some(Note::Fault(fault));
            }
        }
        Ok(())
    }

    /// Calls odd or even and opens the seal.
    fn call(&mut self, call: Call) {
        self.play.session.call(call);
        // A hint that comes now would cover what was under the seal.
        self.play.engine.cancel();
        let ritual = self.play.session.ritual();
        self.note = ritual
            .and_then(|ritual| words::ritual_opened(self.texts, ritual))
            .map(Note::Done);
    }

    fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        let before = self.game().board();
        self.play.session.play(mv)?;
        if before.position().is_choice() {
            self.bottom = self.session().bottom();
        }
        self.position_changed();
        if self.play.steps {
            let frames = steps::frames(&before, mv);
            let balls = u32::try_from(frames.len()).unwrap_or(1);
            let (whole, (least, most)) = match self.session().variant().rules().is_relay() {
                true => (LAPS_TIME, LAPS_BALL_TIME),
                false => (SOWING_TIME, BALL_TIME),
            };
            let pace = (whole / balls).clamp(least, most);
            self.sowing = Some(Sowing {
                frames,
                at: 0,
                next: Instant::now() + pace,
                pace,
            });
        }
        Ok(())
    }

    /// Drops what was said about the position before.
    fn position_changed(&mut self) {
        self.play.engine.cancel();
        self.hint = None;
        self.sowing = None;
        self.place_cursor();
    }

    /// Puts the cursor on a pit that can be sown, the same one if it can.
    fn place_cursor(&mut self) {
        let legal = self.game().legal_moves();
        let stays = self
            .cursor
            .is_some_and(|pit| legal.contains(Move::sow(pit)));
        if !stays {
            self.cursor = legal.first().and_then(Move::pit);
        }
    }

    /// Moves the cursor to the next pit that can be sown, around the end of the row.
    fn step_cursor(&mut self, right: bool) {
        if !self.can_move() {
            return;
        }
        let position = self.game().position();
        let legal: Vec<Pit> = self
            .game()
            .legal_moves()
            .iter()
            .filter_map(Move::pit)
            .collect();
        let Some(at) = legal.iter().position(|&pit| Some(pit) == self.cursor) else {
            return;
        };
        // The row at the top runs from right to left.
        let up = right == (position.side() == self.bottom);
        let next = if up { at + 1 } else { at + legal.len() - 1 };
        self.cursor = Some(legal[next % legal.len()]);
    }

    fn ask_hint(&mut self) {
        if self.can_move() {
            self.play
                .engine
                .ask(Question::Hint, self.play.session.game());
            return;
        }
        let message = match self.session().mover() {
            None => self.texts.no_hint,
            Some(_) => self.texts.not_your_turn,
        };
        self.note = Some(Note::Fault(message.to_owned()));
    }

    fn undo(&mut self) {
        let count = self.play.session.undo();
        self.note = Some(if count == 0 {
            Note::Fault(self.texts.nothing_to_undo.to_owned())
        } else {
            self.position_changed();
            Note::Done(fill(self.texts.undone, &[("count", &count)]))
        });
    }

    fn answer_prompt(&mut self, kind: Kind, file: &str) {
        let path = Path::new(file);
        match kind {
            Kind::Leave => self.left = true,
            Kind::Save | Kind::Replace => {
                match self.play.session.save(path, kind == Kind::Replace) {
                    Err(FileFault::Exists) => {
                        self.prompt = Some(Prompt::new(Kind::Replace, file));
                    }
                    saved => {
                        let done = saved.map(|()| fill(self.texts.saved, &[("file", &file)]));
                        self.tell_file(file, done, self.texts.cannot_save);
                    }
                }
            }
            Kind::Load => {
                let (file, number) = name_and_number(file);
                let loaded = self.play.session.load(Path::new(file), number);
                if loaded.is_ok() {
                    self.position_changed();
                }
                let done = loaded.map(|loaded| words::loaded(self.texts, file, loaded));
                self.tell_file(file, done, self.texts.cannot_load);
            }
        }
    }

    fn tell_file(&mut self, file: &str, result: Result<String, FileFault>, failed: &str) {
        self.note = Some(match result {
            Ok(done) => Note::Done(done),
            Err(fault) => {
                let reason = words::file_fault(self.texts, &fault);
                Note::Fault(fill(failed, &[("file", &file), ("reason", &reason)]))
            }
        });
    }

    /// Lets time pass: the next ball falls, the engine answers or is asked. Returns whether the
    /// screen changed.
    pub fn tick(&mut self, now: Instant) -> anyhow::Result<bool> {
        if let Some(sowing) = &mut self.sowing {
            if now < sowing.next {
                return Ok(false);
            }
            // Balls may fall faster than the screen is drawn.
            while sowing.next <= now && sowing.at < sowing.frames.len() {
                sowing.at += 1;
                sowing.next += sowing.pace;
            }
            if sowing.at >= sowing.frames.len() {
                self.sowing = None;
            }
            return Ok(true);
        }
        if let Some(answer) = self.play.engine.answer()? {
            self.take_reply(answer)?;
            return Ok(true);
        }
        if self.play.engine.asked().is_none() && !self.paused {
            return Ok(self.ask());
        }
        Ok(false)
    }

    fn take_reply(&mut self, answer: EngineReply) -> anyhow::Result<()> {
        match (answer.question, answer.best, answer.line) {
            (Question::Move, Some(mv), _) => self.make(mv)?,
            (Question::Hint, Some(mv), _) => {
                let text = moves::format_tgk(&self.game().board(), mv);
                self.note = Some(Note::Done(fill(self.texts.hint, &[("move", &text)])));
                self.hint = Some(mv);
                self.cursor = mv.pit();
            }
            (Question::Evaluation, _, Some(line)) => {
                let position = *self.game().position();
                self.judgement = Some(Judgement { position, line });
            }
            _ => {}
        }
        Ok(())
    }

    /// Asks the engine for what is due: its move, or the worth of the position while a human thinks
    /// and between the moves of two engines.
    fn ask(&mut self) -> bool {
        let calls = |ritual: &Ritual| ritual.opened().is_none();
        if self.session().to_move() == Some(Seat::Engine)
            && self.session().ritual().is_some_and(calls)
        {
            self.call(Call::random(&mut rand::rng()));
            return true;
        }
        let session = &self.play.session;
        let position = session.game().position();
        let is_judged = self
            .judgement
            .as_ref()
            .is_some_and(|judgement| judgement.position == *position);
        let humans = Side::BOTH.map(|side| session.seat(side) == Seat::Human);
        // Before the choice of sides the bar would tell the choice.
        let judge = self.bar && !is_judged && session.ritual().is_none();
        let question = match session.to_move() {
            Some(Seat::Engine) if humans == [false; 2] && judge => Question::Evaluation,
            Some(Seat::Engine) => Question::Move,
            _ if judge => Question::Evaluation,
            _ => return false,
        };
        self.play.engine.ask(question, session.game());
        true
    }
}
