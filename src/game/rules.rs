//! The table of rule sets. A game is one row; each row becomes its own compiled code through
//! [`Rules`].

use std::fmt;
use std::str::FromStr;

use super::sowing::SowTable;
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
    /// Lap after lap; the rules of [`mangala`](super::mangala), to which captures, origin, tuzdiks and
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

/// A rule set as a type, for code that is compiled once for each game.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The game's name as a value.
    const VARIANT: Variant;
    /// The row of the table.
    const SET: RuleSet;
    /// The precomputed sowing of this game.
    const SOW: &'static SowTable;
}

/// The main game. Rows below differ from it in what they name.
const TOGYZ_KUMALAK: RuleSet = RuleSet {
    name: "togyzkumalak",
    pits: 9,
    balls_per_pit: 9,
    tuzdik: TuzdikRule::NotLast,
    capture: CaptureRule::Even,
    origin: Origin::Return,
    objective: Objective::Most,
    leftovers: Leftovers::Opponent,
    repetition: 3,
    repeated: Repeated::Draw,
    plays_on: false,
    extra_move: false,
    sowing: Sowing::Single,
    choice: Choice::Any,
};

/// The free form of Mangala.
const MANGALA_FREE: RuleSet = RuleSet {
    name: "mangala-free",
    pits: 7,
    balls_per_pit: 7,
    tuzdik: TuzdikRule::None,
    repetition: 2,
    repeated: Repeated::OwnSides,
    plays_on: true,
    sowing: Sowing::Relay,
    ..TOGYZ_KUMALAK
};

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $variant:ident = $set:expr;)+) => {
        /// A game by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Variant {
            $($(#[$doc])* $variant,)+
        }

        impl Variant {
            /// Every game, in the order of the table.
            pub const ALL: &'static [Variant] = &[$(Variant::$variant),+];

            /// The row of the table.
            #[inline]
            #[must_use]
            pub const fn rules(self) -> &'static RuleSet {
                match self {
                    $(Variant::$variant => const { &$set },)+
                }
            }
        }

        /// Each rule set as a type; see [`Rules`].
        pub mod sets {
            use super::*;
            $(
                $(#[$doc])*
                #[derive(Clone, Copy, Debug)]
                pub struct $variant;

                impl Rules for $variant {
                    const VARIANT: Variant = Variant::$variant;
                    const SET: RuleSet = $set;
                    const SOW: &'static SowTable = {
                        static TABLE: SowTable = SowTable::new(&$variant::SET);
                        &TABLE
                    };
                }
            )+
        }

        /// Evaluates an expression with a type name bound to the [`Rules`] of a [`Variant`].
        ///
        /// This is the one place where a game chosen at run time meets code compiled for it.
        macro_rules! with_rules {
            ($value:expr, $rules:ident => $body:expr) => {
                match $value {
                    $($crate::game::Variant::$variant => {
                        type $rules = $crate::game::rules::sets::$variant;
                        $body
                    })+
                }
            };
        }
        pub(crate) use with_rules;
    };
}

/// Toguz Poddavki; its two rows differ in who gets what is left.
const GIVEAWAY: RuleSet = RuleSet {
    name: "giveaway",
    objective: Objective::Least,
    leftovers: Leftovers::PlayerToMove,
    ..TOGYZ_KUMALAK
};

rule_sets! {
    /// Togyz Kumalak, also Toguz Korgool: 2×9, 162 balls.
    TogyzKumalak = TOGYZ_KUMALAK;
    /// The regional game on 2×7, without tuzdiks: 98 balls.
    Qozdatu = RuleSet {
        name: "qozdatu",
        pits: 7,
        balls_per_pit: 7,
        tuzdik: TuzdikRule::None,
        ..TOGYZ_KUMALAK
    };
    /// The youth game on 2×5, without tuzdiks: 50 balls.
    Bestemshe = RuleSet {
        name: "bestemshe",
        pits: 5,
        balls_per_pit: 5,
        tuzdik: TuzdikRule::None,
        ..TOGYZ_KUMALAK
    };
    /// The game as N. N. Pantusov described it in 1906: a tuzdik may stand in pit 9 too.
    Togyz1906 = RuleSet {
        name: "togyz-1906",
        tuzdik: TuzdikRule::AnyPit,
        ..TOGYZ_KUMALAK
    };
    /// Historical: only a pit that held exactly one ball is captured. Sources describe the rule in a
    /// phrase; this is the project's reading of it.
    TogyzSingleton = RuleSet {
        name: "togyz-singleton",
        capture: CaptureRule::Singleton,
        ..TOGYZ_KUMALAK
    };
    /// Historical: no ball returns to the pit that is sown. Sources describe the rule in a phrase; this
    /// is the project's reading of it.
    TogyzNoReturn = RuleSet {
        name: "togyz-noreturn",
        origin: Origin::Skip,
        ..TOGYZ_KUMALAK
    };
    /// The main game played on past the majority, to the very end: a disputed reading of the rules.
    TogyzPlayOn = RuleSet {
        name: "togyz-playon",
        plays_on: true,
        ..TOGYZ_KUMALAK
    };
    /// The main game with an extra move at atsyz kalu: a disputed rule. That the player without balls
    /// passes once, and that the game ends if the opponent's move then brings none, is the project's
    /// reading.
    TogyzExtraMove = RuleSet {
        name: "togyz-extramove",
        extra_move: true,
        ..TOGYZ_KUMALAK
    };
    /// Toguz Poddavki by M. Gering's rules of 2010: 82 balls lose, winning moves are mandatory, and
    /// what is left goes to the player who cannot move.
    Giveaway = GIVEAWAY;
    /// Toguz Poddavki by the edition of 2022: what is left goes to the opponent.
    Giveaway2022 = RuleSet {
        name: "giveaway-2022",
        leftovers: Leftovers::Opponent,
        ..GIVEAWAY
    };
    /// Mangala of Gaziantep: 98 counters on 2×7, the leftmost pit is forced.
    Mangala = RuleSet {
        name: "mangala",
        choice: Choice::Leftmost,
        ..MANGALA_FREE
    };
    /// Mangala with a free choice among the pits and no ritual.
    MangalaFree = MANGALA_FREE;
}

#[expect(clippy::derivable_impls, reason = "the variants come from a macro")]
impl Default for Variant {
    fn default() -> Variant {
        Variant::TogyzKumalak
    }
}

/// A name that is not a game's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no game is called '{}'; expected one of:", self.0)?;
        for variant in Variant::ALL {
            write!(f, " {}", variant.rules().name)?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownVariant {}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().name)
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let wanted = name.trim();
        Variant::ALL
            .iter()
            .copied()
            .find(|v| v.rules().name.eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownVariant(wanted.chars().take(40).collect()))
    }
}
