//! Classification of each byte of the image as code, data or text, by the control flow of the instructions.
//!
//! Ranges take precedence. Without tracing, all other bytes are code, decoded from first to last. With tracing, a byte is
//! code if it is reached from an entry or from a range of code. A path ends at an instruction that never continues with
//! the next one, at bytes already classified as something else, and inside an instruction found before. Of the bytes that
//! no path reaches, [`TEXT`] or more printable characters in a row are text, and the others are data.

use std::iter;

use arcadian_isa::row::is_conditional;
use arcadian_isa::{Control, Instruction, Mode, Operand, Processor, Row};

use super::options::{Content, Disassembly, DisassemblyError, Range, is_printable};

/// The minimum number of consecutive printable characters that count as text in unreached bytes.
const TEXT: usize = 6;

/// The address of the 6502's vectors: NMI, RESET, IRQ.
const VECTORS: u16 = 0xFFFA;

/// The classification of a byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    /// Not classified yet.
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
    /// The addresses where execution begins.
    pub(super) entries: Vec<u16>,
    /// Addresses that are reached and not traced yet.
    pending: Vec<u16>,
}

impl<'b> Marks<'b> {
    pub(super) fn new(
        processor: Processor,
        bytes: &'b [u8],
        how: &Disassembly<'_>,
    ) -> Result<Self, DisassemblyError> {
        let rest = if how.trace.is_some() { Mark::Unknown } else { Mark::Code };
        let (marks, entries, pending) = (vec![rest; bytes.len()], Vec::new(), Vec::new());
        let mut all = Self { processor, bytes, origin: how.origin, marks, entries, pending };
        all.mark_ranges(how.ranges)?;
        if let Some(entries) = how.trace {
            all.set_entries(entries, how.ranges)?;
        }
        all.decode_code();
        if how.trace.is_some() {
            all.trace();
            all.classify_unknown();
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

    fn mark_ranges(&mut self, ranges: &[Range]) -> Result<(), DisassemblyError> {
        for (index, range) in ranges.iter().enumerate() {
            let (Some(first), Some(last)) = (self.index(range.first), self.index(range.last)) else {
                return Err(DisassemblyError::Outside { index, range: *range, image: self.image() });
            };
            let other = ranges.iter().take(index).find(|other| range.overlaps(other));
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

    fn set_entries(&mut self, entries: &[u16], ranges: &[Range]) -> Result<(), DisassemblyError> {
        for (index, entry) in entries.iter().copied().enumerate() {
            if self.index(entry).is_none() {
                return Err(DisassemblyError::EntryOutside { index, entry, image: self.image() });
            }
            let range = ranges.iter().find(|range| range.content != Content::Code && range.contains(entry));
            if let Some(range) = range {
                return Err(DisassemblyError::EntryInData { index, entry, range: *range });
            }
        }
        self.entries = if entries.is_empty() { self.default_entries() } else { entries.to_vec() };
        Ok(())
    }

    /// Returns the entries used if none are given: the vectors of a 6502 image that has them, else the first byte.
    fn default_entries(&self) -> Vec<u16> {
        let vectors = self.index(VECTORS).and_then(|at| self.bytes.get(at..at + 6));
        let vectors = vectors.filter(|_| self.processor == Processor::Mos6502).unwrap_or(&[]);
        let words = vectors.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]]));
        let inside: Vec<u16> = words.filter(|address| self.index(*address).is_some()).collect();
        if inside.is_empty() { vec![self.origin] } else { inside }
    }

    /// Decodes the ranges of code sequentially.
    fn decode_code(&mut self) {
        let mut at = 0;
        while let Some(mark) = self.marks.get(at).copied() {
            at += match (mark, self.decode(at, Mark::Code)) {
                (_, Some(instruction)) => self.mark_instruction(at, instruction),
                (Mark::Code, None) => {
                    self.marks.get_mut(at..=at).unwrap_or_default().fill(Mark::Data);
                    1
                }
                _ => 1,
            };
        }
    }

    /// Traces the code from its entries.
    fn trace(&mut self) {
        self.pending.extend(self.entries.iter().rev());
        while let Some(address) = self.pending.pop() {
            let Some(mut at) = self.index(address) else { continue };
            while let Some(instruction) = self.decode(at, Mark::Unknown) {
                at += self.mark_instruction(at, instruction);
                if ends(instruction.row) {
                    break;
                }
            }
        }
    }

    /// Returns the instruction at an index if all its bytes have this mark.
    fn decode(&self, at: usize, mark: Mark) -> Option<Instruction> {
        let instruction = self.processor.decode(self.bytes.get(at..)?).ok()?;
        let marks = self.marks.get(at..at + usize::from(instruction.length()))?;
        marks.iter().all(|other| *other == mark).then_some(instruction)
    }

    /// Marks an instruction and records its target as pending. Returns its length.
    fn mark_instruction(&mut self, at: usize, instruction: Instruction) -> usize {
        let length = usize::from(instruction.length());
        let marks = self.marks.get_mut(at..at + length).unwrap_or_default();
        let all = iter::once(Mark::Start(instruction)).chain(iter::repeat(Mark::Inside));
        marks.iter_mut().zip(all).for_each(|(mark, new)| *mark = new);
        let target = target(self.address(at), &instruction).or(restart(instruction.row));
        self.pending.extend(target);
        length
    }

    /// Classifies the bytes that were not reached as text or data.
    fn classify_unknown(&mut self) {
        let mut bytes = self.bytes;
        for marks in
            self.marks.chunk_by_mut(|one, other| (*one == Mark::Unknown) == (*other == Mark::Unknown))
        {
            let (own, rest) = bytes.split_at(marks.len());
            bytes = rest;
            if marks.first() == Some(&Mark::Unknown) {
                classify_run(own, marks);
            }
        }
    }

    /// Returns the addresses where a line must begin so that it can have a label.
    pub(super) fn targets(&self) -> impl Iterator<Item = u16> {
        let target = |(at, mark): (usize, &Mark)| match mark {
            Mark::Start(instruction) => target(self.address(at), instruction),
            _ => None,
        };
        self.marks.iter().enumerate().filter_map(target).chain(self.entries.iter().copied())
    }
}

fn classify_run(bytes: &[u8], mut marks: &mut [Mark]) {
    for run in bytes.chunk_by(|one, other| is_printable(*one) == is_printable(*other)) {
        let is_text = run.len() >= TEXT && run.iter().all(|byte| is_printable(*byte));
        let (own, rest) = marks.split_at_mut(run.len());
        own.fill(if is_text { Mark::Text } else { Mark::Data });
        marks = rest;
    }
}

/// Returns whether execution never continues with the next instruction. A halt does: an interrupt ends it. BRK and JAM end it because
/// these bytes are more often data than code.
pub(super) fn ends(row: &Row) -> bool {
    let jumps = matches!(Control::of(row), Control::Branch | Control::Computed);
    jumps && !is_conditional(row) || matches!(row.mnemonic, "BRK" | "JAM")
}

/// Returns the target of a jump, call or branch.
pub(super) fn target(address: u16, instruction: &Instruction) -> Option<u16> {
    let row = instruction.row;
    let is_absolute = match row.operands() {
        // On the 8080 only jumps and calls have a word as their only operand.
        [Operand::Word] => true,
        [Operand::Cond(_), Operand::Word] => true,
        [Operand::Mos(Mode::Absolute)] => matches!(row.mnemonic, "JMP" | "JSR"),
        _ => false,
    };
    instruction.target(address).or(is_absolute.then_some(instruction.value))
}

/// Returns the address of a restart.
pub(super) fn restart(row: &Row) -> Option<u16> {
    match (row.mnemonic, row.operands()) {
        ("RST", [Operand::Digit(number)]) => Some(u16::from(*number) * 8),
        ("RST", [Operand::Vector(address)]) => Some((*address).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};

    #[test]
    fn what_follows_an_instruction() {
        for (processor, bytes, to, over) in [
            (I8080, &[0xC3, 0x34, 0x12][..], Some(0x1234), true),
            (I8080, &[0xC2, 0x34, 0x12], Some(0x1234), false),
            (I8080, &[0xCD, 0x34, 0x12], Some(0x1234), false),
            (I8080, &[0xE9], None, true),
            (I8080, &[0xC9], None, true),
            (I8080, &[0xC8], None, false),
            (I8080, &[0xDF], Some(0x18), false),
            (I8080, &[0x76], None, false),
            (I8080, &[0x3A, 0x34, 0x12], None, false),
            (Z80, &[0x18, 0xFE], Some(0x100), true),
            (Z80, &[0x20, 0xFE], Some(0x100), false),
            (Z80, &[0x10, 0x02], Some(0x104), false),
            (Z80, &[0xDA, 0x34, 0x12], Some(0x1234), false),
            (Z80, &[0xDD, 0xE9], None, true),
            (Z80, &[0xED, 0x4D], None, true),
            (Z80, &[0xD0], None, false),
            (Z80, &[0xFF], Some(0x38), false),
            (Mos6502, &[0x4C, 0x34, 0x12], Some(0x1234), true),
            (Mos6502, &[0x6C, 0x34, 0x12], None, true),
            (Mos6502, &[0x20, 0x34, 0x12], Some(0x1234), false),
            (Mos6502, &[0xD0, 0xFE], Some(0x100), false),
            (Mos6502, &[0x60], None, true),
            (Mos6502, &[0x00], None, true),
            (Mos6502, &[0xAD, 0x34, 0x12], None, false),
        ] {
            let found = (processor as Processor).decode(bytes).expect("an instruction");
            let to_found = target(0x100, &found).or(restart(found.row));
            assert_eq!((to_found, ends(found.row)), (to, over), "{found:?}");
        }
    }

    /// What follows a jump, a call or a return may be executed if it depends on a flag or a counter, or if a call returns.
    #[test]
    fn what_follows_each_jump_call_and_return() {
        let mut conditional = [0; 3];
        for row in [I8080, Z80, Mos6502].into_iter().flat_map(Processor::rows) {
            let control = Control::of(row);
            let depends = row.flags.read != 0 || row.mnemonic == "DJNZ";
            let kind =
                [Control::Branch, Control::Call, Control::Computed].iter().position(|kind| *kind == control);
            let Some(kind) = kind else { continue };
            conditional[kind] += usize::from(depends);
            assert_eq!(ends(row), !depends && control != Control::Call, "{row:?}");
        }
        // 8 conditions of the 8080 and the Z80, JR with 4 and DJNZ, 8 branches of the 6502. Those of the Z80 are also after DD and FD.
        assert_eq!(conditional, [8 + 3 * (8 + 5) + 8, 8 + 3 * 8, 8 + 3 * 8]);
    }
}
