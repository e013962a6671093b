//! Calls as the tests make them.

use serde_json::{Value, json};
use tuzdik::core::{Core, CoreConfig, EngineName};

/// A core with nothing opened.
pub fn core() -> Core {
    Core::new(CoreConfig {
        engines: vec![EngineName {
            name: "tuzdik".to_owned(),
            builtin: true,
        }],
        files: Vec::new(),
        seed: [7; 32],
    })
}

/// The reply to a call with these arguments.
pub fn reply(core: &mut Core, call: &str, args: Value) -> Value {
    let mut request = args;
    request["id"] = json!(5);
    request["call"] = json!(call);
    let reply: Value = serde_json::from_str(&core.call(&request.to_string())).expect("JSON");
    assert_eq!(reply["id"], 5);
    reply
}

/// What a call with these arguments answers.
pub fn ask(core: &mut Core, call: &str, args: Value) -> Value {
    let mut reply = reply(core, call, args);
    assert!(reply["error"].is_null(), "{call}: {reply}");
    reply["result"].take()
}

/// Why a call with these arguments fails: one line.
pub fn refused(core: &mut Core, call: &str, args: Value) -> String {
    let reply = reply(core, call, args);
    let error = reply["error"]
        .as_str()
        .unwrap_or_else(|| panic!("{call}: {reply}"));
    assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    error.to_owned()
}

/// A game of the main rules from its moves.
pub fn game(moves: &str) -> Value {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    json!({"variant": "togyzkumalak", "moves": moves})
}
