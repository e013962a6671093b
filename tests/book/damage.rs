//! Damaged books.

use std::fs;

use tempfile::TempDir;
use tuzdik::book::binary::HEADER_BYTES;
use tuzdik::book::{Book, Selection, choose, text};
use tuzdik::game::{Game, Variant};

use crate::small_tree;

#[test]
fn damage_at_every_byte_is_an_error_that_names_the_file() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("damaged.book");
    let bytes = small_tree().to_bytes();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("the file is written");
        let error = Book::open(&path).expect_err("a damaged book").to_string();
        assert!(error.contains("damaged.book: "), "byte {at}: {error}");
    }
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).expect("the file is written");
        let error = Book::open(&path).expect_err("a short book").to_string();
        assert!(error.contains("damaged.book: "), "{length} bytes: {error}");
    }
    fs::write(&path, &bytes).expect("the file is written");
    Book::open(&path).expect("a book");
}

/// A book whose checksums are right and whose contents are not.
#[test]
fn contradictions_are_found_even_if_the_checksums_are_right() {
    let bytes = small_tree().to_bytes();
    for at in HEADER_BYTES..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let crc = crc32fast::hash(&changed[HEADER_BYTES..]);
        changed[120..124].copy_from_slice(&crc.to_le_bytes());
        let crc = crc32fast::hash(&changed[..124]);
        changed[124..128].copy_from_slice(&crc.to_le_bytes());
        let Ok(book) = Book::from_bytes(changed.clone()) else {
            continue;
        };
        // Whatever it says, a move that it chooses is legal.
        let game = Game::new(Variant::Bestemshe);
        if let Some(choice) = choose(&book, &game, &[], &Selection::default()) {
            assert!(game.legal_moves().contains(choice.lines[0].moves[0]));
        }
        if let Ok(tree) = book.tree() {
            // A changed search of a leaf that one move leads to may be as good as the old one.
            assert_eq!(tree.to_bytes(), changed, "byte {at}");
        }
    }
}

#[test]
fn no_book_covers_millions_of_positions() {
    let (text, bytes) = (text::write(&small_tree()), small_tree().to_bytes());
    for (cover, good) in [(8, true), (9, false), (u32::MAX, false)] {
        let changed = text.replace("\ncover 2\n", &format!("\ncover {cover}\n"));
        assert_ne!(changed, text);
        assert_eq!(text::read(&changed).is_ok(), good, "{cover}");
        let mut changed = bytes.clone();
        changed[84..88].copy_from_slice(&cover.to_le_bytes());
        let crc = crc32fast::hash(&changed[..124]);
        changed[124..128].copy_from_slice(&crc.to_le_bytes());
        assert_eq!(Book::from_bytes(changed).is_ok(), good, "{cover}");
    }
}

#[test]
fn damage_in_a_text_is_an_error_with_its_line_or_another_book() {
    let good = text::write(&small_tree());
    let mut refused = 0;
    for at in 0..good.len() {
        for byte in [b'x', b' ', b'\n', b'9', b'-'] {
            let mut bytes = good.clone().into_bytes();
            bytes[at] = byte;
            let changed = String::from_utf8(bytes).expect("the text is ASCII");
            match text::read(&changed) {
                Ok(tree) => {
                    let again = text::write(&tree);
                    assert_eq!(
                        text::read(&again).expect("a book").to_bytes(),
                        tree.to_bytes()
                    );
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with("line "), "{error}");
                }
            }
        }
    }
    assert!(refused > 2 * good.len(), "{refused} of {}", 5 * good.len());
    let lines: Vec<&str> = good.lines().collect();
    for left_out in 0..lines.len() {
        let text: Vec<&str> = (0..lines.len())
            .filter(|&at| at != left_out)
            .map(|at| lines[at])
            .collect();
        // Older books have no line of the table.
        let dispensable = lines[left_out].is_empty() || lines[left_out].starts_with("hash ");
        assert_eq!(
            text::read(&text.join("\n")).is_ok(),
            dispensable,
            "{}",
            lines[left_out]
        );
    }
    let twice = format!("{good}1: +0.00 1 1 1 leaf\n");
    let error = text::read(&twice).expect_err("a position twice");
    assert!(error.to_string().contains("a line already"), "{error}");
}

#[test]
fn searches_have_a_node_and_no_more_than_there_is_room_for() {
    let good = text::write(&small_tree());
    let (head, lines) = good.split_once("\n\n").expect("a head");
    let nodes = head.lines().find(|line| line.starts_with("nodes "));
    let nodes = nodes.expect("a line of the nodes");
    let start = lines.lines().next().expect("the start");
    let words: Vec<&str> = start.split(' ').collect();
    let [way, score, depth, _, best, kind] = words[..] else {
        panic!("{start}");
    };
    let line_of = |wanted: &str| 1 + good.lines().position(|line| line == wanted).unwrap();
    let most = u64::from(u32::MAX);
    for (number, is_good) in [(0, false), (1, true), (most, true), (most + 1, false)] {
        let start_with = [way, score, depth, &number.to_string(), best, kind].join(" ");
        for (old, new) in [(nodes, format!("nodes {number}")), (start, start_with)] {
            match text::read(&good.replace(old, &new)) {
                Ok(_) => assert!(is_good, "{new}"),
                Err(error) => {
                    assert!(!is_good, "{error}");
                    let expected = format!(
                        "line {}: '{number}' is no number of nodes from 1 to 4294967295",
                        line_of(old)
                    );
                    assert_eq!(error.to_string(), expected);
                }
            }
        }
    }
}
