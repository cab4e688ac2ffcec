//! Bytes whose bits are Boolean functions.

use crate::{
    bdd::BddRef,
    byte::{Byte, ParallelBit},
};

/// A byte in all machines of a proof.
pub type SymbolicByte = Byte<BddRef>;

/// The maximum number of variables. Most are bytes of memory that a wrong routine reads.
pub const MAX_VARIABLES: usize = 1 << 14;

/// Creates bytes of new variables. Bits of equal weight are neighbors, which keeps the sum of two bytes small.
pub fn interleaved(count: usize) -> Vec<Byte<BddRef>> {
    interleaved_of(count, BddRef::new_variable)
}

/// Creates bytes of new variables of any kind, in the same order.
pub fn interleaved_of<B: ParallelBit>(count: usize, mut variable: impl FnMut() -> B) -> Vec<Byte<B>> {
    let mut bytes = vec![[B::from(false); 8]; count];
    for n in (0..8).rev() {
        bytes.iter_mut().for_each(|byte| byte[n] = variable());
    }
    bytes.into_iter().map(|bits| Byte::from_fn(|n| bits[n])).collect()
}

/// Creates a byte of eight new variables.
pub fn unconstrained(_: u16) -> Byte<BddRef> {
    Byte::from_fn(|_| BddRef::new_variable())
}
