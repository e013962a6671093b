//! Files of facts from outside that may lie in `shared/vectors` beside the project.

use std::path::Path;

use serde_json::Value;

/// The contents of a file of facts; where there is none it says so on stdout.
pub fn load(name: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/vectors")
        .join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("a file of facts is JSON")),
        Err(error) => {
            println!("{name}: no cases were run ({error})");
            None
        }
    }
}
