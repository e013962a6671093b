//! Lines of thought of foreign engines, as the referee reads them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::arena::info::Thought;

fuzz_target!(|lines: &str| {
    let mut thought = Thought::default();
    for line in lines.lines() {
        thought.update(line);
    }
    let _ = thought.centiballs();
});
