//! The calls of a board: each answers what the rules say.

mod grade;
mod lines;
mod positions;
mod records;
mod setups;
mod util;
