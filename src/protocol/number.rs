//! Whole numbers of any size from the input.

/// Reads a decimal number with an optional sign; one that does not fit saturates. `None` if the text is
/// not a number.
pub fn parse(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.bytes().fold(0i64, |value, byte| {
        let digit = i64::from(byte - b'0');
        let digit = if negative { -digit } else { digit };
        value.saturating_mul(10).saturating_add(digit)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate() {
        assert_eq!(parse("0"), Some(0));
        assert_eq!(parse("-17"), Some(-17));
        assert_eq!(parse("+8"), Some(8));
        assert_eq!(parse("9223372036854775807"), Some(i64::MAX));
        assert_eq!(parse("9223372036854775808"), Some(i64::MAX));
        assert_eq!(parse("18446744073709551616"), Some(i64::MAX));
        assert_eq!(parse("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(parse("-99999999999999999999999"), Some(i64::MIN));
    }

    #[test]
    fn what_is_not_a_number_is_none() {
        for text in ["", "-", "+", "1.5", "abc", "0x10", "--1", "1e3", "٣"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
