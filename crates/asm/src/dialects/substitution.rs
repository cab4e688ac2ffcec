//! Replacing the names of parameters by arguments.

use std::rc::Rc;

use super::macros::LONGEST_LINE;
use super::table::{Lexis, Parameters};
use super::token::{name_end, quote_end};
use crate::scan::slice;

/// What replaces names in a statement.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    parameters: Vec<String>,
    arguments: Vec<String>,
    join: Option<char>,
    in_strings: bool,
    /// The number of arguments that the call gives.
    pub(super) given: usize,
}

impl Substitution {
    pub(super) fn new(parameters: Vec<String>, arguments: Vec<String>, how: Parameters) -> Self {
        let (join, in_strings) = match how {
            Parameters::Text { join, in_strings } => (join, in_strings),
            Parameters::Symbols => (None, false),
        };
        let given = arguments.len();
        Self { parameters, arguments, join, in_strings, given }
    }

    /// Adds a name that is replaced.
    pub(super) fn add(&mut self, name: &str, text: String) {
        self.parameters.insert(0, name.to_owned());
        self.arguments.insert(0, text);
    }

    fn argument(&self, name: &str) -> Option<&str> {
        let index = self.parameters.iter().position(|parameter| parameter == name)?;
        Some(self.arguments.get(index).map_or("", |argument| argument))
    }

    /// Returns a statement with the arguments. A line that gets too long is cut off above [`LONGEST_LINE`].
    pub(super) fn apply(&self, text: &str, lexis: &Lexis) -> Rc<str> {
        let (mut out, mut at) = (String::new(), 0);
        while at < text.len() && out.len() <= LONGEST_LINE {
            let end = name_end(text, at, lexis);
            if end > at {
                out += self.argument(slice(text, at..end)).unwrap_or(slice(text, at..end));
                at = end;
                continue;
            }
            let rest = slice(text, at..text.len());
            if self.join.is_some_and(|join| rest.starts_with(join) && self.joins(text, at, lexis)) {
                at += 1;
                continue;
            }
            let quoted = quote_end(text, at, lexis).filter(|_| !self.in_strings).flatten();
            let number = super::token::number(text, at, lexis, false).map(|(_, end)| end);
            let end = quoted.or(number).unwrap_or_else(|| crate::scan::character(text, at).end).max(at + 1);
            out += slice(text, at..end.min(text.len()));
            at = end;
        }
        out.into()
    }

    /// Whether the sign at `at` joins a parameter with its surroundings.
    fn joins(&self, text: &str, at: usize, lexis: &Lexis) -> bool {
        let next = slice(text, at + 1..name_end(text, at + 1, lexis));
        let start = text.get(..at).map_or(0, |head| {
            head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_?.$@".contains(c)).len()
        });
        let previous = slice(text, start..at);
        self.argument(next).is_some() || self.argument(previous).is_some()
    }
}
