//! Replacing the names of parameters by arguments.

use std::ops::Range;
use std::rc::Rc;

use super::macros::LONGEST_LINE;
use super::table::{Lexis, Parameters};
use super::token::{name_end, quote_end};
use crate::origins::Origins;
use crate::scan::slice;

/// What replaces names in a statement.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    parameters: Vec<String>,
    arguments: Vec<Argument>,
    join: Option<char>,
    in_strings: bool,
    /// Whether parts of words are replaced.
    in_words: bool,
    /// The number of arguments that the call gives.
    pub(super) given: usize,
}

/// What a parameter is replaced by.
#[derive(Clone, Debug, Default)]
pub(super) struct Argument {
    pub(super) text: String,
    /// Where its characters come from; none if it is another spelling of what it replaces.
    pub(super) origins: Option<Origins>,
}

impl Argument {
    /// Returns a text that the engine makes.
    pub(super) fn made(text: impl Into<String>) -> Self {
        Argument { text: text.into(), origins: Some(Origins::default()) }
    }
}

impl Substitution {
    pub(super) fn new(parameters: Vec<String>, arguments: Vec<Argument>, how: Parameters) -> Self {
        let (join, in_strings) = match how {
            Parameters::Text { join, in_strings } => (join, in_strings),
            Parameters::Words | Parameters::Symbols => (None, false),
        };
        let in_words = how == Parameters::Words;
        let given = arguments.len();
        Self { parameters, arguments, join, in_strings, in_words, given }
    }

    /// Adds a name that is replaced.
    pub(super) fn add(&mut self, name: &str, text: String) {
        self.parameters.insert(0, name.to_owned());
        self.arguments.insert(0, Argument { text, origins: None });
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter == name)
    }

    /// Returns a statement with the arguments, and its origins. A line that gets too long is cut off above [`LONGEST_LINE`].
    pub(super) fn apply(&self, text: &str, origins: &Origins, lexis: &Lexis) -> (Rc<str>, Origins) {
        let (mut out, mut out_origins) = (String::new(), Origins::default());
        self.scan(text, lexis, |range, argument| {
            match argument {
                Some(index) => {
                    let argument = self.arguments.get(index);
                    let own = argument.map_or("", |argument| &argument.text);
                    let place = || origins.place(&range);
                    let origins =
                        argument.map_or_else(Origins::default, |argument| match &argument.origins {
                            Some(origins) => origins.clone(),
                            None => Origins::made(own.len(), place()),
                        });
                    out_origins.append(out.len(), origins);
                    out += own;
                }
                None => {
                    out_origins.append(out.len(), origins.part(range.clone()));
                    out += slice(text, range);
                }
            }
            out.len() <= LONGEST_LINE
        });
        (out.into(), out_origins)
    }

    /// Passes the parts of a statement to a function, each with the number of its argument if it is replaced. The function returns
    /// whether to go on.
    pub(super) fn scan(
        &self,
        text: &str,
        lexis: &Lexis,
        mut part: impl FnMut(Range<usize>, Option<usize>) -> bool,
    ) {
        let (mut at, mut goes_on) = (0, true);
        while at < text.len() && goes_on {
            let end = if self.in_words { word_end(text, at, lexis) } else { name_end(text, at, lexis) };
            if end > at && self.in_words {
                goes_on = self.scan_word(text, at..end, &mut part);
                at = end;
                continue;
            }
            if end > at {
                goes_on = part(at..end, self.index(slice(text, at..end)));
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
            goes_on = part(at..end.min(text.len()), None);
            at = end;
        }
    }

    /// Does so with the parts of a word.
    fn scan_word(
        &self,
        text: &str,
        word: Range<usize>,
        part: &mut impl FnMut(Range<usize>, Option<usize>) -> bool,
    ) -> bool {
        let (whole, mut at) = (slice(text, word.clone()), 0);
        while let Some((range, index)) = part_of(whole, at, |name| self.index(name)) {
            let (start, end) = (word.start + range.start, word.start + range.end);
            if !(part(word.start + at..start, None) && part(start..end, Some(index))) {
                return false;
            }
            at = range.end;
        }
        part(word.start + at..word.end, None)
    }

    /// Whether the sign at `at` joins a parameter with its surroundings.
    fn joins(&self, text: &str, at: usize, lexis: &Lexis) -> bool {
        let next = slice(text, at + 1..name_end(text, at + 1, lexis));
        let start = text.get(..at).map_or(0, |head| {
            head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_?.$@".contains(c)).len()
        });
        let previous = slice(text, start..at);
        self.index(next).is_some() || self.index(previous).is_some()
    }
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
