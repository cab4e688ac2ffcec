//! The set of all inputs of a claim: counting, enumerating and sampling it; inputs as Boolean variables, and case splits.

use std::{fmt, ops::Range};

use arcadian_cpu::Domain;
use arcadian_parallel::{
    bdd::BddRef,
    bitslice::{BitSlice, LANES, Lanes},
    byte::Byte,
    random::Random,
};

use crate::contract::field::{Field, Values};

/// A number of inputs: a factor times a power of two, as it may exceed 64 bits by far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputCount {
    pub(crate) factor: u128,
    pub(crate) power: u32,
}

impl InputCount {
    /// Returns the number, or `None` if it does not fit into 64 bits.
    pub fn exact(&self) -> Option<u64> {
        1_u64.checked_shl(self.power)?.checked_mul(self.factor.try_into().ok()?)
    }
}

/// Formats `2^36` or `9*2^128`, and small numbers in decimal.
impl fmt::Display for InputCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.factor, self.power, self.exact()) {
            (_, power, Some(number)) if power < 10 => write!(f, "{number}"),
            (1, power, _) => write!(f, "2^{power}"),
            (factor, power, _) => write!(f, "{factor}*2^{power}"),
        }
    }
}

/// The input bits that one free bit determines: pairs of byte index and bit number.
type BitPositions = Vec<(usize, u32)>;

/// All inputs of a claim, as a product of free bits and of bytes below a limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputSpace {
    /// The size of an input in bytes.
    bytes: usize,
    /// The index of the first byte of each field.
    fields: Vec<usize>,
    free_bits: Vec<BitPositions>,
    /// Bytes that count from 0 up to, but not including, a limit: byte index and limit.
    bounded_bytes: Vec<(usize, u8)>,
    /// Typical values that most samples resemble: index of the first byte and the bytes.
    typical: Vec<(usize, &'static [u8])>,
    /// The bits that are the same in all inputs that matter. Only a symbolic input makes use of them.
    fixed: Case,
}

impl InputSpace {
    pub(crate) fn new<Name>(fields: &[Field<Name>]) -> Self {
        let mut space = InputSpace::default();
        fields.iter().for_each(|field| space.add(field));
        space
    }

    fn add<Name>(&mut self, field: &Field<Name>) {
        let first = self.bytes;
        self.fields.push(first);
        match field.values {
            Values::Any(bytes) => (first..first + bytes).for_each(|byte| self.add_bits(byte, 0xFF)),
            Values::Like(bytes) => {
                (first..first + bytes.len()).for_each(|byte| self.add_bits(byte, 0xFF));
                self.typical.push((first, bytes));
            }
            Values::Below(limit) if limit.is_power_of_two() => self.add_bits(first, limit - 1),
            Values::Below(limit) => self.bounded_bytes.push((first, limit)),
            Values::Masked(masks) => (first..).zip(masks).for_each(|(byte, mask)| self.add_bits(byte, *mask)),
            Values::Tied { masks, tied } => {
                (first..).zip(masks).for_each(|(byte, mask)| self.add_bits(byte, mask & !tied));
                let copies = |n| (first..first + masks.len()).map(move |byte| (byte, n)).collect();
                self.free_bits.extend((0..8).filter(|n| tied >> n & 1 != 0).map(copies));
            }
        }
        self.bytes += field.bytes();
    }

    fn add_bits(&mut self, byte: usize, mask: u8) {
        self.free_bits.extend((0..8).filter(|n| mask >> n & 1 != 0).map(|n| vec![(byte, n)]));
    }

    pub(crate) fn count(&self) -> InputCount {
        let factor = self.bounded_bytes.iter().map(|(_, limit)| u128::from(*limit)).product();
        InputCount { factor, power: self.free_bits.len() as u32 }
    }

    /// Returns the input with a number: its low bits are the free bits, the rest is a mixed-radix number of the bounded
    /// bytes.
    pub(crate) fn input(&self, number: u64) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        for (n, positions) in self.free_bits.iter().enumerate().take(64) {
            set_bits(&mut input, positions, number >> n & 1 != 0);
        }
        let mut rest = number.checked_shr(self.free_bits.len() as u32).unwrap_or(0);
        for (byte, limit) in &self.bounded_bytes {
            input[*byte] = (rest % u64::from(*limit)) as u8;
            rest /= u64::from(*limit);
        }
        input
    }

    /// Returns a random input. The density of set bits is itself random, so that sparse and dense inputs are as likely
    /// as balanced ones.
    pub(crate) fn sample(&self, random: &mut Random) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        let density = random.below(17);
        for positions in &self.free_bits {
            set_bits(&mut input, positions, random.below(16) < density);
        }
        for (byte, limit) in &self.bounded_bytes {
            input[*byte] = random.below((*limit).into()) as u8;
        }
        for (first, typical) in &self.typical {
            if random.below(4) > 0 {
                perturb(&mut input[*first..*first + typical.len()], typical, random);
            }
        }
        input
    }

    /// Writes the inputs `number..number + LANES` to the lanes; `number` is a multiple of [`LANES`]. Returns the lanes
    /// that hold a valid input.
    pub(crate) fn lanes(&self, number: u64, input: &mut [Lanes]) -> BitSlice {
        const LANE_BITS: usize = LANES.ilog2() as usize;
        if self.free_bits.len() < LANE_BITS {
            let count = self.count().exact().unwrap_or(u64::MAX);
            let last = count.saturating_sub(1);
            let inputs: Vec<_> = (number..).take(LANES).map(|number| self.input(number.min(last))).collect();
            transpose(&inputs, input);
            return BitSlice::from_fn(|lane| number + (lane as u64) < count);
        }
        input.iter_mut().zip(self.input(number)).for_each(|(lanes, byte)| *lanes = byte.into());
        for (n, positions) in self.free_bits.iter().enumerate().take(LANE_BITS) {
            let slice = BitSlice::of_lane_number(n);
            positions.iter().for_each(|(byte, bit)| input[*byte].0[*bit as usize] = slice);
        }
        true.into()
    }
}

/// Overwrites bytes with typical ones. Up to two of them are then incremented, decremented or restored.
fn perturb(bytes: &mut [u8], typical: &[u8], random: &mut Random) {
    let old = bytes.to_vec();
    bytes.copy_from_slice(typical);
    for _ in 0..random.below(3) {
        let index = random.below(bytes.len() as u32) as usize;
        bytes[index] = match random.below(3) {
            0 => bytes[index].wrapping_add(1),
            1 => bytes[index].wrapping_sub(1),
            _ => old[index],
        };
    }
}

fn set_bits(input: &mut [u8], positions: &[(usize, u32)], value: bool) {
    for (byte, n) in positions {
        input[*byte] = input[*byte] & !(1 << n) | u8::from(value) << n;
    }
}

pub(crate) fn transpose(inputs: &[Vec<u8>], lanes: &mut [Lanes]) {
    for (byte, lanes) in lanes.iter_mut().enumerate() {
        let mut bytes = [0; LANES];
        bytes.iter_mut().zip(inputs).for_each(|(value, input)| *value = input[byte]);
        *lanes = Lanes::from_bytes(&bytes);
    }
}

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
