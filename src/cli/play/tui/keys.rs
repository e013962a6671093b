//! What the keys of the board mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyAction {
    /// Leave, after a question if moves are not saved.
    Quit,
    /// Sow the pit with this number.
    Pit(u8),
    /// The next pit to the left of the screen.
    Left,
    /// The next pit to the right of the screen.
    Right,
    /// Sow the chosen pit.
    Sow,
    Hint,
    Undo,
    Bar,
    Steps,
    Names,
    Flip,
    Save,
    Load,
    New,
    Pause,
    Help,
}

/// Whether the key is Ctrl-C, which leaves from everywhere.
pub fn is_interrupt(key: &KeyEvent) -> bool {
    let letter = matches!(key.code, KeyCode::Char(c) if latin(c) == 'c');
    letter && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The meaning of a key while no question is open.
pub fn action(key: &KeyEvent) -> Option<KeyAction> {
    if key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return None;
    }
    match key.code {
        KeyCode::Left => Some(KeyAction::Left),
        KeyCode::Right => Some(KeyAction::Right),
        KeyCode::Enter => Some(KeyAction::Sow),
        KeyCode::F(1) => Some(KeyAction::Help),
        KeyCode::Char(c) => letter(latin(c)),
        _ => None,
    }
}

fn letter(c: char) -> Option<KeyAction> {
    Some(match c {
        '1'..='9' => KeyAction::Pit(c as u8 - b'0'),
        ' ' => KeyAction::Sow,
        'h' => KeyAction::Hint,
        'u' => KeyAction::Undo,
        'e' => KeyAction::Bar,
        'a' => KeyAction::Steps,
        'n' => KeyAction::Names,
        'f' => KeyAction::Flip,
        's' => KeyAction::Save,
        'l' => KeyAction::Load,
        'r' => KeyAction::New,
        'p' => KeyAction::Pause,
        '?' => KeyAction::Help,
        'q' => KeyAction::Quit,
        _ => return None,
    })
}

/// The keys in the order of [`CYRILLIC`].
const LATIN: &str = "qwertyuiopasdfghjklzxcvbnm";
/// What the same keys give in Russian, Kazakh and Kyrgyz layouts.
const CYRILLIC: &str = "йцукенгшщзфывапролдячсмить";
/// What the digit keys give in the Kazakh layout, where that is no sign of another meaning.
const KAZAKH_DIGITS: [(char, char); 6] = [
    ('ә', '2'),
    ('і', '3'),
    ('ң', '4'),
    ('ғ', '5'),
    ('ү', '8'),
    ('ұ', '9'),
];

/// The Latin letter or the digit on the same key, for players who have another layout on.
fn latin(c: char) -> char {
    let c = c.to_lowercase().next().unwrap_or(c);
    if let Some((_, digit)) = KAZAKH_DIGITS.iter().find(|(letter, _)| *letter == c) {
        return *digit;
    }
    let place = CYRILLIC.chars().position(|other| other == c);
    place.and_then(|at| LATIN.chars().nth(at)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_the_same_in_cyrillic_layouts() {
        let key = |c| action(&KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        assert_eq!(CYRILLIC.chars().count(), LATIN.len());
        for (one, other) in [('h', 'р'), ('U', 'Г'), ('q', 'й'), ('5', 'ғ'), ('e', 'у')] {
            assert!(key(one).is_some());
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_eq!(key('0'), None);
        assert_eq!(key('7'), Some(KeyAction::Pit(7)));
    }

    #[test]
    fn only_ctrl_c_leaves_at_once() {
        for (code, modifiers, expected) in [
            ('c', KeyModifiers::CONTROL, true),
            ('с', KeyModifiers::CONTROL, true),
            ('c', KeyModifiers::NONE, false),
            ('h', KeyModifiers::CONTROL, false),
        ] {
            let key = KeyEvent::new(KeyCode::Char(code), modifiers);
            assert_eq!(is_interrupt(&key), expected, "{code} {modifiers:?}");
            assert_eq!(action(&key), None, "{code} {modifiers:?}");
        }
    }
}
