//! Statements: what the lines of a compiler's output consist of.

use super::compiler::without_comment;
use std::collections::HashSet;

use crate::listing::{compiler::Syntax, conditions::Conditions};

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
    /// Names that other files may use.
    Public(&'t str),
    /// How the file is assembled.
    Setting,
}

/// Returns the statements of a text. Lines without meaning for the code are left out.
pub(crate) fn statements<'t>(syntax: &Syntax, text: &'t str) -> Vec<Statement<'t>> {
    let (mut all, mut conditions) = (Vec::new(), Conditions::default());
    for (number, line) in text.lines().enumerate() {
        let mut rest = without_comment(line).trim();
        if conditions.takes(syntax, rest) {
            continue;
        }
        let mut add = |text, kind| all.push(Statement { line: number + 1, text, kind });
        while let Some((label, after)) = label(syntax, rest) {
            add(rest, Kind::Label(label));
            if let Some(after) = after.strip_prefix(':') {
                add(rest, Kind::Public(label));
                rest = after.trim();
            } else {
                rest = after.trim();
            }
        }
        let Some(kind) = kind(syntax, rest) else { continue };
        add(rest, kind);
        if has_attributes(kind, rest) {
            add(rest, Kind::Setting);
        }
    }
    all
}

/// Returns whether a section has more than a name: `.area _V (ABS)`.
fn has_attributes(kind: Kind<'_>, text: &str) -> bool {
    let Kind::Section(name) = kind else { return false };
    text.split_once(name).is_some_and(|(_, after)| !after.trim_matches(['"', ' ', '\t']).is_empty())
}

/// Returns a text with one blank where it has several. Those in strings stay.
pub(crate) fn with_single_blanks(text: &str) -> String {
    let (directive, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operands = operands.trim();
    // A string of asxxxx may be in any delimiters.
    let is_string = [".asc", ".str"].iter().any(|start| directive.to_ascii_lowercase().starts_with(start));
    let mut result = directive.to_owned();
    if !operands.is_empty() {
        result.push(' ');
    }
    if is_string && !operands.starts_with('"') {
        return result + operands;
    }
    let mut is_quoted = false;
    for c in operands.chars() {
        is_quoted ^= c == '"';
        match c {
            c if is_quoted || !c.is_whitespace() => result.push(c),
            _ if result.ends_with(' ') => {}
            _ => result.push(' '),
        }
    }
    result
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
        return Some((word.trim_start_matches(if syntax.has_dot_labels { "." } else { "" }), after));
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
        () if is(syntax.settings) => Kind::Setting,
        () if is(syntax.public) && !operands.contains('=') => Kind::Public(operands),
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

/// Returns whether a name comes before an equals sign: `NAME = 5`, `NAME := 5`, `NAME .equ 5`.
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
