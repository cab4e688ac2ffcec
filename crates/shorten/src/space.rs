//! The search space: nodes, which are prefixes of candidates, and their expansion by one more operation.

mod covers;
mod expander;
mod hash;

use std::ops::Range;

use arcadian_parallel::flow::Resources;

use crate::{
    cost::{Cost, Goal},
    lanes::Lanes,
    model::Model,
    operation::Operation,
    processor::with_core,
    test_cases::TestCases,
};

pub(crate) use covers::covers;
use expander::Expander;
pub(crate) use hash::Table;

/// A prefix of candidates, as the last step from a shorter prefix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The number of the shorter prefix in the level above.
    pub(crate) parent: u32,
    /// The number of the operation.
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

/// What an expansion needs to know.
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
    /// The cost of the cheapest operation.
    pub(crate) cheapest: Cost,
    /// The maximum number of instructions.
    pub(crate) max: usize,
    /// Whether useless and equivalent prefixes are dropped. Only tests turn this off.
    pub(crate) prunes: bool,
    /// For each number of operations the largest sets of resources that this number can change.
    pub(crate) covers: &'a [Vec<Resources>],
}

/// A candidate that passes the tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    pub(crate) cost: Cost,
    pub(crate) operations: Vec<u16>,
}

/// What the expansion of some nodes has found.
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
    /// Expands nodes of the last level.
    pub(crate) fn expand(&self, nodes: Range<usize>) -> Expansion {
        with_core!(self.model.processor, C => Expander::<C>::new(self).expand(nodes))
    }

    /// Returns the number of bytes of a state of one block: the parts, the machines that skip, and those that have returned.
    pub(crate) fn stride(&self) -> usize {
        self.model.in_scope + 2
    }

    /// Whether a test refutes this sequence of operations.
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
