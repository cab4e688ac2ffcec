//! Every placement at once: addresses as Boolean variables.

use std::ops::Range;

use arcadian_cpu::Domain;
use arcadian_isa::Processor;

use super::{FRAME_BYTES, Layout, Placement, Placements, stack_space};
use arcadian_parallel::{bdd::BddRef, byte::Byte, domain::ParallelDomain};

type SymbolicByte = Byte<BddRef>;
type Word = <SymbolicByte as Domain>::Word;

/// Every placement of a routine's layout.
pub(crate) struct SymbolicPlacement {
    pub(crate) placements: Placements<SymbolicByte>,
    /// The condition under which the placement is the standard one.
    pub(crate) is_standard: BddRef,
}

/// The number of variables of a placement.
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

/// Returns the condition under which the places are those of a placement.
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
    let mut placed: Vec<_> =
        placements.pointers.iter().copied().zip(layout.pointees.iter().copied()).collect();
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
        bit::ParallelBit,
        random::Random,
    };

    fn layout(processor: Processor, pointees: &[u32], declared: &[Range<u32>]) -> Layout {
        Layout {
            processor,
            pointees: pointees.to_vec(),
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
