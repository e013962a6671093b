//! Exact tables: what each side can force from every board with few balls, whatever lies in the kazans.
//!
//! For a board with n balls and a player to move let F be the number of balls that the mover can force into
//! their own kazan from here on, leftovers at atsyz kalu included, and H the same for the waiting side. The
//! mover wins exactly if their kazan and F together reach the majority, loses exactly if the other kazan and
//! H do, and draws otherwise. So one entry for each board serves every division of the kazans. F + H < n
//! happens: neither can force the rest, and the game goes round for ever.
//!
//! - F = max over the moves of (what the mover gains + H of the child)
//! - H = min over the moves of (what the waiting side gains + F of the child)
//! - without a move F = 0 and H = n
//!
//! The values are the least solution of these equations, found by iterating from 0: any greater start
//! credits balls that are never won (Irving, Donkers and Uiterwijk, "Solving Kalah", 2000, and Romein and Bal,
//! "Awari is solved", 2002, solve their games by layers of balls in the same way).
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`value`]: the two numbers of a board in one byte
//! - [`rows`]: the rows of one side, numbered by their sum
//! - [`space`]: which boards a table holds, and where each one stands
//! - `moves`: what the moves of a row do, for all rows of the other side at once
//! - [`layer`]: all boards with the same number of balls
//! - [`solve`]: a layer solved from the ones below
//! - [`mod@file`]: layers in files
//! - [`tables`]: the layers of a game and its tuzdiks
//! - [`probe`]: what they say of positions
//! - [`verify`]: the equations checked by the rules alone
//! - [`count`]: how many positions are won, drawn and lost
//! - [`source`]: which tables an engine asks
//! - `build`: tables built layer after layer into a folder

#[cfg(feature = "files")]
pub mod build;
pub mod count;
pub mod file;
pub mod layer;
mod moves;
pub mod probe;
pub mod rows;
pub mod solve;
pub mod source;
pub mod space;
pub mod tables;
pub mod value;
pub mod verify;
