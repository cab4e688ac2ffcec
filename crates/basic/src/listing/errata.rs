//! Errata: the repairs chosen for a printed listing, each with its reason.
//!
//! ```toml
//! [[repair]]
//! line = 19
//! from = '"?bb";'
//! to = '"?bb",;'
//! why = "without the comma the cursor leaves the line"
//! ```

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::{Entry, ErrorKind, Listing, ListingError, account, entry};

/// The repairs of a listing, in order.
#[derive(Clone, Debug)]
pub struct Errata {
    repairs: Vec<Correction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    repair: Vec<Correction>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Correction {
    line: Spanned<u16>,
    from: Spanned<String>,
    to: Spanned<String>,
    why: Spanned<String>,
}

impl Errata {
    /// Parses an errata file. Error spans refer to it.
    pub fn parse(source: &str) -> Result<Self, ListingError> {
        let file: File = toml::from_str(source).map_err(|error| ListingError {
            kind: ErrorKind::Toml(error.message().to_owned()),
            span: error.span().unwrap_or(0..source.len().min(1)),
        })?;
        Ok(Self { repairs: file.repair })
    }

    /// Applies all repairs. Returns an error if the text of one is not found, or its line's byte count is wrong
    /// afterwards. Error spans refer to the errata file.
    pub fn apply(&self, listing: &mut Listing) -> Result<(), ListingError> {
        for correction in &self.repairs {
            correction.apply(listing)?;
        }
        let lines = account::counted(listing);
        for correction in &self.repairs {
            let number = *correction.line.get_ref();
            let checked = lines.iter().find(|line| line.number == number);
            if let Some((line, expected)) = checked.and_then(|line| Some((line, line.expected?)))
                && !line.ok
            {
                let kind = ErrorKind::StillWrong { line: number, bytes: line.bytes, expected };
                return Err(ListingError { kind, span: correction.from.span() });
            }
        }
        Ok(())
    }
}

impl Correction {
    fn apply(&self, listing: &mut Listing) -> Result<(), ListingError> {
        let line = *self.line.get_ref();
        let error = |kind, span| ListingError { kind, span };
        if self.why.get_ref().trim().is_empty() {
            return Err(error(ErrorKind::NoReason(line), self.why.span()));
        }
        let found = listing.entries.iter().position(|entry| entry.line.number == line);
        let index = found.ok_or_else(|| error(ErrorKind::RepairsNothing(line), self.line.span()))?;
        let old = &listing.entries[index];
        let range = self.place(old).map_err(|kind| error(kind, self.from.span()))?;
        let mut raw = old.raw.clone();
        raw.replace(range, self.to.get_ref());
        let new = entry(raw, &listing.header).map_err(|cause| error(cause.kind, self.to.span()))?;
        if new.line.number != line && listing.entries.iter().any(|other| other.line.number == new.line.number)
        {
            return Err(error(ErrorKind::MadeTwice(new.line.number), self.to.span()));
        }
        listing.entries[index] = new;
        Ok(())
    }

    /// Returns the only occurrence of `from` in the printed line, in characters.
    fn place(&self, entry: &Entry) -> Result<Range<usize>, ErrorKind> {
        let (line, from) = (*self.line.get_ref(), self.from.get_ref().clone());
        let wanted: Vec<char> = from.chars().collect();
        let text = &entry.raw.chars;
        if wanted.is_empty() || wanted.len() > text.len() {
            return Err(ErrorKind::FromNotFound { line, from });
        }
        let places: Vec<usize> =
            (0..=text.len() - wanted.len()).filter(|&i| text[i..].starts_with(&wanted)).collect();
        match places[..] {
            [] => Err(ErrorKind::FromNotFound { line, from }),
            [at] => Ok(at..at + wanted.len()),
            _ => Err(ErrorKind::FromAmbiguous { line, from, count: places.len() }),
        }
    }
}
