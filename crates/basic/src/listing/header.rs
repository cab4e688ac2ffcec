//! Header lines `#! key: value`: the dialect and the conventions of the typewriter.

use std::ops::Range;

use super::{
    CHARACTER_NAMES, HEADER_KEYS,
    error::{ErrorKind, ListingError},
};
use crate::{Convention, Dialect};

/// The header of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The dialect, if it is named.
    pub dialect: Option<Dialect>,
    /// The conventions of the typewriter.
    pub conventions: Vec<Convention>,
    /// Title, author, source and so on, in the order of the file.
    pub about: Vec<(String, String)>,
}

impl Header {
    /// Parses a header line; `span` is the line without its `#!`.
    pub(super) fn take(&mut self, text: &str, span: Range<usize>) -> Result<(), ListingError> {
        let error = |kind| ListingError { kind, span: span.clone() };
        // The first colon after the key's first character: a key may be `:` itself.
        let colon = text.char_indices().skip_while(|(_, c)| *c == ' ').skip(1).find(|(_, c)| *c == ':');
        let (at, _) = colon.ok_or_else(|| error(ErrorKind::HeaderSyntax))?;
        let (key, value) = (text[..at].trim(), text[at + 1..].trim());
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (None, _) => Err(error(ErrorKind::HeaderSyntax)),
            (Some(written), None) => {
                let means =
                    character(value).ok_or_else(|| error(ErrorKind::BadConvention(value.to_owned())))?;
                if self.convention(written).is_some() {
                    return Err(error(ErrorKind::KeyTwice(written.to_string())));
                }
                self.conventions.push(Convention { written, means });
                Ok(())
            }
            _ => self.about(key, value).map_err(error),
        }
    }

    fn about(&mut self, key: &str, value: &str) -> Result<(), ErrorKind> {
        if !HEADER_KEYS.contains(&key) {
            return Err(ErrorKind::UnknownKey(key.to_owned()));
        }
        if key == "dialect" && self.dialect.is_some() {
            return Err(ErrorKind::KeyTwice(key.to_owned()));
        }
        if key == "dialect" {
            self.dialect = Some(value.parse()?);
        } else {
            self.about.push((key.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Returns a character as the scanner matches words: a capital, unless it has a convention.
    pub(super) fn capital(&self, written: char) -> char {
        if self.convention(written).is_some() { written } else { written.to_ascii_uppercase() }
    }

    /// Returns the character of the machine that a written character stands for outside strings.
    pub(super) fn meant(&self, written: char) -> char {
        self.convention(written).unwrap_or_else(|| written.to_ascii_uppercase())
    }

    fn convention(&self, written: char) -> Option<char> {
        self.conventions
            .iter()
            .find(|convention| convention.written == written)
            .map(|convention| convention.means)
    }

    /// Returns how a character of the machine is written by these conventions.
    pub(super) fn written(&self, means: char) -> char {
        self.conventions
            .iter()
            .find(|c| c.means == means && !c.written.is_ascii_uppercase())
            .map_or(means, |c| c.written)
    }
}

fn character(value: &str) -> Option<char> {
    let named = CHARACTER_NAMES.iter().find(|(name, _)| *name == value).map(|(_, character)| *character);
    let mut characters = value.chars();
    let single = || characters.next().filter(|_| characters.next().is_none());
    // Every typewriter has letters; a convention for one would hide words.
    named.or_else(single).filter(|character| !character.is_alphabetic())
}
