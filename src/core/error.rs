//! Why a call failed.

use std::fmt;

/// Why a call failed, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallError(String);

impl CallError {
    /// The error with this text; what would break the line is replaced.
    pub fn new(error: impl fmt::Display) -> CallError {
        CallError(error.to_string().replace(char::is_control, " "))
    }

    /// A request that cannot be read.
    pub fn request(error: &serde_json::Error) -> CallError {
        CallError::new(format_args!("the request cannot be read: {error}"))
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CallError {}
