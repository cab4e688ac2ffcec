//! The help text, generated from the tables of keys and commands.

use arcadian_debugger::command;

use super::{keys, layout::Kind};

/// Returns the lines that `?` shows.
pub fn lines(kind: Kind) -> Vec<String> {
    let keys = keys::table(kind).filter(|key| !key.help.is_empty());
    let mut lines = vec!["Keys".to_owned()];
    lines.extend(keys.map(|key| format!("  {:8}  {}", key.shown, key.help)));
    lines.extend([String::new(), "Signs".to_owned()]);
    lines.extend(SIGNS.iter().map(|(sign, meaning)| format!("  {sign:8}  {meaning}")));
    lines.extend([String::new(), "Commands, after `:`".to_owned(), String::new()]);
    let commands = command::help(None).unwrap_or_default();
    lines.extend(commands.lines().map(str::to_owned));
    lines
}

/// The signs next to code and values.
const SIGNS: [(&str, &str); 6] = [
    ("▶", "the program counter; beside a screen, the row that the beam draws"),
    ("›", "the cursor"),
    ("●", "a breakpoint"),
    ("○", "a disabled breakpoint"),
    (">", "changed by the last move"),
    ("'", "changed since the start"),
];
