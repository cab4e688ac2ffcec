//! Statements: what the lines of a compiler's output consist of.

use std::collections::HashSet;

use crate::dialect::Syntax;

/// A statement. A line with a label and an instruction has two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement<'t> {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// Its text, without comment.
    pub(crate) text: &'t str,
    pub(crate) kind: Kind<'t>,
}

/// What a statement is. Blanks in texts are as in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'t> {
    Section(&'t str),
    Label(&'t str),
    /// The beginning of a function.
    Begin(&'t str),
    /// The end of a function.
    End,
    Code,
    Data,
    /// The value of a name.
    Constant,
}

/// Returns the statements of a text. Lines without meaning for the code are left out.
pub(crate) fn statements<'t>(syntax: &Syntax, text: &'t str) -> Vec<Statement<'t>> {
    let (mut all, mut conditions) = (Vec::new(), Conditions::default());
    for (number, line) in text.lines().enumerate() {
        let mut rest = without_comment(line).trim();
        if conditions.takes(syntax, rest) {
            continue;
        }
        while let Some((label, after)) = label(syntax, rest) {
            all.push(Statement { line: number + 1, text: rest, kind: Kind::Label(label) });
            rest = after.trim();
        }
        if let Some(kind) = kind(syntax, rest) {
            all.push(Statement { line: number + 1, text: rest, kind });
        }
    }
    all
}

/// The conditions around a line: for each whether its lines count.
#[derive(Default)]
struct Conditions(Vec<bool>);

impl Conditions {
    /// Whether a line is not a statement: it is a known condition, or a condition is false.
    fn takes(&mut self, syntax: &Syntax, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or("");
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        let [begin, other, end] = syntax.conditions.map(is);
        let counts = self.0.iter().all(|counts| *counts);
        if begin {
            let known = syntax.known_conditions.iter().find(|(part, _)| line.contains(part));
            self.0.push(known.is_none_or(|(_, value)| *value));
            // Both parts of an unknown condition count, and the line itself cannot be read.
            return known.is_some() || !counts;
        }
        match self.0.last_mut() {
            Some(last) if other => *last = !*last,
            Some(_) if end => {
                self.0.pop();
            }
            _ => return !counts,
        }
        true
    }
}

/// Returns the text before a comment. A semicolon in quotes does not begin one.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        let is_character = line.get(..at).is_some_and(|before| before.ends_with('\''))
            && line.get(at + 1..).is_some_and(|after| after.starts_with('\''));
        match (quote, c) {
            (None, ';') if !is_character => return line.get(..at).unwrap_or(line),
            // The apostrophe of AF' does not begin a string.
            (None, '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    line
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?')
}

/// Returns the label at the beginning of a text, and the text after it.
fn label<'t>(syntax: &Syntax, text: &'t str) -> Option<(&'t str, &'t str)> {
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if word.is_empty() {
        return None;
    }
    if let Some(after) = after.strip_prefix(':').filter(|after| !after.starts_with('=')) {
        return Some((
            word.trim_start_matches(if syntax.has_dot_labels { "." } else { "" }),
            after.trim_start_matches(':'),
        ));
    }
    let name = word.strip_prefix('.').filter(|name| syntax.has_dot_labels && !name.is_empty())?;
    Some((name, after))
}

fn kind<'t>(syntax: &Syntax, text: &'t str) -> Option<Kind<'t>> {
    if text.is_empty() {
        return None;
    }
    let (word, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    let first =
        || operands.trim().split(|c: char| !is_part(c) && c != '"').next().unwrap_or("").trim_matches('"');
    let (begin, end) = syntax.function.unwrap_or_default();
    Some(match () {
        () if is(syntax.skipped) => return None,
        () if is(syntax.sections) => Kind::Section(first()),
        () if is(syntax.named_sections) => Kind::Section(word),
        () if is(&[begin]) => Kind::Begin(first()),
        () if is(&[end]) => Kind::End,
        () if is(syntax.data) => Kind::Data,
        () if is(syntax.constants)
            || is_assignment(operands)
            || text.split_once('=').is_some_and(|(name, _)| name.trim().chars().all(is_part)) =>
        {
            Kind::Constant
        }
        () => Kind::Code,
    })
}

/// Whether a name comes before an equals sign: `NAME = 5`, `NAME := 5`, `NAME .equ 5`.
fn is_assignment(operands: &str) -> bool {
    let operands = operands.trim_start();
    ["=", ":=", ".equ", "equ "].iter().any(|sign| operands.starts_with(sign))
}

/// Returns the names of functions that return nothing, as the comments of a compiler's output say: `void name(`.
pub(crate) fn void_functions(text: &str) -> HashSet<&str> {
    let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix(';'));
    comments.filter_map(void_function).collect()
}

fn void_function(comment: &str) -> Option<&str> {
    let (_, after) = comment.split_once("void ").filter(|(before, _)| !before.ends_with(is_part))?;
    // cc65 writes in which memory the function is.
    let after = after.trim_start();
    let after = ["__near__", "__far__"]
        .iter()
        .find_map(|word| after.strip_prefix(word))
        .unwrap_or(after)
        .trim_start();
    let end = after.find(|c: char| !is_part(c))?;
    let (name, after) = after.split_at(end);
    (!name.is_empty() && after.trim_start().starts_with('(')).then_some(name)
}
