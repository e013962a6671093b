//! The constants of the search. Scores are in hundredths of a ball, depths in plies.
//!
//! With the feature `tune` each of those in the table is an option of the protocol, for
//! `scripts/tune-search`; without it they are constants.

/// Defines functions that return the constants, and with the feature `tune` the list of them.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $least:literal ..= $most:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub fn $name() -> i32 {
                tune::values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )+

        /// The constants as variables.
        #[cfg(feature = "tune")]
        pub mod tune {
            use std::sync::atomic::AtomicI32;

            /// One constant of the search.
            #[derive(Debug)]
            pub struct Parameter {
                /// Its name.
                pub name: &'static str,
                /// Its value without the feature.
                pub default: i32,
                /// Least sensible value.
                pub least: i32,
                /// Largest sensible value.
                pub most: i32,
                /// Its value.
                pub value: &'static AtomicI32,
            }

            #[allow(non_upper_case_globals)]
            pub(super) mod values {
                use std::sync::atomic::AtomicI32;
                $(pub static $name: AtomicI32 = AtomicI32::new($default);)+
            }

            /// All of them.
            pub static ALL: &[Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    default: $default,
                    least: $least,
                    most: $most,
                    value: &values::$name,
                },)+
            ];
        }
    };
}

parameters! {
    /// Half width of the first window around the previous score.
    aspiration = 120 in 20..=500;
    /// Reverse futility: deepest node.
    reverse_futility_depth = 7 in 3..=12;
    /// Reverse futility: margin for each ply.
    reverse_futility_margin = 130 in 30..=400;
    /// Razoring: deepest node.
    razor_depth = 3 in 0..=6;
    /// Razoring: margin for each ply.
    razor_margin = 350 in 100..=1000;
    /// Futility of single moves: deepest node.
    futility_depth = 5 in 2..=10;
    /// Futility of single moves: fixed part of the margin.
    futility_base = 150 in 0..=600;
    /// Futility of single moves: part of the margin for each ply.
    futility_margin = 150 in 30..=500;
    /// Late move reductions: hundredths of a ply at once.
    reduction_base = 35 in 0..=150;
    /// Late move reductions: ten-thousandths of a ply for each ln depth · ln move number.
    reduction_slope = 4545 in 1500..=10000;
    /// A quiet move is reduced by one ply less for each of these in its history counter.
    reduction_history = 4096 in 1024..=16384;
    /// A node without a table move is searched one ply shallower from this depth on.
    internal_reduction_depth = 5 in 2..=10;
}

/// How much wider the window gets each time that the score lies outside.
pub const ASPIRATION_GROWTH: i32 = 3;
/// A half width above this is as good as none.
pub const ASPIRATION_WIDEST: i32 = 2000;
/// First depth at which the window is narrowed.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Least depth for looking up the children before searching any.
pub const ENHANCED_CUTOFF_DEPTH: i32 = 3;

/// Least depth at which late moves are reduced.
pub const REDUCTION_DEPTH: i32 = 3;

/// First ply at which single replies are no longer followed without cost.
pub const FORCED_PLY: usize = 100;

/// Largest value of a history counter.
pub const HISTORY_LIMIT: i32 = 8192;

/// Least depth of a node that puts off moves which another thread is searching.
pub const DEFER_DEPTH: i32 = 4;
