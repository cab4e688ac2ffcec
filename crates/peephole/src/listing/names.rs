//! Names of a compiler as names that our assembler knows. It ignores case, a compiler does not.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use crate::rules::syntax;
use arcadian_isa::{Form, Processor};

use crate::listing::compiler::Compiler;

/// The names of two listings.
#[derive(Debug)]
pub(crate) struct Names {
    reserved: HashSet<&'static str>,
    by_original: HashMap<String, String>,
    used: HashSet<String>,
}

impl Names {
    pub(crate) fn new(processor: Processor) -> Names {
        let forms = processor.rows().flat_map(|row| row.forms());
        let reserved = forms.filter_map(register).collect();
        Names { reserved, by_original: HashMap::new(), used: HashSet::new() }
    }

    /// Returns a name that no other name has. Registers and conditions are what they are.
    pub(crate) fn name(&mut self, original: &str) -> String {
        if self.reserved.contains(&*original.to_ascii_uppercase()) {
            return original.to_owned();
        }
        if let Some(known) = self.by_original.get(original) {
            return known.clone();
        }
        let mut plain = syntax::name(original);
        if is_made(&plain) {
            plain.push('_');
        }
        let mut name = plain.clone();
        let mut number = 2;
        while !self.used.insert(name.to_ascii_uppercase()) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        self.by_original.insert(original.to_owned(), name.clone());
        name
    }
}

/// Returns whether a name looks like one that is made for a place in a region.
fn is_made(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    ["OLD_", "NEW_", "LINE_", "HERE_", "END_OF_FUNCTION"].iter().any(|start| upper.starts_with(start))
}

fn register(form: Form<'static>) -> Option<&'static str> {
    match form {
        Form::Name(name)
        | Form::AtName(name)
        | Form::Indexed(name)
        | Form::ValueBy(name)
        | Form::AtValueBy(name)
        | Form::AtValueThenBy(name) => Some(name),
        Form::Value(_) | Form::AtValue | Form::Immediate => None,
    }
}

pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?')
}

/// Replaces the names in a text. Numbers and what is in quotes stay.
pub(crate) fn renamed(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest.get(1..).and_then(|inner| inner.find('"')).map_or(rest.len(), |end| end + 2),
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        let is_number = first.is_ascii_digit() && !word.ends_with('$') || first == '$';
        if is_part(first) && !is_number {
            result += &name(word);
        } else {
            result += word;
        }
        rest = after;
    }
    result
}

/// A statement of the compiler's assembler with our names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Name(String),
    /// What is between names: strings and numbers among it.
    Other(String),
}

impl Text {
    /// Reads a text of the compiler's assembler; `name` returns our name for one of the compiler's.
    pub(crate) fn read(compiler: Compiler, text: &str, name: &mut dyn FnMut(&str) -> String) -> Text {
        let mut pieces = Vec::new();
        let mut end = 0;
        for range in compiler.dialect().map_or(Vec::new(), |dialect| dialect.names_in(text)) {
            let (before, word) = (text.get(end..range.start), text.get(range.clone()));
            pieces.push(Piece::Other(before.unwrap_or("").to_owned()));
            pieces.push(Piece::Name(name(word.unwrap_or(""))));
            end = range.end;
        }
        pieces.push(Piece::Other(text.get(end..).unwrap_or("").to_owned()));
        Text(pieces)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Name(name) => Some(name),
            Piece::Other(_) => None,
        })
    }

    /// Gives its names other names.
    pub(crate) fn rename(&mut self, name: &mut dyn FnMut(&str) -> String) {
        for piece in &mut self.0 {
            if let Piece::Name(known) = piece {
                *known = name(known);
            }
        }
    }

    /// Returns the names of each expression in it.
    pub(crate) fn expressions(&self) -> Vec<Vec<&String>> {
        let mut all = vec![Vec::new()];
        // The first name is the directive.
        for piece in self.0.iter().skip(2) {
            match piece {
                Piece::Name(name) => all.last_mut().into_iter().for_each(|names| names.push(name)),
                Piece::Other(text) if text.contains(',') => all.push(Vec::new()),
                Piece::Other(_) => {}
            }
        }
        all
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Name(text) | Piece::Other(text) => f.write_str(text),
        })
    }
}
