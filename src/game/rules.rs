//! What a game is made of: the rule set and the words of which its rules are made.

use super::types::Pit;

/// When three balls in an opponent's pit become a tuzdik.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuzdikRule {
    /// There are no tuzdiks.
    None,
    /// In any pit but the last one and the one whose number the opponent's tuzdik has.
    NotLast,
    /// As [`NotLast`](TuzdikRule::NotLast), and in the last pit too.
    AnyPit,
}

/// When the last ball of a sowing captures the opponent's pit into which it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureRule {
    /// When the pit then holds an even number of balls.
    Even,
    /// When the pit held exactly one ball before, so that two are taken.
    Singleton,
}

/// Where the first ball of a sowing of two or more goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Back into the pit just emptied; later laps pass through it too.
    Return,
    /// Into the next pit; every lap skips the origin.
    Skip,
}

/// What the players strive for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The larger kazan wins.
    Most,
    /// The smaller kazan wins, and a move that wins balls must be played where one exists.
    Least,
}

impl Objective {
    /// What a ball in one's own kazan is worth: 1, or -1 where it counts against its owner.
    #[inline]
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Objective::Most => 1,
            Objective::Least => -1,
        }
    }
}

/// How a move sows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sowing {
    /// Once; the rules of Togyz Kumalak.
    Single,
    /// Lap after lap; the rules of Mangala, to which captures, origin, tuzdiks and
    /// what is left over do not apply.
    Relay,
}

/// Which of the occupied pits may be sown, in relay games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any.
    Any,
    /// The leftmost one only. The one decision of the game is the choice of sides, which the start
    /// position has still to be made.
    Leftmost,
}

/// What happens when a position occurs too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// A draw, unless a kazan holds the majority.
    Draw,
    /// The game ends, and each player keeps what lies on their own side.
    OwnSides,
}

/// Who gets the balls that are left when the player to move has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leftovers {
    /// The opponent, on whose side they lie.
    Opponent,
    /// The player who cannot move.
    PlayerToMove,
}

/// One game: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The name in the protocol and on the command line.
    pub name: &'static str,
    /// Pits a side, 1..=9.
    pub pits: u8,
    /// Balls in each pit at the start.
    pub balls_per_pit: u8,
    /// When tuzdiks are made.
    pub tuzdik: TuzdikRule,
    /// When the last ball captures.
    pub capture: CaptureRule,
    /// Where a sowing starts.
    pub origin: Origin,
    /// Which kazan wins.
    pub objective: Objective,
    /// Who gets what is left at the end.
    pub leftovers: Leftovers,
    /// The occurrence of a position that ends the game, 2 or more.
    pub repetition: u8,
    /// What the repetition means.
    pub repeated: Repeated,
    /// Whether a majority does not end the game, which is played on to its very end; Kazakh texts
    /// dispute it.
    pub plays_on: bool,
    /// Whether a player without balls passes once, so that the opponent has an extra move before the
    /// game ends; Kazakh texts dispute it.
    pub extra_move: bool,
    /// How a move sows.
    pub sowing: Sowing,
    /// Which pits may be sown.
    pub choice: Choice,
}

impl RuleSet {
    /// Whether moves sow lap after lap, as in Mangala.
    #[inline]
    #[must_use]
    pub const fn is_relay(&self) -> bool {
        matches!(self.sowing, Sowing::Relay)
    }

    /// Whether a player may have to pass.
    #[inline]
    #[must_use]
    pub const fn has_passes(&self) -> bool {
        self.is_relay() || self.extra_move
    }

    /// Whether nothing is left to decide once the sides are chosen.
    #[inline]
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        matches!(self.choice, Choice::Leftmost)
    }

    /// All balls of the game.
    #[inline]
    #[must_use]
    pub const fn balls(&self) -> u8 {
        2 * self.pits * self.balls_per_pit
    }

    /// The number of balls in a kazan that decides the game: more than half of all.
    #[inline]
    #[must_use]
    pub const fn majority(&self) -> u8 {
        self.balls() / 2 + 1
    }

    /// Whether a tuzdik may be made in this pit, whatever else the position holds.
    #[inline]
    #[must_use]
    pub const fn allows_tuzdik(&self, pit: Pit) -> bool {
        match self.tuzdik {
            TuzdikRule::None => false,
            TuzdikRule::NotLast => pit.number() < self.pits,
            TuzdikRule::AnyPit => pit.number() <= self.pits,
        }
    }
}
