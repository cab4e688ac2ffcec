//! Calling a routine as a program would.

use arcadian_cpu::{Bus, Core, Register};
use arcadian_isa::Processor;

use crate::{
    machine::Machine,
    registers::{UnknownRegister, register},
    stuck,
};

/// A value for a register: what a routine is given.
pub type Input<C> = (&'static Register<C>, u16);

/// A call, prepared once and made as often as one likes; making it allocates nothing.
///
/// Each call begins with the same processor state but for the inputs; memory stays as it is. Services do not act.
#[derive(Clone, Debug)]
pub struct Call<C: Core> {
    start: C,
    sentinel: u16,
    budget: u64,
    stack: &'static Register<C>,
}

/// What a routine that came back took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Instructions, the return included.
    pub instructions: u64,
    /// Their cycles.
    pub cycles: u64,
}

/// Why a routine did not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// It uses up the budget.
    #[error("no return within {0} instructions; the next would be at {1:04X}")]
    RanAway(u64, u16),
    /// The processor stands still.
    #[error("no return: the processor stands still before {0:04X}")]
    Halted(u16),
    /// A jump to itself.
    #[error("no return: the instruction at {0:04X} jumps to itself")]
    Trapped(u16),
    /// It took more from the stack than it put there, or less.
    #[error("returned with the stack pointer at {found:04X} instead of {expected:04X}")]
    Unbalanced {
        /// Where the stack pointer was before the call.
        expected: u16,
        /// Where it is after the return.
        found: u16,
    },
}

impl<C: Core> Call<C> {
    /// A call of the routine at `entry`, from a processor after reset. Returns go to FFFF, the stack is below F000, on
    /// the 6502 below 01FF, and a million instructions are enough.
    pub fn new(entry: u16) -> Result<Self, UnknownRegister> {
        let stack = register::<C>("SP").or_else(|error| register("S").map_err(|_| error))?;
        let mut start = C::default();
        start.set_pc(entry);
        (stack.set)(&mut start, if is_6502::<C>() { 0xFF } else { 0xF000 });
        Ok(Call { start, sentinel: 0xFFFF, budget: 1_000_000, stack })
    }

    /// Begins with this state of the processor; only where to go stays as it was.
    pub fn from(mut self, core: C) -> Self {
        let entry = self.start.pc();
        self.start = core;
        self.start.set_pc(entry);
        self
    }

    /// Puts the stack elsewhere; of the 6502's stack pointer the low byte counts.
    pub fn stack(mut self, pointer: u16) -> Self {
        (self.stack.set)(&mut self.start, pointer);
        self
    }

    /// Lets returns go elsewhere. The routine must not come to this address otherwise.
    pub fn returning_to(mut self, address: u16) -> Self {
        self.sentinel = address;
        self
    }

    /// Allows so many instructions.
    pub fn budget(mut self, instructions: u64) -> Self {
        self.budget = instructions;
        self
    }

    /// Calls the routine. What it leaves is in the machine afterwards.
    pub fn run(&self, machine: &mut Machine<C>, inputs: &[Input<C>]) -> Result<Returned, CallError> {
        let mut core = self.start;
        for (register, value) in inputs {
            (register.set)(&mut core, *value);
        }
        let expected = core.stack();
        self.push(&mut core, machine);
        let outcome = self.until_return(core, machine);
        let found = machine.core.stack();
        match outcome {
            Ok(_) if found != expected => Err(CallError::Unbalanced { expected, found }),
            outcome => outcome,
        }
    }

    // The 6502's RTS adds one to the address that JSR leaves, and its stack pointer points to a free byte.
    fn push(&self, core: &mut C, machine: &mut Machine<C>) {
        let top = core.stack();
        let (address, places) = if is_6502::<C>() {
            let below = u16::from_be_bytes([1, top.to_be_bytes()[1].wrapping_sub(1)]);
            (self.sentinel.wrapping_sub(1), [top, below])
        } else {
            (self.sentinel, [top.wrapping_sub(1), top.wrapping_sub(2)])
        };
        let [high, low] = address.to_be_bytes();
        machine.backplane.write(places[0], high);
        machine.backplane.write(places[1], low);
        (self.stack.set)(core, top.wrapping_sub(2));
    }

    fn until_return(&self, mut core: C, machine: &mut Machine<C>) -> Result<Returned, CallError> {
        let mut took = Returned { instructions: 0, cycles: 0 };
        machine.backplane.watch.strays = false;
        let outcome = loop {
            // A watchpoint would end each leg.
            machine.backplane.watch.noted = None;
            let left = self.budget - took.instructions;
            let ran = machine.backplane.drive(&mut core, left, |next| next == self.sentinel);
            took.instructions += ran.instructions;
            took.cycles += ran.cycles;
            if core.pc() == self.sentinel {
                break Ok(took);
            }
            if let Some(error) = self.no_return(&core, took.instructions, machine) {
                break Err(error);
            }
        };
        machine.core = core;
        machine.backplane.watch.noted = None;
        machine.instructions += took.instructions;
        outcome
    }

    #[cold]
    #[inline(never)]
    fn no_return(&self, core: &C, instructions: u64, machine: &Machine<C>) -> Option<CallError> {
        let pc = core.pc();
        if core.is_halted() && stuck::halted(core, &machine.backplane) {
            return Some(CallError::Halted(pc));
        }
        let trapped = || stuck::trapped(core, machine.refresh, &machine.backplane);
        (instructions >= self.budget).then(|| match trapped() {
            true => CallError::Trapped(pc),
            false => CallError::RanAway(self.budget, pc),
        })
    }
}

fn is_6502<C: Core>() -> bool {
    matches!(C::PROCESSOR, Processor::Mos6502)
}
