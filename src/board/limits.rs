//! How much of everything there may be.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

/// Most open connections; browsers keep some open.
pub const MOST_CONNECTIONS: usize = 128;
/// How long a connection may take for the head of its next request.
pub const HEADER_TIME: Duration = Duration::from_secs(5);
/// Most open sockets.
pub const MOST_SOCKETS: usize = 32;
/// Most running engines.
pub const MOST_ENGINES: usize = 8;
/// Longest message from the page, in bytes.
pub const MAX_MESSAGE: usize = 2 << 20;
/// How long a socket may be open without the token.
pub const TOKEN_TIME: Duration = Duration::from_secs(10);
/// How long a page may leave a message unread, or an engine its input.
pub const WRITE_TIME: Duration = Duration::from_secs(10);
/// Longest line of an engine, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// Most output of an engine in one second, in bytes.
pub const MAX_OUTPUT: usize = 32 << 20;

/// Counts what is open.
#[derive(Clone, Debug)]
pub struct Places {
    /// Of sockets.
    pub sockets: Arc<Semaphore>,
    /// Of engines.
    pub engines: Arc<Semaphore>,
}

impl Places {
    /// All of them free.
    pub fn new() -> Places {
        Places {
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            engines: Arc::new(Semaphore::new(MOST_ENGINES)),
        }
    }
}
