//! The grammar of the extension for VS Code has the words that the assembler knows.
#![expect(clippy::disallowed_methods, reason = "the grammar is a file")]

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

#[test]
fn the_grammar_has_all_header_keys() {
    let words =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode/grammars/assembly-words.json");
    let words: Value = serde_json::from_str(&fs::read_to_string(words).expect("the words")).expect("JSON");
    let listed: BTreeSet<&str> =
        words["headerKeys"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let known: BTreeSet<&str> = arcadian_asm::sheet::keys().map(|(name, _)| name).collect();
    assert_eq!(listed, known);
}
