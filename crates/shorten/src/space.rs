//! The search space: nodes, which are prefixes of candidates, and their expansion by one more operation.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_flow::Resources;
use arcadian_isa::Processor;

use crate::{
    cost::{Cost, Goal},
    engine::Engine,
    lanes::{LANES, Lanes, Mask},
    model::Model,
    operation::{Kind, Operation},
    test_cases::TestCases,
};

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

/// The number of candidates per part that are handed over for a proof.
const MAX_PASSED: usize = 8;
/// The number of tests per part that are added to the first ones.
const MAX_REFUTED: usize = 4;

impl Space<'_> {
    /// Expands nodes of the last level.
    pub(crate) fn expand(&self, nodes: Range<usize>) -> Expansion {
        match self.model.processor {
            Processor::I8080 => Expander::<I8080<Lanes>>::new(self).expand(nodes),
            Processor::Z80 => Expander::<Z80<Lanes>>::new(self).expand(nodes),
            Processor::Mos6502 => Expander::<Mos6502<Lanes>>::new(self).expand(nodes),
        }
    }

    /// Returns the number of bytes of a state of one block: the parts, the machines that skip, and those that have returned.
    pub(crate) fn stride(&self) -> usize {
        self.model.in_scope + 2
    }

    /// Whether a test refutes this sequence of operations.
    pub(crate) fn fails(&self, operations: &[u16], tests: &TestCases) -> bool {
        match self.model.processor {
            Processor::I8080 => Expander::<I8080<Lanes>>::new(self).failing(operations, tests).is_some(),
            Processor::Z80 => Expander::<Z80<Lanes>>::new(self).failing(operations, tests).is_some(),
            Processor::Mos6502 => Expander::<Mos6502<Lanes>>::new(self).failing(operations, tests).is_some(),
        }
    }
}

#[cfg(test)]
impl Space<'_> {
    /// Returns the states of the first tests after these operations.
    pub(crate) fn run(&self, operations: &[u16]) -> Vec<Vec<u8>> {
        let state = match self.model.processor {
            Processor::I8080 => Expander::<I8080<Lanes>>::new(self).after(operations, self.tests),
            Processor::Z80 => Expander::<Z80<Lanes>>::new(self).after(operations, self.tests),
            Processor::Mos6502 => Expander::<Mos6502<Lanes>>::new(self).after(operations, self.tests),
        };
        let byte = |test: usize, part: usize| {
            let lanes = state[0].0.len();
            state[test / lanes * self.stride() + part].0[test % lanes]
        };
        let parts = || 0..self.model.in_scope;
        (0..self.tests.all.len()).map(|test| parts().map(|part| byte(test, part)).collect()).collect()
    }
}

/// The expansion of nodes on one thread.
struct Expander<'a, C: Core<Lanes>> {
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
    fn new(space: &'a Space<'a>) -> Self {
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

    fn expand(mut self, nodes: Range<usize>) -> Expansion {
        let is_last = self.depth() + 1 == self.space.max;
        let size = self.space.stride() * self.blocks();
        let mut state = vec![Lanes::from(0); size];
        let mut scratch = state.clone();
        for number in nodes {
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

    /// Executes an operation in the machines that are not idle.
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
            let is_right = self.is_right(block, &self.space.tests.result[0])
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

    /// Whether the operation and the one before it can be exchanged, and the other order is tried.
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

    /// Whether a branch is useless, or a machine that has returned has a wrong result.
    fn is_dead(&self, operation: u16, state: &[Lanes]) -> bool {
        let space = self.space;
        let blocks = || state.chunks(space.stride()).zip(&space.tests.result);
        let all = |part: usize| blocks().all(|(block, _)| (!block[part]).is_all_zero());
        let none = |part: usize| blocks().all(|(block, _)| block[part].is_all_zero());
        let wrong_return = || {
            blocks().any(|(block, result)| {
                let wrong = (0..space.model.in_scope).fold(Lanes::from(0), |wrong, part| {
                    wrong | (block[part] ^ result[part]) & self.compared[part].into()
                });
                let has_returned = Mask(block[self.returned()].0);
                !select(has_returned, wrong, 0.into()).is_all_zero()
            })
        };
        match space.operations[usize::from(operation)].kind {
            Kind::Plain => false,
            Kind::Skip(_) => all(self.held()) || none(self.held()),
            Kind::Return => all(self.returned()) || none(self.returned()) || wrong_return(),
        }
    }

    /// Returns the number of the first test of these blocks whose outputs the contract does not allow.
    fn rejected(&self, state: &[Lanes], tests: &TestCases) -> Option<usize> {
        let outputs = self.space.model.outputs.as_ref()?;
        let lane = |test: usize| {
            let block = &state[test / LANES * self.space.stride()..];
            move |part: usize| block[part].0[test % LANES]
        };
        let count = tests.all.len().min(state.len() / self.space.stride() * LANES);
        (0..count).find(|test| !tests.allows(*test, outputs, lane(*test)))
    }

    /// Returns the compared resources that differ from the result in some machine.
    fn wrong(&self, state: &[Lanes]) -> Resources {
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

    /// Whether the compared parts of a block are those of the result.
    fn is_right(&self, block: &[Lanes], result: &[Lanes]) -> bool {
        let parts = block.iter().zip(result).zip(&self.compared);
        parts
            .fold(Lanes::from(0), |all, ((is, right), bits)| all | (*is ^ *right) & (*bits).into())
            .is_all_zero()
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

    /// Records a candidate that passes the first tests, if it passes the others too.
    fn pass(&mut self, cost: Cost, operations: Vec<u16>) {
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

    /// Returns the operations of a prefix.
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

    /// Returns the states of tests after these operations.
    fn after(&self, operations: &[u16], tests: &TestCases) -> Vec<Lanes> {
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
    fn failing(&self, operations: &[u16], tests: &TestCases) -> Option<usize> {
        let state = self.after(operations, tests);
        let blocks = state.chunks(self.space.stride()).zip(&tests.result);
        let differing = blocks.enumerate().find_map(|(number, (block, result))| {
            let wrong = (0..self.space.model.in_scope).fold(Lanes::from(0), |wrong, part| {
                wrong | (block[part] ^ result[part]) & self.compared[part].into()
            });
            let lane = wrong.0.iter().position(|bits| *bits != 0)?;
            Some(number * wrong.0.len() + lane)
        });
        differing.or_else(|| self.rejected(&state, tests))
    }
}

/// Writes the state on entry.
fn entry_state(tests: &TestCases, stride: usize, state: &mut [Lanes]) {
    for (block, entry) in state.chunks_mut(stride).zip(&tests.entry) {
        block.fill(0.into());
        block.iter_mut().zip(entry).for_each(|(place, value)| *place = *value);
    }
}

#[inline(always)]
fn select(mask: Mask, set: Lanes, clear: Lanes) -> Lanes {
    <Lanes as arcadian_cpu::Domain>::select(mask, set, clear)
}

fn is_covered(wrong: Resources, covers: Option<&Vec<Resources>>) -> bool {
    covers.is_none_or(|covers| covers.iter().any(|cover| wrong & !cover == 0))
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

/// A hash of 128 bits: two sums of folded products with different constants.
struct Hash(u64, u64);

impl Hash {
    fn new(seed: u64) -> Hash {
        Hash(seed ^ 0x9E37_79B9_7F4A_7C15, seed.rotate_left(17) ^ 0xD1B5_4A32_D192_ED03)
    }

    #[inline(always)]
    fn add(&mut self, value: Lanes) {
        let value = u128::from_le_bytes(value.0);
        let (low, high) = (value as u64, (value >> 64) as u64);
        self.0 = fold(self.0 ^ low ^ 0xA076_1D64_78BD_642F, high ^ 0xE703_7ED1_A0B4_28DB)
            .wrapping_add(self.0.rotate_left(23));
        self.1 = fold(self.1 ^ high ^ 0x8EBC_6AF0_9C88_C6E3, low ^ 0x5899_65CC_7537_4CC3)
            .wrapping_add(self.1.rotate_left(29));
    }

    fn finish(self) -> u128 {
        u128::from(fold(self.0, 0x1D8E_4E27_C47D_124F)) << 64
            | u128::from(fold(self.1, 0xEB44_ACCA_B455_D165))
    }
}

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}
