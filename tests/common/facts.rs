//! Members of the files of facts.

use serde_json::Value;

/// A string that must be there.
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} is no string in {value}"))
}

/// An array that must be there.
pub fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name]
        .as_array()
        .unwrap_or_else(|| panic!("{name} is no array in {value}"))
}
