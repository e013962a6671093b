//! The files of the rules build on each other in the order that `src/game/mod.rs` lists.

use std::fs;
use std::path::Path;

/// The names after `prefix` in a line.
fn names<'a>(line: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    line.split(prefix).skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn files_of_the_rules_use_only_those_before_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a source file");
    let map = read("mod.rs");
    let order: Vec<&str> = names(&map, "//! - [`").collect();
    let mut declared: Vec<&str> = names(&map, "pub mod ").collect();
    let mut listed = order.clone();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, declared);
    let mut uses = 0;
    for (at, name) in order.iter().enumerate() {
        let text = read(&format!("{name}.rs"));
        for line in text.lines().filter(|line| !line.trim().starts_with("//")) {
            for used in names(line, "super::").chain(names(line, "crate::game::")) {
                // The macro that meets the games at run time names one as its callers know it.
                assert!(
                    order[..=at].contains(&used) || used == "Variant",
                    "{name} uses {used}: {line}"
                );
                uses += 1;
            }
        }
    }
    assert!(uses > 50, "{uses}");
}
