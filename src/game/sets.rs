//! Each rule set as a type; see [`Rules`].

use super::kernel::Rules;
use super::relay::Relay;
use super::rules::{RuleSet, Sowing};
use super::single::Single;
use super::sowing::SowTable;
use super::variant::Variant;

macro_rules! sets {
    ($($kernel:ident: $($variant:ident)+;)+) => {
        $($(
            #[doc = concat!("The rules of [`Variant::", stringify!($variant), "`].")]
            #[derive(Clone, Copy, Debug)]
            pub struct $variant;

            impl Rules for $variant {
                type Kernel = $kernel;
                const VARIANT: Variant = Variant::$variant;
                const SET: RuleSet = *Variant::$variant.rules();
                const SOW: &'static SowTable = {
                    static TABLE: SowTable = SowTable::new(&$variant::SET);
                    &TABLE
                };
            }

            // The kernels have the names of the ways to sow.
            const _: () = assert!(matches!($variant::SET.sowing, Sowing::$kernel));
        )+)+

        /// Evaluates an expression with a type name bound to the [`Rules`] of a [`Variant`].
        ///
        /// This is the one place where a game chosen at run time meets code compiled for it.
        macro_rules! with_rules {
            ($value:expr, $rules:ident => $body:expr) => {
                match $value {
                    $($($crate::game::Variant::$variant => {
                        type $rules = $crate::game::sets::$variant;
                        $body
                    })+)+
                }
            };
        }
        pub(crate) use with_rules;
    };
}

sets! {
    Single:
        TogyzKumalak Qozdatu Bestemshe Togyz1906 TogyzSingleton TogyzNoReturn TogyzPlayOn
        TogyzExtraMove Giveaway Giveaway2022;
    Relay:
        Mangala MangalaFree;
}
