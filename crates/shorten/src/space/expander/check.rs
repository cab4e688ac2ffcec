//! Comparison of the states after prefixes with the results of the tests.

use arcadian_cpu::Core;
use arcadian_parallel::flow::Resources;

use super::{Expander, entry_state, select};
use crate::{
    lanes::{LANES, Lanes, Mask},
    operation::Kind,
    options::Cost,
    space::Passed,
    test_cases::TestCases,
};

/// The number of candidates per part that are handed over for a proof.
const MAX_PASSED: usize = 8;
/// The number of tests per part that are added to the first ones.
const MAX_REFUTED: usize = 4;

impl<C: Core<Lanes>> Expander<'_, C> {
    /// Returns whether a branch is useless, or a machine that has returned has a wrong result.
    pub(super) fn is_dead(&self, operation: u16, state: &[Lanes]) -> bool {
        let space = self.space;
        let blocks = || state.chunks(space.stride()).zip(&space.tests.result);
        let all = |part: usize| blocks().all(|(block, _)| (!block[part]).is_all_zero());
        let none = |part: usize| blocks().all(|(block, _)| block[part].is_all_zero());
        let wrong_return = || {
            blocks().any(|(block, result)| {
                let has_returned = Mask(block[self.returned()].0);
                !select(has_returned, self.differing(block, result), 0.into()).is_all_zero()
            })
        };
        match space.operations[usize::from(operation)].kind {
            Kind::Plain => false,
            Kind::Skip(_) => all(self.held()) || none(self.held()),
            Kind::Return => all(self.returned()) || none(self.returned()) || wrong_return(),
        }
    }

    /// Returns the number of the first test of these blocks whose outputs the contract does not allow.
    pub(super) fn rejected(&self, state: &[Lanes], tests: &TestCases) -> Option<usize> {
        let outputs = self.space.model.outputs.as_ref()?;
        let lane = |test: usize| {
            let block = &state[test / LANES * self.space.stride()..];
            move |part: usize| block[part].0[test % LANES]
        };
        let count = tests.all.len().min(state.len() / self.space.stride() * LANES);
        (0..count).find(|test| !tests.allows(*test, outputs, lane(*test)))
    }

    /// Returns the compared resources that differ from the result in some machine.
    pub(super) fn wrong(&self, state: &[Lanes]) -> Resources {
        let model = self.space.model;
        let mut resources = 0;
        for (block, result) in state.chunks(self.space.stride()).zip(&self.space.tests.result) {
            for part in 0..model.in_scope {
                let wrong = (block[part] ^ result[part]) & self.compared[part].into();
                if !wrong.is_all_zero() {
                    resources |= model.resources(part, wrong.0.iter().fold(0, |all, bits| all | bits));
                }
            }
        }
        resources
    }

    /// Returns in which compared bits, of any part, a block differs from the result.
    #[inline]
    pub(super) fn differing(&self, block: &[Lanes], result: &[Lanes]) -> Lanes {
        let parts = block.iter().zip(result).zip(&self.compared);
        parts.fold(Lanes::from(0), |all, ((is, right), bits)| all | (*is ^ *right) & (*bits).into())
    }

    /// Records a candidate that passes the first tests, if it passes the others too.
    pub(super) fn pass(&mut self, cost: Cost, operations: Vec<u16>) {
        match self.failing(&operations, self.space.reserve) {
            Some(test) => {
                let is_known = self.found.refuted.iter().any(|(_, known)| *known == test);
                if !is_known && self.found.refuted.len() < MAX_REFUTED {
                    self.found.refuted.push((cost, test));
                }
            }
            None => {
                self.found.passed.push(Passed { cost, operations });
                let goal = self.space.goal;
                self.found.passed.sort_by_key(|passed| goal.key(passed.cost));
                self.found.passed.truncate(MAX_PASSED);
            }
        }
    }

    /// Returns the states of tests after these operations.
    pub(in crate::space) fn after(&self, operations: &[u16], tests: &TestCases) -> Vec<Lanes> {
        let mut state = vec![Lanes::from(0); self.space.stride() * tests.entry.len()];
        entry_state(tests, self.space.stride(), &mut state);
        let mut left = 0;
        for number in operations {
            let operation = &self.space.operations[usize::from(*number)];
            self.step(operation, left, &mut state);
            left = if let Kind::Skip(count) = operation.kind { count } else { left.saturating_sub(1) };
        }
        state
    }

    /// Returns the number of the first test that a candidate fails.
    pub(in crate::space) fn failing(&self, operations: &[u16], tests: &TestCases) -> Option<usize> {
        let state = self.after(operations, tests);
        let blocks = state.chunks(self.space.stride()).zip(&tests.result);
        let differing = blocks.enumerate().find_map(|(number, (block, result))| {
            let lane = self.differing(block, result).0.iter().position(|bits| *bits != 0)?;
            Some(number * LANES + lane)
        });
        differing.or_else(|| self.rejected(&state, tests))
    }
}
