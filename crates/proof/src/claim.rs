//! What a routine must do.

use crate::{bits::Byte, diagrams::Bit, field::Field, lanes::Lanes, random::Random};

/// What a routine must do, as the oracle says it.
///
/// Input and output are the bytes of the fields, one field behind the other.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The name that stands in a sheet's `;! oracle:` line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What it is given.
    pub inputs: &'static [Field],
    /// What it gives back.
    pub outputs: &'static [Field],
    /// The oracle's answer to one input.
    pub plain: fn(&[u8], &mut [u8]),
    /// The same for many inputs at once, or all.
    pub formula: Option<Formula>,
    /// Makes an input by chance, where not every value of the fields is one. Such a claim is only ever sampled.
    pub sample: Option<fn(&mut Random, &mut [u8])>,
}

/// What a claim says, written once for every kind of byte: made by [`formula!`](crate::claim::formula).
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    pub(crate) lanes: fn(&[Lanes], &mut [Lanes]),
    pub(crate) symbolic: fn(&[Byte<Bit>], &mut [Byte<Bit>]),
}

/// A formula of a function `fn name<D: Domain>(input: &[D], output: &mut [D])`.
macro_rules! formula {
    ($function:path) => {
        Some(crate::claim::Formula { lanes: $function, symbolic: $function })
    };
}
pub(crate) use formula;
