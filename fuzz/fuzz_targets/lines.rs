//! Any bytes, cut into lines: none is longer than the limit, and short input loses nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::protocol::input::{Line, LineReader};

const LIMIT: usize = 100;

fuzz_target!(|data: &[u8]| {
    let mut reader = LineReader::new(data, LIMIT);
    let mut lines = 0;
    while let Some(line) = reader.next_line().expect("memory can be read") {
        lines += 1;
        match line {
            // An invalid byte becomes a character of three.
            Line::Whole(text) => assert!(text.len() <= 3 * LIMIT),
            Line::TooLong(beginning) => assert!(beginning.len() <= 3 * 64),
        }
    }
    let ends = data.iter().filter(|&&byte| byte == b'\n').count();
    let open = data.last().is_some_and(|&byte| byte != b'\n');
    assert_eq!(lines, ends + usize::from(open));
});
