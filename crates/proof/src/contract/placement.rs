//! Where a run places what the header leaves open: the data that pointers point to, the stack, the return address.

mod symbolic;

use std::ops::Range;

use arcadian_isa::Processor;
use arcadian_machine::CallFrame;

use arcadian_parallel::{domain::ParallelDomain, random::Random};
/// The address that stands for the return address; no code may be there.
pub(crate) const RETURN_ADDRESS: u16 = 0xFFFF;

pub(crate) use symbolic::{SymbolicPlacement, variable_count};

/// What the placements of a routine have in common: the lengths of what is placed, and the addresses that are taken.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) processor: Processor,
    /// The length in bytes of the data of each pointer.
    pub(crate) pointees: Vec<u32>,
    /// The address ranges of the sheet's bytes, of the memory that its header names and of the device, in order and
    /// without overlap.
    pub(crate) declared: Vec<Range<u32>>,
    /// The number of bytes of arguments above the return address.
    pub(crate) arguments: u32,
    /// How many of them the routine removes.
    pub(crate) popped: u32,
}

/// Where a run places the data that pointers point to, the stack and the return address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The value of each pointer.
    pub(crate) pointers: Vec<u16>,
    /// The stack pointer before the call.
    pub(crate) stack: u16,
    /// The address after the call.
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

/// A placement in each of many machines.
pub(crate) struct Placements<D: ParallelDomain> {
    /// The value of each pointer.
    pub(crate) pointers: Vec<D::Word>,
    /// The stack pointer on entry, after the call.
    pub(crate) stack: D::Word,
    /// The address after the call.
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

    /// Returns whether an address is that of an argument on the stack.
    pub(crate) fn is_argument(&self, placement: &Placement, address: u16) -> bool {
        let first = self.argument_offset(u16::from(self.processor == Processor::Mos6502));
        let offset = u32::from(address.wrapping_sub(self.stack_address(placement)));
        (first..first + self.arguments).contains(&offset)
    }

    /// Returns the stack pointer after the return.
    pub(crate) fn stack_after(&self, placement: &Placement) -> u16 {
        placement.stack.wrapping_add(self.popped as u16)
    }

    /// Returns the placement for display: data from 4000H, the stack where programs of the time had it.
    pub(crate) fn standard(&self) -> Placement {
        let mut next = 0x4000_u32;
        let pointers = self.pointees.iter().map(|length| {
            let address = next as u16;
            next += length.next_multiple_of(0x1000);
            address
        });
        Placement {
            pointers: pointers.collect(),
            stack: CallFrame::initial_stack(self.processor) - self.arguments as u16,
            return_address: 0xFFFF,
        }
    }

    /// Returns the slot of the first byte that each pointer points to, then that of the stack.
    pub(crate) fn first_slots(&self) -> Vec<Slot> {
        let mut next = FIRST_PLACED;
        let mut slots = vec![next];
        for length in &self.pointees {
            next += length;
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
        match placement.pointers.get(n) {
            Some(base) => base.wrapping_add(offset),
            None if self.processor == Processor::Mos6502 => {
                0x100 | self.stack_address(placement).wrapping_add(offset) & 0xFF
            }
            None => self.stack_address(placement).wrapping_add(offset),
        }
    }

    /// Returns whether an address is on the stack, below the stack pointer after the return, in the space that the routine may use.
    pub(crate) fn is_free_stack(&self, placement: &Placement, address: u16) -> bool {
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
            let pointers = self.pointees.iter().map(|length| {
                let address = draw_address(*length, &taken, random);
                taken.push(u32::from(address)..u32::from(address) + length);
                address
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
        let pointees = pointees.map(|(first, length)| u32::from(*first)..u32::from(*first) + length);
        let mut ranges: Vec<_> = pointees.chain([stack]).collect();
        let returns_to_code =
            self.declared.iter().any(|range| range.contains(&placement.return_address.into()));
        ranges.extend(self.declared.iter().cloned());
        ranges.sort_by_key(|range| range.start);
        let overlap = ranges.windows(2).any(|pair| pair[1].start < pair[0].end);
        !overlap && !returns_to_code && ranges.last().is_none_or(|range| range.end <= 0x1_0000)
    }
}

/// Draws an address for data of a length.
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
