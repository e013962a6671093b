//! Foreign text inside our messages.

/// Most characters of foreign text that a message repeats.
const LONGEST: usize = 40;

/// Text from outside, made fit for a one-line message: in single quotes, shortened to 40
/// characters, control characters escaped.
///
/// ```
/// use tuzdik::notation::quote::quote;
/// assert_eq!(quote("7\n6"), r"'7\n6'");
/// assert!(quote(&"9".repeat(1_000_000)).chars().count() < 50);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars().take(LONGEST) {
        // Separators of lines, and what turns the direction of the text around it.
        let unfit = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || unfit {
            quoted.extend(c.escape_default());
        } else {
            quoted.push(c);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted.push('\'');
    quoted
}
