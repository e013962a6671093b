//! Opening books in both forms; what is read must be written and read back alike.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::book::{Book, text};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(book) = Book::from_bytes(bytes.to_vec()) {
        let _ = book.tree();
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match text::read(text) {
        Ok(tree) => {
            let book = Book::from_bytes(tree.to_bytes()).expect("a book");
            let again = book.tree().expect("a sound book");
            assert_eq!(text::write(&again), text::write(&tree));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
