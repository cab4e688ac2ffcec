//! Ranges of addresses whose content is known.

use std::fmt;

/// What bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A sequence of instructions.
    Code,
    /// Bytes.
    Data,
    /// Bytes, those that are printable as characters.
    Text,
}

/// Addresses from the first to the last, and what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first address.
    pub first: u16,
    /// The last address.
    pub last: u16,
    /// What is there.
    pub content: Content,
}

impl Range {
    /// Whether they have addresses in common.
    pub(super) const fn meets(&self, other: &Range) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Whether an address is in it.
    pub(super) const fn has(&self, address: u16) -> bool {
        self.first <= address && address <= self.last
    }
}

/// `data 4000-40FF`
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
