//! The call stack.
//!
//! The stack is derived from the stack pointer rather than from opcodes. If the stack pointer fell by the size of a
//! return address and execution did not continue with the following instruction, a subroutine was called: by CALL, RST,
//! JSR, BRK or an interrupt. If the stack pointer rose above a return address, that call is over, however the address
//! was removed.

use std::{collections::BTreeMap, rc::Rc};

use arcadian_cpu::Bus;
use arcadian_isa::Processor;
use arcadian_machine::{
    Backplane, MachineCore,
    thinning::{Checkpoints, thin},
};

use super::Source;
use crate::debuggee::{Location, StackFrame};

/// The active subroutines in one state. Copies share their outer calls, so they are cheap.
#[derive(Clone, Debug)]
pub(super) struct CallStack {
    innermost: Option<Rc<Call>>,
    pc: u16,
    pointer: u16,
}

#[derive(Debug)]
struct Call {
    from: u16,
    entry: u16,
    /// The stack pointer after the call.
    pointer: u16,
    depth: usize,
    outer: Option<Rc<Call>>,
}

/// Drops a long chain in a loop; the derived code would recurse once per call and could overflow the stack.
impl Drop for Call {
    fn drop(&mut self) {
        let mut next = self.outer.take();
        while let Some(mut call) = next.and_then(Rc::into_inner) {
            next = call.outer.take();
        }
    }
}

impl CallStack {
    pub(super) fn new<C: MachineCore>(core: &C) -> Self {
        CallStack { innermost: None, pc: core.pc(), pointer: core.stack() }
    }

    pub(super) fn depth(&self) -> usize {
        self.innermost.as_ref().map_or(0, |call| call.depth)
    }

    /// Returns the number of calls that are not shared with another call stack.
    pub(super) fn unshared_with(&self, others: &CallStack) -> usize {
        let (mut own, mut count) = (self.innermost.as_ref(), 0);
        let mut other = others.innermost.as_ref();
        while let Some(call) = own {
            while let Some(deeper) = other.filter(|other| other.depth > call.depth) {
                other = deeper.outer.as_ref();
            }
            if other.is_some_and(|other| Rc::ptr_eq(other, call)) {
                break;
            }
            (own, count) = (call.outer.as_ref(), count + 1);
        }
        count
    }

    /// Adopts a state that no instruction led to. Calls whose return address is off the stack are over.
    pub(super) fn settle<C: MachineCore>(&mut self, core: &C) {
        (self.pc, self.pointer) = (core.pc(), core.stack());
        self.leave();
    }

    #[inline]
    pub(super) fn step<C: MachineCore>(&mut self, core: &C, backplane: &Backplane) {
        let (from, pc, pointer) = (self.pc, core.pc(), core.stack());
        self.pc = pc;
        if pointer == self.pointer {
            return;
        }
        let pushed = distance::<C>(pointer, self.pointer);
        self.pointer = pointer;
        self.leave();
        if (pushed == 2 || pushed == 3) && pc != next_address::<C>(from, backplane) {
            self.enter(from, pc);
        }
    }

    fn enter(&mut self, from: u16, entry: u16) {
        let (depth, outer) = (self.depth() + 1, self.innermost.take());
        self.innermost = Some(Rc::new(Call { from, entry, pointer: self.pointer, depth, outer }));
    }

    /// Removes the calls whose return address is off the stack.
    fn leave(&mut self) {
        let top = top(self.pointer);
        while let Some(call) = self.innermost.as_ref().filter(|call| self::top(call.pointer) < top) {
            self.innermost = call.outer.clone();
        }
    }

    /// Returns the subroutines, innermost first. The program counter is `pc`.
    pub(super) fn frames(&self, pc: Location, source: &Source) -> Vec<StackFrame> {
        let calls = std::iter::successors(self.innermost.as_deref(), |call| call.outer.as_deref());
        let mut at = pc;
        let mut frames = Vec::new();
        for call in calls {
            let from = Location(call.from.into());
            frames.push(StackFrame { name: source.name_of(call.entry), is_call: true, from, at });
            at = from;
        }
        frames
    }
}

/// Returns the highest address below a stack pointer, by which stacks are compared. The pointer of an empty stack that
/// ends at FFFF is 0.
fn top(pointer: u16) -> u16 {
    pointer.wrapping_sub(1)
}

/// Returns the number of bytes between two stack pointers; the stack of the 6502 wraps within its page.
fn distance<C: MachineCore>(low: u16, high: u16) -> u16 {
    match C::PROCESSOR {
        Processor::Mos6502 => high.wrapping_sub(low) & 0xFF,
        Processor::I8080 | Processor::Z80 => high.wrapping_sub(low),
    }
}

/// Returns the address after the instruction at `from`.
fn next_address<C: MachineCore>(from: u16, backplane: &Backplane) -> u16 {
    let bytes = [0, 1, 2, 3].map(|n| backplane.peek(from.wrapping_add(n)));
    let length = C::PROCESSOR.decode(&bytes).map_or(1, |instruction| instruction.length());
    from.wrapping_add(length.into())
}

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
