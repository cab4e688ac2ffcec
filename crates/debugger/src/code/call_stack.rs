//! The call stack.
//!
//! It is derived from the stack pointer rather than from opcodes. If the stack pointer fell by the size of a return
//! address and execution did not continue with the following instruction, a subroutine was called: by CALL, RST, JSR,
//! BRK or an interrupt. If the stack pointer rose above a return address, that call is over, however the address was
//! removed.

use std::rc::Rc;

use arcadian_cpu::Bus;
use arcadian_isa::Processor;
use arcadian_machine::{Backplane, MachineCore};

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

    /// Follows the execution of one instruction.
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
