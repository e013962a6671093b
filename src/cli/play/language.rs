//! The language of the messages.

use std::env;

/// A language that messages exist in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Language {
    /// English
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

impl Language {
    /// The language of the locale in the environment; English where it is none of these.
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
        match language.to_ascii_lowercase().as_str() {
            "kk" => Language::Kk,
            "ky" => Language::Ky,
            "ru" => Language::Ru,
            "tr" => Language::Tr,
            _ => Language::En,
        }
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
}
