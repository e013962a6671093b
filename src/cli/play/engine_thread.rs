//! The engine's part: a thread that chooses moves, gives hints and judges positions.

use std::sync::mpsc::{self, Receiver, RecvError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use tuzdik::book::{BookSource, Selection, choose};
use tuzdik::game::{Game, Move};
use tuzdik::search::{Engine, Limits, SearchLine, StopToken, Strength};

/// Table size in MB of the opponent at full strength, and of the adviser.
const HASH_MB: usize = 32;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_millis(1000);
/// Time for judging a position.
const EVALUATION_TIME: Duration = Duration::from_millis(500);

/// What is asked of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The opponent's move, at its level.
    Move,
    /// The best move, at full strength.
    Hint,
    /// The worth of the position, at full strength.
    Evaluation,
}

/// What the engine answers.
#[derive(Clone, Debug)]
pub struct EngineReply {
    /// What was asked.
    pub question: Question,
    /// The move to play; `None` when the game is over.
    pub best: Option<Move>,
    /// The line of thought that begins with it; its score is the side to move's.
    pub line: Option<SearchLine>,
}

struct Request {
    id: u64,
    question: Question,
    game: Game,
    stop: StopToken,
}

/// The engine on a thread of its own. One question at a time is open: a new one drops the one
/// before.
pub struct EngineThread {
    requests: Sender<Request>,
    answers: Receiver<(u64, EngineReply)>,
    /// The open question.
    open: Option<(Question, StopToken)>,
    last_id: u64,
}

impl EngineThread {
    /// An engine that plays at a strength with this time for a move, at full strength by the book if
    /// there is one.
    pub fn new(
        strength: Strength,
        movetime: Duration,
        book: Option<Selection>,
    ) -> anyhow::Result<EngineThread> {
        let book = book.filter(|_| strength == Strength::FULL);
        let mut opponent = Engine::new(HASH_MB)?;
        opponent.set_strength(strength)?;
        let mut adviser = Engine::new(HASH_MB)?;
        let (requests, asked) = mpsc::channel::<Request>();
        let (answer, answers) = mpsc::channel();
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || {
                for request in asked {
                    let (engine, time) = match request.question {
                        Question::Move => (&mut opponent, movetime),
                        Question::Hint => (&mut adviser, HINT_TIME),
                        Question::Evaluation => (&mut adviser, EVALUATION_TIME),
                    };
                    let reply =
                        by_book(book, &request).unwrap_or_else(|| search(engine, time, &request));
                    if answer.send((request.id, reply)).is_err() {
                        break;
                    }
                }
            })
            .context("cannot start a thread for the engine")?;
        Ok(EngineThread {
            requests,
            answers,
            open: None,
            last_id: 0,
        })
    }

    /// Asks about the last position of a game.
    pub fn ask(&mut self, question: Question, game: &Game) {
        self.cancel();
        let stop = StopToken::new();
        self.last_id += 1;
        let request = Request {
            id: self.last_id,
            question,
            game: game.clone(),
            stop: stop.clone(),
        };
        // If the thread is gone, waiting for the answer tells it.
        let _ = self.requests.send(request);
        self.open = Some((question, stop));
    }

    /// The question that is open.
    pub fn asked(&self) -> Option<Question> {
        self.open.as_ref().map(|(question, _)| *question)
    }

    /// Drops the open question.
    pub fn cancel(&mut self) {
        if let Some((_, stop)) = self.open.take() {
            stop.stop();
        }
    }

    /// The answer to the open question, if it is there.
    pub fn answer(&mut self) -> anyhow::Result<Option<EngineReply>> {
        while self.open.is_some() {
            match self.answers.try_recv() {
                Ok((id, answer)) if id == self.last_id => {
                    self.open = None;
                    return Ok(Some(answer));
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(RecvError).context(GONE),
            }
        }
        Ok(None)
    }

    /// Asks and waits for the answer.
    pub fn ask_and_wait(&mut self, question: Question, game: &Game) -> anyhow::Result<EngineReply> {
        self.ask(question, game);
        loop {
            let (id, answer) = self.answers.recv().context(GONE)?;
            if id == self.last_id {
                self.open = None;
                return Ok(answer);
            }
        }
    }
}

/// Says that the engine's thread ended, which only a bug makes it do.
const GONE: &str = "the engine failed";

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The opponent's move by the book.
fn by_book(book: Option<Selection>, request: &Request) -> Option<EngineReply> {
    let settings = book.filter(|_| request.question == Question::Move)?;
    let source = BookSource::default();
    let book = source.book(request.game.variant())?;
    let choice = choose(book, &request.game, &[], &settings)?;
    let line = choice.lines.first()?;
    Some(EngineReply {
        question: request.question,
        best: line.moves.first().copied(),
        line: None,
    })
}

fn search(engine: &mut Engine, time: Duration, request: &Request) -> EngineReply {
    let limits = Limits {
        movetime: Some(time),
        ..Limits::default()
    };
    let result = engine.search(&request.game, &limits, &request.stop, &mut |_| {});
    EngineReply {
        question: request.question,
        best: result.best,
        line: result.lines.into_iter().next(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tuzdik::game::Variant;

    use super::*;

    #[test]
    fn the_book_answers_at_once_at_full_strength() {
        let hour = Duration::from_secs(3600);
        let game = Game::new(Variant::TogyzKumalak);
        let mut thread =
            EngineThread::new(Strength::FULL, hour, Some(Selection::default())).unwrap();
        let begin = Instant::now();
        let answer = thread.ask_and_wait(Question::Move, &game).unwrap();
        assert!(game.legal_moves().contains(answer.best.unwrap()));
        assert!(begin.elapsed() < Duration::from_secs(60));
        // A weaker player searches, and tells what it saw.
        let level = Strength::from_level(1);
        let mut thread = EngineThread::new(level, hour, Some(Selection::default())).unwrap();
        assert!(
            thread
                .ask_and_wait(Question::Move, &game)
                .unwrap()
                .line
                .is_some()
        );
    }

    #[test]
    fn a_new_question_drops_the_one_before() {
        let mut thread =
            EngineThread::new(Strength::from_level(1), Duration::from_secs(1), None).unwrap();
        let game = Game::new(Variant::TogyzKumalak);
        thread.ask(Question::Hint, &game);
        thread.ask(Question::Evaluation, &game);
        let answer = thread.ask_and_wait(Question::Move, &game).unwrap();
        assert_eq!(answer.question, Question::Move);
        assert!(game.legal_moves().contains(answer.best.unwrap()));
        assert_eq!(thread.asked(), None);
        assert!(thread.answer().unwrap().is_none());
    }
}
