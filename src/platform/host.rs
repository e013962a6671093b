//! What an embedder of the WebAssembly build supplies.

use std::sync::OnceLock;
use std::time::Duration;

/// The functions that stand for the system.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since some fixed moment; it never goes back. In a browser this is `performance.now()`.
    /// Searches call it every few hundred nodes, so that it is also the place where an embedder that can
    /// suspend WebAssembly may let messages in.
    pub now: fn() -> Duration,
    /// 64 random bits, such as from `crypto.getRandomValues`.
    pub random: fn() -> u64,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Supplies the clock and randomness; returns whether they are used, which the first call decides. Before it,
/// the clock stands still, so that time limits do not end a search, and all random seeds are 0.
pub fn set_host(host: Host) -> bool {
    HOST.set(host).is_ok()
}

pub fn now() -> Duration {
    HOST.get().map_or(Duration::ZERO, |host| (host.now)())
}

pub fn random() -> u64 {
    HOST.get().map_or(0, |host| (host.random)())
}
