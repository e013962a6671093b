//! Marks of annotators: `!`, `?!`, `±` and the numbered ones of PGN, such as `$16`.

use std::fmt;

/// A numeric annotation glyph (NAG) as the PGN standard numbers them, 1 to 255: `1` is a good move (`!`),
/// `2` a mistake (`?`), `16` a clear advantage of the first player (`±`).
///
/// ```
/// use tuzdik::notation::records::Nag;
/// let dubious = Nag::from_glyph("?!");
/// assert_eq!(dubious, Nag::new(6));
/// assert_eq!(dubious.and_then(Nag::glyph), Some("?!"));
/// assert_eq!(dubious.map(|nag| nag.to_string()), Some("$6".to_owned()));
/// assert_eq!(Nag::new(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(u8);

/// Spellings of marks with their numbers. The first spelling of a number is the one written. Of those that
/// may follow a move without a blank, none is the beginning of a later one.
const GLYPHS: [(&str, u8); 33] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 40),
    ("⇆", 132),
];

impl Nag {
    /// The mark with this number; 0 is none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Nag> {
        match number {
            0 => None,
            _ => Some(Nag(number)),
        }
    }

    /// The number, 1 to 255.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The mark with this spelling, `!?` or `+-` for example, if it is one.
    #[must_use]
    pub fn from_glyph(text: &str) -> Option<Nag> {
        let found = GLYPHS.iter().find(|(glyph, _)| *glyph == text);
        found.map(|&(_, number)| Nag(number))
    }

    /// How annotators write the mark; `None` for one that is only known by its number.
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        let found = GLYPHS.iter().find(|&&(_, number)| number == self.0);
        found.map(|&(glyph, _)| glyph)
    }

    /// The glyph that is written at a move without a blank: those that judge the move.
    pub(super) fn suffix(self) -> Option<&'static str> {
        (self.0 <= 6).then(|| self.glyph()).flatten()
    }

    /// The mark that a text begins with, and its length. One made of signs that may also be a part of
    /// something else must be followed by a character that ends words.
    pub(super) fn at_start(text: &str, ends_words: impl Fn(char) -> bool) -> Option<(Nag, usize)> {
        let is_whole = |glyph: &str| {
            let next = text[glyph.len()..].chars().next();
            !glyph.starts_with(['+', '-', '−', '–', '=']) || next.is_none_or(&ends_words)
        };
        let found = GLYPHS
            .iter()
            .find(|(glyph, _)| text.starts_with(glyph) && is_whole(glyph));
        found.map(|&(glyph, number)| (Nag(number), glyph.len()))
    }
}

impl fmt::Display for Nag {
    /// As PGN writes it: `$6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_glyphs_are_found_before_their_beginnings() {
        let at_start = |text: &str| {
            let found = Nag::at_start(text, |c| c == ' ');
            found.map(|(nag, length)| (nag.number(), length))
        };
        for (text, number, length) in [
            ("!!x", 3, 2),
            ("!", 1, 1),
            ("?!?", 6, 2),
            ("±)", 16, 2),
            ("+/- 9", 16, 3),
            ("+-", 18, 2),
            ("= ", 10, 1),
        ] {
            assert_eq!(at_start(text), Some((number, length)), "{text}");
        }
        for none in ["", "76", "=x", "+-1", "(", "é"] {
            assert_eq!(at_start(none), None, "{none}");
        }
    }

    #[test]
    fn every_glyph_means_a_number_that_is_written_by_one_of_them() {
        for (glyph, number) in GLYPHS {
            let nag = Nag::from_glyph(glyph).expect(glyph);
            assert_eq!(nag.number(), number);
            assert_eq!(nag.glyph().and_then(Nag::from_glyph), Some(nag));
        }
        assert_eq!(Nag(146).glyph(), None);
    }
}
