//! The ritual before a game of Mangala.

use serde::{Deserialize, Serialize};

use crate::ritual;
pub use crate::ritual::Seal;

use super::Core;
use super::about::NoArgs;
use super::error::CallError;

/// Most seals that are kept unopened.
pub const MOST: usize = 100;

/// A number that was hidden.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hidden {
    /// For the call.
    pub ritual: u32,
    /// The SHA-256 sum of the sealed text, to be shown before the call.
    pub seal: String,
}

/// A call.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct RitualArgs {
    /// What `ritual.hide` answered.
    pub ritual: u32,
    /// What is called; the program calls at random without it.
    #[serde(default)]
    pub says: Option<OddEven>,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum OddEven {
    /// One counter.
    Odd,
    /// Two counters.
    Even,
}

/// How a call went.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    /// What was called.
    pub called: OddEven,
    /// Whether it was right, so that the caller chooses a side; otherwise the hider does.
    pub right: bool,
    /// The text that the seal is of: the number of counters, a blank and a random number.
    pub opened: String,
}

/// `ritual.hide`.
pub fn hide(core: &mut Core, _: NoArgs) -> Result<Hidden, CallError> {
    let seal = Seal::new(&mut core.rng);
    let sum = seal.sum();
    Ok(Hidden {
        ritual: core.rituals.keep(seal),
        seal: sum,
    })
}

/// `ritual.call`: a seal is opened once.
pub fn call(core: &mut Core, args: RitualArgs) -> Result<Opened, CallError> {
    let seal = core.rituals.take(args.ritual)?;
    let call = match args.says {
        Some(OddEven::Odd) => ritual::Call::Odd,
        Some(OddEven::Even) => ritual::Call::Even,
        None => ritual::Call::random(&mut core.rng),
    };
    Ok(Opened {
        called: match call {
            ritual::Call::Odd => OddEven::Odd,
            ritual::Call::Even => OddEven::Even,
        },
        right: seal.fits(call),
        opened: seal.opened(),
    })
}
