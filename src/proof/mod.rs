//! Proofs of results, and their check.
//!
//! - [`goal`]: what is proved
//! - [`certificate`]: a proof as a list of moves
//! - [`check`]: the checker, which knows the rules and nothing of the prover
//! - [`prove`]: proof-number search

pub mod certificate;
pub mod check;
pub mod goal;
pub mod prove;
