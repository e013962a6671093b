//! What the texts of a record may hold.

/// The word for "the player to move has no ball" in a PlayOK record, not a comment.
pub(super) const ZERO_MARKER: &str = "zero";

/// Characters between words: white space, control characters and a byte-order mark.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Characters that no move, number or result goes on with.
pub(super) fn ends_words(c: char) -> bool {
    is_blank(c) || matches!(c, '{' | '}' | ';' | '(' | ')' | '$' | '*')
}

/// Characters of the name of a tag.
pub(super) fn is_tag_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A comment that survives being written and read: one line without braces, and not [`ZERO_MARKER`].
pub(super) fn tidy_comment(text: &str) -> String {
    let text = text.replace('{', "(").replace('}', ")");
    let words: Vec<&str> = text.split(is_blank).filter(|w| !w.is_empty()).collect();
    let comment = words.join(" ");
    match comment.eq_ignore_ascii_case(ZERO_MARKER) {
        true => String::new(),
        false => comment,
    }
}

/// Two comments that became one.
pub(super) fn join_comments(first: &str, second: &str) -> String {
    tidy_comment(&format!("{first} {second}"))
}
