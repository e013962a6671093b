//! The server of the board in the browser: who may speak to it, and what it does with engines that
//! misbehave. The hostile requests are those of real incidents.
#![cfg(unix)]

mod engines;
mod page;
mod requests;
mod sockets;
mod util;
