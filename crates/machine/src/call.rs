//! Calls of a routine from outside, and the calling convention: what a call pushes, and where the stack starts.

use arcadian_cpu::{Bus, Register};
use arcadian_isa::Processor;

use crate::{
    core::{MachineCore, UnknownRegister, register},
    machine::Machine,
    until::Addresses,
};

/// An input of a routine: a register and its value.
pub type CallInput<C> = (&'static Register<C>, u16);

/// A prepared call of a routine. It can be run repeatedly, without allocation.
///
/// Each run starts with the same processor state, except for the inputs, and with the memory of the machine. Services are
/// disabled.
#[derive(Clone, Debug)]
pub struct Call<C: MachineCore> {
    start: C,
    sentinel: u16,
    /// The sentinel, as a run takes it.
    stops: Addresses,
    budget: u64,
    stack: &'static Register<C>,
}

/// The cost of a call that has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCost {
    /// The instructions, including the return.
    pub instructions: u64,
    /// The cycles.
    pub cycles: u64,
}

/// The error for a routine that does not return correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The call exceeds the budget.
    #[error("no return within {0} instructions; the next instruction is at {1:04X}")]
    OutOfBudget(u64, u16),
    /// The processor is halted.
    #[error("no return: the processor is halted before {0:04X}")]
    Halted(u16),
    /// An instruction jumps to itself.
    #[error("no return: the instruction at {0:04X} jumps to itself")]
    SelfJump(u16),
    /// The call returns with an unbalanced stack.
    #[error("returned with the stack pointer at {found:04X} instead of {expected:04X}")]
    Unbalanced {
        /// The stack pointer before the call.
        expected: u16,
        /// The stack pointer after the return.
        found: u16,
    },
}

impl<C: MachineCore> Call<C> {
    /// Prepares a call of the routine at `entry`. The processor is in its reset state, the sentinel return address is FFFF, the
    /// stack is below F000 (6502: at 01FF), and the budget is a million instructions.
    pub fn new(entry: u16) -> Result<Self, UnknownRegister> {
        let stack = register::<C>(C::PROCESSOR.stack_pointer())?;
        let mut start = C::default();
        start.set_pc(entry);
        (stack.set)(&mut start, CallFrame::initial_stack(C::PROCESSOR));
        let call = Call { start, sentinel: 0, stops: Addresses::default(), budget: 1_000_000, stack };
        Ok(call.returning_to(0xFFFF))
    }

    /// Sets the stack pointer; the 6502 uses the low byte.
    pub fn stack(mut self, pointer: u16) -> Self {
        (self.stack.set)(&mut self.start, pointer);
        self
    }

    /// Sets the sentinel return address. The routine must not otherwise reach this address.
    pub fn returning_to(mut self, address: u16) -> Self {
        self.sentinel = address;
        self.stops = [address].into_iter().collect();
        self
    }

    /// Sets the maximum number of instructions.
    pub fn budget(mut self, instructions: u64) -> Self {
        self.budget = instructions;
        self
    }

    /// Calls the routine. Afterwards the machine contains its results.
    pub fn run(&self, machine: &mut Machine<C>, inputs: &[CallInput<C>]) -> Result<CallCost, CallError> {
        let mut core = self.start;
        for (register, value) in inputs {
            (register.set)(&mut core, *value);
        }
        let expected = core.stack();
        self.push_return_address(&mut core, machine);
        let result = self.run_to_return(core, machine);
        let found = machine.core.stack();
        match result {
            Ok(_) if found != expected => Err(CallError::Unbalanced { expected, found }),
            result => result,
        }
    }

    fn push_return_address(&self, core: &mut C, machine: &mut Machine<C>) {
        let frame = CallFrame::new(C::PROCESSOR, core.stack(), self.sentinel);
        frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.write(address, byte));
        (self.stack.set)(core, frame.stack);
    }

    fn run_to_return(&self, mut core: C, machine: &mut Machine<C>) -> Result<CallCost, CallError> {
        let mut cost = CallCost { instructions: 0, cycles: 0 };
        machine.backplane.watches.catches_rom_writes = false;
        let result = loop {
            // Otherwise an access to a watched address would end each run after one instruction.
            machine.backplane.watches.hit = None;
            let limit = self.budget - cost.instructions;
            let (run, _) = core.run_on(&mut machine.backplane, limit, self.stops.bits(), false);
            cost.instructions += run.instructions;
            cost.cycles += run.cycles;
            if core.pc() == self.sentinel {
                break Ok(cost);
            }
            if let Some(error) = self.no_return(&core, cost.instructions, machine) {
                break Err(error);
            }
        };
        machine.core = core;
        machine.backplane.watches.hit = None;
        machine.instructions += cost.instructions;
        result
    }

    #[cold]
    #[inline(never)]
    fn no_return(&self, core: &C, instructions: u64, machine: &Machine<C>) -> Option<CallError> {
        let pc = core.pc();
        if core.is_halted() && core.is_halted_forever(&machine.backplane) {
            return Some(CallError::Halted(pc));
        }
        let is_trapped = || core.is_trapped(machine.refresh, &machine.backplane);
        (instructions >= self.budget).then(|| {
            if is_trapped() { CallError::SelfJump(pc) } else { CallError::OutOfBudget(self.budget, pc) }
        })
    }
}

/// The bytes that a call instruction pushes, and the stack pointer after it.
///
/// ```
/// use arcadian_isa::Processor;
/// use arcadian_machine::CallFrame;
///
/// let frame = CallFrame::new(Processor::I8080, 0xF000, 0x1234);
/// assert_eq!((frame.bytes, frame.stack), ([(0xEFFF, 0x12), (0xEFFE, 0x34)], 0xEFFE));
///
/// // RTS adds 1 to the address that it pulls, and the stack pointer points to a free byte in page 1.
/// let frame = CallFrame::new(Processor::Mos6502, 0x0100, 0x1234);
/// assert_eq!((frame.bytes, frame.stack), ([(0x0100, 0x12), (0x01FF, 0x33)], 0x01FE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// The addresses and bytes in the order in which they are pushed.
    pub bytes: [(u16, u8); 2],
    /// The stack pointer after the call.
    pub stack: u16,
}

impl CallFrame {
    /// Returns the frame of a call that will return to `return_address`, from the stack pointer before it.
    pub fn new(processor: Processor, stack: u16, return_address: u16) -> Self {
        let down = |pointer: u16, count: u8| match processor {
            Processor::Mos6502 => 0x0100 | u16::from((pointer as u8).wrapping_sub(count)),
            Processor::I8080 | Processor::Z80 => pointer.wrapping_sub(count.into()),
        };
        let (first, pushed) = match processor {
            Processor::Mos6502 => (down(stack, 0), return_address.wrapping_sub(1)),
            Processor::I8080 | Processor::Z80 => (down(stack, 1), return_address),
        };
        let [high, low] = pushed.to_be_bytes();
        CallFrame { bytes: [(first, high), (down(first, 1), low)], stack: down(stack, 2) }
    }

    /// Returns the stack pointer at which programs of the time started: F000, and 01FF on the 6502.
    pub fn initial_stack(processor: Processor) -> u16 {
        match processor {
            Processor::Mos6502 => 0x01FF,
            Processor::I8080 | Processor::Z80 => 0xF000,
        }
    }
}
