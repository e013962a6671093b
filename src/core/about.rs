//! What there is: rule sets, engines, languages, texts, levels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::rules::TuzdikRule;
use crate::game::{Board, Variant};
use crate::search::Strength;
use crate::texts::{Language, fill};

use super::Core;
use super::error::CallError;

/// Nothing is asked beside the call itself.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoArgs {}

/// What the program has.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The version of the program.
    pub version: &'static str,
    /// The rule sets.
    pub variants: Vec<VariantView>,
    /// The engines that a board can speak to.
    pub engines: Vec<EngineView>,
    /// The languages that there are texts in.
    pub languages: Vec<LanguageView>,
    /// The names of the files that the board opens with; `records.read` takes their index.
    pub files: Vec<String>,
}

/// A rule set.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariantView {
    /// The name by which calls and engines know it.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Pits a side.
    pub pits: u8,
    /// Balls in each pit at the start.
    pub balls_per_pit: u8,
    /// All balls.
    pub balls: u8,
    /// Whether there are tuzdiks.
    pub tuzdiks: bool,
    /// Whether moves sow lap after lap.
    pub relay: bool,
    /// Whether a game begins with the ritual, after which there is nothing left to decide.
    pub ritual: bool,
    /// More than half of the balls.
    pub majority: u8,
    /// Whether the smaller kazan wins.
    pub giveaway: bool,
    /// The FEN of the start position.
    pub start: String,
}

/// An engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineView {
    /// Its name.
    pub name: String,
    /// Whether it is this program.
    pub builtin: bool,
}

/// A language.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LanguageView {
    /// Its code.
    pub code: &'static str,
    /// Its name for itself.
    pub name: &'static str,
}

/// A level of play.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelView {
    /// The number of the level, for the option `Skill Level`.
    pub level: u8,
    /// Its rating on the project's scale.
    pub elo: u16,
    /// Its name for people.
    pub text: String,
}

/// `hello`.
pub fn hello(core: &mut Core, _: NoArgs) -> Result<Hello, CallError> {
    let texts = core.texts();
    let variants = Variant::ALL.iter().map(|&variant| {
        let rules = variant.rules();
        VariantView {
            name: rules.name,
            title: texts.variant(variant),
            pits: rules.pits,
            balls_per_pit: rules.balls_per_pit,
            balls: rules.balls(),
            tuzdiks: rules.tuzdik != TuzdikRule::None,
            relay: rules.is_relay(),
            ritual: rules.is_forced(),
            majority: rules.majority(),
            giveaway: rules.objective.sign() < 0,
            start: crate::notation::fen::format(&Board::start(variant), 1),
        }
    });
    let engines = core.config.engines.iter().map(|engine| EngineView {
        name: engine.name.clone(),
        builtin: engine.builtin,
    });
    Ok(Hello {
        version: env!("CARGO_PKG_VERSION"),
        variants: variants.collect(),
        engines: engines.collect(),
        languages: Language::ALL
            .map(|language| LanguageView {
                code: language.code(),
                name: language.name(),
            })
            .into(),
        files: core.config.files.iter().map(|f| f.name.clone()).collect(),
    })
}

/// `texts`: every text with its name, in the language of the request.
pub fn texts(
    core: &mut Core,
    _: NoArgs,
) -> Result<BTreeMap<&'static str, &'static str>, CallError> {
    Ok(core.texts().all().into_iter().collect())
}

/// `levels`.
pub fn levels(core: &mut Core, _: NoArgs) -> Result<Vec<LevelView>, CallError> {
    let (least, most) = Strength::LEVELS;
    let view = |level| LevelView {
        level,
        elo: Strength::from_level(level).elo(),
        text: fill(core.texts().engine_level, &[("level", &level)]),
    };
    Ok((least..=most).map(view).collect())
}
