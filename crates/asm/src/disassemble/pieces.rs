//! Division of the image into lines.

use std::collections::BTreeSet;

use arcadian_isa::Instruction;

use super::marks::{Mark, Marks};
use super::options::{Disassembly, is_printable};

/// The maximum number of bytes in a line of data.
const DATA: usize = 8;
/// The maximum number of bytes in a line of text.
const TEXT: usize = 24;

/// The bytes of one line.
pub(super) struct Piece<'b> {
    pub(super) address: u16,
    pub(super) bytes: &'b [u8],
    pub(super) what: What,
}

/// The content of a line.
#[derive(Clone, Copy)]
pub(super) enum What {
    Instruction(Instruction),
    Data,
    Text,
}

impl Piece<'_> {
    pub(super) const fn instruction(&self) -> Option<&Instruction> {
        match &self.what {
            What::Instruction(instruction) => Some(instruction),
            What::Data | What::Text => None,
        }
    }
}

pub(super) fn split<'b>(bytes: &'b [u8], marks: &Marks<'_>, how: &Disassembly<'_>) -> Vec<Piece<'b>> {
    let symbols = how.symbols.iter().filter_map(|(_, value)| u16::try_from(*value).ok());
    let named: BTreeSet<u16> = marks.targets().chain(symbols).collect();
    let (mut pieces, mut at) = (Vec::new(), 0);
    while let Some(mark) = marks.marks.get(at) {
        let address = how.origin.wrapping_add(at as u16);
        let rest = bytes.get(at..).unwrap_or_default();
        // A label is only possible at the start of a line.
        let label = named.range(address.saturating_add(1)..).next();
        let room = label.map_or(rest.len(), |label| usize::from(label - address));
        let same = marks.marks.iter().skip(at).take(room).take_while(|other| *other == mark).count();
        let (what, length) = match mark {
            Mark::Start(instruction) => (What::Instruction(*instruction), instruction.length().into()),
            Mark::Text => {
                let most = if how.columns { DATA } else { TEXT };
                (What::Text, text_line(rest.get(..same.min(most)).unwrap_or_default()))
            }
            _ => (What::Data, same.clamp(1, DATA)),
        };
        pieces.push(Piece { address, bytes: rest.get(..length).unwrap_or_default(), what });
        at += length;
    }
    pieces
}

/// Returns the length of a line of text. A printable character after a line end, or after any other byte that is not
/// printable, begins a new line.
fn text_line(bytes: &[u8]) -> usize {
    let begins = |pair: &[u8]| !is_printable(pair[0]) && is_printable(pair[1]);
    bytes.windows(2).position(begins).map_or(bytes.len(), |end| end + 1).max(1)
}
