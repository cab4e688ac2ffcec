//! Division of the image into lines, and the names of addresses.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use arcadian_isa::{Instruction, Processor};

use super::marks::target;
use super::marks::{Mark, Marks};
use super::options::{Disassembly, is_printable};
use crate::syntax::is_name;
use crate::tables::own::directive;
use crate::words::Words;

/// The maximum number of bytes in a line of data.
const DATA: usize = 8;
/// The maximum number of bytes in a line of text.
const TEXT: usize = 24;

/// The bytes of one line.
pub(super) struct Piece<'b> {
    pub(super) address: u16,
    pub(super) bytes: &'b [u8],
    pub(super) what: PieceKind,
}

/// The content of a line.
#[derive(Clone, Copy)]
pub(super) enum PieceKind {
    Instruction(Instruction),
    Data,
    Text,
}

impl Piece<'_> {
    pub(super) const fn instruction(&self) -> Option<&Instruction> {
        match &self.what {
            PieceKind::Instruction(instruction) => Some(instruction),
            PieceKind::Data | PieceKind::Text => None,
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
            Mark::Start(instruction) => (PieceKind::Instruction(*instruction), instruction.length().into()),
            Mark::Text => {
                let most = if how.columns { DATA } else { TEXT };
                (PieceKind::Text, text_line(rest.get(..same.min(most)).unwrap_or_default()))
            }
            _ => (PieceKind::Data, same.clamp(1, DATA)),
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

pub(super) struct Names {
    by_address: BTreeMap<u16, String>,
    /// The addresses where a piece of the image begins.
    starts: BTreeSet<u16>,
    /// The named addresses that some instruction refers to.
    used: BTreeSet<u16>,
}

impl Names {
    pub(super) fn new(
        processor: Processor,
        pieces: &[Piece<'_>],
        symbols: &[(String, i32)],
        entries: &[u16],
    ) -> Self {
        let words = Words::of(processor);
        let mut taken = HashSet::new();
        let mut by_address = BTreeMap::new();
        for (name, value) in symbols {
            let Ok(address) = u16::try_from(*value) else { continue };
            if is_usable(words, name)
                && !by_address.contains_key(&address)
                && taken.insert(name.to_uppercase())
            {
                by_address.insert(address, name.clone());
            }
        }
        let targets = pieces.iter().filter_map(|piece| target(piece.address, piece.instruction()?));
        for target in targets.chain(entries.iter().copied()) {
            by_address.entry(target).or_insert_with(|| generated(target, &mut taken));
        }
        let starts = pieces.iter().map(|piece| piece.address).collect();
        let mut names = Self { by_address, starts, used: BTreeSet::new() };
        names.used = pieces.iter().flat_map(|piece| names.mentioned(piece)).collect();
        names
    }

    /// Returns the named addresses that an instruction refers to.
    fn mentioned(&self, piece: &Piece<'_>) -> Vec<u16> {
        let Some(instruction) = piece.instruction() else { return Vec::new() };
        let target = target(piece.address, instruction);
        let all = target.into_iter().chain([instruction.value]);
        all.filter(|address| self.by_address.contains_key(address)).collect()
    }

    pub(super) fn name(&self, address: u16) -> Option<&str> {
        self.by_address.get(&address).map(String::as_str)
    }

    /// Returns the label of the piece at this address.
    pub(super) fn label(&self, address: u16) -> Option<&str> {
        self.name(address).filter(|_| self.starts.contains(&address))
    }

    /// Returns the names that are used and are not labels.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&str, u16)> {
        let outside = self.used.iter().filter(|address| !self.starts.contains(address));
        outside.filter_map(|address| self.name(*address).map(|name| (name, *address)))
    }
}

/// Returns whether a name is valid as a label and cannot be confused with a reserved word.
fn is_usable(words: &Words, name: &str) -> bool {
    let local = name.starts_with(['.', '@']);
    is_name(name)
        && !local
        && !words.is_mnemonic(name)
        && words.reserved(name).is_none()
        && directive(name).is_none()
}

fn generated(address: u16, taken: &mut HashSet<String>) -> String {
    let mut name = format!("L{address:04X}");
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}
