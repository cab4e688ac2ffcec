//! Which subroutines are entered and not left.
//!
//! No opcode is looked at. Where the stack pointer has gone down by a return address and the next instruction is not
//! the one behind, something was called: by CALL, RST, JSR, BRK or an interrupt. Where the stack pointer has risen
//! above the address that a call left, the call is over, whatever took the address away.

use std::rc::Rc;

use arcadian_cpu::{Bus, Core};
use arcadian_isa::Processor;
use arcadian_machine::Backplane;

use super::Source;
use crate::debuggee::{Frame, Spot};

/// The subroutines at a moment. Keeping a copy costs next to nothing, for they share the outer ones.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    inner: Option<Rc<Call>>,
    pc: u16,
    stack: u16,
}

#[derive(Debug)]
struct Call {
    from: u16,
    entry: u16,
    /// Where the stack pointer was when it had been entered.
    stack: u16,
    depth: usize,
    outer: Option<Rc<Call>>,
}

/// A long chain is taken apart in a loop; left alone each would drop the next.
impl Drop for Call {
    fn drop(&mut self) {
        let mut next = self.outer.take();
        while let Some(mut call) = next.and_then(Rc::into_inner) {
            next = call.outer.take();
        }
    }
}

impl Calls {
    pub(super) fn new<C: Core>(core: &C) -> Self {
        Calls { inner: None, pc: core.pc(), stack: core.stack() }
    }

    pub(super) fn depth(&self) -> usize {
        self.inner.as_ref().map_or(0, |call| call.depth)
    }

    /// How many of these calls others do not share.
    pub(super) fn beside(&self, others: &Calls) -> usize {
        let (mut own, mut count) = (self.inner.as_ref(), 0);
        let mut other = others.inner.as_ref();
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

    /// The processor stands elsewhere now; what was left by that is over.
    pub(super) fn settle<C: Core>(&mut self, core: &C) {
        (self.pc, self.stack) = (core.pc(), core.stack());
        self.leave();
    }

    /// An instruction has been executed.
    #[inline]
    pub(super) fn step<C: Core>(&mut self, core: &C, backplane: &Backplane) {
        let (from, pc, stack) = (self.pc, core.pc(), core.stack());
        self.pc = pc;
        if stack == self.stack {
            return;
        }
        let pushed = distance::<C>(stack, self.stack);
        self.stack = stack;
        self.leave();
        if (pushed == 2 || pushed == 3) && pc != behind::<C>(from, backplane) {
            self.enter(from, pc);
        }
    }

    fn enter(&mut self, from: u16, entry: u16) {
        let (depth, outer) = (self.depth() + 1, self.inner.take());
        self.inner = Some(Rc::new(Call { from, entry, stack: self.stack, depth, outer }));
    }

    /// Calls whose return address is no longer on the stack are over.
    fn leave(&mut self) {
        let here = top(self.stack);
        while let Some(call) = self.inner.as_ref().filter(|call| top(call.stack) < here) {
            self.inner = call.outer.clone();
        }
    }

    /// The subroutines from the innermost on, where the program stands at `at`.
    pub(super) fn frames(&self, at: Spot, source: &Source) -> Vec<Frame> {
        let chain = std::iter::successors(self.inner.as_deref(), |call| call.outer.as_deref());
        let mut at = at;
        let mut frames = Vec::new();
        for call in chain {
            let from = Spot(call.from.into());
            frames.push(Frame { name: source.name_of(call.entry), is_call: true, from, at });
            at = from;
        }
        frames
    }
}

/// The highest byte below a stack pointer, by which stacks compare: one that begins at FFFF has the pointer 0 while empty.
fn top(stack: u16) -> u16 {
    stack.wrapping_sub(1)
}

/// How many bytes lie between two places of the stack; the 6502's never leaves its page.
fn distance<C: Core>(low: u16, high: u16) -> u16 {
    match C::PROCESSOR {
        Processor::Mos6502 => high.wrapping_sub(low) & 0xFF,
        Processor::I8080 | Processor::Z80 => high.wrapping_sub(low),
    }
}

/// The address behind the instruction at `from`.
fn behind<C: Core>(from: u16, backplane: &Backplane) -> u16 {
    let bytes = [0, 1, 2, 3].map(|n| backplane.peek(from.wrapping_add(n)));
    let length = C::PROCESSOR.decode(&bytes).map_or(1, |instruction| instruction.length());
    from.wrapping_add(length.into())
}
