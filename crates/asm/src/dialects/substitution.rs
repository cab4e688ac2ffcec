//! Replacing the names of parameters by arguments.

use std::ops::Range;
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
    /// Whether parts of words are replaced.
    in_words: bool,
    /// Whether each name of a path is replaced, and signs and words stay apart from what is beside them.
    in_tokens: bool,
    /// The number of arguments that the call gives.
    pub(super) given: usize,
}

impl Substitution {
    pub(super) fn new(parameters: Vec<String>, arguments: Vec<String>, how: Parameters) -> Self {
        let (join, in_strings) = match how {
            Parameters::Text { join, in_strings } => (join, in_strings),
            Parameters::Blanks => (Some('\''), true),
            Parameters::Tokens | Parameters::Words | Parameters::Symbols => (None, false),
        };
        let in_words = how == Parameters::Words;
        let in_tokens = how == Parameters::Tokens;
        let given = arguments.len();
        Self { parameters, arguments, join, in_strings, in_words, in_tokens, given }
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
        let mut ends_argument = false;
        while at < text.len() && out.len() <= LONGEST_LINE {
            let end = if self.in_words { word_end(text, at, lexis) } else { name_end(text, at, lexis) };
            if end > at && self.in_words {
                self.apply_to_word(slice(text, at..end), &mut out);
                at = end;
                continue;
            }
            if end > at && self.in_tokens {
                for (index, part) in slice(text, at..end).split("::").enumerate() {
                    out += if index > 0 { "::" } else { "" };
                    match self.argument(part) {
                        Some(argument) => join(&mut out, argument),
                        None => out += part,
                    }
                    ends_argument = self.argument(part).is_some();
                }
                at = end;
                continue;
            }
            if end > at {
                out += self.argument(slice(text, at..end)).unwrap_or(slice(text, at..end));
                at = end;
                continue;
            }
            let rest = slice(text, at..text.len());
            // Where names in strings are replaced, the search ends at a comment sign in one.
            if self.in_strings && rest.starts_with(';') {
                out += rest;
                break;
            }
            if self.join.is_some_and(|join| rest.starts_with(join) && self.joins(text, at, lexis)) {
                at += 1;
                continue;
            }
            let quoted = quote_end(text, at, lexis).filter(|_| !self.in_strings).flatten();
            if let (Some(end), Some('&')) = (quoted, self.join) {
                self.apply_to_string(slice(text, at..end), lexis, &mut out);
                at = end;
                continue;
            }
            let number = super::token::number(text, at, lexis, false).map(|(_, end)| end);
            let end = quoted.or(number).unwrap_or_else(|| crate::scan::character(text, at).end).max(at + 1);
            let rest = slice(text, at..end.min(text.len()));
            if self.in_tokens && ends_argument {
                join(&mut out, rest);
            } else {
                out += rest;
            }
            ends_argument = false;
            at = end;
        }
        out.into()
    }

    /// Replaces the names in a string that stand beside the sign that joins them.
    fn apply_to_string(&self, text: &str, lexis: &Lexis, out: &mut String) {
        let mut at = 0;
        while at < text.len() {
            let marked = usize::from(slice(text, at..at + 1) == "&");
            let end = name_end(text, at + marked, lexis);
            let argument = self.argument(slice(text, at + marked..end));
            let follows = slice(text, end..end + 1) == "&";
            if let Some(argument) = argument.filter(|_| marked == 1 || follows) {
                *out += argument;
                // The sign after a name may stand before another one, too.
                let next = slice(text, end + 1..name_end(text, end + 1, lexis));
                at = end + usize::from(follows && self.argument(next).is_none());
                continue;
            }
            let end = end.max(crate::scan::character(text, at).end).max(at + 1);
            *out += slice(text, at..end);
            at = end;
        }
    }

    /// Replaces the parts of a word.
    fn apply_to_word(&self, word: &str, out: &mut String) {
        let mut at = 0;
        while let Some((range, text)) = part_of(word, at, |part| self.argument(part).map(str::to_owned)) {
            *out += slice(word, at..range.start);
            *out += &text;
            at = range.end;
        }
        *out += slice(word, at..word.len());
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

/// Adds a text, with a blank before it where it would make another word or sign of what is there.
pub(super) fn join(out: &mut String, text: &str) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.@$%\x7F".contains(c);
    let is_sign = |c: char| "<>=&|:!+-*/^".contains(c);
    if let (Some(last), Some(first)) = (out.chars().last(), text.chars().next())
        && (is_word(last) && is_word(first) || is_sign(last) && is_sign(first))
    {
        out.push(' ');
    }
    *out += text;
}

/// Returns the end of a word that begins with a letter or an underscore.
pub(super) fn word_end(text: &str, at: usize, lexis: &Lexis) -> usize {
    let starts = crate::scan::byte(text, at).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if starts { name_end(text, at, lexis) } else { at }
}

/// Returns the first part of a word from `from` that is replaced, and the text for it.
///
/// A part begins and ends at the word's ends or beside underscores. A name that begins with an underscore is only replaced at the
/// beginning of a word.
pub(super) fn part_of<T>(
    word: &str,
    from: usize,
    mut text_for: impl FnMut(&str) -> Option<T>,
) -> Option<(Range<usize>, T)> {
    let mut start = from;
    while start < word.len() {
        let mut end = start;
        while end < word.len() {
            end = part_end(word, end);
            let part = slice(word, start..end);
            let fits = start == 0 || !part.starts_with('_');
            if let Some(text) = Some(part).filter(|_| fits).and_then(&mut text_for) {
                return Some((start..end, text));
            }
        }
        start = part_end(word, start);
    }
    None
}

/// Returns the end of the underscores at `at`, or of what is not an underscore.
fn part_end(word: &str, at: usize) -> usize {
    let is_underscore = crate::scan::byte(word, at) == Some(b'_');
    crate::scan::run(word, at, |byte| (byte == b'_') == is_underscore).max(at + 1)
}
