//! A line of any assembler as a comment above it sees it, told by its words: sources of binaries are not assembled here.

use crate::syntax::{Directive, Subject};
use crate::tables::TABLES;

/// Returns what a comment above a line without an instruction is about, and whether the line has a label. What is neither a directive nor
/// a label is a call of a macro.
pub fn subject(line: &str, is_label: &dyn Fn(&str) -> bool) -> (Subject, bool) {
    let is_comment = line.trim_start().starts_with(['*', '/', '#']);
    let code = if is_comment { "" } else { line.split(';').next().unwrap_or_default() };
    let (label, rest) = match code.split_once(':').filter(|(label, _)| is_name(label.trim())) {
        Some((_, rest)) => (true, rest.trim_start_matches(':')),
        None if code.split_whitespace().next().is_some_and(is_label) => {
            let start = code.trim_start();
            (true, start.get(start.find(char::is_whitespace).unwrap_or(start.len())..).unwrap_or_default())
        }
        None => (false, code),
    };
    let mut words = rest.split_whitespace();
    let Some(first) = words.next() else { return (Subject::Code, label) };
    let names =
        words.next().is_some_and(|second| second.starts_with('=') || all(second).any(Directive::names));
    if first.contains('=') || names && !label {
        return (Subject::Definition, false);
    }
    let is_scope = all(first).any(|found| found == Directive::Procedure);
    match all(first).map(Directive::subject).max() {
        Some(subject) => (subject, label || is_scope),
        None => (Subject::Definition, label),
    }
}

fn is_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "_.@$?".contains(c);
    !word.is_empty() && word.chars().all(is_letter)
}

/// Returns the directives that a word is in some dialect.
fn all(word: &str) -> impl Iterator<Item = Directive> {
    let all = TABLES.iter().flat_map(|table| table.directives().map(|found| (table.optional_dot, found)));
    all.filter(move |(optional_dot, (name, _))| {
        let bare = word.strip_prefix('.').filter(|_| *optional_dot);
        name.eq_ignore_ascii_case(word) || bare.is_some_and(|bare| name.eq_ignore_ascii_case(bare))
    })
    .map(|(_, (_, found))| found)
}
