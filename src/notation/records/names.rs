//! The names of games in the tags of records.

use crate::game::{UnknownVariant, Variant};

/// Other names than those of the program, in small letters without blanks and signs.
const NAMES: [(&str, Variant); 20] = [
    ("togyzqumalaq", Variant::TogyzKumalak),
    ("togyzkumalaq", Variant::TogyzKumalak),
    ("togyzqumalak", Variant::TogyzKumalak),
    ("togizkumalak", Variant::TogyzKumalak),
    ("togizqumalaq", Variant::TogyzKumalak),
    ("toguzkumalak", Variant::TogyzKumalak),
    ("toguzqumalaq", Variant::TogyzKumalak),
    ("toguzkorgool", Variant::TogyzKumalak),
    ("toguzkorgol", Variant::TogyzKumalak),
    ("toǵyzqumalaq", Variant::TogyzKumalak),
    ("toğyzqumalaq", Variant::TogyzKumalak),
    ("toğızqumalaq", Variant::TogyzKumalak),
    ("dokuzkumalak", Variant::TogyzKumalak),
    ("тоғызқұмалақ", Variant::TogyzKumalak),
    ("тогызкумалак", Variant::TogyzKumalak),
    ("тогузкоргоол", Variant::TogyzKumalak),
    ("тогузкоргол", Variant::TogyzKumalak),
    ("тогузкумалак", Variant::TogyzKumalak),
    ("бестемше", Variant::Bestemshe),
    ("bestemşe", Variant::Bestemshe),
];

/// Values that name no game.
const UNNAMED: [&str; 4] = ["", "standard", "normal", "fromposition"];

/// The game that the value of a `Variant` tag names, if it names any. Letter case, blanks and signs do not
/// matter.
///
/// # Errors
/// If no game has this name.
pub(super) fn variant_named(value: &str) -> Result<Option<Variant>, UnknownVariant> {
    let wanted = letters(value);
    if UNNAMED.contains(&wanted.as_str()) {
        return Ok(None);
    }
    let own = Variant::ALL
        .iter()
        .map(|&variant| (letters(variant.rules().name), variant));
    let others = NAMES.map(|(name, variant)| (name.to_owned(), variant));
    match own.chain(others).find(|(name, _)| *name == wanted) {
        Some((_, variant)) => Ok(Some(variant)),
        None => value.parse().map(Some),
    }
}

fn letters(name: &str) -> String {
    let lower = name.chars().flat_map(char::to_lowercase);
    lower.filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_the_names_that_sites_give_them() {
        for name in [
            "togyzkumalak",
            "Togyzqumalaq",
            "Togyz Kumalak",
            "togyz-kumalak",
            "Toguz Korgool",
            "TOGUZ KORGOOL",
            "Тоғызқұмалақ",
            "ТОҒЫЗ ҚҰМАЛАҚ",
            "Тогуз коргоол",
            "Тогыз кумалак",
        ] {
            assert_eq!(
                variant_named(name),
                Ok(Some(Variant::TogyzKumalak)),
                "{name}"
            );
        }
        for name in ["bestemshe", "Bestemshe ", "БЕСТЕМШЕ", "Бестемше"] {
            assert_eq!(variant_named(name), Ok(Some(Variant::Bestemshe)), "{name}");
        }
        for &variant in Variant::ALL {
            let name = variant.rules().name.to_uppercase().replace('-', " ");
            assert_eq!(variant_named(&name), Ok(Some(variant)), "{name}");
        }
        for none in ["", "?", "From Position"] {
            assert_eq!(variant_named(none), Ok(None), "{none}");
        }
        let error = variant_named("Oware").unwrap_err().to_string();
        assert!(
            error.starts_with("no game is called 'Oware'; expected one of: "),
            "{error}"
        );
        assert!(NAMES.iter().all(|(name, _)| letters(name) == *name));
    }
}
