//! What holds for all records and all texts.

use super::*;

use tuzdik::notation::records::{GameTree, Nag};

fn any_record() -> impl Strategy<Value = Record> {
    let texts = prop::collection::vec((any::<u16>(), any::<String>()), 0..8);
    let tags = prop::collection::vec(
        ("[A-Za-z_]{1,8}|White|Date|Round|Comment", any::<String>()),
        0..6,
    );
    (
        random_game(VARIANT),
        0..60usize,
        1..5000u32,
        texts,
        tags,
        0..4usize,
    )
        .prop_map(|(game, skip, number, texts, tags, result)| {
            // A record may begin in the middle of the game.
            let skip = if skip < 30 {
                0
            } else {
                skip.min(game.moves().len())
            };
            let mut record = match skip {
                0 => Record::new(VARIANT),
                _ => Record::from_board(Board::new(VARIANT, game.positions()[skip]), number),
            };
            for &mv in &game.moves()[skip..] {
                record.play(mv).expect("a legal move");
            }
            for (ply, text) in texts {
                let plies = record.game().moves().len();
                record.set_comment(usize::from(ply) % (plies + 1), &text);
            }
            for (name, value) in tags {
                record.set_tag(&name, &value);
            }
            record.set_result(
                [
                    GameResult::Win(Side::South),
                    GameResult::Win(Side::North),
                    GameResult::Draw,
                    GameResult::Unknown,
                ][result],
            );
            record
        })
}

/// A record of any rule set with variations, comments and marks everywhere.
fn any_annotated() -> impl Strategy<Value = Record> {
    let edits = prop::collection::vec(
        (
            any::<prop::sample::Index>(),
            0..9_u8,
            any::<prop::sample::Index>(),
            any::<String>(),
        ),
        0..120,
    );
    let variant = prop::sample::select(Variant::ALL.to_vec());
    variant
        .prop_flat_map(|variant| (random_game(variant), 1..500_u32))
        .prop_flat_map(move |(game, number)| (Just(game), Just(number), edits.clone()))
        .prop_map(|(game, number, edits)| {
            let mut tree = GameTree::new(game, number);
            let mut nodes = vec![GameTree::ROOT];
            nodes.extend(tree.main_line());
            for (place, what, which, text) in edits {
                let node = *place.get(&nodes);
                match what {
                    0..=2 => {
                        let game = tree.game(node);
                        let moves: Vec<_> = game.iter().flat_map(Game::legal_moves).collect();
                        if !moves.is_empty() {
                            nodes.extend(tree.add_move(node, *which.get(&moves)));
                        }
                    }
                    3 => tree.set_comment(node, &text),
                    4 => tree.set_comment_before(node, &text),
                    5 => {
                        let nags: Vec<Nag> = text.bytes().filter_map(Nag::new).collect();
                        tree.set_nags(node, &nags);
                    }
                    6 => {
                        tree.promote(node);
                    }
                    7 => {
                        tree.make_main(node);
                        assert!(tree.is_main(node) || !tree.contains(node));
                    }
                    // Places that were deleted are edited later on, which must not change anything.
                    _ if tree.path(node).len() > 40 => {
                        tree.delete(node);
                    }
                    _ => {}
                }
            }
            Record::from_tree(tree)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_failure_persistence(
        FileFailurePersistence::WithSource("regressions")
    ))]

    #[test]
    fn records_survive_both_formats(record in any_record()) {
        assert_survives(&record);
    }

    #[test]
    fn variations_survive_both_formats(record in any_annotated()) {
        assert_survives(&record);
    }

    #[test]
    fn files_of_several_records_survive(records in prop::collection::vec(any_record(), 1..4)) {
        for format in Format::ALL {
            let text: String = records.iter().map(|record| write(record, format)).collect();
            let file = read(text.as_bytes(), VARIANT);
            let read: Vec<&Record> = file.games.iter().map(|game| &game.record).collect();
            prop_assert_eq!(read, records.iter().collect::<Vec<_>>());
            prop_assert!(file.games.iter().all(|game| game.errors.is_empty()));
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in any::<Vec<u8>>()) {
        for game in read(&bytes, VARIANT).games {
            assert_survives(&game.record);
        }
    }

    /// Text made of what records are made of: what is read survives, errors are told in one line.
    #[test]
    fn any_mixture_is_read(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "\"", "\\", "{", "}", ";", "\n", "\r\n", " ", "1.", "2.", "1...", "76", "98",
                "66", "87(4)", "zero", "{zero}", "1-0", "0-1", "1/2-1/2", "*", "[White \"a\"]",
                "[Result \"1-0\"]", "[FEN \"9/9 81 81 S 1\"]", "\u{feff}", "x", "é", "(", ")", "(98 ", "$1",
                "$", "!", "??", "±", "+-", "%", "\r", "1 - 0", "½", "36х",
            ]),
            0..40,
        ),
    ) {
        let RecordFile { games, .. } = read(pieces.concat().as_bytes(), VARIANT);
        for ParsedRecord { record, errors, .. } in games {
            assert_survives(&record);
            for error in errors {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
