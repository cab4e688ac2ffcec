//! Splits a file into header and lines, and a line into its parts.

use std::ops::Range;

use super::{
    Edit, Form, Printed,
    header::{ErrorKind, Header, ListingError},
    misreading::SIMILAR_TO_DIGITS,
};
use crate::LAST_NUMBER;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its bytes, with the line end.
    pub(super) span: Range<usize>,
}

/// A printed line with wraps joined, and the position of each character in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) chars: Vec<char>,
    /// Byte offset in the file of each character.
    origin: Vec<usize>,
    /// Byte offset of the end of each character. One that was read in place of others has their bytes.
    ends: Vec<usize>,
    /// The wraps of the line: the index of the first character after each.
    pub(super) wraps: Vec<usize>,
    /// Its rows in the file: the first one, then one for each wrap.
    pub(super) rows: Vec<Row>,
}

impl Raw {
    /// Returns the bytes of the file for a range of characters; after the last character, an empty range.
    pub(super) fn span(&self, range: Range<usize>) -> Range<usize> {
        let end_of = |i: usize| self.ends[i];
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

    fn extend(&mut self, text: &str, at: usize, row: Row) {
        self.chars.extend(text.chars());
        self.origin.extend(text.char_indices().map(|(i, _)| at + i));
        self.ends.extend(text.char_indices().map(|(i, character)| at + i + character.len_utf8()));
        self.rows.push(row);
    }

    /// Returns the bytes of the file that contain the line.
    pub(super) fn whole_span(&self) -> Range<usize> {
        self.span(0..self.chars.len())
    }

    /// Returns the number of its first row.
    pub(super) fn row(&self) -> usize {
        self.rows.first().map_or(0, |row| row.number)
    }

    pub(super) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// Returns a part of the line, which begins or ends at a program line.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        let is_inside = |wrap: &&usize| range.start < **wrap && **wrap < range.end;
        let first = self.wraps.iter().filter(|wrap| **wrap <= range.start).count();
        let wraps: Vec<usize> = self.wraps.iter().filter(is_inside).map(|wrap| wrap - range.start).collect();
        Self {
            rows: self.rows.iter().skip(first).take(wraps.len() + 1).cloned().collect(),
            chars: self.chars[range.clone()].to_vec(),
            origin: self.origin[range.clone()].to_vec(),
            ends: self.ends[range].to_vec(),
            wraps,
        }
    }

    /// Returns the edit of the file that removes all rows of the line.
    pub(super) fn removal(&self) -> Vec<Edit> {
        self.rows.iter().map(|row| Edit { span: row.span.clone(), text: String::new() }).collect()
    }

    /// Returns the edit of the file that replaces characters, which keeps wraps and indents where it can.
    pub(super) fn edit(&self, range: Range<usize>, insert: &str) -> Edit {
        let is_edge = |at: usize| self.wraps.contains(&at) || at == self.chars.len();
        let wrap = self.wraps.iter().position(|wrap| *wrap == range.start);
        let span = match (range.start.checked_sub(1), wrap) {
            // Blanks at the edge of a row are not read, so the rows are joined.
            (Some(before), Some(_)) if range.is_empty() && insert.contains(' ') => {
                self.ends[before]..self.origin[range.start]
            }
            (Some(before), _) if range.is_empty() => self.ends[before]..self.ends[before],
            (_, Some(wrap)) if insert.is_empty() && is_edge(range.end) => {
                let last = self.wraps.iter().filter(|wrap| **wrap < range.end).count();
                self.rows[wrap + 1].span.start..self.rows[last].span.end
            }
            _ if range.is_empty() => self.span(range.clone()).start..self.span(range).start,
            _ => self.span(range),
        };
        Edit { span, text: insert.to_owned() }
    }

    /// Replaces characters; the new ones have the bytes of the old ones.
    pub(super) fn replace(&mut self, range: Range<usize>, new: &str) {
        let at = self.origin.get(range.start).or(self.origin.last()).copied().unwrap_or(0);
        let (removed, added) = (range.len(), new.chars().count());
        self.chars.splice(range.clone(), new.chars());
        let end = range.end.checked_sub(1).filter(|_| removed > 0).map_or(at, |last| self.ends[last]);
        self.origin.splice(range.clone(), std::iter::repeat_n(at, added));
        self.ends.splice(range.clone(), std::iter::repeat_n(end, added));
        for wrap in &mut self.wraps {
            if *wrap >= range.end {
                *wrap = *wrap + added - removed;
            }
        }
    }
}

pub(super) fn split(source: &str, form: Form) -> Result<(Header, Vec<Raw>), ListingError> {
    let mut header = Header::default();
    let mut raws: Vec<Raw> = Vec::new();
    let mut margin = None;
    let mut at = 0;
    for (index, row) in source.split_inclusive('\n').enumerate() {
        let start = at;
        at += row.len();
        let place = Row { number: index + 1, span: start..at };
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
                raw.extend(text, start + indent, place);
            }
            _ => {
                let mut raw = Raw::default();
                raw.extend(text, start + indent, place);
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
    /// The contents of the parentheses.
    inside: String,
    /// The position of the closing parenthesis.
    close: usize,
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
    let number_at = close + 1 + chars[close + 1..].iter().take_while(|c| c.is_whitespace()).count();
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

pub(super) struct Parts {
    pub(super) printed: Option<Printed>,
    /// The index after the sign that closes the printed number; 0 if there is no printed number.
    pub(super) close: usize,
    pub(super) number: u16,
    pub(super) number_at: Range<usize>,
    /// The damaged part, which can be told from the rest.
    pub(super) damage: Vec<ListingError>,
}

/// Splits a line into its parts. Its text begins at the end of `number_at`.
pub(super) fn parts(raw: &Raw, header: &Header) -> Result<Parts, ListingError> {
    let error = |kind, range| ListingError { kind, span: raw.span(range) };
    let mut damage = Vec::new();
    let (printed, close, at) = match head(&raw.chars, header) {
        Some(Head { inside, close, number_at, is_exact }) => {
            let number = printed_number(&inside).or_else(|| parted_number(&inside));
            if number.is_none() {
                damage.push(error(ErrorKind::NotANumber(inside), 1..close));
            }
            let printed = number.map(|number| Printed { is_clean: number.is_clean && is_exact, ..number });
            (printed, close + 1, number_at)
        }
        None => (None, 0, 0),
    };
    let length = number_length(&raw.chars[at..], header);
    let damaged = damaged_number(&raw.chars[at..]).filter(|(text, _)| at > 0 && text.len() > length);
    let (digits, end) = match damaged {
        Some((text, value)) => {
            let end = at + text.chars().count();
            damage.push(error(ErrorKind::DamagedNumber { text, value }, at..end));
            (value.to_string(), end)
        }
        None => {
            let digits = raw.chars[at..at + length].iter().map(|&c| header.meant(c)).collect::<String>();
            (digits, at + length)
        }
    };
    if digits.is_empty() {
        return Err(error(ErrorKind::NoNumber, at..at + 1));
    }
    let number = digits.parse::<u16>().ok().filter(|n| (1..=LAST_NUMBER).contains(n));
    let number = number.ok_or_else(|| error(ErrorKind::NumberRange(digits), at..end))?;
    Ok(Parts { printed, close, number, number_at: at..end, damage })
}

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

/// Returns a printed number whose digits a reader has parted: `15 43`.
fn parted_number(text: &str) -> Option<Printed> {
    let joined = text.replace(' ', "");
    let number = printed_number(&joined).filter(|_| joined.len() < text.len())?;
    Some(Printed { text: text.to_owned(), is_clean: false, ..number })
}

/// The most characters of a printed number with its signs and the line number after it.
const LONGEST_HEAD: usize = 24;

/// A place within a line at which another line may begin.
pub(super) struct Inner {
    /// The index of the printed number's first sign.
    pub(super) at: usize,
    /// Whether the printed number is in parentheses. Otherwise only its value can prove that it is one.
    pub(super) is_exact: bool,
    /// The index after the printed number and its signs, from `at`.
    pub(super) close: usize,
}

/// Returns the places after the first sign at which `(SZ) number` is, also if one of the parentheses is lost.
pub(super) fn inner_heads(raw: &Raw, header: &Header) -> Vec<Inner> {
    let chars = &raw.chars;
    let found = |at: usize| {
        let window = &chars[at..chars.len().min(at + LONGEST_HEAD)];
        let exact = head(window, header).filter(|head| printed_number(&head.inside).is_some());
        match exact {
            Some(head) => Some(Inner { at, is_exact: head.is_exact, close: head.close + 1 }),
            None => half_head(window, header).map(|close| Inner { at, is_exact: false, close }),
        }
    };
    // A number does not begin within digits, unless that is where a row begins.
    let begins = |at: &usize| {
        !(chars[at - 1].is_ascii_digit() && chars[*at].is_ascii_digit()) || raw.wraps.contains(at)
    };
    (1..chars.len()).filter(begins).filter_map(found).collect()
}

/// Returns the length of a printed number that lost one of its signs, if a line number follows it.
fn half_head(chars: &[char], header: &Header) -> Option<usize> {
    let is_open = AROUND.iter().any(|(opening, _)| opening.contains(chars[0]));
    let start = usize::from(is_open);
    let is_digit = |c: &char| c.is_ascii_digit() || SIMILAR_TO_DIGITS.iter().any(|(read, _)| read == c);
    let end = start + chars[start..].iter().take_while(|c| is_digit(c)).count();
    let closing = chars.get(end).is_some_and(|c| AROUND.iter().any(|(_, closing)| closing.contains(*c)));
    let close = end + usize::from(closing);
    let number_at = close + chars[close..].iter().take_while(|c| c.is_whitespace()).count();
    let is_numbered = number_length(&chars[number_at..], header) > 0 && number_at > close;
    (end >= start + FEWEST && (is_open || closing) && is_numbered).then_some(close)
}

/// Returns whether a row begins with a printed number that has at least one of its signs.
pub(super) fn is_numbered(row: &[char]) -> bool {
    let is_sign = |c: &char| AROUND[0].0.contains(*c) || AROUND[0].1.contains(*c);
    let start = row.iter().take_while(|c| is_sign(c)).count();
    let digits = row[start..].iter().take_while(|c| printed_number(&format!("0{c}")).is_some()).count();
    let has_sign = start > 0 || row.get(start + digits).is_some_and(is_sign);
    has_sign && row[start..start + digits].iter().any(char::is_ascii_digit)
}

/// Reads the printed number at the start of a line that lost one of its signs.
pub(super) fn half_number(chars: &[char]) -> Option<Printed> {
    let text: String = chars.iter().collect();
    let signs: String = AROUND.iter().flat_map(|(opening, closing)| [*opening, *closing]).collect();
    printed_number(text.trim_matches(|c| signs.contains(c)).trim())
}
