//! Splits a file into header and lines, and a line into its parts.

use std::ops::Range;

use super::{
    Form, Printed,
    error::{ErrorKind, ListingError},
    header::Header,
};
use crate::LAST_NUMBER;

/// A printed line with wraps joined, and the position of each character in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) chars: Vec<char>,
    /// Byte offset in the file of each character.
    origin: Vec<usize>,
    /// Where the line was wrapped: the index of the first character after each wrap.
    pub(super) wraps: Vec<usize>,
}

impl Raw {
    /// Returns the bytes of the file for a range of characters; after the last character, an empty range.
    pub(super) fn span(&self, range: Range<usize>) -> Range<usize> {
        let end_of = |i: usize| self.origin[i] + self.chars[i].len_utf8();
        let last = self.chars.len().saturating_sub(1);
        if self.chars.is_empty() {
            return 0..0;
        }
        if range.start > last {
            return end_of(last)..end_of(last);
        }
        let end = range.end.clamp(range.start + 1, last + 1) - 1;
        self.origin[range.start]..end_of(end).max(self.origin[range.start])
    }

    fn extend(&mut self, text: &str, at: usize) {
        self.chars.extend(text.chars());
        self.origin.extend(text.char_indices().map(|(i, _)| at + i));
    }

    #[cfg(feature = "errata")]
    /// Replaces characters; the new ones have the position of the first old one.
    pub(super) fn replace(&mut self, range: Range<usize>, new: &str) {
        let at = self.origin.get(range.start).or(self.origin.last()).copied().unwrap_or(0);
        let (removed, added) = (range.len(), new.chars().count());
        self.chars.splice(range.clone(), new.chars());
        self.origin.splice(range.clone(), std::iter::repeat_n(at, added));
        for wrap in &mut self.wraps {
            if *wrap >= range.end {
                *wrap = *wrap + added - removed;
            }
        }
    }
}

/// Splits a file into its header and its lines.
pub(super) fn split(source: &str, form: Form) -> Result<(Header, Vec<Raw>), ListingError> {
    let mut header = Header::default();
    let mut raws: Vec<Raw> = Vec::new();
    let mut margin = None;
    let mut at = 0;
    for row in source.split_inclusive('\n') {
        let start = at;
        at += row.len();
        let row = row.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        if let Some(text) = row.strip_prefix("#!") {
            let span = start + 2..start + row.len();
            if !raws.is_empty() {
                return Err(ListingError { kind: ErrorKind::LateHeader, span });
            }
            header.take(text, span)?;
            continue;
        }
        // On paper, blanks at the end of a line cannot be seen; in program text they are characters.
        let row = if form == Form::Listing { row.trim_end() } else { row };
        let text = row.trim_start();
        if text.trim_end().is_empty() {
            continue;
        }
        // A comment, as in the text files of the Bally Alley archive.
        if form == Form::Text && text.starts_with('.') {
            continue;
        }
        let indent = row.len() - text.len();
        let wrapped = form == Form::Listing
            && !raws.is_empty()
            && continues(text, indent > *margin.get_or_insert(indent), &header);
        margin.get_or_insert(indent);
        match raws.last_mut() {
            Some(raw) if wrapped => {
                raw.wraps.push(raw.chars.len());
                raw.extend(text, start + indent);
            }
            _ => {
                let mut raw = Raw::default();
                raw.extend(text, start + indent);
                raws.push(raw);
            }
        }
    }
    Ok((header, raws))
}

/// Returns whether a row continues the line before. Such a row does not begin with `(SZ) number`, and either does not
/// begin with a number, or is indented deeper than the first line, or its number is followed by a sign that cannot
/// begin a statement.
fn continues(text: &str, indented: bool, header: &Header) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let digits = number_length(&chars, header);
    let next = chars[digits..].iter().map(|&c| header.meant(c)).find(|c| *c != ' ');
    let within = next.is_some_and(|c| ",;)+-×÷=<>#".contains(c));
    head(&chars, header).is_none() && (digits == 0 || indented || within)
}

/// Returns the number of characters of the line number at the start: digits, and characters that stand for digits by
/// convention if a blank or a remark's period follows the number.
fn number_length(chars: &[char], header: &Header) -> usize {
    let plain = chars.iter().take_while(|c| c.is_ascii_digit()).count();
    let meant = chars.iter().take_while(|&&c| header.meant(c).is_ascii_digit()).count();
    if matches!(chars.get(meant), None | Some(' ' | '.')) { meant } else { plain }
}

/// The signs around a printed number: those that open it, and those that close it. All but parentheses are misread.
const AROUND: [(&str, &str); 2] = [("([{", ")]}"), ("-–—", "-–—")];
/// The fewest digits between misread signs: a wrapped line may begin with `-1- 2`.
const FEWEST: usize = 3;

/// The printed number at the start of a line, which a line number follows.
struct Head {
    /// What is in the parentheses.
    inside: String,
    /// The position of the closing parenthesis.
    close: usize,
    /// The position of the line number.
    number_at: usize,
    /// The signs around it are parentheses.
    is_exact: bool,
}

fn head(chars: &[char], header: &Header) -> Option<Head> {
    let open = *chars.first()?;
    let (_, closing) = AROUND.iter().find(|(opening, _)| opening.contains(open))?;
    let close = 1 + chars[1..].iter().position(|c| closing.contains(*c))?;
    let inside: String = chars[1..close].iter().collect();
    let inside = inside.trim();
    let is_exact = open == '(' && chars[close] == ')';
    if !is_exact && (inside.len() < FEWEST || printed_number(inside).is_none()) {
        return None;
    }
    let number_at = close + 1 + chars[close + 1..].iter().take_while(|c| **c == ' ').count();
    // Without a blank, only a number counts: a wrapped line may begin with `(P)4`.
    let is_separate = number_at > close + 1 || printed_number(inside).is_some();
    let is_plausible =
        !inside.is_empty() && inside.chars().all(|c| c.is_alphanumeric() || " |?.-".contains(c));
    let number = &chars[number_at..];
    let is_numbered = number_length(number, header) > 0 || damaged_number(number).is_some();
    let inside = inside.to_owned();
    (is_plausible && is_separate && is_numbered).then_some(Head { inside, close, number_at, is_exact })
}

/// Returns a damaged line number, which contains letters similar to digits and is followed by a blank: its text, and
/// the number that it may be.
fn damaged_number(chars: &[char]) -> Option<(String, i32)> {
    let end = chars.iter().position(|&c| c == ' ')?;
    let text: String = chars[..end].iter().collect();
    let number = printed_number(&text).filter(|number| !number.is_clean)?;
    Some((text, number.value))
}

/// Returns the printed number, the line number, and the index at which the text begins.
pub(super) fn parts(raw: &Raw, header: &Header) -> Result<(Option<Printed>, u16, usize), ListingError> {
    let error = |kind, range| ListingError { kind, span: raw.span(range) };
    let (printed, at) = match head(&raw.chars, header) {
        Some(Head { inside, close, number_at, is_exact }) => {
            let number =
                printed_number(&inside).ok_or_else(|| error(ErrorKind::NotANumber(inside), 1..close))?;
            let is_clean = number.is_clean && is_exact;
            (Some(Printed { is_clean, ..number }), number_at)
        }
        None => (None, 0),
    };
    let length = number_length(&raw.chars[at..], header);
    if let Some((text, value)) =
        damaged_number(&raw.chars[at..]).filter(|(text, _)| at > 0 && text.len() > length)
    {
        let range = at..at + text.chars().count();
        return Err(error(ErrorKind::DamagedNumber { text, value }, range));
    }
    let digits: String = raw.chars[at..at + length].iter().map(|&c| header.meant(c)).collect();
    if digits.is_empty() {
        return Err(error(ErrorKind::NoNumber, at..at + 1));
    }
    let end = at + digits.len();
    let number = digits.parse::<u16>().ok().filter(|n| (1..=LAST_NUMBER).contains(n));
    let number = number.ok_or_else(|| error(ErrorKind::NumberRange(digits), at..end))?;
    Ok((printed, number, end))
}

/// Characters that are read in place of digits, and the digits.
pub(super) const SIMILAR_TO_DIGITS: [(char, char); 13] = [
    ('I', '1'),
    ('l', '1'),
    ('|', '1'),
    ('i', '1'),
    ('O', '0'),
    ('o', '0'),
    ('D', '0'),
    ('Q', '0'),
    ('S', '5'),
    ('Z', '2'),
    ('z', '2'),
    ('B', '8'),
    ('G', '6'),
];

fn printed_number(text: &str) -> Option<Printed> {
    let digit = |c: char| {
        let similar = SIMILAR_TO_DIGITS.iter().find(|(read, _)| *read == c).map(|(_, digit)| *digit);
        if c.is_ascii_digit() { Some(c) } else { similar }
    };
    // Without a digit, it is a word in parentheses.
    if !text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    // `list --as printed` writes numbers below zero if the program is too long for the machine.
    let (sign, magnitude) = text.strip_prefix('-').map_or((1, text), |magnitude| (-1, magnitude));
    let digits: String = magnitude.chars().map(digit).collect::<Option<_>>()?;
    let value = digits.parse().ok().filter(|n: &i32| *n <= 99_999)?;
    Some(Printed { text: text.to_owned(), value: sign * value, is_clean: digits == magnitude })
}
