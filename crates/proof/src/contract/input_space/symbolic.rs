//! Inputs as Boolean variables, and case splits.

use std::ops::Range;

use arcadian_cpu::Domain;

use super::{BitPositions, InputSpace, set_bits};
use arcadian_parallel::{bdd::BddRef, byte::Byte};

/// The variable order. The size of decision diagrams depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableOrder {
    /// Fields in their order, each first byte first.
    Forward,
    /// Fields in their order, each last byte first. Suits fields that end in indices into their own beginning.
    Backward,
    /// Small fields first; those of equal size interleaved. Suits counts and keys for buffers, sums and comparisons.
    Interleaved,
    /// The bits of equal weight of all bytes together, the lowest first. Suits sums of the bytes of a field.
    Columns,
    /// The bits of equal weight of all numbers together, the highest first. Suits sums of numbers of different sizes.
    Aligned,
    /// The highest bits of all numbers together, then the next ones. Suits sums with the high half of a number.
    AlignedHigh,
}

/// Bits of a byte of an input that have known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownBits {
    pub(crate) byte: usize,
    pub(crate) mask: u8,
    pub(crate) value: u8,
}

impl KnownBits {
    fn whole(byte: usize, value: u8) -> Self {
        KnownBits { byte, mask: 0xFF, value }
    }

    fn allow(self, byte: usize, value: u8) -> bool {
        byte != self.byte || (value ^ self.value) & self.mask == 0
    }
}

pub(crate) type Case = Vec<KnownBits>;

/// The size in bytes up to which a field is probably a number, low byte first.
const MAX_NUMBER: usize = 4;

const MAX_CASES: usize = 1 << 16;

impl InputSpace {
    /// Creates a variable for every free bit outside the case. Returns the input bytes and the condition under which they are an
    /// input.
    pub(crate) fn symbolic_input(
        &self,
        order: VariableOrder,
        case: &[KnownBits],
    ) -> (Vec<Byte<BddRef>>, BddRef) {
        let mut bits = vec![[BddRef::FALSE; 8]; self.bytes];
        for positions in self.variables(order) {
            let variable = BddRef::new_variable();
            positions.iter().for_each(|(byte, n)| bits[*byte][*n as usize] = variable);
        }
        let mut input: Vec<_> = bits.into_iter().map(|bits| Byte::from_fn(|n| bits[n])).collect();
        for KnownBits { byte, mask, value } in case {
            input[*byte] = input[*byte] & (!mask).into() | (mask & value).into();
        }
        let is_valid = self.bounded_bytes.iter().fold(BddRef::TRUE, |is_valid, (byte, limit)| {
            is_valid & !input[*byte].at_least(Byte::from(*limit))
        });
        (input, is_valid)
    }

    pub(crate) fn assigned_input(
        &self,
        order: VariableOrder,
        case: &[KnownBits],
        assignment: &[bool],
    ) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        for (positions, value) in self.variables(order).into_iter().zip(assignment) {
            set_bits(&mut input, &positions, *value);
        }
        case.iter()
            .for_each(|known| input[known.byte] = input[known.byte] & !known.mask | known.value & known.mask);
        input
    }

    /// Fixes bits that are the same in all inputs that matter.
    pub(crate) fn fix(&mut self, bits: Case) {
        self.fixed = bits;
    }

    /// Returns the cases of a split on the first fields of which one byte varies: all its values. Returns `None` if there are fewer
    /// such fields, or too many cases.
    pub(crate) fn cases(&self, fields: usize) -> Option<Vec<Case>> {
        let ends = self.fields.iter().skip(1).chain([&self.bytes]);
        let single = self.fields.iter().zip(ends).filter_map(|(first, end)| self.varying_byte(*first..*end));
        let split: Vec<usize> = single.take(fields).collect();
        if split.len() < fields {
            return None;
        }
        let mut cases = vec![self.fixed.clone()];
        for byte in split {
            let values = self.values(byte);
            let known = |value: &u8| KnownBits::whole(byte, *value);
            let extend =
                |case: &Case| values.iter().map(|value| [&case[..], &[known(value)]].concat()).collect();
            cases = cases.iter().flat_map::<Vec<_>, _>(extend).collect();
            if cases.len() > MAX_CASES {
                return None;
            }
        }
        Some(cases)
    }

    /// Returns the only one of some bytes that has more than one value.
    fn varying_byte(&self, bytes: Range<usize>) -> Option<usize> {
        let mut varying = bytes.filter(|byte| self.values(*byte).len() > 1);
        varying.next().filter(|_| varying.next().is_none())
    }

    fn values(&self, byte: usize) -> Vec<u8> {
        let (mask, limit) = match self.bounded_bytes.iter().find(|(bounded, _)| *bounded == byte) {
            Some((_, limit)) => (0xFF, limit - 1),
            None => {
                let positions = self.free_bits.iter().flatten().filter(|(index, _)| *index == byte);
                (positions.fold(0_u8, |mask, (_, n)| mask | 1 << n), 0xFF)
            }
        };
        let is_possible =
            |value: &u8| value & !mask == 0 && self.fixed.iter().all(|known| known.allow(byte, *value));
        (0..=limit).filter(is_possible).collect()
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.free_bits.len() + 8 * self.bounded_bytes.len()
    }

    /// Returns the input bits that each variable determines, in variable order.
    fn variables(&self, order: VariableOrder) -> Vec<BitPositions> {
        let bounded = self.bounded_bytes.iter().flat_map(|(byte, _)| (0..8).rev().map(|n| vec![(*byte, n)]));
        let mut all: Vec<BitPositions> = self.free_bits.iter().cloned().chain(bounded).collect();
        all.sort_by_key(|positions| positions.first().map(|position| self.rank(order, *position)));
        all
    }

    fn rank(&self, order: VariableOrder, (byte, n): (usize, u32)) -> (usize, usize, usize) {
        let field = self.fields.partition_point(|first| *first <= byte);
        let first = self.fields.get(field.saturating_sub(1)).copied().unwrap_or(0);
        let size = self.fields.get(field).copied().unwrap_or(self.bytes) - first;
        let offset = byte - first;
        match order {
            VariableOrder::Forward => (field, byte, 0),
            VariableOrder::Backward => (field, self.bytes - byte, 0),
            // As numbers, from the highest bit.
            VariableOrder::Interleaved if size <= MAX_NUMBER => {
                (size, 8 * (size - offset) - n as usize, field)
            }
            VariableOrder::Interleaved => (size, 8 * (offset + 1) - n as usize, field),
            VariableOrder::Columns => (n as usize, byte, 0),
            VariableOrder::Aligned if size <= MAX_NUMBER => {
                (0, 8 * (MAX_NUMBER - offset) - n as usize, field)
            }
            VariableOrder::AlignedHigh if size <= MAX_NUMBER => (0, 8 * (size - offset) - n as usize, field),
            VariableOrder::Aligned | VariableOrder::AlignedHigh => (size, byte, 0),
        }
    }
}
