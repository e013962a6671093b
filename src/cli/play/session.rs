//! The game that is played: who plays which side, undo, game files.

use std::io;
use std::path::Path;

use tuzdik::game::{Board, Game, IllegalMove, Move, Side, Variant};
use tuzdik::notation::moves;
use tuzdik::notation::records::{Format, Record, read, write};

use super::ritual::{Call, Ritual};
use crate::cli::files;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Seat {
    /// A person
    Human,
    /// The engine
    Engine,
}

/// A game between two seats.
pub struct Session {
    game: Game,
    first_move: u32,
    seats: [Seat; 2],
    /// The ritual, while the choice of sides is still to be made.
    ritual: Option<Ritual>,
    /// Moves of the game when it was last saved or loaded.
    saved: Vec<Move>,
}

/// Why a game file was not loaded or saved.
#[derive(Debug)]
pub enum FileFault {
    /// The system refused.
    System(io::ErrorKind, Option<i32>),
    /// There is no game in it.
    NoGame,
    /// This line contradicts the rules or cannot be read.
    Faulty(usize),
    /// It is a game by other rules.
    Variant(Variant),
}

impl FileFault {
    fn of(error: &anyhow::Error) -> FileFault {
        let cause = error.downcast_ref::<io::Error>();
        let kind = cause.map_or(io::ErrorKind::Other, io::Error::kind);
        FileFault::System(kind, cause.and_then(io::Error::raw_os_error))
    }
}

impl Session {
    /// A game from a board whose next move has this number.
    pub fn new(start: Board, first_move: u32, seats: [Seat; 2]) -> Session {
        let mut session = Session {
            game: Game::from_board(start),
            first_move,
            seats,
            ritual: None,
            saved: Vec::new(),
        };
        session.begin_ritual();
        session
    }

    /// Begins the ritual where the game has one. A person calls if only one plays, else North's player.
    fn begin_ritual(&mut self) {
        let caller = match self.seats {
            [Seat::Human, Seat::Engine] => Side::South,
            _ => Side::North,
        };
        let is_choice = self.game.position().is_choice();
        self.ritual = is_choice.then(|| Ritual::new(caller));
    }

    /// The ritual, while it goes on.
    pub fn ritual(&self) -> Option<&Ritual> {
        self.ritual.as_ref()
    }

    /// Calls odd or even in the ritual.
    pub fn call(&mut self, call: Call) {
        if let Some(ritual) = &mut self.ritual {
            ritual.call(call);
        }
    }

    /// The moves so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Who plays a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// The side whose player has the turn, in the ritual too, unless the game is over.
    pub fn mover(&self) -> Option<Side> {
        if let Some(ritual) = &self.ritual {
            return Some(ritual.turn());
        }
        let over = self.game.outcome().is_some();
        (!over).then(|| self.game.position().side())
    }

    /// Who is to move, unless the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.mover().map(|side| self.seat(side))
    }

    /// The side that a board is turned to: that of the only human, else South.
    pub fn bottom(&self) -> Side {
        if self.seats == [Seat::Engine, Seat::Human] {
            Side::North
        } else {
            Side::South
        }
    }

    /// Plays a move. Whoever chooses a side sits there from then on.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        if let Some(ritual) = self.ritual.take() {
            let chosen = match mv {
                Move::NORTH => Side::North,
                _ => Side::South,
            };
            if chosen != ritual.turn() {
                self.seats.reverse();
            }
        }
        Ok(())
    }

    /// The last move and the board on which it was played.
    pub fn last_move(&self) -> Option<(Board, Move)> {
        let mv = *self.game.moves().last()?;
        let before = self.game.boards().rev().nth(1)?;
        Some((before, mv))
    }

    /// Takes moves back until a human is to move, one move where only the engine plays. Returns how
    /// many; none if a human never had the move before. The choice of sides stands.
    pub fn undo(&mut self) -> usize {
        let played = self.game.moves().len();
        let first = usize::from(self.game.start().position().is_choice());
        let mut back = (first..played).rev();
        let target = if self.seats.contains(&Seat::Human) {
            back.find(|&plies| self.seat(self.game.positions()[plies].side()) == Seat::Human)
        } else {
            back.next()
        };
        let count = target.map_or(0, |plies| played - plies);
        for _ in 0..count {
            self.game.undo();
        }
        count
    }

    /// Starts again from where this game began.
    pub fn restart(&mut self) {
        self.game = Game::from_board(self.game.start());
        self.saved.clear();
        self.begin_ritual();
    }

    /// Whether leaving now would lose moves.
    pub fn is_unsaved(&self) -> bool {
        self.game.moves() != self.saved
    }

    /// The moves in the notation of game files, each with its number and side.
    pub fn move_list(&self) -> Vec<(u32, Side, String)> {
        let record = self.record();
        let game = &self.game;
        let played = game.boards().zip(game.moves()).enumerate();
        played
            .map(|(plies, (before, &mv))| {
                let (number, side) = record.move_number(plies);
                let text = moves::format_tgk(&before, mv);
                (number, side, text)
            })
            .collect()
    }

    fn record(&self) -> Record {
        let mut record = Record::from_board(self.game.start(), self.first_move);
        for &mv in self.game.moves() {
            if record.play(mv).is_err() {
                break;
            }
        }
        let program = concat!("tuzdik ", env!("CARGO_PKG_VERSION"));
        for (tag, seat) in ["White", "Black"].into_iter().zip(self.seats) {
            let name = match seat {
                Seat::Human => "?",
                Seat::Engine => program,
            };
            record.set_tag(tag, name);
        }
        let today = jiff::Timestamp::now().strftime("%Y.%m.%d").to_string();
        record.set_tag("Date", &today);
        record
    }

    /// Writes the game to a file in TGK.
    pub fn save(&mut self, path: &Path) -> Result<(), FileFault> {
        let text = write(&self.record(), Format::Tgk);
        files::replace(path, text.as_bytes()).map_err(|error| FileFault::of(&error))?;
        self.saved = self.game.moves().to_vec();
        Ok(())
    }

    /// Goes on with the first game of a file; without success this game stays.
    pub fn load(&mut self, path: &Path) -> Result<(), FileFault> {
        let bytes = tuzdik::files::read(path)
            .map_err(|error| FileFault::System(error.kind(), error.raw_os_error()))?;
        let file = read(&bytes, self.variant());
        let parsed = file.games.into_iter().next().ok_or(FileFault::NoGame)?;
        let fault = parsed.errors.iter().find(|error| error.costs_moves());
        if let Some(error) = fault {
            return Err(FileFault::Faulty(error.line));
        }
        let game = parsed.record.game();
        if game.variant() != self.variant() {
            return Err(FileFault::Variant(game.variant()));
        }
        self.first_move = parsed.record.first_move();
        self.game = game.clone();
        self.saved = game.moves().to_vec();
        self.begin_ritual();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tuzdik::game::Pit;

    use super::*;

    fn session(seats: [Seat; 2], pits: &[u8]) -> Session {
        let start = Board::start(Variant::TogyzKumalak);
        let mut session = Session::new(start, 1, seats);
        for &pit in pits {
            session.play(Move::sow(Pit::new(pit).unwrap())).unwrap();
        }
        session
    }

    #[test]
    fn undo_gives_the_move_back_to_the_human() {
        use Seat::{Engine, Human};
        for (seats, pits, count) in [
            ([Human, Engine], &[7, 9][..], 2),
            ([Human, Engine], &[7], 1),
            ([Human, Engine], &[], 0),
            ([Engine, Human], &[7], 0),
            ([Engine, Human], &[7, 9], 1),
            ([Engine, Human], &[7, 9, 6], 2),
            ([Human, Human], &[7, 9], 1),
            ([Engine, Engine], &[7, 9], 1),
        ] {
            let mut session = session(seats, pits);
            assert_eq!(session.undo(), count, "{seats:?} {pits:?}");
            assert_eq!(session.game().moves().len(), pits.len() - count);
        }
    }

    #[test]
    fn a_saved_game_is_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.tgk");
        let mut first = session([Seat::Human, Seat::Engine], &[7, 9, 6]);
        assert!(first.is_unsaved());
        first.save(&path).unwrap();
        assert!(!first.is_unsaved());
        let mut second = session([Seat::Human, Seat::Engine], &[1]);
        second.load(&path).unwrap();
        assert_eq!(second.game(), first.game());
        assert_eq!(second.move_list()[1].2, "98");
        assert!(!second.is_unsaved());
    }

    #[test]
    fn a_bad_file_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.tgk");
        let mut game = session([Seat::Human, Seat::Engine], &[7]);
        let before = game.game().clone();
        assert!(matches!(
            game.load(&path),
            Err(FileFault::System(io::ErrorKind::NotFound, _))
        ));
        std::fs::write(&path, "").unwrap();
        assert!(matches!(game.load(&path), Err(FileFault::NoGame)));
        std::fs::write(&path, "[Event \"x\"]\n\n1. 76 98\n2. 75\n").unwrap();
        assert!(matches!(game.load(&path), Err(FileFault::Faulty(4))));
        let missing = folder.path().join("none").join("game.tgk");
        assert!(matches!(
            game.save(&missing),
            Err(FileFault::System(io::ErrorKind::NotFound, _))
        ));
        assert_eq!(game.game(), &before);
    }
}
