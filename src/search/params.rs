//! The constants of the search. Scores are in hundredths of a ball, depths in plies.

use super::score::Score;

/// Half width of the first window around the previous score.
pub const ASPIRATION: Score = 120;
/// First depth at which the window is narrowed.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: deepest node, and margin for each ply.
pub const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// See [`REVERSE_FUTILITY_DEPTH`].
pub const REVERSE_FUTILITY_MARGIN: Score = 130;

/// Razoring: deepest node, and margin for each ply.
pub const RAZOR_DEPTH: i32 = 3;
/// See [`RAZOR_DEPTH`].
pub const RAZOR_MARGIN: Score = 350;

/// Futility of single moves: deepest node, fixed part and part for each ply of the margin.
pub const FUTILITY_DEPTH: i32 = 5;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_BASE: Score = 150;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_MARGIN: Score = 150;

/// Least depth for looking up the children before searching any.
pub const ENHANCED_CUTOFF_DEPTH: i32 = 3;

/// Least depth at which late moves are reduced.
pub const REDUCTION_DEPTH: i32 = 3;
/// Reduction of move number `m` at depth `d`: base + ln d · ln m / divisor, in hundredths.
pub const REDUCTION_BASE: f64 = 0.35;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: f64 = 2.2;

/// A quiet move is reduced by one ply less for each of these in its history counter.
pub const REDUCTION_HISTORY: i32 = 4096;

/// A node without a table move is searched this much shallower from this depth on.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// First ply at which single replies are no longer followed without cost.
pub const FORCED_PLY: usize = 100;

/// Largest value of a history counter.
pub const HISTORY_LIMIT: i32 = 8192;

/// Least depth of a node that puts off moves which another thread is searching.
pub const PUT_OFF_DEPTH: i32 = 4;
