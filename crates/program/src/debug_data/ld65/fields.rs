//! The fields of a record: `id=0,name="sum.s",span=1+2`.

use crate::debug_data::{Fault, ParseError, cursor::Line};

/// The fields of a record.
pub(super) struct Fields<'a> {
    pub(super) line: Line<'a>,
    word: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Splits the text after the word of a record.
    pub(super) fn read(line: Line<'a>, word: &'a str, mut rest: &'a str) -> Result<Self, ParseError> {
        let mut pairs = Vec::new();
        while !rest.is_empty() {
            let Some((key, value)) = rest.split_once('=') else {
                return Err(line.error(rest, field(rest)));
            };
            let length = match value.strip_prefix('"') {
                Some(inner) => inner.find('"').ok_or_else(|| line.error(value, Fault::Quote))? + 2,
                None => value.find(',').unwrap_or(value.len()),
            };
            let (value, after) = value.split_at(length);
            pairs.push((key, value));
            rest = match after.strip_prefix(',') {
                Some(next) => next,
                None if after.is_empty() => after,
                None => return Err(line.error(after, field(after))),
            };
        }
        Ok(Fields { line, word, pairs })
    }

    /// Returns the text of a field.
    pub(super) fn find(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(own, _)| *own == key).map(|(_, value)| *value)
    }

    pub(super) fn required(&self, key: &'static str) -> Result<&'a str, ParseError> {
        self.find(key).ok_or_else(|| self.line.error(self.word, Fault::Missing(key)))
    }

    /// Returns a string without its quotation marks.
    pub(super) fn text(&self, key: &'static str) -> Result<&'a str, ParseError> {
        let value = self.required(key)?;
        let inner = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        inner.ok_or_else(|| self.wrong(key, "a string in quotation marks"))
    }

    pub(super) fn number(&self, key: &'static str) -> Result<u32, ParseError> {
        self.parse(self.required(key)?)
    }

    pub(super) fn optional(&self, key: &str) -> Result<Option<u32>, ParseError> {
        self.find(key).map(|value| self.parse(value)).transpose()
    }

    /// Returns the numbers of a list such as `1+2`; none if the field is missing.
    pub(super) fn list(&self, key: &str) -> Result<Vec<u32>, ParseError> {
        let values = self.find(key).into_iter().flat_map(|value| value.split('+'));
        values.map(|value| self.parse(value)).collect()
    }

    /// Returns the error for the value of a field, or for the record if the field is missing.
    pub(super) fn error(&self, key: &str, fault: Fault) -> ParseError {
        self.line.error(self.find(key).unwrap_or(self.word), fault)
    }

    /// Returns the error for a field that is not what it should be.
    pub(super) fn wrong(&self, key: &str, expected: &'static str) -> ParseError {
        self.error(key, Fault::Field { text: self.find(key).unwrap_or_default().to_owned(), expected })
    }

    fn parse(&self, value: &str) -> Result<u32, ParseError> {
        match value.strip_prefix("0x") {
            Some(digits) => self.line.number(digits, 16),
            None => self.line.number(value, 10),
        }
    }
}

fn field(text: &str) -> Fault {
    Fault::Field { text: text.to_owned(), expected: "a field such as `id=0`" }
}
