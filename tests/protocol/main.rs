//! Dialogues with the real binary over pipes.

mod book;
mod clocks;
mod described;
mod driver;
mod endings;
mod family;
mod fuzz;
mod grammar;
mod handshake;
mod input;
mod logging;
mod manager;
mod memory;
mod mid_search;
mod options;
mod people;
mod ponder;
mod positions;
mod searches;
