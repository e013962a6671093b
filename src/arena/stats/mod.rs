//! What the results say: Elo differences, sequential tests, rating lists.

pub mod elo;
mod fit;
pub mod groups;
mod laplacian;
pub mod rating;
pub mod sample;
pub mod sprt;
pub mod tally;
