//! Proofs of results, and their check.
//!
//! - [`goal`]: what is proved
//! - [`certificate`]: a proof as a list of moves
//! - [`mod@file`]: certificates in files
//! - [`check`]: the checker, which knows the rules and nothing of the prover
//! - `numbers`, [`search`]: depth-first proof-number search
//! - [`prove`]: whether a goal is reached, with the certificate that shows it

pub mod certificate;
pub mod check;
pub mod file;
pub mod goal;
mod numbers;
pub mod prove;
pub mod search;
