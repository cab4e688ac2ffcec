//! Names of a compiler as names that our assembler knows. It ignores case, a compiler does not.

use std::collections::{HashMap, HashSet};

use arcadian_isa::{Form, Processor};
use arcadian_rules::syntax;

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
        let plain = syntax::name(original);
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

/// Returns the names in a text.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = String> {
    let mut names = Vec::new();
    renamed(text, &mut |name| {
        names.push(name.to_owned());
        String::new()
    });
    names.into_iter()
}
