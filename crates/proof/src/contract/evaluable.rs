//! The bits for which conditions can be evaluated.

use crate::contract::claim::Function;
use arcadian_parallel::{
    bdd::{self, BddRef},
    bit::ParallelBit,
    bitslice::BitSlice,
    byte::Byte,
    handle::HandleBit,
};

/// A bit for which conditions can be evaluated.
pub(crate) trait Evaluable: ParallelBit {
    /// Returns the bytes of a function's output.
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]>;
}

impl Evaluable for bool {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        let byte = |bits: &[bool; 8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        let input: Vec<u8> = input.iter().map(byte).collect();
        let output = function.output(&input, bytes);
        output.into_iter().map(|byte| std::array::from_fn(|n| byte >> n & 1 != 0)).collect()
    }
}

impl Evaluable for BddRef {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        bdd::remembered(input, || output(function, input, bytes))
    }
}

impl Evaluable for BitSlice {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        output(function, input, bytes)
    }
}

fn output<B: HandleBit>(function: &Function, input: &[[B; 8]], bytes: usize) -> Vec<[B; 8]> {
    let input: Vec<_> = input.iter().map(|bits| Byte(*bits)).collect();
    let mut output = vec![Byte::from(0); bytes];
    function.compute(&input, &mut output);
    output.into_iter().map(|byte| byte.0).collect()
}
