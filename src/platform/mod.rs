//! What differs between operating systems and WebAssembly, behind one interface: the clock, randomness,
//! memory and threads.
//!
//! Two features choose what a native build takes from the system. `threads` brings the thread pool of parallel
//! searches; without it a search runs on the thread that calls it. `os-memory` brings large pages for the
//! transposition table, memory-mapped files and the size of the main memory; without it the allocator serves
//! tables, files are read, and the size is unknown.
//!
//! WebAssembly (`wasm32-unknown-unknown`) has none of these, and neither a clock nor randomness: an embedder
//! supplies both with `set_host`.

mod clock;
mod files;
mod memory;
mod pages;
mod random;
mod threads;

#[cfg(target_family = "wasm")]
mod host;

pub use clock::Instant;
pub use files::{FileBytes, file_bytes};
#[cfg(target_family = "wasm")]
pub use host::{Host, set_host};
pub use memory::{available_memory, total_memory};
pub use pages::{ZeroedAtomic, ZeroedPages};
pub use random::random_seed;
pub use threads::{MAX_THREADS, ThreadPool, for_each, sum, thread_pool};
