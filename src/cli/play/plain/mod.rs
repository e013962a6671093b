//! The game as plain text: a line in, a few lines out.

mod board;
mod command;

use std::io::{BufRead, Write};
use std::path::Path;

use tuzdik::game::Side;
use tuzdik::notation::moves;
use tuzdik::notation::quote::quote;

use super::Play;
use super::engine_thread::Question;
use super::file::{FileFault, name_and_number};
use super::ritual::{self, Call};
use super::session::Seat;
use super::words;
use command::PlainCommand;
use tuzdik::texts::{Texts, fill};

/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 4096;

/// Plays until `quit` or the end of the input.
pub fn run(play: Play, mut input: impl BufRead, out: impl Write) -> anyhow::Result<()> {
    let mut talk = Talk {
        texts: play.language.texts(),
        turned: false,
        names: play.names,
        replaceable: None,
        play,
        out,
    };
    if let Some(notice) = talk.play.notice.take() {
        talk.say(notice)?;
    }
    talk.begin()?;
    let mut line = Vec::new();
    loop {
        talk.let_engine_play()?;
        talk.out.flush()?;
        line.clear();
        if read_line(&mut input, &mut line)? == 0
            || !talk.execute(&String::from_utf8_lossy(&line))?
        {
            talk.out.flush()?;
            return Ok(());
        }
    }
}

/// Reads a line and returns how many bytes it had; of one that is too long only the beginning is kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<u64> {
    let mut total = 0;
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(part.len(), |end| end + 1);
        let room = MAX_LINE.saturating_sub(total).min(length as u64);
        line.extend_from_slice(&part[..room as usize]);
        input.consume(length);
        total += length as u64;
        if end.is_some() || length == 0 {
            return Ok(total);
        }
    }
}

struct Talk<W> {
    play: Play,
    texts: &'static Texts,
    /// Whether the board is turned away from its usual side.
    turned: bool,
    /// Whether the pits' names are shown.
    names: bool,
    /// The file that was not replaced by the command before this one, which the same command replaces.
    replaceable: Option<String>,
    out: W,
}

impl<W: Write> Talk<W> {
    fn say(&mut self, text: impl AsRef<str>) -> anyhow::Result<()> {
        writeln!(self.out, "{}", text.as_ref())?;
        Ok(())
    }

    /// Who plays, the board, and the seal of the ritual where there is one.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.say(self.play.title())?;
        if let Some(ritual) = self.play.session.ritual() {
            let seal = ritual.seal();
            self.say(self.texts.sealed)?;
            self.say(seal)?;
        }
        self.show_board()
    }

    /// The board, and whose turn it is or how the game ended.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let session = &self.play.session;
        let bottom = if self.turned {
            session.bottom().opponent()
        } else {
            session.bottom()
        };
        let names = self.names;
        let drawing = board::draw(self.texts, session.game(), bottom, names);
        self.say(drawing)?;
        self.show_turn()
    }

    fn show_turn(&mut self) -> anyhow::Result<()> {
        let session = &self.play.session;
        if let Some(ritual) = session.ritual() {
            let question = words::ritual_question(self.texts, ritual);
            return match session.to_move() {
                Some(Seat::Human) => self.say(question),
                _ => Ok(()),
            };
        }
        let text = match (session.game().outcome(), session.mover()) {
            (Some(outcome), _) => words::outcome(self.texts, &outcome),
            (None, Some(mover)) => fill(
                self.texts.to_move,
                &[("side", &words::side(self.texts, mover))],
            ),
            (None, None) => return Ok(()),
        };
        self.say(text)
    }

    /// Makes the engine's moves until a human is to move or the game is over.
    fn let_engine_play(&mut self) -> anyhow::Result<()> {
        let mut played = false;
        while self.play.session.to_move() == Some(Seat::Engine) {
            if self.must_call() {
                self.call(Call::random(&mut rand::rng()))?;
                continue;
            }
            let is_choice = self.play.session.ritual().is_some();
            let game = self.play.session.game();
            let Some(mv) = self.play.engine.ask_and_wait(Question::Move, game)?.best else {
                break;
            };
            let text = words::deed(self.texts, &game.board(), mv);
            self.play.session.play(mv)?;
            self.say(text)?;
            if is_choice {
                self.say(self.play.title())?;
            }
            self.out.flush()?;
            played = true;
        }
        if played { self.show_board() } else { Ok(()) }
    }

    /// Whether the ritual waits for the call.
    fn must_call(&self) -> bool {
        let ritual = self.play.session.ritual();
        ritual.is_some_and(|ritual| ritual.opened().is_none())
    }

    /// Calls odd or even and opens the seal.
    fn call(&mut self, call: Call) -> anyhow::Result<()> {
        let session = &mut self.play.session;
        session.call(call);
        let opened = session
            .ritual()
            .and_then(|ritual| words::ritual_opened(self.texts, ritual));
        self.say(opened.unwrap_or_default())?;
        self.show_turn()
    }

    /// Takes an answer to the ritual's question.
    fn answer_ritual(&mut self, text: &str) -> anyhow::Result<()> {
        if self.must_call()
            && let Some(call) = Call::parse(text)
        {
            return self.call(call);
        }
        let session = &mut self.play.session;
        let side = ritual::parse_side(text);
        match (session.ritual(), side) {
            (Some(ritual), Some(mv)) if ritual.opened().is_some() => {
                let done = words::deed(self.texts, &session.game().board(), mv);
                session.play(mv)?;
                self.say(done)?;
                self.say(self.play.title())?;
                self.show_board()
            }
            (Some(ritual), _) => {
                let fault = words::ritual_fault(self.texts, ritual, text);
                self.say(fault)
            }
            (None, _) => Ok(()),
        }
    }

    /// Does what a line asks; false when it is `quit`.
    fn execute(&mut self, line: &str) -> anyhow::Result<bool> {
        let replaceable = self.replaceable.take();
        match PlainCommand::parse(line) {
            None => {}
            Some(PlainCommand::Quit) => return Ok(false),
            Some(PlainCommand::Move(text)) => self.play_move(text)?,
            Some(PlainCommand::Hint) => self.hint()?,
            Some(PlainCommand::Eval) => self.evaluate()?,
            Some(PlainCommand::Undo) => self.undo()?,
            Some(PlainCommand::New) => {
                self.play.session.restart();
                self.say(self.texts.new_game)?;
                self.begin()?;
            }
            Some(PlainCommand::Board) => self.show_board()?,
            Some(PlainCommand::Names) => {
                self.names = !self.names;
                self.show_board()?;
            }
            Some(PlainCommand::Flip) => {
                self.turned = !self.turned;
                self.show_board()?;
            }
            Some(PlainCommand::Save("")) | Some(PlainCommand::Load("")) => {
                let command = line.trim();
                self.say(fill(self.texts.file_name_needed, &[("command", &command)]))?;
            }
            Some(PlainCommand::Save(file)) => {
                let again = replaceable.as_deref() == Some(file);
                let saved = self.play.session.save(Path::new(file), again);
                if matches!(saved, Err(FileFault::Exists)) {
                    self.replaceable = Some(file.to_owned());
                }
                let done = saved.map(|()| fill(self.texts.saved, &[("file", &file)]));
                self.tell_file(file, done, self.texts.cannot_save)?;
            }
            Some(PlainCommand::Load(file)) => {
                let (file, number) = name_and_number(file);
                let loaded = self.play.session.load(Path::new(file), number);
                let is_loaded = loaded.is_ok();
                let done = loaded.map(|loaded| words::loaded(self.texts, file, loaded));
                self.tell_file(file, done, self.texts.cannot_load)?;
                if is_loaded {
                    self.begin()?;
                }
            }
            Some(PlainCommand::Help) => {
                let help = command::help(self.texts);
                self.say(help)?;
            }
        }
        Ok(true)
    }

    fn play_move(&mut self, text: &str) -> anyhow::Result<()> {
        if self.play.session.ritual().is_some() {
            return self.answer_ritual(text);
        }
        let session = &mut self.play.session;
        let board = session.game().board();
        // Repetition ends a game without showing in the position.
        if session.mover().is_none() {
            let is_move = text.starts_with(|c: char| c.is_ascii_digit());
            let message = if is_move {
                self.texts.game_over.to_owned()
            } else {
                self.unknown(text)
            };
            return self.say(message);
        }
        match moves::parse(text, &board) {
            Ok(mv) => {
                let done = words::deed(self.texts, &board, mv);
                session.play(mv)?;
                self.say(done)?;
                if self.play.session.to_move() == Some(Seat::Engine) {
                    return Ok(());
                }
                self.show_board()
            }
            Err(error) => {
                let message = words::move_error(self.texts, &error, &board);
                self.say(message)
            }
        }
    }

    fn unknown(&self, text: &str) -> String {
        let pits = self.play.session.variant().rules().pits;
        fill(
            self.texts.unknown_input,
            &[("text", &quote(text)), ("pits", &pits)],
        )
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let game = self.play.session.game();
        let best = self.play.engine.ask_and_wait(Question::Hint, game)?.best;
        let text = match best {
            Some(mv) => {
                let mv = moves::format_tgk(&game.board(), mv);
                fill(self.texts.hint, &[("move", &mv)])
            }
            None => self.texts.no_hint.to_owned(),
        };
        self.say(text)
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        let game = self.play.session.game();
        let answer = self.play.engine.ask_and_wait(Question::Evaluation, game)?;
        let Some(line) = answer.line else {
            return Ok(());
        };
        let (chance, score) = words::judgement(&line, game.position());
        let south = words::side(self.texts, Side::South);
        let percent = (chance + 5) / 10;
        let text = format!("{}: {south} {score} ({percent}%)", self.texts.evaluation);
        self.say(text)
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        match self.play.session.undo() {
            0 => self.say(self.texts.nothing_to_undo),
            count => {
                self.say(fill(self.texts.undone, &[("count", &count)]))?;
                self.show_board()
            }
        }
    }

    fn tell_file(
        &mut self,
        file: &str,
        result: Result<String, FileFault>,
        failed: &str,
    ) -> anyhow::Result<()> {
        let text = match result {
            Ok(done) => done,
            Err(fault) => {
                let reason = words::file_fault(self.texts, &fault);
                fill(failed, &[("file", &file), ("reason", &reason)])
            }
        };
        self.say(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        let mut text = vec![b'x'; 10_000];
        text.extend_from_slice(b"\nquit");
        let mut input = text.as_slice();
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, &mut line).unwrap(), 10_001);
        assert_eq!(line.len() as u64, MAX_LINE);
        line.clear();
        assert_eq!(read_line(&mut input, &mut line).unwrap(), 4);
        assert_eq!(line, b"quit");
        assert_eq!(read_line(&mut input, &mut line).unwrap(), 0);
    }
}
