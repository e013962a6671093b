//! The programs in `examples/`, run as functions.

#[path = "../examples/protocol.rs"]
#[allow(dead_code)]
mod protocol;

/// What an example prints.
fn printed<E: std::fmt::Debug>(run: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> String {
    let mut out = Vec::new();
    run(&mut out).expect("the example runs");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_protocol_from_a_string() {
    let text = printed(protocol::run);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "response 11 22 33 44 55 66 78 89 99");
    assert!(lines[1].starts_with("info depth 1 "), "{text}");
    let [.., best, last] = lines.as_slice() else {
        panic!("{text}");
    };
    let best = best.strip_prefix("bestmove ").expect("a move");
    assert_eq!(*last, format!("The engine plays {best}."));
}
