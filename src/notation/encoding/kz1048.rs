//! KZ-1048, the Kazakh standard of 2002: Windows-1251 with Kazakh letters in the place of those that only other
//! languages have.

use encoding_rs::WINDOWS_1251;

/// The name that the registry of encodings has for it.
pub const NAME: &str = "KZ-1048";

/// The bytes that mean other letters than in Windows-1251.
const KAZAKH: [(u8, char); 16] = [
    (0x8d, 'Қ'),
    (0x8e, 'Һ'),
    (0x9d, 'қ'),
    (0x9e, 'һ'),
    (0xa1, 'Ұ'),
    (0xa2, 'ұ'),
    (0xa3, 'Ә'),
    (0xa5, 'Ө'),
    (0xaa, 'Ғ'),
    (0xaf, 'Ү'),
    (0xb4, 'ө'),
    (0xba, 'ғ'),
    (0xbc, 'ә'),
    (0xbd, 'Ң'),
    (0xbe, 'ң'),
    (0xbf, 'ү'),
];

fn kazakh(byte: u8) -> Option<char> {
    let found = KAZAKH.iter().find(|(own, _)| *own == byte);
    found.map(|&(_, letter)| letter)
}

/// Appends the text of bytes in this encoding.
pub fn push(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        match kazakh(*byte) {
            Some(letter) => text.push(letter),
            None => {
                let byte = std::slice::from_ref(byte);
                text.push_str(&WINDOWS_1251.decode_without_bom_handling(byte).0);
            }
        }
    }
}

/// Tells Kazakh text from text in the languages of Windows-1251 by how the letters in question stand in their
/// words. In Kazakh no two vowels but и and у meet, қ and ғ stand with back vowels and before them, and no word
/// begins with ң; the same bytes are Ukrainian є, ґ and ї, Belarusian ў, Serbian ј and Macedonian ќ and ѕ,
/// most of which stand otherwise.
#[derive(Default)]
pub struct Detector {
    kazakh: usize,
    other: usize,
    /// Words with a capital behind a small letter or of two alphabets, as text in other encodings seems to have.
    strange: usize,
}

const FRONT: &str = "еіәөү";
const BACK: &str = "аоұы";
const FOREIGN: &str = "ђѓљњџ";

impl Detector {
    /// Counts the letters of a line.
    pub fn feed(&mut self, line: &[u8]) {
        let mut text = String::new();
        push(&mut text, line);
        for word in text.split(|c: char| !c.is_alphabetic()) {
            self.word(word);
        }
    }

    fn word(&mut self, word: &str) {
        if word.is_ascii() {
            return;
        }
        let mut after_small = word.chars().skip_while(|c| !c.is_lowercase());
        let is_mixed = after_small.any(char::is_uppercase) || word.chars().any(|c| c.is_ascii());
        self.strange += usize::from(is_mixed);
        let letters: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
        let is = |at: Option<usize>, class: &str| {
            let letter = at.and_then(|at| letters.get(at));
            letter.is_some_and(|&letter| class.contains(letter))
        };
        for (at, letter) in letters.iter().enumerate() {
            let (before, after) = (at.checked_sub(1), Some(at + 1));
            let beside = |class| is(before, class) || is(after, class);
            let fits = match letter {
                'ә' | 'ө' | 'ү' | 'ұ' => !beside(FRONT) && !beside(BACK) && !beside("ёиэюя"),
                'қ' => !beside(FRONT),
                'ғ' if is(after, BACK) => !is(before, FRONT),
                'ғ' if at > 0 && !beside(FRONT) => continue,
                'ғ' => false,
                'ң' => at > 0,
                letter if FOREIGN.contains(*letter) => false,
                _ => continue,
            };
            match fits {
                true => self.kazakh += 1,
                false => self.other += 1,
            }
        }
    }

    /// Whether the lines are Kazakh text in this encoding.
    pub fn is_likely(&self) -> bool {
        self.kazakh > self.other + self.strange
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{Encoding, IBM866, KOI8_U, WINDOWS_1252, WINDOWS_1254};

    fn is_likely(bytes: &[u8]) -> bool {
        let mut detector = Detector::default();
        detector.feed(bytes);
        detector.is_likely()
    }

    /// The bytes of a text in this encoding.
    fn encoded(text: &str) -> Vec<u8> {
        let byte = |letter| match KAZAKH.iter().find(|(_, own)| *own == letter) {
            Some(&(byte, _)) => vec![byte],
            None => WINDOWS_1251.encode(&letter.to_string()).0.into_owned(),
        };
        text.chars().flat_map(byte).collect()
    }

    #[test]
    fn kazakh_names_are_known() {
        for name in [
            "Әлия Нұрланқызы",
            "Қайрат Өмірзақов",
            "Мағжан Жұмабаев",
            "Сәуле",
            "Гүлнұр Тәжібаева",
            "Жаңабек, Шымкент қаласы",
            "ТОҒЫЗҚҰМАЛАҚ",
            "Тоғызқұмалақ — қазақтың ойыны",
        ] {
            let bytes = encoded(name);
            let mut text = String::new();
            push(&mut text, &bytes);
            assert_eq!(text, name);
            assert!(is_likely(&bytes), "{name}");
        }
    }

    #[test]
    fn other_languages_are_not_taken_for_it() {
        for (name, encoding) in [
            ("Иванов Пётр, Алматы", WINDOWS_1251),
            ("Євген Сергієнко, Київ", WINDOWS_1251),
            ("Ґалаґан, Їжакевич, Матвієнко", WINDOWS_1251),
            ("Дубраўскі, Быкаў", WINDOWS_1251),
            ("Јован Петровић, Николај", WINDOWS_1251),
            ("Ѕвезда, Ќемал, ноќ Јулија", WINDOWS_1251),
            ("Иванов Пётр, Алматы", KOI8_U),
            ("ИВАНОВ, Сергієнко", KOI8_U),
            ("Иванов Пётр, Алматы, Бишкек", IBM866),
            ("Müller, José Muñoz", WINDOWS_1252),
            ("Çağlar Şahin, İstanbul, Güneş", WINDOWS_1254),
        ] {
            let encoding: &'static Encoding = encoding;
            assert!(
                !is_likely(&encoding.encode(name).0),
                "{name} in {}",
                encoding.name()
            );
        }
    }
}
