//! Ranges of addresses whose content is known.

use std::fmt;

/// The content of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A sequence of instructions.
    Code,
    /// Bytes.
    Data,
    /// Bytes, the printable ones shown as characters.
    Text,
}

/// An inclusive range of addresses with its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first address.
    pub first: u16,
    /// The last address.
    pub last: u16,
    /// The content.
    pub content: Content,
}

impl Range {
    /// Returns whether the ranges have addresses in common.
    pub(super) const fn overlaps(&self, other: &Range) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Returns whether an address is in the range.
    pub(super) const fn contains(&self, address: u16) -> bool {
        self.first <= address && address <= self.last
    }
}

/// Formats the range as in `data 4000-40FF`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = match self.content {
            Content::Code => "code",
            Content::Data => "data",
            Content::Text => "text",
        };
        write!(f, "{content} {:04X}-{:04X}", self.first, self.last)
    }
}
