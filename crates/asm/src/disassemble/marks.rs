//! What each byte of the image is.
//!
//! Ranges decide first. Without tracing all other bytes are code, decoded from the first to the last. With tracing,
//! instructions are those reached from the entries and from ranges of code; a path ends at an instruction that never goes
//! on, at bytes that are known to be something else, and inside an instruction found before. Of the bytes that no path
//! reaches, [`TEXT`] or more printable characters in a row are text, and the others are data.

use std::iter;

use arcadian_isa::{Instruction, Processor};

use super::{Content, Disassembly, DisassemblyError, Range, flow, pieces::is_printable};

/// This many printable characters in a row are text, where nothing else is known.
const TEXT: usize = 6;

/// The start of the vectors of the 6502: NMI, RESET, IRQ.
const VECTORS: u16 = 0xFFFA;

/// What a byte is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    /// Not known yet.
    Unknown,
    /// Code, not decoded yet.
    Code,
    /// The first byte of an instruction.
    Start(Instruction),
    /// A further byte of an instruction.
    Inside,
    Data,
    Text,
}

/// The marks of all bytes.
pub(super) struct Marks<'b> {
    processor: Processor,
    bytes: &'b [u8],
    origin: u16,
    pub(super) marks: Vec<Mark>,
    /// Where execution begins.
    pub(super) entries: Vec<u16>,
    /// Addresses that are reached and not looked at yet.
    open: Vec<u16>,
}

impl<'b> Marks<'b> {
    pub(super) fn new(
        processor: Processor,
        bytes: &'b [u8],
        how: &Disassembly<'_>,
    ) -> Result<Self, DisassemblyError> {
        let rest = if how.trace.is_some() { Mark::Unknown } else { Mark::Code };
        let (marks, entries, open) = (vec![rest; bytes.len()], Vec::new(), Vec::new());
        let mut all = Self { processor, bytes, origin: how.origin, marks, entries, open };
        all.paint(how.ranges)?;
        if let Some(entries) = how.trace {
            all.enter(entries, how.ranges)?;
        }
        all.decode_code();
        if how.trace.is_some() {
            all.trace();
            all.guess();
        }
        Ok(all)
    }

    fn image(&self) -> (u16, u16) {
        (self.origin, self.address(self.bytes.len().saturating_sub(1)))
    }

    fn index(&self, address: u16) -> Option<usize> {
        let index = usize::from(address.checked_sub(self.origin)?);
        (index < self.bytes.len()).then_some(index)
    }

    fn address(&self, index: usize) -> u16 {
        self.origin.wrapping_add(index as u16)
    }

    fn paint(&mut self, ranges: &[Range]) -> Result<(), DisassemblyError> {
        for (index, range) in ranges.iter().enumerate() {
            let (Some(first), Some(last)) = (self.index(range.first), self.index(range.last)) else {
                return Err(DisassemblyError::Outside { index, range: *range, image: self.image() });
            };
            let other = ranges.iter().take(index).find(|other| range.meets(other));
            if let Some(other) = other.filter(|other| other.content != range.content) {
                return Err(DisassemblyError::Overlap { index, range: *range, other: *other });
            }
            let mark = match range.content {
                Content::Code => Mark::Code,
                Content::Data => Mark::Data,
                Content::Text => Mark::Text,
            };
            self.marks.get_mut(first..=last).unwrap_or_default().fill(mark);
        }
        Ok(())
    }

    fn enter(&mut self, entries: &[u16], ranges: &[Range]) -> Result<(), DisassemblyError> {
        for (index, entry) in entries.iter().copied().enumerate() {
            if self.index(entry).is_none() {
                return Err(DisassemblyError::EntryOutside { index, entry, image: self.image() });
            }
            let range = ranges.iter().find(|range| range.content != Content::Code && range.has(entry));
            if let Some(range) = range {
                return Err(DisassemblyError::EntryInData { index, entry, range: *range });
            }
        }
        self.entries = if entries.is_empty() { self.usual_entries() } else { entries.to_vec() };
        Ok(())
    }

    /// Where execution begins if nothing is said.
    fn usual_entries(&self) -> Vec<u16> {
        let vectors = self.index(VECTORS).and_then(|at| self.bytes.get(at..at + 6));
        let vectors = vectors.filter(|_| self.processor == Processor::Mos6502).unwrap_or(&[]);
        let words = vectors.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]]));
        let inside: Vec<u16> = words.filter(|address| self.index(*address).is_some()).collect();
        if inside.is_empty() { vec![self.origin] } else { inside }
    }

    /// Decodes the ranges of code, one instruction after the other.
    fn decode_code(&mut self) {
        let mut at = 0;
        while let Some(mark) = self.marks.get(at).copied() {
            at += match (mark, self.decode(at, Mark::Code)) {
                (_, Some(instruction)) => self.put(at, instruction),
                (Mark::Code, None) => {
                    self.marks.get_mut(at..=at).unwrap_or_default().fill(Mark::Data);
                    1
                }
                _ => 1,
            };
        }
    }

    /// Follows the code from its entries.
    fn trace(&mut self) {
        self.open.extend(self.entries.iter().rev());
        while let Some(address) = self.open.pop() {
            let Some(mut at) = self.index(address) else { continue };
            while let Some(instruction) = self.decode(at, Mark::Unknown) {
                at += self.put(at, instruction);
                if flow::ends(instruction.row) {
                    break;
                }
            }
        }
    }

    /// The instruction here, if all its bytes have this mark.
    fn decode(&self, at: usize, mark: Mark) -> Option<Instruction> {
        let instruction = self.processor.decode(self.bytes.get(at..)?).ok()?;
        let marks = self.marks.get(at..at + usize::from(instruction.length()))?;
        marks.iter().all(|other| *other == mark).then_some(instruction)
    }

    /// Marks an instruction, and notes where it leads; its length.
    fn put(&mut self, at: usize, instruction: Instruction) -> usize {
        let length = usize::from(instruction.length());
        let marks = self.marks.get_mut(at..at + length).unwrap_or_default();
        let all = iter::once(Mark::Start(instruction)).chain(iter::repeat(Mark::Inside));
        marks.iter_mut().zip(all).for_each(|(mark, new)| *mark = new);
        let target = flow::target(self.address(at), &instruction).or(flow::restart(instruction.row));
        self.open.extend(target);
        length
    }

    /// Decides about the bytes that were not reached.
    fn guess(&mut self) {
        let mut bytes = self.bytes;
        for marks in
            self.marks.chunk_by_mut(|one, other| (*one == Mark::Unknown) == (*other == Mark::Unknown))
        {
            let (own, rest) = bytes.split_at(marks.len());
            bytes = rest;
            if marks.first() == Some(&Mark::Unknown) {
                guess_run(own, marks);
            }
        }
    }

    /// The addresses at which a line has to begin so that a label can stand there.
    pub(super) fn targets(&self) -> impl Iterator<Item = u16> {
        let target = |(at, mark): (usize, &Mark)| match mark {
            Mark::Start(instruction) => flow::target(self.address(at), instruction),
            _ => None,
        };
        self.marks.iter().enumerate().filter_map(target).chain(self.entries.iter().copied())
    }
}

fn guess_run(bytes: &[u8], mut marks: &mut [Mark]) {
    for run in bytes.chunk_by(|one, other| is_printable(*one) == is_printable(*other)) {
        let is_text = run.len() >= TEXT && run.iter().all(|byte| is_printable(*byte));
        let (own, rest) = marks.split_at_mut(run.len());
        own.fill(if is_text { Mark::Text } else { Mark::Data });
        marks = rest;
    }
}
