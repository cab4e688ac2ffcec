//! All inputs of a claim, counted.

use std::fmt;

use crate::{
    bits::Byte,
    diagrams::Bit,
    field::{Field, Values},
    lanes::Lanes,
    planes::{LANES, Plane},
    random::Random,
};

/// The places of a bit: bytes of the input and the number of the bit in them.
type Places = Vec<(usize, u32)>;

/// All inputs: free bits, and bytes that count up to less than a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    bytes: usize,
    /// Where each field begins.
    fields: Vec<usize>,
    bits: Vec<Places>,
    digits: Vec<(usize, u8)>,
    /// Bytes that inputs by chance are like, and where they begin.
    likely: Vec<(usize, &'static [u8])>,
}

/// In which order the bits of the input become variables: field after field as they are claimed, and within a field.
/// On the order depends how large diagrams grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The first byte first.
    Forward,
    /// The last byte first: where a field ends in indices to what stands at its beginning.
    Backward,
}

/// More cases than these are not proven one by one.
const MOST_CASES: usize = 8192;

/// A number of inputs: a factor times a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    factor: u128,
    power: u32,
}

impl Count {
    /// A number.
    pub fn new(number: u64) -> Self {
        let power = number.checked_ilog2().filter(|_| number.is_power_of_two()).unwrap_or(0);
        Count { factor: u128::from(number >> power), power }
    }

    /// It as a number, if 64 bits can hold it.
    pub fn exact(&self) -> Option<u64> {
        1_u64.checked_shl(self.power)?.checked_mul(self.factor.try_into().ok()?)
    }
}

/// `2^36`, `9*2^128`; small numbers as they are.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.factor, self.power, self.exact()) {
            (_, power, Some(number)) if power < 10 => write!(f, "{number}"),
            (1, power, _) => write!(f, "2^{power}"),
            (factor, power, _) => write!(f, "{factor}*2^{power}"),
        }
    }
}

impl Space {
    pub(crate) fn new(fields: &[Field]) -> Self {
        let mut space = Space::default();
        fields.iter().for_each(|field| space.add(field));
        space
    }

    fn add(&mut self, field: &Field) {
        let first = self.bytes;
        self.fields.push(first);
        match field.values {
            Values::Any(bytes) => (first..first + bytes).for_each(|byte| self.add_bits(byte, 0xFF)),
            Values::Like(bytes) => {
                (first..first + bytes.len()).for_each(|byte| self.add_bits(byte, 0xFF));
                self.likely.push((first, bytes));
            }
            Values::Below(end) if end.is_power_of_two() => self.add_bits(first, end - 1),
            Values::Below(end) => self.digits.push((first, end)),
            Values::Masked(masks) => (first..).zip(masks).for_each(|(byte, mask)| self.add_bits(byte, *mask)),
            Values::Tied { masks, tied } => {
                (first..).zip(masks).for_each(|(byte, mask)| self.add_bits(byte, mask & !tied));
                let copies = |n| (first..first + masks.len()).map(move |byte| (byte, n)).collect();
                self.bits.extend((0..8).filter(|n| tied >> n & 1 != 0).map(copies));
            }
        }
        self.bytes += field.bytes();
    }

    fn add_bits(&mut self, byte: usize, mask: u8) {
        self.bits.extend((0..8).filter(|n| mask >> n & 1 != 0).map(|n| vec![(byte, n)]));
    }

    /// How many inputs there are.
    pub(crate) fn count(&self) -> Count {
        let factor = self.digits.iter().map(|(_, end)| u128::from(*end)).product();
        Count { factor, power: self.bits.len() as u32 }
    }

    /// The input of this number.
    pub(crate) fn input(&self, number: u64) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        for (n, places) in self.bits.iter().enumerate().take(64) {
            set(&mut input, places, number >> n & 1 != 0);
        }
        let mut rest = number.checked_shr(self.bits.len() as u32).unwrap_or(0);
        for (byte, end) in &self.digits {
            input[*byte] = (rest % u64::from(*end)) as u8;
            rest /= u64::from(*end);
        }
        input
    }

    /// An input by chance. Few and many set bits are as likely as half of them.
    pub(crate) fn sample(&self, random: &mut Random) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        let dense = random.below(17);
        for places in &self.bits {
            set(&mut input, places, random.below(16) < dense);
        }
        for (byte, end) in &self.digits {
            input[*byte] = random.below((*end).into()) as u8;
        }
        for (first, likely) in &self.likely {
            if random.below(4) > 0 {
                resemble(&mut input[*first..*first + likely.len()], likely, random);
            }
        }
        input
    }

    /// The inputs from this number on, a multiple of [`LANES`], one in each lane, and which lanes have one.
    pub(crate) fn lanes(&self, number: u64, input: &mut [Lanes]) -> Plane {
        const LOW: usize = LANES.ilog2() as usize;
        if self.bits.len() < LOW {
            let count = self.count().exact().unwrap_or(u64::MAX);
            let last = count.saturating_sub(1);
            let inputs: Vec<_> = (number..).take(LANES).map(|number| self.input(number.min(last))).collect();
            fill(&inputs, input);
            return Plane::from_fn(|lane| number + (lane as u64) < count);
        }
        input.iter_mut().zip(self.input(number)).for_each(|(lanes, byte)| *lanes = byte.into());
        for (n, places) in self.bits.iter().enumerate().take(LOW) {
            let plane = Plane::of_lane_bit(n);
            places.iter().for_each(|(byte, bit)| input[*byte].0[*bit as usize] = plane);
        }
        true.into()
    }

    /// Variables for every bit but those of the case, and which values of them are inputs.
    pub(crate) fn symbolic(&self, order: Order, case: &[u8]) -> (Vec<Byte<Bit>>, Bit) {
        let mut bits = vec![[Bit::FALSE; 8]; self.bytes];
        for places in self.variables(order) {
            let variable = Bit::variable();
            places.iter().for_each(|(byte, n)| bits[*byte][*n as usize] = variable);
        }
        let mut input: Vec<_> = bits.into_iter().map(|bits| Byte::from_fn(|n| bits[n])).collect();
        input.iter_mut().zip(case).for_each(|(byte, value)| *byte = (*value).into());
        let valid = self.digits.iter().fold(Bit::TRUE, |valid, (byte, end)| {
            valid & !arcadian_cpu::Domain::at_least(input[*byte], Byte::from(*end))
        });
        (input, valid)
    }

    /// The input of a case that has these values of the variables.
    pub(crate) fn witness(&self, order: Order, case: &[u8], values: &[bool]) -> Vec<u8> {
        let mut input = vec![0; self.bytes];
        for (places, value) in self.variables(order).into_iter().zip(values) {
            set(&mut input, &places, *value);
        }
        input.iter_mut().zip(case).for_each(|(byte, value)| *byte = *value);
        input
    }

    /// All values of so many bytes at the front, if these are fields of one byte each.
    pub(crate) fn cases(&self, bytes: usize) -> Option<Vec<Vec<u8>>> {
        let single = (0..=bytes).all(|byte| byte == self.bytes || self.fields.get(byte) == Some(&byte));
        let mut cases = vec![Vec::new()];
        for byte in (0..bytes).filter(|_| single) {
            let values = self.values(byte);
            let longer =
                |case: &Vec<u8>| values.iter().map(|value| [case.as_slice(), &[*value]].concat()).collect();
            cases = cases.iter().flat_map::<Vec<_>, _>(longer).collect();
            if cases.len() > MOST_CASES {
                return None;
            }
        }
        single.then_some(cases)
    }

    fn values(&self, byte: usize) -> Vec<u8> {
        let digit = self.digits.iter().find(|(at, _)| *at == byte).map(|(_, end)| 0..=end - 1);
        let mask = |place: &(usize, u32)| if place.0 == byte { 1 << place.1 } else { 0 };
        let mask = self.bits.iter().flatten().map(mask).fold(0_u8, |all, bit| all | bit);
        digit.unwrap_or(0..=0xFF).filter(|value| self.is_digit(byte) || value & !mask == 0).collect()
    }

    fn is_digit(&self, byte: usize) -> bool {
        self.digits.iter().any(|(at, _)| *at == byte)
    }

    /// How many variables that needs.
    pub(crate) fn width(&self) -> usize {
        self.bits.len() + 8 * self.digits.len()
    }

    /// The places of each variable.
    fn variables(&self, order: Order) -> Vec<Places> {
        let digits = self.digits.iter().flat_map(|(byte, _)| (0..8).rev().map(|n| vec![(*byte, n)]));
        let mut all: Vec<Places> = self.bits.iter().cloned().chain(digits).collect();
        all.sort_by_key(|places| {
            let byte = places.first().map_or(0, |(byte, _)| *byte);
            let field = self.fields.partition_point(|first| *first <= byte);
            match order {
                Order::Forward => (field, byte),
                Order::Backward => (field, self.bytes - byte),
            }
        });
        all
    }
}

/// Makes bytes like the likely ones: up to two of them stay what they were, or are one off.
fn resemble(bytes: &mut [u8], likely: &[u8], random: &mut Random) {
    let other = bytes.to_vec();
    bytes.copy_from_slice(likely);
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len() as u32) as usize;
        bytes[at] = match random.below(3) {
            0 => bytes[at].wrapping_add(1),
            1 => bytes[at].wrapping_sub(1),
            _ => other[at],
        };
    }
}

fn set(input: &mut [u8], places: &[(usize, u32)], value: bool) {
    for (byte, n) in places {
        input[*byte] = input[*byte] & !(1 << n) | u8::from(value) << n;
    }
}

/// Puts one input into each lane.
pub(crate) fn fill(inputs: &[Vec<u8>], lanes: &mut [Lanes]) {
    for (byte, lanes) in lanes.iter_mut().enumerate() {
        let mut each = [0; LANES];
        each.iter_mut().zip(inputs).for_each(|(value, input)| *value = input[byte]);
        *lanes = Lanes::new(&each);
    }
}
