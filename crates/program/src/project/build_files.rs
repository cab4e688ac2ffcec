//! Build files: the commands in them, with the values of their variables, as far as one file says them.

use std::{collections::BTreeMap, path::Path};

pub const BUILD_FILES: [&str; 3] = ["makefile", "gnumakefile", "justfile"];

/// Toolchains: the words of their commands in build files, and the dialect of their sources.
pub(super) const TOOLS: [(&[&str], &str); 5] = [
    (&["sdcc", "sdasz80"], "sdcc"),
    (&["cc65", "ca65", "cl65", "ld65"], "ca65"),
    (&["sjasmplus"], "sjasmplus"),
    (&["acme"], "acme"),
    (&["zcc", "z88dk-z80asm", "z80asm"], "z88dk"),
];

/// Whether a file is one of `make`.
pub(super) fn is_make(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase());
    name.is_some_and(|name| BUILD_FILES[..2].contains(&&*name))
}

/// A line of a build file: its number, and its commands in words. Comments are left out, and variables have the values of the file.
pub(super) type Line = (usize, Vec<Vec<String>>);

/// Signs between which build files write the name of a variable.
const REFERENCES: [(&str, &str); 5] = [("$(", ")"), ("${", "}"), ("{{", "}}"), ("%", "%"), ("$", "")];
/// The size of a line at which its variables keep their names. They can contain one another.
const LONGEST_LINE: usize = 100_000;
/// The variables of the commands that `make` runs without being told.
const IMPLICIT: [&[&str]; 2] = [&["CC", "CPPFLAGS", "CFLAGS"], &["AS", "ASFLAGS"]];

/// Returns the lines of a build file.
pub(super) fn build_lines(path: &Path, text: &str) -> Vec<Line> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut is_continued = false;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_end();
        let part = line.strip_suffix('\\').unwrap_or(line);
        match lines.last_mut().filter(|_| is_continued) {
            Some((_, begun)) => *begun = format!("{begun} {part}"),
            None => lines.push((number, part.to_owned())),
        }
        is_continued = part.len() < line.len();
    }
    let mut values = BTreeMap::new();
    for (number, line) in &mut lines {
        line.truncate(comment(line));
        assign(*number, line, &mut values);
    }
    for names in IMPLICIT.iter().filter(|_| is_make(path)) {
        let known: Vec<_> = names.iter().filter_map(|name| values.get(*name)).collect();
        let number = known.last().map_or(0, |(number, _)| *number);
        let command: Vec<&str> = known.iter().map(|(_, value)| value.as_str()).collect();
        lines.push((number, command.join(" ")));
    }
    lines.into_iter().map(|(number, line)| (number, commands(&expanded(line, &values)))).collect()
}

/// Returns where the comment of a line begins.
fn comment(line: &str) -> usize {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.starts_with("::") || first.eq_ignore_ascii_case("rem") {
        return 0;
    }
    let (mut quote, mut last) = (None, ' ');
    for (at, c) in line.char_indices() {
        match quote {
            None if c == '#' && last.is_whitespace() => return at,
            None if last != '\\' && (c == '"' || c == '\'') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        last = c;
    }
    line.len()
}

/// Takes the value that a line gives to a variable.
fn assign(number: usize, line: &str, values: &mut BTreeMap<String, (usize, String)>) {
    let Some((left, value)) = line.split_once('=') else { return };
    let name = left.trim_end_matches([':', '?', '+']).trim().rsplit([' ', ':']).next().unwrap_or_default();
    if !is_name(name) || values.contains_key(name) && left.ends_with('?') {
        return;
    }
    let value = value.trim();
    let quoted = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    let value = quoted('"').or_else(|| quoted('\'')).unwrap_or(value);
    let (_, old) = values.remove(name).unwrap_or_default();
    let own = replaced(value, |other| (other == name).then_some(&old));
    let value = if left.ends_with('+') { format!("{old} {own}") } else { own };
    values.insert(name.to_owned(), (number, value));
}

/// Returns a line with the values of its variables, which can have variables too.
fn expanded(mut line: String, values: &BTreeMap<String, (usize, String)>) -> String {
    for _ in 0..10 {
        let next = replaced(&line, |name| values.get(name).map(|(_, value)| value));
        if next == line {
            break;
        }
        line = next;
    }
    line
}

/// Returns a text with the values of the variables that have one.
fn replaced<'a>(text: &str, value: impl Fn(&str) -> Option<&'a String>) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some((before, from)) = rest.find(['$', '{', '%']).and_then(|at| rest.split_at_checked(at)) {
        done += before;
        let found = reference(from).and_then(|(name, after)| Some((value(name)?.as_str(), after)));
        let (put, after) = found.unwrap_or_else(|| from.split_at_checked(1).unwrap_or((from, "")));
        done += put;
        rest = after;
        if done.len() > LONGEST_LINE {
            return text.to_owned();
        }
    }
    done + rest
}

/// Returns the name of the variable with which a text begins, and what follows it.
fn reference(text: &str) -> Option<(&str, &str)> {
    REFERENCES.into_iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?;
        let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
        let (name, rest) = inner.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
        Some((name, rest.strip_prefix(close)?))
    })
}

/// Returns the commands of a line in words, as a shell splits them. What a variable is written with stays one word.
fn commands(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut word, mut quote, mut depth) = (vec![Vec::new()], None::<String>, None, 0);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let is_apart = quote.is_none() && depth == 0;
        let ends = is_apart && (c.is_whitespace() || ";&|".contains(c));
        if ends {
            commands.last_mut().into_iter().for_each(|command| command.extend(word.take()));
            commands.extend((!c.is_whitespace()).then(Vec::new));
            continue;
        }
        let text = word.get_or_insert_default();
        match c {
            '(' | '{' if depth > 0 || text.ends_with('$') => depth += 1,
            ')' | '}' if depth > 0 => depth -= 1,
            _ => {}
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if depth == 0 && (c == '"' || c == '\'') => quote = Some(c),
            // Of `\` before a letter it is the folder of a path.
            _ if c == '\\' => match chars.next_if(|next| " \"'\\#".contains(*next)) {
                Some(next) => text.push(next),
                None => text.push(c),
            },
            _ => text.push(c),
        }
    }
    commands.last_mut().into_iter().for_each(|command| command.extend(word.take()));
    commands
}

/// Whether a command is that of a known compiler or assembler.
pub(super) fn is_of_tool(command: &[String]) -> bool {
    let program = |word: &str| {
        let word = word.trim_start_matches(['@', '-', '+']);
        let name = word.rsplit(['/', '\\', '=']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name).to_ascii_lowercase()
    };
    let before_options =
        command.iter().enumerate().take_while(|(at, word)| *at == 0 || !word.starts_with('-'));
    before_options
        .map(|(_, word)| program(word))
        .any(|name| TOOLS.iter().any(|(names, _)| names.contains(&&*name)))
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
