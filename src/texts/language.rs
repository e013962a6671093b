//! The languages.

use std::env;
use std::fmt;
use std::str::FromStr;

use crate::notation::quote::quote;

/// A language that the texts exist in. Its text form is the code of ISO 639-1, such as `kk`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Language {
    /// English
    #[default]
    En,
    /// Kazakh
    Kk,
    /// Kyrgyz
    Ky,
    /// Russian
    Ru,
    /// Turkish
    Tr,
}

/// A text that is not the code of a language with texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLanguage(String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there are no texts in the language {}; expected one of:",
            self.0
        )?;
        for language in Language::ALL {
            write!(f, " {language}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownLanguage {}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or_else(|| UnknownLanguage(quote(code)))
    }
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 5] = [
        Language::En,
        Language::Kk,
        Language::Ky,
        Language::Ru,
        Language::Tr,
    ];

    /// The code of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Kk => "kk",
            Language::Ky => "ky",
            Language::Ru => "ru",
            Language::Tr => "tr",
        }
    }

    /// The language's name for itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::Kk => "Қазақша",
            Language::Ky => "Кыргызча",
            Language::Ru => "Русский",
            Language::Tr => "Türkçe",
        }
    }

    /// The language of the locale in the environment; English where it is none of these.
    #[must_use]
    pub fn from_environment() -> Language {
        // The order of POSIX: the first that is set and not empty decides.
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|locale| !locale.is_empty())
            .map_or(Language::En, |locale| Language::of_locale(&locale))
    }

    fn of_locale(locale: &str) -> Language {
        let language: String = locale
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect();
        language.to_ascii_lowercase().parse().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales() {
        for (locale, language) in [
            ("kk_KZ.UTF-8", Language::Kk),
            ("ky", Language::Ky),
            ("RU-ru", Language::Ru),
            ("tr_TR@euro", Language::Tr),
            ("tru_XX", Language::En),
            ("C.UTF-8", Language::En),
            ("", Language::En),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn a_code_names_its_language_and_nothing_else_does() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        let error = "de".parse::<Language>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there are no texts in the language 'de'; expected one of: en kk ky ru tr"
        );
    }
}
