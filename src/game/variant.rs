//! The table of rule sets: the games by name.

use std::fmt;
use std::str::FromStr;

use super::rules::{
    CaptureRule, Choice, Leftovers, Objective, Origin, Repeated, RuleSet, Sowing, TuzdikRule,
};

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
