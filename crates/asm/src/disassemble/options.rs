//! The options of a disassembly, and why they cannot be followed.

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

/// The options of a disassembly.
#[derive(Clone, Debug, Default)]
pub struct Disassembly<'a> {
    /// The address of the first byte.
    pub origin: u16,
    /// Names of addresses. Of several for one address the first is used. A name that is not valid as a label is omitted.
    pub symbols: &'a [(String, i32)],
    /// Ranges whose content is known. The others are code, or what tracing finds.
    pub ranges: &'a [Range],
    /// The entries from which the code is traced; `None` for no tracing. An empty list stands for the first byte, or for
    /// the targets of the vectors in a 6502 image that has them.
    pub trace: Option<&'a [u16]>,
    /// Whether each line ends with a comment that shows address and bytes.
    pub columns: bool,
}

/// The reason why bytes cannot be disassembled; `Display` is the message. An index is that of a range or an entry among those given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message is the description")]
pub enum DisassemblyError {
    #[error("{size} bytes from {origin:04X} on go beyond FFFF by {by}")]
    TooLong { size: usize, origin: u16, by: usize },
    #[error("{range} is not inside the image, {:04X}-{:04X}", image.0, image.1)]
    Outside { index: usize, range: Range, image: (u16, u16) },
    #[error("{range} overlaps {other}")]
    Overlap { index: usize, range: Range, other: Range },
    #[error("the entry {entry:04X} is not inside the image, {:04X}-{:04X}", image.0, image.1)]
    EntryOutside { index: usize, entry: u16, image: (u16, u16) },
    #[error("the entry {entry:04X} is in {range}")]
    EntryInData { index: usize, entry: u16, range: Range },
}

/// Returns whether a byte can be part of a string.
pub(super) const fn is_printable(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}
