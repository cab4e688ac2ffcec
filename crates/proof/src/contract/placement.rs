//! The placement of what the header leaves open: the data that pointers point to, the stack, the return address. A proof has every
//! placement at once, with addresses as Boolean variables.

use std::ops::Range;

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_machine::CallFrame;
use arcadian_parallel::{bdd::BddRef, byte::Byte, domain::ParallelDomain, random::Random};

/// The address that stands for the return address; no code may be there.
pub(crate) const RETURN_ADDRESS: u16 = 0xFFFF;

/// The properties that all placements of a routine share: the lengths of what is placed, and the addresses that are taken.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) processor: Processor,
    /// The memory around the address in each pointer.
    pub(crate) pointees: Vec<Pointee>,
    /// The address ranges of the sheet's bytes, of the memory that its header names and of the device, in order and
    /// without overlap.
    pub(crate) declared: Vec<Range<u32>>,
    /// The number of bytes of arguments above the return address.
    pub(crate) arguments: u32,
    /// The number of these bytes that the routine removes.
    pub(crate) popped: u32,
}

/// The memory that belongs to a pointer: its data, and the free bytes below if the pointer is that of a stack in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointee {
    /// The number of free bytes below the address.
    pub(crate) space: u32,
    /// The length of the data in bytes, from the address on.
    pub(crate) length: u32,
    /// The number of bytes of the data that the routine removes from the stack.
    pub(crate) popped: u32,
}

impl Pointee {
    /// Returns the number of all bytes.
    pub(crate) fn size(self) -> u32 {
        self.space + self.length
    }

    /// Returns the address of the first byte.
    fn base(self, pointer: u16) -> u16 {
        pointer.wrapping_sub(self.space as u16)
    }

    /// Returns the offset of an address from the first byte, if it is one of the bytes.
    fn offset(self, pointer: u16, address: u16) -> Option<u32> {
        let offset = u32::from(address.wrapping_sub(self.base(pointer)));
        (offset < self.size()).then_some(offset)
    }

    /// Returns whether a byte, by its offset from the first, is below the stack pointer after the return.
    fn is_free(self, offset: u32) -> bool {
        offset < self.space + self.popped
    }
}

/// The addresses at which a run places the data that pointers point to, the stack and the return address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) pointers: Vec<u16>,
    /// The stack pointer before the call.
    pub(crate) stack: u16,
    pub(crate) return_address: u16,
}

impl Placement {
    /// Sets the stack pointer on entry, after the call.
    pub(crate) fn set_entry_stack(&mut self, processor: Processor, entry: u16) {
        self.stack = match processor {
            Processor::Mos6502 => 0x100 | entry.wrapping_add(2) & 0xFF,
            Processor::I8080 | Processor::Z80 => entry.wrapping_add(2),
        };
    }

    /// Returns the stack pointer on entry, after the call.
    pub(crate) fn entry_stack(&self, processor: Processor) -> u16 {
        CallFrame::new(processor, self.stack, self.return_address).stack
    }
}

pub(crate) struct Placements<D: ParallelDomain> {
    pub(crate) pointers: Vec<D::Word>,
    /// The stack pointer on entry, after the call.
    pub(crate) stack: D::Word,
    pub(crate) return_address: D::Word,
    /// The number of variables on which the words depend, or `None` if they are the same in all machines. These variables
    /// are the first in the order, so that a function depends on the placement if and only if its root does.
    pub(crate) variables: Option<u32>,
    /// The machines in which nothing overlaps or extends beyond the end of memory. The others do not count. They are not
    /// excluded from the start, because every value that depends on the mask would then depend on the placement.
    pub(crate) is_valid: D::Bit,
}

/// The number of a byte: an absolute address, or more for a byte of what pointers point to or of the stack. So a byte has the
/// same slot at every placement.
pub(crate) type Slot = u32;

/// The first slot that is not an absolute address.
pub(crate) const FIRST_PLACED: Slot = 0x1_0000;

/// The bytes below the stack pointer that a routine may use.
pub(crate) fn stack_space(processor: Processor) -> u32 {
    if processor == Processor::Mos6502 { 0x80 } else { 0x100 }
}

/// The bytes below the pointer of a stack in memory that a routine may use.
pub(crate) const MEMORY_STACK_SPACE: u32 = 0x100;

/// The addresses at which data is placed for display.
pub(crate) const DATA: Range<u32> = 0x4000..0xEF00;

/// The bytes of the return address, from the stack pointer up (6502: from the byte above it).
pub(crate) const FRAME_BYTES: u32 = 2;

/// The range of the low byte of the 6502's stack pointer on entry: enough space below it, and the return address above.
const ENTRY_S: Range<u32> = 0x7F..0xFE;

impl Layout {
    /// The range of the low byte of the 6502's stack pointer on entry, with room for the arguments.
    fn entry_s(&self) -> Range<u32> {
        ENTRY_S.start..ENTRY_S.end - self.arguments
    }

    /// Returns whether a byte of the stack, by its offset from the first, is below the stack pointer after the return.
    pub(crate) fn is_free_stack_offset(&self, offset: u32) -> bool {
        let frame = FRAME_BYTES + self.popped;
        match self.processor {
            // From the return address up; what is below it comes last.
            Processor::Mos6502 => offset < frame || offset >= 0x100 - stack_space(self.processor),
            Processor::I8080 | Processor::Z80 => offset < stack_space(self.processor) + frame,
        }
    }

    /// Returns the offset in the stack of a byte above the return address, by its distance from the stack pointer before the call.
    pub(crate) fn argument_offset(&self, distance: u16) -> u32 {
        match self.processor {
            Processor::Mos6502 => FRAME_BYTES - 1 + u32::from(distance),
            Processor::I8080 | Processor::Z80 => {
                stack_space(self.processor) + FRAME_BYTES + u32::from(distance)
            }
        }
    }

    fn is_argument(&self, placement: &Placement, address: u16) -> bool {
        let first = self.argument_offset(u16::from(self.processor == Processor::Mos6502));
        let offset = u32::from(address.wrapping_sub(self.stack_address(placement)));
        (first..first + self.arguments).contains(&offset)
    }

    pub(crate) fn stack_after(&self, placement: &Placement) -> u16 {
        placement.stack.wrapping_add(self.popped as u16)
    }

    /// Returns the placement for display: data from 4000H on where the sheet leaves room, the stack where programs of the time had it.
    pub(crate) fn standard(&self) -> Placement {
        let mut next = DATA.start;
        let pointers = self.pointees.iter().map(|pointee| {
            let base = self.room_from(next, pointee.size()).unwrap_or(next);
            next = base + pointee.size().next_multiple_of(0x1000);
            (base + pointee.space) as u16
        });
        Placement {
            pointers: pointers.collect(),
            stack: CallFrame::initial_stack(self.processor) - self.arguments as u16,
            return_address: 0xFFFF,
        }
    }

    /// Returns the first page from an address on with room for data.
    fn room_from(&self, first: u32, length: u32) -> Option<u32> {
        let is_free =
            |base: u32| self.declared.iter().all(|range| base + length <= range.start || range.end <= base);
        (first..DATA.end.saturating_sub(length)).step_by(0x100).find(|base| is_free(*base))
    }

    /// Returns the slot of the first byte that belongs to each pointer, then that of the stack.
    pub(crate) fn first_slots(&self) -> Vec<Slot> {
        let mut next = FIRST_PLACED;
        let mut slots = vec![next];
        for pointee in &self.pointees {
            next += pointee.size();
            slots.push(next);
        }
        slots
    }

    /// Returns the address of the first byte of the stack: the lowest that the routine may use, or the return address's on the
    /// 6502, whose stack wraps around within its page.
    fn stack_address(&self, placement: &Placement) -> u16 {
        let entry = placement.entry_stack(self.processor);
        match self.processor {
            Processor::Mos6502 => 0x100 | entry.wrapping_add(1) & 0xFF,
            Processor::I8080 | Processor::Z80 => entry.wrapping_sub(stack_space(self.processor) as u16),
        }
    }

    pub(crate) fn address(&self, placement: &Placement, slot: Slot) -> u16 {
        let firsts = self.first_slots();
        let Some(n) = firsts.iter().rposition(|first| *first <= slot) else { return slot as u16 };
        let offset = (slot - firsts[n]) as u16;
        match placement.pointers.get(n).zip(self.pointees.get(n)) {
            Some((pointer, pointee)) => pointee.base(*pointer).wrapping_add(offset),
            None if self.processor == Processor::Mos6502 => {
                0x100 | self.stack_address(placement).wrapping_add(offset) & 0xFF
            }
            None => self.stack_address(placement).wrapping_add(offset),
        }
    }

    /// Returns whether an address belongs to a pointer or is on the stack.
    pub(crate) fn is_placed(&self, placement: &Placement, address: u16) -> bool {
        self.is_free_stack(placement, address)
            || self.is_argument(placement, address)
            || self.pointee_offsets(placement, address).next().is_some()
    }

    /// Iterates over the memory of pointers to which an address belongs, with its offset there.
    fn pointee_offsets(&self, placement: &Placement, address: u16) -> impl Iterator<Item = (&Pointee, u32)> {
        let pointees = self.pointees.iter().zip(&placement.pointers);
        pointees.filter_map(move |(pointee, pointer)| Some((pointee, pointee.offset(*pointer, address)?)))
    }

    /// Returns whether a byte of the memory of a pointer, by its slot, is below the stack pointer after the return.
    pub(crate) fn is_free_pointee(&self, slot: Slot) -> bool {
        let pointees = self.pointees.iter().zip(self.first_slots());
        pointees
            .rev()
            .find(|(_, first)| *first <= slot)
            .is_some_and(|(pointee, first)| pointee.is_free(slot - first))
    }

    /// Returns whether an address is on a stack, below the stack pointer after the return, in the space that the routine may use.
    pub(crate) fn is_free_stack(&self, placement: &Placement, address: u16) -> bool {
        if self.pointee_offsets(placement, address).any(|(pointee, offset)| pointee.is_free(offset)) {
            return true;
        }
        let offset = address.wrapping_sub(self.stack_address(placement));
        match self.processor {
            Processor::Mos6502 => {
                address & 0xFF00 == 0x100 && self.is_free_stack_offset(u32::from(offset) & 0xFF)
            }
            Processor::I8080 | Processor::Z80 => self.is_free_stack_offset(offset.into()),
        }
    }

    /// Returns the placements at which a sample runs: the standard one, then random ones.
    pub(crate) fn sample(&self, random: &mut Random) -> [Placement; 3] {
        [self.standard(), self.random(random), self.random(random)]
    }

    /// Draws a placement. Page boundaries within the data and data that touches something else are as likely as all other
    /// placements.
    fn random(&self, random: &mut Random) -> Placement {
        const TRIES: u32 = 64;
        let draw = |_| {
            let mut taken = self.declared.clone();
            let pointers = self.pointees.iter().map(|pointee| {
                let base = draw_address(pointee.size(), &taken, random);
                taken.push(u32::from(base)..u32::from(base) + pointee.size());
                base.wrapping_add(pointee.space as u16)
            });
            let pointers = pointers.collect();
            let (stack, return_address) = (random.below(0x1_0000) as u16, random.below(0x1_0000) as u16);
            let stack = match self.processor {
                Processor::Mos6502 => {
                    0x102 + (ENTRY_S.start + random.below(self.entry_s().len() as u32)) as u16
                }
                Processor::I8080 | Processor::Z80 => stack,
            };
            Placement { pointers, stack, return_address }
        };
        let drawn = (0..TRIES).map(draw).find(|placement| self.allows(placement));
        drawn.unwrap_or_else(|| self.standard())
    }

    /// Returns whether nothing overlaps or extends beyond the end of memory.
    pub(crate) fn allows(&self, placement: &Placement) -> bool {
        let stack = u32::from(placement.entry_stack(self.processor));
        let stack = match self.processor {
            Processor::Mos6502 if !self.entry_s().contains(&(stack & 0xFF)) => return false,
            Processor::Mos6502 => 0x100..0x200,
            Processor::I8080 | Processor::Z80 if stack < stack_space(self.processor) => return false,
            Processor::I8080 | Processor::Z80 => {
                stack - stack_space(self.processor)..stack + FRAME_BYTES + self.arguments
            }
        };
        let pointees = placement.pointers.iter().zip(&self.pointees);
        let pointees = pointees.map(|(pointer, pointee)| {
            let base = u32::from(pointee.base(*pointer));
            base..base + pointee.size()
        });
        let mut ranges: Vec<_> = pointees.chain([stack]).collect();
        let returns_to_code =
            self.declared.iter().any(|range| range.contains(&placement.return_address.into()));
        ranges.extend(self.declared.iter().cloned());
        ranges.sort_by_key(|range| range.start);
        let overlap = ranges.windows(2).any(|pair| pair[1].start < pair[0].end);
        !overlap && !returns_to_code && ranges.last().is_none_or(|range| range.end <= 0x1_0000)
    }
}

fn draw_address(length: u32, taken: &[Range<u32>], random: &mut Random) -> u16 {
    let neighbor = taken.get(random.below(taken.len() as u32) as usize);
    let any = random.below(0x1_0000);
    let address = match (random.below(4), neighbor) {
        (0, Some(range)) => range.end,
        (1, Some(range)) => range.start.wrapping_sub(length),
        (2, _) => any,
        _ => (any & 0xFF00).wrapping_sub(random.below(length + 1)),
    };
    address as u16
}

impl<D: ParallelDomain> Placements<D> {
    /// Iterates over the memory of each pointer: the address of its first byte, and the number of bytes.
    pub(crate) fn pointees(&self, layout: &Layout) -> impl Iterator<Item = (D::Word, u32)> {
        let pointees = self.pointers.iter().zip(&layout.pointees);
        pointees.map(|(pointer, pointee)| {
            (D::offset(*pointer, (pointee.space as u16).wrapping_neg()), pointee.size())
        })
    }

    /// Places everything as in `placement`, the same in all machines.
    pub(crate) fn same(processor: Processor, placement: &Placement) -> Self {
        Placements {
            pointers: placement.pointers.iter().map(|address| (*address).into()).collect(),
            stack: placement.entry_stack(processor).into(),
            return_address: placement.return_address.into(),
            variables: None,
            is_valid: true.into(),
        }
    }
}

type SymbolicByte = Byte<BddRef>;
type Word = <SymbolicByte as Domain>::Word;

/// Every placement of a routine's layout.
pub(crate) struct SymbolicPlacement {
    pub(crate) placements: Placements<SymbolicByte>,
    pub(crate) is_standard: BddRef,
}

pub(crate) fn variable_count(layout: &Layout) -> usize {
    16 * layout.pointees.len() + stack_bits(layout.processor) + 16
}

fn stack_bits(processor: Processor) -> usize {
    if processor == Processor::Mos6502 { 8 } else { 16 }
}

impl SymbolicPlacement {
    /// Creates the variables; there must be none yet.
    pub(crate) fn new(layout: &Layout) -> Self {
        let count = layout.pointees.len();
        let mut words = vec![[BddRef::FALSE; 16]; count + 1];
        // The bits of equal weight are neighbors, which keeps comparisons small.
        for n in (0..16).rev() {
            let stack = usize::from(n < stack_bits(layout.processor));
            words.iter_mut().take(count + stack).for_each(|word| word[n] = BddRef::new_variable());
        }
        let mut words: Vec<_> = words.into_iter().map(word).collect();
        let mut stack = words.pop().unwrap_or(Word::from(0));
        if layout.processor == Processor::Mos6502 {
            stack = SymbolicByte::join(Byte::from(1), SymbolicByte::split(stack).1);
        }
        let mut bits = [BddRef::FALSE; 16];
        bits.iter_mut().rev().for_each(|bit| *bit = BddRef::new_variable());
        let mut placements = Placements {
            pointers: words,
            stack,
            return_address: word(bits),
            variables: Some(variable_count(layout) as u32),
            is_valid: BddRef::TRUE,
        };
        placements.is_valid = is_valid(layout, &placements);
        let is_standard = is_at(layout, &placements, &layout.standard());
        SymbolicPlacement { placements, is_standard }
    }

    /// Returns the placement of an assignment of the first variables.
    pub(crate) fn assigned(layout: &Layout, assignment: &[bool]) -> Placement {
        let count = layout.pointees.len();
        let mut words = vec![0_u16; count + 1];
        let mut values = assignment.iter().map(|value| u16::from(*value));
        for n in (0..16).rev() {
            let stack = usize::from(n < stack_bits(layout.processor));
            words.iter_mut().take(count + stack).zip(&mut values).for_each(|(word, bit)| *word |= bit << n);
        }
        let return_address = values.take(16).fold(0, |address, bit| address << 1 | bit);
        let entry = words.pop().unwrap_or_default();
        let mut placement = Placement { pointers: words, stack: 0, return_address };
        placement.set_entry_stack(layout.processor, entry);
        placement
    }
}

fn word(bits: [BddRef; 16]) -> Word {
    SymbolicByte::join(Byte::from_fn(|n| bits[n + 8]), Byte::from_fn(|n| bits[n]))
}

fn is_at(layout: &Layout, placements: &Placements<SymbolicByte>, placement: &Placement) -> BddRef {
    let known = Placements::<SymbolicByte>::same(layout.processor, placement);
    let words = |placements: &Placements<SymbolicByte>| {
        let mut words = placements.pointers.clone();
        words.extend([placements.stack, placements.return_address]);
        words
    };
    let pairs = words(placements).into_iter().zip(words(&known));
    pairs.fold(BddRef::TRUE, |all, (word, known)| all & SymbolicByte::words_equal(word, known))
}

fn is_valid(layout: &Layout, placements: &Placements<SymbolicByte>) -> BddRef {
    let mut placed: Vec<_> = placements.pointees(layout).collect();
    let mut taken = layout.declared.clone();
    let is_entry_valid = match layout.processor {
        Processor::Mos6502 => {
            taken.push(0x100..0x200);
            let low = SymbolicByte::join(Byte::from(0), SymbolicByte::split(placements.stack).1);
            SymbolicByte::word_is_below(low, layout.entry_s().end)
                & !SymbolicByte::word_is_below(low, layout.entry_s().start)
        }
        Processor::I8080 | Processor::Z80 => {
            let space = stack_space(layout.processor);
            let length = space + FRAME_BYTES + layout.arguments;
            placed.push((SymbolicByte::offset(placements.stack, (space as u16).wrapping_neg()), length));
            BddRef::TRUE
        }
    };
    // The caller's code is not in the sheet.
    let returns_outside = |range: &Range<u32>| {
        let is_before_end = SymbolicByte::word_is_below(placements.return_address, range.end);
        !is_before_end | SymbolicByte::word_is_below(placements.return_address, range.start)
    };
    let mut valid =
        layout.declared.iter().fold(is_entry_valid, |valid, range| valid & returns_outside(range));
    for (n, (base, length)) in placed.iter().enumerate() {
        valid = valid & SymbolicByte::word_is_below(*base, 0x1_0001 - length);
        for range in &taken {
            let is_before = SymbolicByte::word_is_below(*base, (range.start + 1).saturating_sub(*length));
            valid = valid & (is_before | !SymbolicByte::word_is_below(*base, range.end));
        }
        for (other, other_length) in &placed[..n] {
            let distance = SymbolicByte::words_difference(*base, *other);
            valid = valid & !SymbolicByte::word_is_below(distance, *other_length);
            valid = valid & SymbolicByte::word_is_below(distance, 0x1_0001 - length);
        }
    }
    valid
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_parallel::{
        bdd::{self, Bounds},
        byte::ParallelBit,
        random::Random,
    };

    fn layout(processor: Processor, pointees: &[u32], declared: &[Range<u32>]) -> Layout {
        Layout {
            processor,
            pointees: pointees
                .iter()
                .map(|length| Pointee { length: *length, ..Pointee::default() })
                .collect(),
            declared: declared.to_vec(),
            arguments: 0,
            popped: 0,
        }
    }

    /// The condition on the variables and the check of numbers agree, and an assignment reads back.
    #[test]
    fn symbolic_and_concrete_placements_agree() {
        let layouts = [
            layout(Processor::I8080, &[], &[0x100..0x180, 0x200..0x201]),
            layout(Processor::I8080, &[16], &[0x100..0x180, 0x3000..0x3002]),
            layout(Processor::Z80, &[0x2000, 0x1000], &[0..0x2000, 0xFFF0..0x1_0000]),
            layout(Processor::Mos6502, &[5, 300], &[0x20..0x24, 0x300..0x340]),
            Layout {
                pointees: vec![Pointee { space: 0x100, length: 5, popped: 2 }, Pointee::default()],
                ..layout(Processor::Mos6502, &[], &[0x80..0x82, 0x300..0x340])
            },
        ];
        let mut random = Random::new(1);
        for layout in layouts {
            bdd::reset(100, Bounds::default());
            let symbolic = SymbolicPlacement::new(&layout);
            let mut counts = [0; 2];
            for n in 0..400 {
                let mut placement = layout.random(&mut random);
                assert!(layout.allows(&placement), "{placement:?}");
                // Half of them are moved to where they may overlap.
                if let Some(pointer) = placement.pointers.first_mut().filter(|_| n % 2 == 0) {
                    *pointer = pointer.wrapping_add(random.below(0x200) as u16).wrapping_sub(0x100);
                } else if n % 2 == 0 {
                    placement.stack = placement.stack.wrapping_add(random.below(0x8000) as u16);
                }
                if layout.processor == Processor::Mos6502 {
                    placement.stack = 0x100 | placement.stack & 0xFF;
                }
                // The return address does not matter to the condition.
                placement.return_address = 0x2345;
                let is_here = is_at(&layout, &symbolic.placements, &placement);
                let is_valid = is_here & symbolic.placements.is_valid != BddRef::FALSE;
                assert_eq!(is_valid, layout.allows(&placement), "{placement:?} in {layout:?}");
                let assignment = is_here.witness().expect("one placement");
                let count = variable_count(&layout);
                assert_eq!(SymbolicPlacement::assigned(&layout, &assignment[..count]), placement);
                counts[usize::from(is_valid)] += 1;
            }
            assert!(counts[1] > 50, "{counts:?} in {layout:?}");
            assert!(!BddRef::is_aborted());
        }
    }
}
