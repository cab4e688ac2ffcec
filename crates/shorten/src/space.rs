//! The search space: nodes, which are prefixes of candidates, their expansion by one more operation, and the hashes of states.

mod expander;

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
};

use arcadian_parallel::flow::Resources;

use crate::{
    engine::TestCases,
    lanes::{Lanes, with_core},
    model::Model,
    operation::Operation,
    options::{Cost, Goal},
};
use expander::Expander;

/// A prefix of candidates, as the last step from a shorter prefix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The number of the shorter prefix in the level above.
    pub(crate) parent: u32,
    pub(crate) operation: u16,
    pub(crate) cost: Cost,
    /// The number of instructions that an open skip still skips.
    pub(crate) left: u8,
    /// The cycles of the path that takes the open skip.
    pub(crate) floor: u32,
}

/// The operation number of the empty prefix.
pub(crate) const NO_OPERATION: u16 = u16::MAX;

/// All prefixes of one length that are not equivalent to a cheaper one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    pub(crate) nodes: Vec<Node>,
    /// The states after the prefixes, one after another; filled when the level is expanded.
    pub(crate) states: Vec<Lanes>,
}

pub(crate) struct Space<'a> {
    pub(crate) model: &'a Model,
    pub(crate) operations: &'a [Operation],
    pub(crate) relevant: Resources,
    pub(crate) tests: &'a TestCases,
    pub(crate) reserve: &'a TestCases,
    pub(crate) goal: Goal,
    pub(crate) levels: &'a [Level],
    pub(crate) table: &'a Table,
    /// Candidates must have a smaller key than this.
    pub(crate) bound: u64,
    /// The cost of the return.
    pub(crate) end: Cost,
    pub(crate) cheapest: Cost,
    /// The maximum number of instructions.
    pub(crate) max: usize,
    /// Whether useless and equivalent prefixes are dropped. Only tests turn this off.
    pub(crate) prunes: bool,
    /// For each number of operations the largest sets of resources that this number can change.
    pub(crate) covers: &'a [Vec<Resources>],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    pub(crate) cost: Cost,
    pub(crate) operations: Vec<u16>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Expansion {
    /// The states of the expanded nodes, if their children are kept.
    pub(crate) states: Vec<Lanes>,
    /// Prefixes with the hashes of their states.
    pub(crate) children: Vec<(u128, Node)>,
    /// The cheapest candidates that pass all tests.
    pub(crate) passed: Vec<Passed>,
    /// The cost of candidates that pass only the first tests, and the test in the reserve that they fail.
    pub(crate) refuted: Vec<(Cost, usize)>,
    /// The number of operations executed.
    pub(crate) tried: u64,
}

impl Space<'_> {
    pub(crate) fn expand(&self, nodes: Range<usize>) -> Expansion {
        with_core!(self.model.processor, C => Expander::<C>::new(self).expand(nodes))
    }

    /// Returns the number of bytes of a state of one block: the parts, the machines that skip, and those that have returned.
    pub(crate) fn stride(&self) -> usize {
        self.model.in_scope + 2
    }

    pub(crate) fn fails(&self, operations: &[u16], tests: &TestCases) -> bool {
        with_core!(self.model.processor, C => {
            Expander::<C>::new(self).failing(operations, tests).is_some()
        })
    }
}

#[cfg(test)]
impl Space<'_> {
    /// Returns the states of the first tests after these operations.
    pub(crate) fn run(&self, operations: &[u16]) -> Vec<Vec<u8>> {
        let state = with_core!(self.model.processor, C => {
            Expander::<C>::new(self).after(operations, self.tests)
        });
        let byte = |test: usize, part: usize| {
            let lanes = state[0].0.len();
            state[test / lanes * self.stride() + part].0[test % lanes]
        };
        let parts = || 0..self.model.in_scope;
        (0..self.tests.all.len()).map(|test| parts().map(|part| byte(test, part)).collect()).collect()
    }
}

/// The least cost of a prefix, by the hash of its state.
pub(crate) type Table = HashMap<u128, u64, BuildHasherDefault<Truncate>>;

/// Uses the low half of a hash as it is.
#[derive(Debug, Default)]
pub(crate) struct Truncate(u64);

impl Hasher for Truncate {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, value: u128) {
        self.0 = value as u64;
    }
}

/// A hash of 128 bits: two sums of folded products with different constants.
pub(super) struct Hash(u64, u64);

impl Hash {
    pub(super) fn new(seed: u64) -> Hash {
        Hash(seed ^ 0x9E37_79B9_7F4A_7C15, seed.rotate_left(17) ^ 0xD1B5_4A32_D192_ED03)
    }

    #[inline(always)]
    pub(super) fn add(&mut self, value: Lanes) {
        let value = u128::from_le_bytes(value.0);
        let (low, high) = (value as u64, (value >> 64) as u64);
        self.0 = fold(self.0 ^ low ^ 0xA076_1D64_78BD_642F, high ^ 0xE703_7ED1_A0B4_28DB)
            .wrapping_add(self.0.rotate_left(23));
        self.1 = fold(self.1 ^ high ^ 0x8EBC_6AF0_9C88_C6E3, low ^ 0x5899_65CC_7537_4CC3)
            .wrapping_add(self.1.rotate_left(29));
    }

    pub(super) fn finish(self) -> u128 {
        u128::from(fold(self.0, 0x1D8E_4E27_C47D_124F)) << 64
            | u128::from(fold(self.1, 0xEB44_ACCA_B455_D165))
    }
}

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// For up to this number of operations, the resources that they can change are computed.
const COVERED: usize = 3;

/// Returns, for each number of operations, the largest sets of resources that this number can change.
pub(crate) fn covers(operations: &[Operation]) -> Vec<Vec<Resources>> {
    let single = maximal(operations.iter().map(|operation| operation.writes).collect());
    let mut covers = vec![vec![0], single.clone()];
    for _ in 1..COVERED {
        let last = covers.last().map_or(&[][..], |last| last);
        let unions = last.iter().flat_map(|one| single.iter().map(move |other| one | other)).collect();
        covers.push(maximal(unions));
    }
    covers
}

/// Removes the sets that are part of another.
fn maximal(mut sets: Vec<Resources>) -> Vec<Resources> {
    sets.sort_unstable();
    sets.dedup();
    let is_largest = |set: &Resources| sets.iter().all(|other| set == other || set & !other != 0);
    sets.iter().copied().filter(is_largest).collect()
}

/// Returns whether operations can correct everything that is wrong.
pub(super) fn is_covered(wrong: Resources, covers: Option<&Vec<Resources>>) -> bool {
    covers.is_none_or(|covers| covers.iter().any(|cover| wrong & !cover == 0))
}
