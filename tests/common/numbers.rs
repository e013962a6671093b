//! Numbers in files of facts.

use std::fmt::Debug;
use std::str::FromStr;

/// Numbers divided by blanks.
pub fn numbers<T: FromStr<Err: Debug>>(text: &str) -> Vec<T> {
    let words = text.split_whitespace();
    words
        .map(|word| word.parse().unwrap_or_else(|e| panic!("{text}: {e:?}")))
        .collect()
}
