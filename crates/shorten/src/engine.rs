//! The test inputs with the results of the given routine, and the execution of single instructions on blocks of test machines, by the
//! processor's core.

use std::sync::Arc;

use arcadian_cpu::{Bus, Core, Decide, Register};
use arcadian_parallel::{cancellation::is_cancelled, flow::BytePlace};
use arcadian_proof::{AllowedOutputs, FixedPlace, InitialState, Random, Replay, Routine};

use crate::{
    lanes::{LANES, Lanes, Mask, Words, with_core},
    model::{Model, Outputs},
    operation::Operation,
    options::ShortenError,
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

/// A test: a byte for each part in scope, on entry and after the return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestCase {
    pub(crate) entry: Vec<u8>,
    pub(crate) result: Vec<u8>,
    /// The outputs that the contract allows, if its conditions judge the outputs of candidates.
    pub(crate) allowed: Option<Arc<AllowedOutputs>>,
}

/// Tests in blocks of [`LANES`]. The last block is filled with copies of the first test.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestCases {
    pub(crate) all: Vec<TestCase>,
    /// Of each block a byte for each part.
    pub(crate) entry: Vec<Vec<Lanes>>,
    pub(crate) result: Vec<Vec<Lanes>>,
}

impl TestCases {
    pub(crate) fn new(all: Vec<TestCase>) -> TestCases {
        let block = |chunk: &[TestCase], of: fn(&TestCase) -> &Vec<u8>| {
            let parts = all.first().map_or(0, |test| of(test).len());
            let lane = |lane: usize| of(chunk.get(lane).unwrap_or(&all[0]));
            (0..parts).map(|part| Lanes(std::array::from_fn(|n| lane(n)[part]))).collect()
        };
        let entry = all.chunks(LANES).map(|chunk| block(chunk, |test| &test.entry)).collect();
        let result = all.chunks(LANES).map(|chunk| block(chunk, |test| &test.result)).collect();
        TestCases { entry, result, all }
    }

    /// Returns whether the contract allows the outputs of a test. `part` returns the value of a part after a candidate.
    pub(crate) fn allows(&self, test: usize, outputs: &Outputs, part: impl Fn(usize) -> u8) -> bool {
        let Some(TestCase { allowed: Some(allowed), .. }) = self.all.get(test) else { return true };
        outputs.read(part).is_some_and(|output| allowed.contains(&output))
    }

    /// Adds a test, unless it is already there.
    pub(crate) fn add(&mut self, test: TestCase) {
        let mut all = std::mem::take(&mut self.all);
        if !all.contains(&test) {
            all.push(test);
        }
        *self = TestCases::new(all);
    }
}

/// The number of tests that decide which states are equal, at first.
const FIRST: usize = 16;

/// The number of tests for candidates that pass the first ones.
const RESERVE: usize = 512;

/// The number of inputs on which a candidate from outside the search is run.
const SOME: usize = 64;

/// Bytes at which functions of bytes often change their behavior.
const CORNERS: [u8; 12] = [0x00, 0x80, 0x7F, 0xFF, 0x01, 0x81, 0x0A, 0x10, 0xFE, 0x0F, 0x55, 0xF0];

/// Runs the given routine on states.
pub(crate) struct Tester<'a> {
    routine: &'a Routine,
    places: Vec<FixedPlace>,
    is_judged_by_contract: bool,
}

impl<'a> Tester<'a> {
    pub(crate) fn new(routine: &'a Routine, model: &Model) -> Self {
        let fixed = |place| match place {
            BytePlace::Register(name) | BytePlace::Half(name, _) => FixedPlace::Register(name),
            BytePlace::Memory(address) => FixedPlace::Memory(address),
        };
        Tester {
            routine,
            places: model.used().iter().map(|part| fixed(part.place)).collect(),
            is_judged_by_contract: model.outputs.is_some(),
        }
    }

    pub(crate) fn test(&self, start: &InitialState) -> Result<TestCase, ShortenError> {
        let mut replay = Replay::new(self.routine, arcadian_proof::Engine::Own, 1_000_000)
            .ok_or_else(|| self.no_return())?;
        self.test_on(&mut replay, start)
    }

    fn no_return(&self) -> ShortenError {
        ShortenError::NoReturn(self.routine.name.clone())
    }

    fn test_on(&self, replay: &mut Replay<'_>, start: &InitialState) -> Result<TestCase, ShortenError> {
        let mut entry = vec![0; self.places.len()];
        for (place, value) in self.routine.entry_values(start) {
            self.store(&mut entry, place, value);
        }
        let result = replay.results(start, &self.places).ok().flatten().ok_or_else(|| self.no_return())?;
        let allowed = self.is_judged_by_contract.then(|| self.allowed(start.input())).transpose()?;
        Ok(TestCase { entry, result, allowed })
    }

    fn allowed(&self, input: &[u8]) -> Result<Arc<AllowedOutputs>, ShortenError> {
        let allowed = self.routine.allowed_outputs(input).map(Arc::new);
        allowed.ok_or_else(|| ShortenError::Conditions(self.routine.name.clone()))
    }

    fn store(&self, bytes: &mut [u8], place: FixedPlace, value: u8) {
        let part_at = |place| self.places.iter().position(|other| *other == place);
        match place {
            FixedPlace::Flag(register, bit) => {
                if let Some(part) = part_at(FixedPlace::Register(register)) {
                    bytes[part] = bytes[part] & !(1 << bit) | (value & 1) << bit;
                }
            }
            place => {
                if let Some(part) = part_at(place) {
                    bytes[part] = value;
                }
            }
        }
    }

    /// Returns the first tests and the reserve: corner cases and random inputs, or only `valid` if the conditions of the header
    /// exclude all of them.
    pub(crate) fn start(&self, valid: &[u8]) -> Result<(TestCases, TestCases), ShortenError> {
        let mut replay = Replay::new(self.routine, arcadian_proof::Engine::Own, 1_000_000)
            .ok_or_else(|| self.no_return())?;
        let mut inputs = self.inputs();
        if inputs.is_empty() {
            inputs.push(valid.to_vec());
        }
        let starts =
            inputs.into_iter().enumerate().map(|(n, input)| self.routine.state_on_entry(input, n as u64));
        let all = starts
            .take_while(|_| !is_cancelled())
            .map(|start| self.test_on(&mut replay, &start))
            .collect::<Result<Vec<_>, _>>()?;
        let first = all.iter().take(FIRST).cloned().collect();
        Ok((TestCases::new(first), TestCases::new(all)))
    }

    /// Returns the inputs of the first tests and some of the reserve, or only `valid` if the conditions exclude all of them.
    pub(crate) fn some_inputs(&self, valid: &[u8]) -> Vec<Vec<u8>> {
        let inputs: Vec<_> = self.inputs().into_iter().take(SOME).collect();
        if inputs.is_empty() { vec![valid.to_vec()] } else { inputs }
    }

    /// Returns inputs: combinations of corner bytes, all values of a single byte, and random ones.
    fn inputs(&self) -> Vec<Vec<u8>> {
        let count = self.routine.input_count().exact();
        let mut random = Random::new(1);
        let nth = |number: u64| match count {
            Some(count) => self.routine.nth_input(number % count.max(1)),
            None => self.routine.nth_input(number),
        };
        let corner = |random: &mut Random| {
            let bytes = std::array::from_fn(|_| CORNERS[random.below(CORNERS.len() as u32) as usize]);
            u64::from_le_bytes(bytes)
        };
        let mut inputs: Vec<_> =
            CORNERS[..6].iter().map(|byte| nth(u64::from_le_bytes([*byte; 8]))).collect();
        let is_byte = count.is_some_and(|count| count <= 256);
        for number in 0..RESERVE as u64 {
            inputs.push(match number % 2 {
                0 if is_byte => nth(number / 2),
                0 => nth(corner(&mut random)),
                _ => self.routine.sample_input(1, number),
            });
        }
        inputs.retain(|input| self.routine.is_valid_input(input));
        inputs
    }
}
