//! From the bytes of a text file to its text.
//!
//! Files of games come as UTF-8, as UTF-16 from some editors, and with names in the one-byte encodings of the
//! last century: Windows-1251 and KOI8-R for Cyrillic letters, KZ-1048 for Kazakh ones, Latin-1 and its kin for
//! others. Moves are ASCII in all of the latter.

#[cfg(feature = "encodings")]
mod kz1048;

use std::fmt;

/// The text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text, without a byte-order mark; lines end by `\n` or `\r\n`.
    pub text: String,
    /// What was assumed, if the file does not say what its letters are.
    pub note: Option<EncodingNote>,
}

/// What was assumed of a file whose letters may mean this or that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingNote {
    /// The first line that is not UTF-8, counted from 1.
    pub line: usize,
    /// The encoding as it is commonly named, `windows-1251` for example; `None` if bytes that are not UTF-8
    /// are shown as numbers, such as `\xCA`.
    pub encoding: Option<&'static str>,
}

impl fmt::Display for EncodingNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not UTF-8; ", self.line)?;
        match self.encoding {
            Some(encoding) => write!(f, "{encoding} was assumed"),
            None => f.write_str("foreign bytes are shown as \\x and two digits"),
        }
    }
}

/// The text of a file.
///
/// UTF-8 is expected, by the line: files are put together from others. UTF-16 is known by its byte-order mark,
/// or by its zero bytes. For lines that are neither, one encoding is guessed from all of them together, with the
/// feature `encodings`; without it their bytes are shown as numbers, so that different names stay different.
/// A carriage return alone, as old Macintosh files have it, ends a line too.
///
/// ```
/// use tuzdik::notation::encoding::decode;
/// let decoded = decode("[White \"Айша\"]\r1. 76".as_bytes());
/// assert_eq!(decoded.text, "[White \"Айша\"]\n1. 76");
/// assert_eq!(decoded.note, None);
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    let (mut text, note) = match bytes {
        [0xff, 0xfe, rest @ ..] => (utf16(rest, u16::from_le_bytes), None),
        [0xfe, 0xff, rest @ ..] => (utf16(rest, u16::from_be_bytes), None),
        _ => undeclared(bytes),
    };
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.contains('\r') && text.replace("\r\n", "").contains('\r') {
        text = text.replace("\r\n", "\n").replace('\r', "\n");
    }
    Decoded { text, note }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

/// The text of a file that begins without a byte-order mark of UTF-16.
fn undeclared(bytes: &[u8]) -> (String, Option<EncodingNote>) {
    let assumed = |encoding| {
        let encoding = Some(encoding);
        Some(EncodingNote { line: 1, encoding })
    };
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\0')
    {
        return (text.to_owned(), None);
    }
    match zeros(bytes) {
        [0, odd] if odd > 0 => (utf16(bytes, u16::from_le_bytes), assumed("UTF-16LE")),
        [even, 0] if even > 0 => (utf16(bytes, u16::from_be_bytes), assumed("UTF-16BE")),
        _ => by_lines(bytes),
    }
}

/// How many zero bytes stand at even and at odd places, if the beginning of a file has so many of them that it
/// may be UTF-16: tags, numbers and moves are ASCII letters.
fn zeros(bytes: &[u8]) -> [usize; 2] {
    let start = &bytes[..bytes.len().min(4096)];
    let mut zeros = [0; 2];
    for (at, _) in start.iter().enumerate().filter(|&(_, &byte)| byte == 0) {
        zeros[at % 2] += 1;
    }
    match 4 * (zeros[0] + zeros[1]) >= start.len() {
        true => zeros,
        false => [0; 2],
    }
}

/// The lines of a text that is not all UTF-8.
fn by_lines(bytes: &[u8]) -> (String, Option<EncodingNote>) {
    let lines = || bytes.split_inclusive(|&b| matches!(b, b'\n' | b'\r'));
    let guess = Guess::new(lines().filter(|line| is_foreign(line)));
    let mut text = String::with_capacity(bytes.len());
    let mut note = None;
    for line in lines() {
        if note.is_none() && std::str::from_utf8(line).is_err() {
            let before = text.replace("\r\n", "\n").replace('\r', "\n");
            note = Some(EncodingNote {
                line: 1 + before.matches('\n').count(),
                encoding: guess.name(),
            });
        }
        if is_foreign(line) {
            guess.push(&mut text, line);
            continue;
        }
        for chunk in line.utf8_chunks() {
            text.push_str(chunk.valid());
            guess.push(&mut text, chunk.invalid());
        }
    }
    (text, note)
}

/// Whether a line is not UTF-8 and was never: damage leaves most of its letters as they are.
fn is_foreign(line: &[u8]) -> bool {
    let (mut letters, mut damage) = (0, 0);
    for chunk in line.utf8_chunks() {
        letters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        damage += chunk.invalid().len();
    }
    damage > 0 && damage >= letters
}

/// What bytes that are not UTF-8 may mean.
#[cfg(feature = "encodings")]
enum Guess {
    Known(&'static encoding_rs::Encoding),
    /// The Kazakh letters in Windows-1251.
    Kz1048,
}

#[cfg(feature = "encodings")]
impl Guess {
    /// A guess from these lines.
    fn new<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Guess {
        use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        let mut kazakh = kz1048::Detector::default();
        for line in lines {
            detector.feed(line, false);
            kazakh.feed(line);
        }
        detector.feed(&[], true);
        match detector.guess(None, Utf8Detection::Deny) {
            _ if kazakh.is_likely() => Guess::Kz1048,
            encoding => Guess::Known(encoding),
        }
    }

    fn name(&self) -> Option<&'static str> {
        Some(match self {
            Guess::Known(encoding) => encoding.name(),
            Guess::Kz1048 => kz1048::NAME,
        })
    }

    fn push(&self, text: &mut String, bytes: &[u8]) {
        match self {
            Guess::Known(encoding) => text.push_str(&encoding.decode_without_bom_handling(bytes).0),
            Guess::Kz1048 => kz1048::push(text, bytes),
        }
    }
}

/// Numbers of bytes, in the place of a guess at their meaning.
#[cfg(not(feature = "encodings"))]
struct Guess;

#[cfg(not(feature = "encodings"))]
impl Guess {
    fn new<'a>(_: impl Iterator<Item = &'a [u8]>) -> Guess {
        Guess
    }

    fn name(&self) -> Option<&'static str> {
        None
    }

    fn push(&self, text: &mut String, bytes: &[u8]) {
        for &byte in bytes {
            match byte.is_ascii() {
                true => text.push(char::from(byte)),
                false => *text += &format!("\\x{byte:02X}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).text
    }

    #[test]
    fn unicode_in_all_its_forms() {
        let text = "[White \"Жанар\"]\n\n1. 76 98 *\n";
        assert_eq!(
            decode(text.as_bytes()),
            Decoded {
                text: text.to_owned(),
                note: None
            }
        );
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()).text, text);
        for (unit, name) in [
            (u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16LE"),
            (u16::to_be_bytes, "UTF-16BE"),
        ] {
            let marked: Vec<u8> = format!("\u{feff}{text}")
                .encode_utf16()
                .flat_map(unit)
                .collect();
            assert_eq!(
                decode(&marked),
                Decoded {
                    text: text.to_owned(),
                    note: None
                }
            );
            let decoded = decode(&marked[2..]);
            assert_eq!(decoded.text, text);
            let note = decoded.note.expect("a guess").to_string();
            assert_eq!(note, format!("line 1 is not UTF-8; {name} was assumed"));
        }
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(text(b"a\rb\r\rc"), "a\nb\n\nc");
        assert_eq!(text(b"a\r\nb\rc\n"), "a\nb\nc\n");
        assert_eq!(text(b"a\r\nb\n"), "a\r\nb\n");
        assert_eq!(
            decode(b"a\r\nb\r\xff\n").note.map(|note| note.line),
            Some(3)
        );
    }

    #[test]
    fn different_bytes_stay_different() {
        let file: Vec<u8> = (0x80..=0xff_u8)
            .flat_map(|byte| [b'[', byte, b'\n'])
            .collect();
        let text = text(&file);
        let names: Vec<&str> = text.lines().collect();
        assert_eq!(names.len(), 128);
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }

    #[test]
    fn zero_bytes_alone_are_no_utf_16() {
        assert_eq!(text(b"a\0\0b"), "a\0\0b");
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn one_byte_encodings_are_guessed() {
        use encoding_rs::{Encoding, KOI8_U, WINDOWS_1251, WINDOWS_1252};
        for (name, encoding) in [
            ("Иванов", WINDOWS_1251),
            ("Асылбек Нурланов, Алматы", WINDOWS_1251),
            ("Иванов", KOI8_U),
            ("Müller", WINDOWS_1252),
            ("José Muñoz", WINDOWS_1252),
        ] {
            let encoding: &'static Encoding = encoding;
            let file = format!("[Event \"x\"]\n[White \"{name}\"]\n\n1. 76 98 *\n");
            let bytes = encoding.encode(&file).0;
            let note = EncodingNote {
                line: 2,
                encoding: Some(encoding.name()),
            };
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, file);
            assert_eq!(decoded.note, Some(note));
            // Put together with a file of our time, and with one that lost a byte.
            let sound = "[White \"Әлия\"]\n".as_bytes();
            let damaged = b"[Black \"\xd0\x96\xd0\xb0\xd0\"]\n";
            let joined = [sound, &bytes, damaged].concat();
            let text = decode(&joined).text;
            assert!(
                text.starts_with("[White \"Әлия\"]") && text.contains(name),
                "{text}"
            );
            assert!(text.contains("[Black \"Жа"), "{text}");
        }
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn kazakh_letters_are_guessed() {
        // Әлия, Қайрат in KZ-1048.
        let file = b"[White \"\xa3\xeb\xe8\xff\"]\r\n[Black \"\x8d\xe0\xe9\xf0\xe0\xf2\"]\r\n\r\n1. 76 98 *\r\n";
        let decoded = decode(file);
        assert_eq!(
            decoded.text,
            "[White \"Әлия\"]\r\n[Black \"Қайрат\"]\r\n\r\n1. 76 98 *\r\n"
        );
        let note = decoded.note.expect("a guess").to_string();
        assert_eq!(note, "line 1 is not UTF-8; KZ-1048 was assumed");
    }

    #[cfg(not(feature = "encodings"))]
    #[test]
    fn foreign_bytes_are_shown_as_numbers() {
        let decoded = decode(b"[White \"\xc8\xe2\"]\n");
        assert_eq!(decoded.text, "[White \"\\xC8\\xE2\"]\n");
        let note = decoded.note.expect("a note").to_string();
        assert_eq!(
            note,
            "line 1 is not UTF-8; foreign bytes are shown as \\x and two digits"
        );
    }
}
