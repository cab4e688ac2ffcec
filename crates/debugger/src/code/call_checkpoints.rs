//! Checkpoints of the call stack, from which backward execution rebuilds it.

use std::collections::BTreeMap;

use arcadian_machine::thinning::{Checkpoints, thin};

use super::call_stack::CallStack;

/// The number of steps between checkpoints.
const SPACING: u64 = 1 << 14;

/// The limit for checkpoints and the calls that each does not share with the one before: about 30 MB.
const LIMIT: usize = 1 << 19;

/// Call stacks by the number of instructions executed. The first is never removed.
#[derive(Debug)]
pub(super) struct CallCheckpoints {
    all: BTreeMap<u64, Entry>,
    size: usize,
    limit: usize,
}

#[derive(Debug)]
struct Entry {
    calls: CallStack,
    size: usize,
}

impl CallCheckpoints {
    pub(super) fn new(at: u64, calls: &CallStack) -> Self {
        Self::with_limit(at, calls, LIMIT)
    }

    fn with_limit(at: u64, calls: &CallStack, limit: usize) -> Self {
        let mut checkpoints = CallCheckpoints { all: BTreeMap::new(), size: 0, limit };
        checkpoints.insert(at, calls);
        checkpoints
    }

    /// Returns the last checkpoint at or before an instruction.
    pub(super) fn last_before(&self, at: u64) -> Option<(u64, &CallStack)> {
        self.all.range(..=at).next_back().map(|(at, entry)| (*at, &entry.calls))
    }

    /// Makes a checkpoint if one is due. A replay also restores those that thinning removed.
    #[inline]
    pub(super) fn record(&mut self, at: u64, calls: &CallStack) {
        if at.is_multiple_of(SPACING) && !self.all.contains_key(&at) {
            self.insert(at, calls);
            if self.size > self.limit {
                thin(self, at, self.limit / 2);
            }
        }
    }

    /// Discards the checkpoints from an instruction on and makes one there.
    pub(super) fn replace_from(&mut self, at: u64, calls: &CallStack) {
        self.all.split_off(&at);
        self.size = self.all.values().map(|entry| entry.size).sum();
        self.insert(at, calls);
    }

    fn insert(&mut self, at: u64, calls: &CallStack) {
        let size = size(calls, self.last_before(at).map(|(_, before)| before));
        self.size += size;
        self.all.insert(at, Entry { calls: calls.clone(), size });
    }

    fn measure(&mut self) {
        let mut before = None;
        self.size = 0;
        for entry in self.all.values_mut() {
            entry.size = size(&entry.calls, before);
            self.size += entry.size;
            before = Some(&entry.calls);
        }
    }
}

impl Checkpoints for CallCheckpoints {
    fn size(&self) -> usize {
        self.size
    }

    fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
        self.all.retain(|at, _| keep(*at));
        self.measure();
    }
}

/// Returns how much a checkpoint adds to the one before it.
fn size(calls: &CallStack, before: Option<&CallStack>) -> usize {
    1 + before.map_or(calls.depth(), |before| calls.unshared_with(before))
}

#[cfg(test)]
mod tests {
    use arcadian_cpu::{Core, I8080};
    use arcadian_machine::{Machine, register};

    use super::*;

    /// Executes a CALL with the stack pointer at `pointer`.
    fn call(machine: &mut Machine<I8080>, calls: &mut CallStack, pointer: u16) {
        let register = register::<I8080>("SP").unwrap();
        machine.core.set_pc(0x100);
        (register.set)(&mut machine.core, pointer);
        calls.settle(&machine.core);
        (register.set)(&mut machine.core, pointer - 2);
        machine.core.set_pc(0);
        calls.step(&machine.core, &machine.backplane);
    }

    /// Recursions of depth 1000, one after another, have no calls in common.
    #[test]
    fn deep_recursion_is_bounded() {
        const CALL: [u8; 3] = [0xCD, 0, 0];
        const ALLOWED: usize = 20_000;
        let mut machine = Machine::<I8080>::new();
        machine.backplane.load(0x100, &CALL).unwrap();
        let mut calls = CallStack::new(&machine.core);
        let mut checkpoints = CallCheckpoints::with_limit(0, &calls, ALLOWED);
        for recursion in 1..500 {
            (0..1000).for_each(|depth| call(&mut machine, &mut calls, 0xF000 - 2 * depth));
            assert_eq!(calls.depth(), 1000);
            checkpoints.record(recursion * SPACING, &calls);
            assert!(checkpoints.size <= ALLOWED, "{}", checkpoints.size);
        }
        assert_eq!(checkpoints.last_before(SPACING - 1).map(|(at, _)| at), Some(0));
        assert!(checkpoints.all.len() > 5);
        let (at, found) = checkpoints.last_before(400 * SPACING).unwrap();
        assert!(at > 100 * SPACING && found.depth() == 1000);
        checkpoints.replace_from(7, &calls);
        assert_eq!((checkpoints.all.len(), checkpoints.size), (2, 1002));
    }
}
