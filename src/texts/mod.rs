//! Everything that the boards say, the one in the terminal and the one in the browser, in each
//! language.
//!
//! A message may hold places such as `{pit}`, which [`fill`] fills in. Wording avoids what would
//! have to be inflected with a number or a name.

mod en;
mod kk;
mod ky;
pub mod language;
mod ru;
mod tr;
pub mod words;

use std::fmt::Display;

use crate::game::{MAX_PITS, Pit, Variant};

pub use language::Language;

/// Defines the messages, so that a language that lacks one does not compile.
macro_rules! texts {
    ($($name:ident),+ $(,)?) => {
        /// The messages of one language.
        pub struct Texts {
            $(#[expect(missing_docs, reason = "its English text says what it is")] pub $name: &'static str,)+
            /// The Kazakh names of pits 1 to 9, in this language's script.
            pub pit_names: [&'static str; MAX_PITS],
        }

        impl Texts {
            /// Every message with its name.
            #[must_use]
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),+]
            }
        }
    };
}

texts! {
    // The players and the board.
    south, north, human, engine, engine_level, kazan, kazan_tuzdik,
    // Turns and moves.
    to_move, thinking, sown, captured, makes_tuzdik, moves,
    // What Mangala has besides: the ritual, its choice, passes.
    odd, even, sealed, call, right, wrong, choose_side, chosen, passes,
    // Results.
    wins, draw, majority, no_moves, repetition, exhausted,
    // Advice.
    hint, no_hint, evaluation,
    // Undo, files, settings.
    undone, nothing_to_undo, new_game, saved, loaded, loaded_one, cannot_save, cannot_load, no_such_file,
    no_permission, is_folder, not_regular, file_error, no_game, no_such_game, file_exists, faulty_game, other_variant, steps_on,
    steps_off, names_on, names_off, bar_on, bar_off, paused, resumed,
    // What was wrong with an input.
    unknown_input, unknown_key, no_such_pit, wrong_side, empty_pit, tuzdik_pit, forced, not_now,
    contradiction,
    game_over, not_your_turn, file_name_needed,
    // Questions.
    save_as, load_from, replace_question, leave_question, leave_keys, too_small,
    // What keys and commands do.
    help_title, help_close, do_choose, do_sow, do_hint, do_undo, do_bar, do_steps, do_names, do_flip,
    do_save, do_load, do_new, do_pause, do_help, do_quit, do_eval, do_board, do_move,
    // What is impossible about a position.
    problem_missing, problem_too_many, problem_no_pit, problem_equal_tuzdiks, problem_tuzdik_not_allowed, problem_balls_in_tuzdik,
    // The page in the browser.
    page_play, page_analysis, page_review, page_explorer, page_games,
    page_board, page_pit, page_tuzdik, page_leads_to, page_chance,
    page_chances, page_no_moves, page_comment, page_promote, page_delete,
    page_threat, page_lines, page_settings, page_second_engine, page_marks,
    page_depth, page_engine_gone, page_restart, page_hint,
    page_take_back, page_resign, page_resigned, page_offer_draw, page_drawn,
    page_draw_refused, page_stop_playing, page_time_over, page_open_file, page_save_tgk,
    page_save_playok, page_copy_moves, page_copy_fen, page_copy_address, page_copied,
    page_paste, page_pasted, page_read, page_count_games, page_search,
    page_game, page_close, page_review_game, page_effort, page_nodes, page_cancel,
    page_side, page_mean_loss, page_last_mistake, page_next_mistake, page_learn_south,
    page_learn_north, page_no_mistakes, page_find_better, page_judging, page_right,
    page_wrong, page_solution, page_again, page_show_solution, page_next_task,
    page_all_done, page_annotate, page_player, page_learn_player, page_task_count, page_game_count,
    page_book, page_not_in_book, page_open_for_explorer, page_move, page_results,
    page_key_step, page_key_variation, page_key_ends, page_key_best, page_key_mistakes,
    page_rules, page_time, page_use_book, page_from_here, page_start,
    page_ritual, page_let_call, page_editor, page_to_move, page_set_up,
    page_start_position, page_sounds, page_speed, page_off, page_fast,
    page_medium, page_slow, page_theme, page_system, page_light,
    page_dark, page_language, page_first, page_back, page_forward,
    page_last, page_lost, page_renewed,
    // The games.
    game_togyzkumalak, game_qozdatu, game_bestemshe, game_togyz_1906, game_togyz_singleton, game_togyz_noreturn, game_togyz_playon, game_togyz_extramove, game_giveaway, game_giveaway_2022, game_mangala, game_mangala_free,
}

impl Language {
    /// The messages.
    #[must_use]
    pub fn texts(self) -> &'static Texts {
        match self {
            Language::En => &en::TEXTS,
            Language::Kk => &kk::TEXTS,
            Language::Ky => &ky::TEXTS,
            Language::Ru => &ru::TEXTS,
            Language::Tr => &tr::TEXTS,
        }
    }
}

impl Texts {
    /// The name of a game for people.
    #[must_use]
    pub const fn variant(&self, variant: Variant) -> &'static str {
        match variant {
            Variant::TogyzKumalak => self.game_togyzkumalak,
            Variant::Qozdatu => self.game_qozdatu,
            Variant::Bestemshe => self.game_bestemshe,
            Variant::Togyz1906 => self.game_togyz_1906,
            Variant::TogyzSingleton => self.game_togyz_singleton,
            Variant::TogyzNoReturn => self.game_togyz_noreturn,
            Variant::TogyzPlayOn => self.game_togyz_playon,
            Variant::TogyzExtraMove => self.game_togyz_extramove,
            Variant::Giveaway => self.game_giveaway,
            Variant::Giveaway2022 => self.game_giveaway_2022,
            Variant::Mangala => self.game_mangala,
            Variant::MangalaFree => self.game_mangala_free,
        }
    }

    /// The Kazakh name of a pit on a board of nine; smaller boards have no names.
    #[must_use]
    pub fn pit_name(&self, pits: u8, pit: Pit) -> Option<&'static str> {
        (usize::from(pits) == MAX_PITS).then(|| self.pit_names[pit.index()])
    }
}

/// Kazakh names of the pits in the Cyrillic script.
const CYRILLIC_PITS: [&str; MAX_PITS] = [
    "арт",
    "тектұрмас",
    "ат өтпес",
    "атсыратар",
    "бел",
    "белбасар",
    "қандықақпан",
    "көкмойын",
    "маңдай",
];

/// Kazakh names of the pits in the Latin script.
const LATIN_PITS: [&str; MAX_PITS] = [
    "art",
    "tekturmas",
    "at otpes",
    "at syratar",
    "bel",
    "belbasar",
    "qandyqaqpan",
    "kokmoiyn",
    "mandai",
];

/// The message with its places filled in.
#[must_use]
pub fn fill(message: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(message.len() + 16);
    let mut rest = message;
    while let Some(open) = rest.find('{') {
        let Some(length) = rest[open..].find('}') else {
            break;
        };
        let name = &rest[open + 1..open + length];
        text.push_str(&rest[..open]);
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            text.push_str(&value.to_string());
        }
        rest = &rest[open + length + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the places in a message, sorted.
    fn places(message: &str) -> Vec<&str> {
        let mut found: Vec<&str> = message
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_message_exists_in_every_language_with_the_same_places() {
        let english = en::TEXTS.all();
        assert!(english.len() > 60);
        for language in Language::ALL {
            let texts = language.texts();
            for ((name, ours), (_, message)) in english.iter().zip(texts.all()) {
                assert!(!message.trim().is_empty(), "{language:?} {name}");
                assert_eq!(places(message), places(ours), "{language:?} {name}");
                assert!(!message.contains('\n'), "{language:?} {name}");
            }
            assert!(texts.pit_names.iter().all(|name| !name.is_empty()));
        }
    }

    #[test]
    fn no_message_was_left_untranslated() {
        for language in Language::ALL {
            if language == Language::En {
                continue;
            }
            for ((name, ours), (_, message)) in
                en::TEXTS.all().into_iter().zip(language.texts().all())
            {
                assert_ne!(message, ours, "{language:?} {name} is as in English");
            }
        }
        let (kazakh, kyrgyz) = (Language::Kk.texts().all(), Language::Ky.texts().all());
        let same = kazakh.iter().zip(&kyrgyz).filter(|(a, b)| a.1 == b.1);
        assert!(same.count() < 10);
    }

    #[test]
    fn scripts() {
        let is_cyrillic = |c: char| ('\u{400}'..='\u{52f}').contains(&c);
        for language in Language::ALL {
            let cyrillic = matches!(language, Language::Kk | Language::Ky | Language::Ru);
            for (name, message) in language.texts().all() {
                assert_eq!(
                    message.chars().any(is_cyrillic),
                    cyrillic,
                    "{language:?} {name}"
                );
            }
        }
    }

    #[test]
    fn filling() {
        let values: &[(&str, &dyn Display)] = &[("pit", &7), ("side", &"{pit}")];
        assert_eq!(fill("{side}: pit {pit}.", values), "{pit}: pit 7.");
        assert_eq!(fill("nothing", values), "nothing");
        assert_eq!(fill("open {pit", values), "open {pit");
    }
}
