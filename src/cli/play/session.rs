//! The game that is played: who plays which side, undo, game files.

use std::path::{Path, PathBuf};

use tuzdik::game::{Board, Game, IllegalMove, Move, Side, Variant};
use tuzdik::notation::moves;
use tuzdik::notation::records::Record;

use super::file::{self, FileFault, Loaded};
use super::ritual::{Call, Ritual};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Seat {
    /// A person
    Human,
    /// The engine
    Engine,
}

/// A game between two seats.
pub struct PlaySession {
    game: Game,
    first_move: u32,
    seats: [Seat; 2],
    /// The ritual, while the choice of sides is still to be made.
    ritual: Option<Ritual>,
    /// Moves of the game when it was last saved or loaded.
    saved: Vec<Move>,
    /// The record that this game was loaded from.
    loaded: Option<Record>,
    /// The file that holds this game and nothing else.
    own_file: Option<PathBuf>,
}

impl PlaySession {
    /// A game from a board whose next move has this number.
    pub fn new(start: Board, first_move: u32, seats: [Seat; 2]) -> PlaySession {
        let mut session = PlaySession {
            game: Game::from_board(start),
            first_move,
            seats,
            ritual: None,
            saved: Vec::new(),
            loaded: None,
            own_file: None,
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
        self.loaded = None;
        self.own_file = None;
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
        if let Some(loaded) = &self.loaded {
            return file::played_on(loaded, &self.game);
        }
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

    /// Writes the game to a file in TGK. A file that holds something else than this game is only replaced
    /// if that is wanted.
    pub fn save(&mut self, path: &Path, replace: bool) -> Result<(), FileFault> {
        let is_own = self.own_file.as_deref() == Some(path);
        if !replace && !is_own && file::holds_something(path) {
            return Err(FileFault::Exists);
        }
        file::save(path, &self.record())?;
        self.saved = self.game.moves().to_vec();
        self.own_file = Some(path.to_owned());
        Ok(())
    }

    /// Goes on with a game of a file, counted from 1; without success this game stays.
    pub fn load(&mut self, path: &Path, number: usize) -> Result<Loaded, FileFault> {
        let (record, loaded) = file::load(path, number, self.variant())?;
        self.first_move = record.first_move();
        self.game = record.game().clone();
        self.saved = self.game.moves().to_vec();
        self.loaded = Some(record);
        self.own_file = (loaded.count == 1).then(|| path.to_owned());
        self.begin_ritual();
        Ok(loaded)
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tuzdik::game::Pit;

    use super::*;

    fn session(seats: [Seat; 2], pits: &[u8]) -> PlaySession {
        let start = Board::start(Variant::TogyzKumalak);
        let mut session = PlaySession::new(start, 1, seats);
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
        first.save(&path, false).unwrap();
        assert!(!first.is_unsaved());
        let mut second = session([Seat::Human, Seat::Engine], &[1]);
        let loaded = second.load(&path, 1).unwrap();
        assert_eq!((loaded.number, loaded.count), (1, 1));
        assert_eq!(second.game(), first.game());
        assert_eq!(second.move_list()[1].2, "98");
        assert!(!second.is_unsaved());
    }

    #[test]
    fn nothing_is_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tgk");
        let games = "[White \"a\"]\n\n1. 76 0-1\n\n[White \"b\"]\n\n1. 98 98 1-0\n";
        std::fs::write(&path, games).unwrap();
        let mut game = session([Seat::Human, Seat::Engine], &[]);
        assert!(matches!(game.load(&path, 3), Err(FileFault::NoSuchGame(2))));
        assert!(matches!(game.load(&path, 0), Err(FileFault::NoSuchGame(2))));
        let loaded = game.load(&path, 2).unwrap();
        assert_eq!((loaded.number, loaded.count), (2, 2));
        // The other game would be lost.
        assert!(matches!(game.save(&path, false), Err(FileFault::Exists)));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), games);
        let own = folder.path().join("own.tgk");
        for _ in 0..2 {
            game.save(&own, false).unwrap();
        }
        let text = std::fs::read_to_string(&own).unwrap();
        assert!(
            text.contains("[White \"b\"]") && text.ends_with("1. 98 98 1-0\n\n"),
            "{text}"
        );
        game.save(&path, true).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        game.restart();
        assert!(matches!(game.save(&own, false), Err(FileFault::Exists)));
    }

    #[test]
    fn a_bad_file_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.tgk");
        let mut game = session([Seat::Human, Seat::Engine], &[7]);
        let before = game.game().clone();
        assert!(matches!(
            game.load(&path, 1),
            Err(FileFault::System(io::ErrorKind::NotFound, _))
        ));
        std::fs::write(&path, "").unwrap();
        assert!(matches!(game.load(&path, 1), Err(FileFault::NoGame)));
        std::fs::write(&path, "[Event \"x\"]\n\n1. 76 98\n2. 75\n").unwrap();
        assert!(matches!(game.load(&path, 1), Err(FileFault::Faulty(4))));
        let missing = folder.path().join("none").join("game.tgk");
        assert!(matches!(
            game.save(&missing, false),
            Err(FileFault::System(io::ErrorKind::NotFound, _))
        ));
        assert_eq!(game.game(), &before);
    }
}
