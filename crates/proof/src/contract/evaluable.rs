//! The bits for which conditions can be evaluated.

use crate::{
    contract::claim::LeastSet,
    values::{
        bdd::{self, BddRef},
        bit::ParallelBit,
        bitslice::BitSlice,
        byte::Byte,
    },
};

/// A bit for which conditions can be evaluated.
pub(crate) trait Evaluable: ParallelBit {
    /// Returns the successors of an element in the claim about a least set, if they can be computed.
    fn successors(set: &LeastSet, input: &[[Self; 8]]) -> Option<Vec<[Self; 8]>>;
}

impl Evaluable for bool {
    fn successors(set: &LeastSet, input: &[[Self; 8]]) -> Option<Vec<[Self; 8]>> {
        let byte = |bits: &[bool; 8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        let input: Vec<u8> = input.iter().map(byte).collect();
        let mut output = vec![0; set.bytes];
        (set.concrete)(&input, &mut output);
        Some(output.into_iter().map(|byte| std::array::from_fn(|n| byte >> n & 1 != 0)).collect())
    }
}

impl Evaluable for BddRef {
    fn successors(set: &LeastSet, input: &[[Self; 8]]) -> Option<Vec<[Self; 8]>> {
        let compute = || {
            let bytes: Vec<_> = input.iter().map(|bits| Byte(*bits)).collect();
            let mut output = vec![Byte::from(0); set.bytes];
            (set.symbolic)(&bytes, &mut output);
            output.into_iter().map(|byte| byte.0).collect()
        };
        Some(bdd::remembered(input, compute))
    }
}

impl Evaluable for BitSlice {
    fn successors(_: &LeastSet, _: &[[Self; 8]]) -> Option<Vec<[Self; 8]>> {
        None
    }
}
