//! The expansion of nodes on one thread.

use std::ops::Range;

use arcadian_cpu::{Core, Domain};
use arcadian_parallel::{cancellation::is_cancelled, flow::Resources};

use super::{Expansion, Hash, NO_OPERATION, Node, Space, is_covered};
use crate::{
    engine::{Engine, TestCases},
    lanes::{LANES, Lanes, Mask},
    operation::{Kind, Operation},
    options::Cost,
    space::Passed,
};

pub(super) struct Expander<'a, C: Core<Lanes>> {
    space: &'a Space<'a>,
    engine: Engine<C>,
    /// The bits of each part that are compared at the end, and those that can affect the result.
    compared: Vec<u8>,
    relevant: Vec<u8>,
    /// The operations that change at least these resources.
    covering: Vec<(Resources, Vec<u16>)>,
    found: Expansion,
}

impl<'a, C: Core<Lanes>> Expander<'a, C> {
    pub(super) fn new(space: &'a Space<'a>) -> Self {
        let model = space.model;
        Expander {
            space,
            engine: Engine::new(model),
            compared: model.used().iter().map(|part| part.compared).collect(),
            relevant: (0..model.in_scope).map(|part| model.bits(part, space.relevant)).collect(),
            covering: Vec::new(),
            found: Expansion::default(),
        }
    }

    fn blocks(&self) -> usize {
        self.space.tests.entry.len()
    }

    fn held(&self) -> usize {
        self.space.model.in_scope
    }

    fn returned(&self) -> usize {
        self.space.model.in_scope + 1
    }

    /// The length of the prefixes that are expanded.
    fn depth(&self) -> usize {
        self.space.levels.len() - 1
    }

    pub(super) fn expand(mut self, nodes: Range<usize>) -> Expansion {
        let is_last = self.depth() + 1 == self.space.max;
        let size = self.space.stride() * self.blocks();
        let mut state = vec![Lanes::from(0); size];
        let mut scratch = state.clone();
        // The caller discards what is found after a cancellation.
        for number in nodes.take_while(|_| !is_cancelled()) {
            self.restore(number, &mut state);
            if self.depth() == 0 {
                self.try_nothing(&state);
            }
            if is_last {
                self.finish(number, &state, &mut scratch);
            } else {
                self.grow(number, &state, &mut scratch);
                self.found.states.extend_from_slice(&state);
            }
        }
        self.found
    }

    /// Tries the candidate without instructions.
    fn try_nothing(&mut self, entry: &[Lanes]) {
        self.found.tried += 1;
        let is_right = self.wrong(entry) == 0 && self.rejected(entry, self.space.tests).is_none();
        if is_right && self.space.goal.key(self.space.end) < self.space.bound {
            self.pass(Cost::default(), Vec::new());
        }
    }

    fn node(&self, number: usize) -> Node {
        self.space.levels[self.depth()].nodes[number]
    }

    /// Computes the state after a prefix of the last level, from the state of its parent.
    fn restore(&self, number: usize, state: &mut [Lanes]) {
        let node = self.node(number);
        let Some(depth) = self.depth().checked_sub(1) else {
            return entry_state(self.space.tests, self.space.stride(), state);
        };
        let parents = &self.space.levels[depth];
        let at = node.parent as usize * state.len();
        state.copy_from_slice(&parents.states[at..at + state.len()]);
        let left = parents.nodes[node.parent as usize].left;
        self.step(&self.space.operations[usize::from(node.operation)], left, state);
    }

    /// Executes an operation in all blocks. `left` is the number of instructions that an open skip still skips.
    fn step(&self, operation: &Operation, left: u8, state: &mut [Lanes]) {
        for block in state.chunks_mut(self.space.stride()) {
            let core = self.engine.load(block);
            self.step_block(operation, left, &core, block);
        }
    }

    fn step_block(&self, operation: &Operation, left: u8, core: &C, block: &mut [Lanes]) {
        let (held, returned) = (self.held(), self.returned());
        match operation.kind {
            Kind::Plain => {
                let idle = Mask((block[held] | block[returned]).0);
                if idle.is_empty() {
                    self.engine.execute(operation, core, block);
                } else {
                    self.execute_in_some(idle, operation, core, block);
                }
                if left == 1 {
                    block[held] = 0.into();
                }
            }
            Kind::Skip(_) => {
                let taken = self.engine.condition(operation, core, block);
                block[held] = Lanes(taken.0) & !block[returned];
            }
            Kind::Return => {
                let taken = self.engine.condition(operation, core, block);
                block[returned] = block[returned] | Lanes(taken.0);
            }
        }
    }

    #[inline(never)]
    fn execute_in_some(&self, idle: Mask, operation: &Operation, core: &C, block: &mut [Lanes]) {
        let before = block.to_vec();
        self.engine.execute(operation, core, block);
        for part in &operation.changed {
            block[*part] = select(idle, before[*part], block[*part]);
        }
    }

    /// Tries every operation after a prefix and keeps the longer prefixes.
    fn grow(&mut self, number: usize, state: &[Lanes], scratch: &mut [Lanes]) {
        let node = self.node(number);
        let cores: Vec<C> = state.chunks(self.space.stride()).map(|block| self.engine.load(block)).collect();
        for index in 0..self.space.operations.len() {
            let Some(child) = self.child(number, &node, index) else { continue };
            let operation = &self.space.operations[index];
            scratch.copy_from_slice(state);
            for (block, core) in scratch.chunks_mut(self.space.stride()).zip(&cores) {
                self.step_block(operation, node.left, core, block);
            }
            self.found.tried += 1;
            self.consider(child, scratch);
        }
    }

    /// Keeps a prefix unless it is useless or equivalent to a cheaper one.
    fn consider(&mut self, child: Node, state: &[Lanes]) {
        let wrong = self.wrong(state);
        if wrong == 0 && child.left == 0 && self.rejected(state, self.space.tests).is_none() {
            return self.pass(child.cost, self.sequence(&child));
        }
        let space = self.space;
        let remaining = space.max - self.depth() - 1;
        let least = child.cost + space.cheapest + space.end;
        let is_useless = || {
            space.goal.key(least) >= space.bound
                || !is_covered(wrong, space.covers.get(remaining))
                || self.is_dead(child.operation, state)
        };
        if space.prunes && is_useless() {
            return;
        }
        let hash = self.hash(&child, state);
        let key = space.goal.key(child.cost);
        if !space.prunes || space.table.get(&hash).is_none_or(|known| *known > key) {
            self.found.children.push((hash, child));
        }
    }

    /// Tries the operations that can complete a prefix.
    fn finish(&mut self, number: usize, state: &[Lanes], scratch: &mut [Lanes]) {
        let node = self.node(number);
        if node.left > 1 {
            return;
        }
        let wrong = if self.space.prunes { self.wrong(state) } else { 0 };
        let stride = self.space.stride();
        let at = self.covering(wrong);
        let first = self.engine.load(&state[..stride]);
        for position in 0..self.covering[at].1.len() {
            let index = usize::from(self.covering[at].1[position]);
            let operation = &self.space.operations[index];
            if operation.kind != Kind::Plain {
                continue;
            }
            let Some(child) = self.child(number, &node, index) else { continue };
            self.found.tried += 1;
            scratch[..stride].copy_from_slice(&state[..stride]);
            self.step_block(operation, node.left, &first, &mut scratch[..stride]);
            let block = &scratch[..stride];
            let is_right = self.differing(block, &self.space.tests.result[0]).is_all_zero()
                && self.rejected(block, self.space.tests).is_none();
            if !is_right {
                continue;
            }
            scratch.copy_from_slice(state);
            self.step(operation, node.left, scratch);
            if self.wrong(scratch) == 0 && self.rejected(scratch, self.space.tests).is_none() {
                self.pass(child.cost, self.sequence(&child));
            }
        }
    }

    /// Returns the node after an operation, or `None` if it need not be tried.
    fn child(&self, number: usize, node: &Node, index: usize) -> Option<Node> {
        let space = self.space;
        let operation = &space.operations[index];
        if self.is_out_of_order(node, index) {
            return None;
        }
        let mut child = Node {
            parent: number as u32,
            operation: index as u16,
            cost: node.cost + operation.cost,
            left: node.left.saturating_sub(1),
            floor: node.floor,
        };
        match operation.kind {
            Kind::Plain if node.left == 1 => child.cost.cycles = child.cost.cycles.max(node.floor),
            Kind::Plain => {}
            _ if node.left > 0 => return None,
            Kind::Skip(count) => {
                if usize::from(count) > space.max - self.depth() - 1 {
                    return None;
                }
                child.left = count;
                child.floor = node.cost.cycles + operation.taken_cycles;
            }
            Kind::Return => {}
        }
        (space.goal.key(child.cost + space.end) < space.bound).then_some(child)
    }

    /// Returns whether the operation and the one before it can be exchanged, and the other order is tried.
    fn is_out_of_order(&self, node: &Node, index: usize) -> bool {
        let is_first = node.operation == NO_OPERATION;
        if is_first || !self.space.prunes || usize::from(node.operation) <= index || node.left > 0 {
            return false;
        }
        let (before, after) =
            (&self.space.operations[usize::from(node.operation)], &self.space.operations[index]);
        let is_plain = before.kind == Kind::Plain && after.kind == Kind::Plain;
        // An operation that closes a skip is conditional.
        let was_skipped = self
            .depth()
            .checked_sub(1)
            .is_some_and(|depth| self.space.levels[depth].nodes[node.parent as usize].left > 0);
        is_plain
            && !was_skipped
            && before.writes & (after.reads | after.writes) == 0
            && after.writes & before.reads == 0
    }

    /// Returns the number of the list of operations that change at least these resources.
    fn covering(&mut self, wrong: Resources) -> usize {
        if let Some(at) = self.covering.iter().position(|(resources, _)| *resources == wrong) {
            return at;
        }
        let operations = self.space.operations.iter().enumerate();
        let fitting = operations.filter(|(_, operation)| wrong & !operation.writes == 0);
        self.covering.push((wrong, fitting.map(|(index, _)| index as u16).collect()));
        self.covering.len() - 1
    }

    /// Returns a hash of everything that can affect the result.
    fn hash(&self, child: &Node, state: &[Lanes]) -> u128 {
        let slack = if child.left > 0 { child.floor.saturating_sub(child.cost.cycles) } else { 0 };
        let mut hash = Hash::new(u64::from(child.left) << 32 | u64::from(slack));
        for block in state.chunks(self.space.stride()) {
            for (value, bits) in block.iter().zip(self.relevant.iter().chain(&[0xFF, 0xFF])) {
                hash.add(*value & (*bits).into());
            }
        }
        hash.finish()
    }

    fn sequence(&self, child: &Node) -> Vec<u16> {
        let mut operations = vec![child.operation];
        let mut number = child.parent as usize;
        for level in self.space.levels[1..].iter().rev() {
            operations.push(level.nodes[number].operation);
            number = level.nodes[number].parent as usize;
        }
        operations.reverse();
        operations
    }
}

fn entry_state(tests: &TestCases, stride: usize, state: &mut [Lanes]) {
    for (block, entry) in state.chunks_mut(stride).zip(&tests.entry) {
        block.fill(0.into());
        block.iter_mut().zip(entry).for_each(|(place, value)| *place = *value);
    }
}

#[inline(always)]
fn select(mask: Mask, set: Lanes, clear: Lanes) -> Lanes {
    <Lanes as Domain>::select(mask, set, clear)
}

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
