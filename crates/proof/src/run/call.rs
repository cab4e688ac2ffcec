//! One call of a routine on a machine of this project, as a host makes it.

use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_isa::Processor;
use arcadian_machine::{
    CallCost, LoadError, Machine, MachineCore, MapError, Reason, UnknownRegister, Until, devices::Permuter,
};

use crate::contract::{field::Field, routine::Routine, scope::FixedPlace};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The bytes of the output fields, in order.
    pub output: Vec<u8>,
    /// The instructions and the cycles, with those of the return.
    pub cost: CallCost,
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum CallFault {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Device(#[from] MapError),
    #[error(transparent)]
    Register(#[from] UnknownRegister),
    #[error("the input has {found} bytes; the fields have {expected}")]
    Input { found: usize, expected: usize },
    #[error("no return within {limit} instructions; the next instruction is at {at:04X}")]
    OutOfBudget {
        limit: u64,
        /// The address of the next instruction.
        at: u16,
    },
    #[error("no return: {0}")]
    Stopped(Reason),
    #[error("returned with the stack pointer at {found:04X} instead of {expected:04X}")]
    Unbalanced { expected: u16, found: u16 },
    #[error("returned with the pointer of the stack in memory at {found:04X} instead of {expected:04X}")]
    UnbalancedInMemory { expected: u16, found: u16 },
}

impl Routine {
    /// Loads the code, and maps the device that it needs.
    pub fn load<C: MachineCore>(&self, machine: &mut Machine<C>) -> Result<(), CallFault> {
        machine.backplane.load(self.assembly.origin, &self.assembly.image)?;
        if let Some(at) = self.device_address() {
            machine.backplane.device(at..=at.saturating_add(3), Permuter::default())?;
        }
        Ok(())
    }

    /// Prepares the call: pushes the return address, sets the program counter, and stores the bytes of the input fields.
    pub fn enter<C: MachineCore>(
        &self,
        machine: &mut Machine<C>,
        entry: u16,
        input: &[u8],
    ) -> Result<(), UnknownRegister> {
        let frame = self.call_frame();
        frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
        machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack)?;
        machine.core.set_pc(entry);
        self.arguments(input).into_iter().try_for_each(|(place, value)| store(machine, place, value))
    }

    /// Calls the routine once on a new machine, for at most `limit` instructions. `input` has the bytes of the input fields.
    ///
    /// ```
    /// use arcadian_asm::NoFiles;
    /// use arcadian_proof::Routine;
    ///
    /// let sheet = "\
    /// ;! routine: DOUBLE
    /// ;! cpu: 8080
    /// ;! org: 0100H
    /// ;! in: A = x
    /// ;! out: A = y
    /// ;! clobbers: F
    /// ;! ensures: y = x * 2 mod 256
    /// DOUBLE: ADD  A
    ///         RET
    /// ";
    /// let routine = Routine::read("double.asm", sheet, &mut NoFiles, &[])?;
    /// let returned = routine.call(&[0x21], 1000)?;
    /// assert_eq!((returned.output, returned.cost.cycles), (vec![0x42], 14));
    /// assert_eq!(routine.on_z80()?.call(&[0x21], 1000)?.cost.cycles, 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call(&self, input: &[u8], limit: u64) -> Result<Returned, CallFault> {
        match self.processor() {
            Processor::I8080 => self.call_on::<I8080>(input, limit),
            Processor::Z80 => self.call_on::<Z80>(input, limit),
            Processor::Mos6502 => self.call_on::<Mos6502>(input, limit),
        }
    }

    fn call_on<C: MachineCore>(&self, input: &[u8], limit: u64) -> Result<Returned, CallFault> {
        let expected = Field::all_bytes(self.specification.inputs());
        if input.len() != expected {
            return Err(CallFault::Input { found: input.len(), expected });
        }
        let mut machine = Machine::<C>::new();
        self.load(&mut machine)?;
        self.enter(&mut machine, self.entry, input)?;
        let until = Until::halted().trap().address(self.return_address()).instructions(limit);
        let stop = machine.run(&until);
        match stop.reason {
            Reason::Address(_) => {}
            Reason::Budget => return Err(CallFault::OutOfBudget { limit, at: machine.core.pc() }),
            other => return Err(CallFault::Stopped(other)),
        }
        self.check_stack(machine.core.stack())?;
        self.check_memory_stack(|address| machine.peek(address))?;
        let fields = self.specification.outputs().iter();
        let places = fields.flat_map(|field| self.output_places(&field.name));
        let output: Result<_, _> = places.map(|place| read(&machine, place)).collect();
        Ok(Returned {
            output: output?,
            cost: CallCost { instructions: stop.instructions, cycles: stop.cycles },
        })
    }

    fn check_memory_stack(&self, byte: impl Fn(u16) -> u8) -> Result<(), CallFault> {
        let Some((bytes, expected)) = self.memory_stack_after(&self.call_site) else { return Ok(()) };
        let found = bytes.map(|place| place.address(&self.call_site).map_or(0, &byte));
        let found = u16::from_le_bytes(found);
        if found == expected { Ok(()) } else { Err(CallFault::UnbalancedInMemory { expected, found }) }
    }

    fn check_stack(&self, found: u16) -> Result<(), CallFault> {
        let expected = self.layout().stack_after(&self.call_site);
        let is_equal = match self.processor() {
            Processor::Mos6502 => found as u8 == expected as u8,
            Processor::I8080 | Processor::Z80 => found == expected,
        };
        if is_equal { Ok(()) } else { Err(CallFault::Unbalanced { expected, found }) }
    }
}

fn store<C: MachineCore>(
    machine: &mut Machine<C>,
    place: FixedPlace,
    value: u8,
) -> Result<(), UnknownRegister> {
    match place {
        FixedPlace::Register(name) => machine.set_register(name, value.into()),
        FixedPlace::Flag(name, bit) => {
            let others = machine.register(name)? & !(1 << bit);
            machine.set_register(name, others | u16::from(value & 1) << bit)
        }
        FixedPlace::Memory(address) => {
            machine.backplane.poke(address, value);
            Ok(())
        }
    }
}

fn read<C: MachineCore>(machine: &Machine<C>, place: FixedPlace) -> Result<u8, UnknownRegister> {
    Ok(match place {
        FixedPlace::Register(name) => machine.register(name)? as u8,
        FixedPlace::Flag(name, bit) => (machine.register(name)? >> bit & 1) as u8,
        FixedPlace::Memory(address) => machine.peek(address),
    })
}

#[cfg(test)]
mod tests {
    use arcadian_asm::NoFiles;

    use super::*;

    /// Returns what a call of some code of the 8080 returns; A is input and output.
    fn call(code: &str) -> Result<Returned, CallFault> {
        let header =
            ";! routine: F\n;! cpu: 8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! ensures: y = x\n";
        let sheet = format!("{header}{code}");
        Routine::read("f.asm", &sheet, &mut NoFiles, &[]).expect("a sheet").call(&[7], 1000)
    }

    #[test]
    fn a_call_that_does_not_return_is_an_error() {
        let fault = |code| call(code).unwrap_err().to_string();
        assert_eq!(call("F: RET\n").expect("it returns").output, [7]);
        assert_eq!(
            fault("F: INR A\n JMP F\n"),
            "no return within 1000 instructions; the next instruction is at 0100"
        );
        assert_eq!(fault("F: JMP F\n"), "no return: the instruction at 0100 jumps to itself");
        assert_eq!(fault("F: HLT\n"), "no return: the processor is halted before 0101");
        assert_eq!(
            fault("F: POP H\n PUSH B\n PUSH H\n RET\n"),
            "returned with the stack pointer at EFFE instead of F000"
        );
    }

    #[test]
    fn an_input_of_another_length_is_an_error() {
        let sheet = ";! routine: F\n;! cpu: 6502\n;! org: $300\n;! in: A = x\n;! out: A = y\n;! ensures: y = x\nF: RTS\n";
        let routine = Routine::read("f.asm", sheet, &mut NoFiles, &[]).expect("a sheet");
        assert_eq!(routine.call(&[9], 10).expect("it returns").output, [9]);
        assert_eq!(
            routine.call(&[1, 2], 10).unwrap_err().to_string(),
            "the input has 2 bytes; the fields have 1"
        );
    }
}
