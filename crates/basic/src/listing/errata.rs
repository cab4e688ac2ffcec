//! Errata: repairs of a printed listing, each with its reason.
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

use super::{Entry, Listing, ListingError, Wrong, account, entry};

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
    /// Reads an errata file. Error spans are places in it.
    pub fn parse(source: &str) -> Result<Self, ListingError> {
        let file: File = toml::from_str(source).map_err(|error| ListingError {
            wrong: Wrong::Toml(error.message().to_owned()),
            span: error.span().unwrap_or(0..source.len().min(1)),
        })?;
        Ok(Self { repairs: file.repair })
    }

    /// Applies all repairs. One whose text is not found, or that leaves its line's count wrong, is an
    /// error. Error spans are places in the errata file.
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
                let wrong = Wrong::StillWrong { line: number, bytes: line.bytes, expected };
                return Err(ListingError { wrong, span: correction.from.span() });
            }
        }
        Ok(())
    }
}

impl Correction {
    fn apply(&self, listing: &mut Listing) -> Result<(), ListingError> {
        let line = *self.line.get_ref();
        let wrong = |wrong, span| ListingError { wrong, span };
        if self.why.get_ref().trim().is_empty() {
            return Err(wrong(Wrong::NoReason(line), self.why.span()));
        }
        let found = listing.entries.iter().position(|entry| entry.line.number == line);
        let index = found.ok_or_else(|| wrong(Wrong::RepairsNothing(line), self.line.span()))?;
        let old = &listing.entries[index];
        let range = self.place(old).map_err(|reason| wrong(reason, self.from.span()))?;
        let mut raw = old.raw.clone();
        raw.replace(range, self.to.get_ref());
        let new = entry(raw, &listing.header).map_err(|error| wrong(error.wrong, self.to.span()))?;
        if new.line.number != line && listing.entries.iter().any(|other| other.line.number == new.line.number)
        {
            return Err(wrong(Wrong::MadeTwice(new.line.number), self.to.span()));
        }
        listing.entries[index] = new;
        Ok(())
    }

    /// The one place of `from` in the printed line, in characters.
    fn place(&self, entry: &Entry) -> Result<Range<usize>, Wrong> {
        let (line, from) = (*self.line.get_ref(), self.from.get_ref().clone());
        let wanted: Vec<char> = from.chars().collect();
        let text = &entry.raw.chars;
        if wanted.is_empty() || wanted.len() > text.len() {
            return Err(Wrong::FromNotFound { line, from });
        }
        let places: Vec<usize> =
            (0..=text.len() - wanted.len()).filter(|&i| text[i..].starts_with(&wanted)).collect();
        match places[..] {
            [] => Err(Wrong::FromNotFound { line, from }),
            [at] => Ok(at..at + wanted.len()),
            _ => Err(Wrong::FromAmbiguous { line, from, count: places.len() }),
        }
    }
}
