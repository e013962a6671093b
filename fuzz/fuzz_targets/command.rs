//! A protocol line as a command; errors print as one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::Side;
use tuzdik::protocol::command::Command;

fuzz_target!(|line: &str| {
    match Command::parse(line) {
        Ok(Command::Go(parsed)) => {
            for side in Side::BOTH {
                let Some(go) = &parsed.go else { continue };
                let limits = go.limits(side);
                assert!(limits.depth != Some(0) && limits.nodes != Some(0));
            }
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
