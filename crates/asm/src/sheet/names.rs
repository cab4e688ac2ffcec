//! The names in header lines that can be those of labels and constants.

use std::collections::BTreeSet;

use super::header::{after_mark, is_about_part, is_key};
use crate::syntax::{Span, run, slice};

/// The keys whose values name no symbol.
const WITHOUT_SYMBOLS: [&str; 13] = [
    "cpu", "dialect", "org", "oracle", "same-as", "device", "title", "author", "date", "source", "note",
    "pops", "bytes",
];
/// The keys whose values are labels and places, which a field does not hide; some have names for what is there: `A = x`,
/// `HL -> text:16`.
const OF_PLACES: [&str; 6] = ["routine", "in", "out", "clobbers", "stack", "at"];

/// A word in a header line that stands for a symbol if there is one with this name.
#[derive(Debug)]
pub(crate) struct Mentioned {
    /// The number of the text.
    pub(crate) index: usize,
    pub(crate) span: Span,
}

/// Returns the words of header lines that stand for symbols if there are any. Each text has whether code is in its line: a block of
/// header lines ends with code, and its fields are its own.
pub(crate) fn mentioned<'a>(texts: impl Iterator<Item = (&'a str, bool)>) -> Vec<Mentioned> {
    let mut all = Vec::new();
    let (mut words, mut fields) = (Vec::new(), BTreeSet::new());
    let mut finish = |words: &mut Vec<(usize, &'a str, Span, bool)>, fields: &mut BTreeSet<String>| {
        for (index, text, span, is_place) in words.drain(..) {
            if is_place || !fields.contains(&slice(text, span.clone()).to_ascii_lowercase()) {
                all.push(Mentioned { index, span });
            }
        }
        fields.clear();
    };
    for (index, (text, has_code)) in texts.enumerate() {
        if let Some((key, value)) = key_and_value(text) {
            let name = slice(text, key.clone()).trim().to_ascii_lowercase();
            if is_about_part(&name) {
                // `cycles to LABEL`
                words.extend(names(text, key).skip(2).map(|span| (index, text, span, true)));
            } else if is_key(&name) && !WITHOUT_SYMBOLS.contains(&name.as_str()) {
                let places = OF_PLACES.contains(&name.as_str());
                for term in terms(text, value, places) {
                    let named = field(text, &term).filter(|_| places);
                    let place = term.start..named.as_ref().map_or(term.end, |named| named.start);
                    words.extend(names(text, place).map(|span| (index, text, span, places)));
                    let named = named.map(|named| slice(text, named).to_ascii_lowercase());
                    fields.extend(named);
                }
            }
        }
        if has_code {
            finish(&mut words, &mut fields);
        }
    }
    finish(&mut words, &mut fields);
    all
}

/// Returns the ranges of the key and the value of a header line.
fn key_and_value(text: &str) -> Option<(Span, Span)> {
    let start = after_mark(text)?;
    let colon = start + slice(text, start..text.len()).find(':')?;
    let end = slice(text, colon..text.len()).find(';').map_or(text.len(), |comment| colon + comment);
    Some((start..colon, colon + 1..end))
}

/// Returns the terms of a list, or the whole value.
fn terms(text: &str, value: Span, is_list: bool) -> Vec<Span> {
    let (mut terms, mut start) = (Vec::new(), value.start);
    for (at, _) in slice(text, value.clone()).match_indices(',').filter(|_| is_list) {
        terms.push(start..value.start + at);
        start = value.start + at + 1;
    }
    terms.push(start..value.end);
    terms
}

/// Returns the name of what is at a place.
fn field(text: &str, term: &Span) -> Option<Span> {
    let inner = slice(text, term.clone());
    let sign = inner.find("->").map(|at| at + 2).or_else(|| inner.find('=').map(|at| at + 1))?;
    names(text, term.start + sign..term.end).next()
}

/// Returns the names in a range, outside of texts and numbers.
fn names(text: &str, range: Span) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut found, mut at) = (Vec::new(), range.start);
    while let Some(byte) = bytes.get(at).copied().filter(|_| at < range.end) {
        let end = match byte {
            b'"' | b'\'' => bytes
                .get(at + 1..)
                .and_then(|rest| rest.iter().position(|other| *other == byte))
                .map_or(range.end, |length| at + length + 2),
            _ if is_part(byte) || byte == b'$' => run(text, at + 1, is_part),
            _ => at + 1,
        };
        if byte.is_ascii_alphabetic() || byte == b'_' {
            found.push(at..end);
        }
        at = end;
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_can_be_symbols() {
        let words = |texts: &[&str]| {
            let found = mentioned(texts.iter().map(|text| (*text, !text.contains(";!"))));
            let words = found.iter().map(|found| slice(texts[found.index], found.span.clone()));
            words.collect::<Vec<_>>().join(" ")
        };
        for (texts, expected) in [
            (&[";! routine: MEAN", ";! title: MEAN of LIMIT"][..], "MEAN"),
            (&[";! in: (COUNT) = count", ";! ensures: count < LIMIT"], "COUNT LIMIT"),
            (
                &[";! in: (COUNT) = x, HL -> text:SIZE", ";! requires: x < LIMIT and text[0] = 'A'"],
                "COUNT HL LIMIT and",
            ),
            (&[";! at: LOOP: B = n ; LIMIT", ";! invariant: n <= 0FFH + $FF + LIMIT"], "LOOP B LIMIT"),
            (&[";! in: A = limit", " RET", ";! ensures: y < limit"], "A y limit"),
            (&["; requires: LIMIT", ";! cycles to DONE: <= 10"], "DONE"),
        ] {
            assert_eq!(words(texts), expected, "{texts:?}");
        }
    }
}
