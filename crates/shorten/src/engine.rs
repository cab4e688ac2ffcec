//! Execution of single instructions on blocks of test machines, by the processor's core.

use arcadian_cpu::{Bus, Core, Decide, Register};
use arcadian_parallel::flow::BytePlace;

use crate::{
    lanes::{LANES, Lanes, Mask, Words},
    model::Model,
    operation::Operation,
    processor::with_core,
    test_cases::{TestCase, TestCases},
};

/// Runs operations on states. A state has a byte of each part in scope for each machine of a block.
pub(crate) struct Engine<C: Core<Lanes>> {
    registers: Vec<Option<&'static Register<C, Lanes>>>,
    /// The addresses of the parts that are in memory, with their numbers.
    memory: Vec<(u16, usize)>,
}

/// The address of the instruction that is executed.
const CODE: u16 = 0xE000;

/// A memory with an instruction and the parts of the state that are in memory.
struct LaneBus<'a> {
    code: [u8; 4],
    memory: &'a [(u16, usize)],
    bytes: Vec<Lanes>,
    decision: Mask,
}

impl LaneBus<'_> {
    #[cold]
    fn find(&self, address: Words) -> Option<usize> {
        let address = u16::from_be_bytes([address.high.0[0], address.low.0[0]]);
        self.memory.iter().position(|(place, _)| *place == address)
    }
}

impl Bus<Lanes> for LaneBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    #[inline]
    fn read(&mut self, address: Words) -> Lanes {
        let at = u16::from_be_bytes([address.high.0[0], address.low.0[0]]).wrapping_sub(CODE);
        match self.code.get(usize::from(at)) {
            Some(byte) => (*byte).into(),
            None => self.find(address).map_or(Lanes([0; LANES]), |at| self.bytes[at]),
        }
    }

    fn write(&mut self, address: Words, value: Lanes) {
        if let Some(at) = self.find(address) {
            self.bytes[at] = value;
        }
    }

    #[inline]
    fn fetch(&mut self, address: u16) -> Lanes {
        self.code.get(usize::from(address.wrapping_sub(CODE))).copied().unwrap_or(0).into()
    }

    fn read_unused(&mut self, _: Words) {}

    fn peek(&self, _: u16) -> Lanes {
        0.into()
    }
}

impl Decide<Lanes> for LaneBus<'_> {
    #[inline]
    fn decide(&mut self, bit: Mask) -> bool {
        self.decision = bit;
        bit.0[0] != 0
    }

    #[inline]
    fn concretize(&mut self, value: Lanes) -> u8 {
        value.0[0]
    }
}

impl<C: Core<Lanes>> Engine<C> {
    pub(crate) fn new(model: &Model) -> Self {
        let register = |place| match place {
            BytePlace::Register(name) => C::register(name),
            _ => None,
        };
        let memory = model.used().iter().enumerate().filter_map(|(part, found)| match found.place {
            BytePlace::Memory(address) => Some((address, part)),
            _ => None,
        });
        Engine {
            registers: model.used().iter().map(|part| register(part.place)).collect(),
            memory: memory.collect(),
        }
    }

    pub(crate) fn load(&self, state: &[Lanes]) -> C {
        let mut core = C::default();
        core.set_pc(CODE);
        for (register, value) in self.registers.iter().zip(state) {
            if let Some(register) = register {
                (register.set)(&mut core, Words { high: 0.into(), low: *value });
            }
        }
        core
    }

    /// Executes an operation on a loaded core and writes the parts that it changes to `state`, which holds the state before.
    #[inline]
    pub(crate) fn execute(&self, operation: &Operation, core: &C, state: &mut [Lanes]) {
        let mut core = *core;
        let mut bus = self.bus(operation, state);
        core.step(&mut bus);
        for part in &operation.changed {
            if let Some(register) = self.registers[*part] {
                state[*part] = (register.get)(&core).low;
            }
        }
        for ((_, part), value) in self.memory.iter().zip(bus.bytes) {
            state[*part] = value;
        }
    }

    /// Returns the machines in which the condition of a branch holds.
    pub(crate) fn condition(&self, operation: &Operation, core: &C, state: &[Lanes]) -> Mask {
        let mut core = *core;
        let mut bus = self.bus(operation, state);
        core.step(&mut bus);
        bus.decision
    }

    fn bus<'a>(&'a self, operation: &Operation, state: &[Lanes]) -> LaneBus<'a> {
        let bytes = if operation.uses_memory {
            self.memory.iter().map(|(_, part)| state[*part]).collect()
        } else {
            Vec::new()
        };
        LaneBus { code: operation.code, memory: &self.memory, bytes, decision: Mask::NONE }
    }
}

/// Executes plain operations, one after another, from these states.
pub(crate) fn run(model: &Model, operations: &[Operation], entries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    with_core!(model.processor, C => run_on::<C>(model, operations, entries))
}

fn run_on<C: Core<Lanes>>(model: &Model, operations: &[Operation], entries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let engine = Engine::<C>::new(model);
    let test = |entry: &Vec<u8>| TestCase { entry: entry.clone(), result: Vec::new(), allowed: None };
    let mut blocks = TestCases::new(entries.iter().map(test).collect()).entry;
    for state in &mut blocks {
        for operation in operations {
            let core = engine.load(state);
            engine.execute(operation, &core, state);
        }
    }
    let state =
        |number: usize| blocks[number / LANES].iter().map(move |part| part.0[number % LANES]).collect();
    (0..entries.len()).map(state).collect()
}
