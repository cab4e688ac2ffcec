//! Replacing the names of parameters by arguments.

use std::rc::Rc;

use crate::origins::Origins;
use crate::syntax::{
    Apostrophe, Code, Lexis, Parameters, Span, byte, character, name_end, opens, quote_end, quoted, run,
    slice, word,
};

/// The maximum length of an expanded line in bytes.
pub(crate) const LONGEST_LINE: usize = 4096;

/// The replacement of names in a statement.
#[derive(Clone, Debug)]
pub(crate) struct Substitution {
    parameters: Vec<String>,
    arguments: Vec<Argument>,
    join: Option<char>,
    in_strings: bool,
    /// Whether parts of words are replaced.
    in_words: bool,
    /// Whether each name of a path is replaced, and signs and words stay apart from what is beside them.
    in_tokens: bool,
    /// Whether the case of names does not matter.
    ignores_case: bool,
    /// The number of arguments that the call gives.
    pub(crate) given: usize,
}

/// A text that replaces a parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Argument {
    pub(crate) text: String,
    /// The origins of its characters; none if it is another spelling of what it replaces.
    pub(crate) origins: Option<Origins>,
}

impl Argument {
    /// Returns a text that the engine makes.
    pub(crate) fn made(text: impl Into<String>) -> Self {
        Argument { text: text.into(), origins: Some(Origins::default()) }
    }
}

/// A part of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) range: Span,
    /// The number of the argument that replaces it.
    pub(crate) argument: Option<usize>,
    /// Whether it stays apart from what is before it.
    is_joined: bool,
}

impl Part {
    fn plain(range: Span) -> Self {
        Part { range, argument: None, is_joined: false }
    }
}

impl Substitution {
    pub(crate) fn new(parameters: Vec<String>, arguments: Vec<Argument>, how: Parameters) -> Self {
        let (join, in_strings) = match how {
            Parameters::Text { join, in_strings } => (join, in_strings),
            Parameters::Blanks => (Some('\''), true),
            Parameters::Tokens | Parameters::Words | Parameters::Symbols => (None, false),
        };
        let in_words = how == Parameters::Words;
        let in_tokens = how == Parameters::Tokens;
        let given = arguments.len();
        Self { parameters, arguments, join, in_strings, in_words, in_tokens, ignores_case: false, given }
    }

    /// Returns one of our own syntax, in which the case of names does not matter.
    pub(crate) fn own(parameters: Vec<String>, arguments: Vec<Argument>) -> Self {
        let how = Parameters::Text { join: None, in_strings: false };
        Self { ignores_case: true, ..Self::new(parameters, arguments, how) }
    }

    /// Adds a name that is replaced.
    pub(crate) fn add(&mut self, name: &str, text: String) {
        self.parameters.insert(0, name.to_owned());
        self.arguments.insert(0, Argument { text, origins: None });
    }

    fn index(&self, name: &str) -> Option<usize> {
        let is = |parameter: &String| {
            parameter == name || self.ignores_case && parameter.eq_ignore_ascii_case(name)
        };
        self.parameters.iter().position(is)
    }

    /// Returns a statement with the arguments, and its origins. A line that gets too long is cut off above [`LONGEST_LINE`].
    pub(crate) fn apply(&self, text: &str, origins: &Origins, lexis: &Lexis) -> (Rc<str>, Origins) {
        let mut out = Code::default();
        self.scan(text, lexis, |Part { range, argument, is_joined }| {
            let argument = argument.map(|index| self.arguments.get(index));
            let (own, origins) = match argument {
                None => (slice(text, range.clone()), origins.part(range)),
                Some(None) => ("", Origins::default()),
                Some(Some(Argument { text, origins: Some(own) })) => (text.as_str(), own.clone()),
                Some(Some(Argument { text, origins: None })) => {
                    (text.as_str(), Origins::made(text.len(), origins.place(&range)))
                }
            };
            if is_joined {
                join(&mut out, own, origins);
            } else {
                out.push(own, origins);
            }
            out.text.len() <= LONGEST_LINE
        });
        (out.text.into(), out.origins)
    }

    /// Passes the parts of a statement to a function, which returns whether to go on.
    pub(crate) fn scan(&self, text: &str, lexis: &Lexis, mut take: impl FnMut(Part) -> bool) {
        let Some(lexis) = lexis.foreign() else { return self.scan_own(text, take) };
        let (mut at, mut goes_on, mut ends_argument) = (0, true, false);
        while at < text.len() && goes_on {
            let end = if self.in_words { word_end(text, at, lexis) } else { name_end(text, at, lexis) };
            if end > at && self.in_words {
                goes_on = self.scan_word(text, at..end, &mut take);
                at = end;
                continue;
            }
            if end > at && self.in_tokens {
                let mut start = at;
                for (number, part) in slice(text, at..end).split("::").enumerate() {
                    if number > 0 {
                        take(Part::plain(start..start + 2));
                        start += 2;
                    }
                    let range = start..start + part.len();
                    let argument = self.index(part);
                    goes_on = take(Part { range, argument, is_joined: argument.is_some() });
                    ends_argument = argument.is_some();
                    start += part.len();
                }
                at = end;
                continue;
            }
            if end > at {
                let argument = self.index(slice(text, at..end));
                goes_on = take(Part { argument, ..Part::plain(at..end) });
                at = end;
                continue;
            }
            let rest = slice(text, at..text.len());
            // Where names in strings are replaced, the search ends at a comment sign in one.
            if self.in_strings && rest.starts_with(';') {
                take(Part::plain(at..text.len()));
                return;
            }
            if self.join.is_some_and(|join| rest.starts_with(join) && self.joins(text, at, lexis)) {
                at += 1;
                continue;
            }
            let quoted = quote_end(text, at, lexis).filter(|_| !self.in_strings).flatten();
            if let (Some(end), Some('&')) = (quoted, self.join) {
                goes_on = self.scan_string(text, at..end, lexis, &mut take);
                at = end;
                continue;
            }
            let number = crate::syntax::token::number(text, at, lexis, false).map(|(_, end)| end);
            let end = quoted.or(number).unwrap_or_else(|| character(text, at).end).max(at + 1);
            let is_joined = self.in_tokens && ends_argument;
            goes_on = take(Part { is_joined, ..Part::plain(at..end.min(text.len())) });
            ends_argument = false;
            at = end;
        }
    }

    /// Passes the parts of a statement of our own syntax.
    fn scan_own(&self, text: &str, mut take: impl FnMut(Part) -> bool) {
        let mut at = 0;
        for name in own_words(text, 0..text.len()) {
            let argument = self.index(slice(text, name.clone()));
            if argument.is_none() {
                continue;
            }
            take(Part::plain(at..name.start));
            at = name.end;
            if !take(Part { argument, ..Part::plain(name) }) {
                return;
            }
        }
        take(Part::plain(at..text.len()));
    }

    /// Passes the parts of a string: a name is replaced beside the sign that joins it.
    fn scan_string(
        &self,
        text: &str,
        string: Span,
        lexis: &Lexis,
        take: &mut impl FnMut(Part) -> bool,
    ) -> bool {
        let whole = slice(text, string.clone());
        let mut at = 0;
        let moved = |range: Span| string.start + range.start..string.start + range.end;
        while at < whole.len() {
            let marked = usize::from(slice(whole, at..at + 1) == "&");
            let end = name_end(whole, at + marked, lexis);
            let argument = self.index(slice(whole, at + marked..end));
            let follows = slice(whole, end..end + 1) == "&";
            if argument.is_some() && (marked == 1 || follows) {
                if !take(Part { argument, ..Part::plain(moved(at + marked..end)) }) {
                    return false;
                }
                // The sign after a name may stand before another one, too.
                let next = slice(whole, end + 1..name_end(whole, end + 1, lexis));
                at = end + usize::from(follows && self.index(next).is_none());
                continue;
            }
            let end = end.max(character(whole, at).end).max(at + 1);
            if !take(Part::plain(moved(at..end))) {
                return false;
            }
            at = end;
        }
        true
    }

    /// Passes the parts of a word.
    fn scan_word(&self, text: &str, word: Span, take: &mut impl FnMut(Part) -> bool) -> bool {
        let (whole, mut at) = (slice(text, word.clone()), 0);
        while let Some((range, index)) = part_of(whole, at, |name| self.index(name)) {
            let (start, end) = (word.start + range.start, word.start + range.end);
            let argument = Part { argument: Some(index), ..Part::plain(start..end) };
            if !(take(Part::plain(word.start + at..start)) && take(argument)) {
                return false;
            }
            at = range.end;
        }
        take(Part::plain(word.start + at..word.end))
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

/// Returns the names in a range of a line of our own syntax, outside of strings.
pub(crate) fn own_words(text: &str, range: Span) -> Vec<Span> {
    let (mut found, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let name = word(text, at);
        let end = match () {
            () if !name.is_empty() => name.end,
            () if opens(text, at) => quoted(text, at, Apostrophe::Either).unwrap_or(at + 1),
            // A letter after a digit does not start a name.
            () => run(text, at, |byte| byte.is_ascii_alphanumeric()).max(at + 1),
        };
        let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
        if !name.is_empty() {
            found.push(at..end);
        }
        at = end;
    }
    found
}

/// Adds a text, with a blank before it where it would make another word or sign of what is there.
pub(crate) fn join(out: &mut Code, text: &str, origins: Origins) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.@$%\x7F".contains(c);
    let is_sign = |c: char| "<>=&|:!+-*/^".contains(c);
    if let (Some(last), Some(first)) = (out.text.chars().last(), text.chars().next())
        && (is_word(last) && is_word(first) || is_sign(last) && is_sign(first))
    {
        out.push_blank();
    }
    out.push(text, origins);
}

/// Returns the end of a word that begins with a letter or an underscore.
pub(crate) fn word_end(text: &str, at: usize, lexis: &Lexis) -> usize {
    let starts = byte(text, at).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if starts { name_end(text, at, lexis) } else { at }
}

/// Returns the first part of a word from `from` that is replaced, and the text for it.
///
/// A part begins and ends at the word's ends or beside underscores. A name that begins with an underscore is only replaced at the
/// beginning of a word.
pub(crate) fn part_of<T>(
    word: &str,
    from: usize,
    mut text_for: impl FnMut(&str) -> Option<T>,
) -> Option<(Span, T)> {
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
    let is_underscore = byte(word, at) == Some(b'_');
    run(word, at, |byte| (byte == b'_') == is_underscore).max(at + 1)
}
