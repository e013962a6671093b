//! The types of the calls in TypeScript, so that a board in the browser and this room cannot drift
//! apart.

use std::collections::BTreeMap;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::calls;

/// Where the page has them.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/core-types.ts");

/// When set, the file is written anew.
const WRITE: &str = "TUZDIK_WRITE_TYPES";

/// Declarations by the names of the types, and the table of calls.
pub struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
    calls: String,
}

impl Types {
    /// Adds a call.
    pub fn call<A: TS + 'static, R: TS + 'static>(&mut self, name: &str, doc: &str) {
        self.visit::<A>();
        self.visit::<R>();
        let (args, result) = (A::name(&self.config), R::name(&self.config));
        self.calls += &format!(
            "  /** {} */\n  \"{name}\": {{ args: {args}; result: {result} }};\n",
            doc.trim()
        );
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            T::visit_generics(self);
            return;
        }
        let name = T::ident(&self.config);
        if self.declared.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.declared.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

fn file() -> String {
    let mut types = Types {
        config: Config::new().with_large_int("number"),
        declared: BTreeMap::new(),
        calls: String::new(),
    };
    calls::declare(&mut types);
    let declared: Vec<String> = types.declared.into_values().collect();
    format!(
        "// Written by `{WRITE}=1 cargo test --lib core::typescript`; do not edit.\n\n\
         /** The calls by their names, with what each takes and answers. */\n\
         export interface Calls {{\n{}}}\n\n{}",
        types.calls,
        declared.join("\n")
    )
}

#[test]
fn the_page_has_the_types_of_the_calls() {
    let wanted = file();
    assert!(wanted.contains("\"position\": { args: PositionArgs; result: Position };"));
    if env::var_os(WRITE).is_some() {
        fs::write(FILE, &wanted).unwrap();
    }
    let found = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        found == wanted,
        "{FILE} is not what the types of the calls say; {WRITE}=1 writes it anew"
    );
}
