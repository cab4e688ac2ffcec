//! Scalar execution of single inputs, on any engine: turns failures into counterexamples, and double-checks the other
//! methods.

use std::ops::Range;

use arcadian_cpu::RunCost;
use arcadian_machine::{Addresses, CallFrame};

use crate::{
    binding::{ParamLocation, pointee_address},
    cancellation::is_cancelled,
    check_result::{CheckResult, InitialState},
    cost::{CostRange, Extremes},
    counterexample::{Counterexample, Fault},
    engine::{Engine, Ram, ScalarMachine, machine},
    field::Field,
    random::Random,
    registers::RegisterMap,
    routine::{RETURN_ADDRESS, Routine},
    sweep::{Inputs, Sweep, filler},
};

/// A scalar machine with a routine in its memory.
pub struct Replay<'a> {
    routine: &'a Routine,
    registers: &'static RegisterMap,
    machine: Box<dyn ScalarMachine>,
    code: Addresses,
    instruction_limit: u64,
}

impl<'a> Replay<'a> {
    /// Creates a machine that executes up to `instruction_limit` instructions per run, or returns `None` if the engine
    /// does not emulate the routine's processor.
    pub fn new(routine: &'a Routine, engine: Engine, instruction_limit: u64) -> Option<Self> {
        let mut bytes: Vec<u8> = (0..=0xFFFF).map(filler).collect();
        let origin = usize::from(routine.assembly.origin);
        bytes.iter_mut().skip(origin).zip(routine.image()).for_each(|(byte, own)| *byte = *own);
        let registers = RegisterMap::of(routine.processor())?;
        let machine = machine(engine, routine.processor(), Ram::new(bytes, routine.device))?;
        Some(Replay { routine, registers, machine, code: routine.code(), instruction_limit })
    }

    /// Runs the routine from an initial state and returns its cost, or a counterexample if it violates its contract.
    pub fn run(&mut self, start: &InitialState) -> Result<RunCost, Counterexample> {
        let result = self.run_with_interrupts(start, false);
        // Most routines contain no DI, and without one the second run is like the first.
        match result {
            Ok(_) if self.machine.ram().take_fetched_di() => self.run_with_interrupts(start, true),
            result => result,
        }
    }

    /// Runs the routine with this value of the interrupt enable flip-flop.
    fn run_with_interrupts(
        &mut self,
        start: &InitialState,
        enabled: bool,
    ) -> Result<RunCost, Counterexample> {
        let registers_before = self.set_up(start);
        self.machine.set_interrupt_enable(enabled);
        let cost = self.machine.run(self.routine.entry, RETURN_ADDRESS, self.instruction_limit, &self.code);
        let accessed_port = self.machine.ram().take_accessed_port();
        let claim = self.routine.claim;
        let mut expected = vec![0; Field::all_bytes(claim.outputs)];
        (claim.reference)(&start.input, &mut expected);
        let mut found = vec![0; expected.len()];
        for (location, byte) in &self.routine.binding.outputs {
            found[*byte] = self.load(*location, start.placement);
        }
        let (expected, found) = (by_field(claim.outputs, &expected), by_field(claim.outputs, &found));
        let faults = match cost {
            None => vec![self.no_return()],
            Some(_) => {
                let fields = expected.iter().zip(&found).filter(|(expected, found)| expected != found);
                let mut faults: Vec<_> = fields.map(|((name, _), _)| Fault::Output(name)).collect();
                faults.extend(self.side_effects(start.placement, &registers_before));
                faults.extend(self.changed_interrupt_enable(enabled));
                faults.extend(accessed_port.map(Fault::Port));
                faults
            }
        };
        self.machine.ram().restore();
        match cost {
            Some(cost) if faults.is_empty() => Ok(cost),
            _ => {
                let found = if cost.is_some() { found } else { Vec::new() };
                Err(Counterexample { input: by_field(claim.inputs, &start.input), expected, found, faults })
            }
        }
    }

    /// Stores an initial state and returns the values of all registers.
    fn set_up(&mut self, start: &InitialState) -> Vec<u8> {
        for (address, value) in &start.memory {
            self.machine.ram().initialize(*address, *value);
        }
        for (name, value) in self.registers.bytes.iter().zip(&start.registers) {
            let value = match *name == self.registers.flag_register {
                true => value & self.registers.unconstrained_flags | self.registers.set_flags,
                false => *value,
            };
            self.machine.set(name, value);
        }
        for (pointer, number) in self.routine.binding.pointers.iter().zip(0..) {
            let value = pointee_address(start.placement, number).to_le_bytes();
            let bytes = pointer.bytes.iter().zip(value);
            bytes.for_each(|(location, byte)| self.store(*location, start.placement, byte));
        }
        for (location, byte) in &self.routine.binding.inputs {
            self.store(*location, start.placement, start.input.get(*byte).copied().unwrap_or(0));
        }
        self.push_return_address();
        self.registers.bytes.iter().map(|name| self.machine.get(name)).collect()
    }

    fn initial_stack_pointer(&self) -> u16 {
        CallFrame::initial_stack(self.routine.processor())
    }

    fn push_return_address(&mut self) {
        let frame = CallFrame::new(self.routine.processor(), self.initial_stack_pointer(), RETURN_ADDRESS);
        frame.bytes.into_iter().for_each(|(address, byte)| self.machine.ram().initialize(address, byte));
        self.machine.set_stack(frame.stack);
    }

    fn store(&mut self, location: ParamLocation, placement: u16, value: u8) {
        match (location, location.address(placement)) {
            (ParamLocation::Register(name), _) => self.machine.set(name, value),
            (ParamLocation::Flag(n), _) => {
                let flags = self.machine.get(self.registers.flag_register) & !(1 << n);
                self.machine.set(self.registers.flag_register, flags | (value & 1) << n);
            }
            (_, Some(address)) => self.machine.ram().initialize(address, value),
            (_, None) => {}
        }
    }

    fn load(&mut self, location: ParamLocation, placement: u16) -> u8 {
        match (location, location.address(placement)) {
            (ParamLocation::Register(name), _) => self.machine.get(name),
            (ParamLocation::Flag(n), _) => self.machine.get(self.registers.flag_register) >> n & 1,
            (_, Some(address)) => self.machine.ram().get(address),
            (_, None) => 0,
        }
    }

    fn changed_interrupt_enable(&self, before: bool) -> Option<Fault> {
        let name = self.registers.interrupt_enable?;
        let now = self.machine.interrupt_enable()?;
        let is_fault = now != before && self.routine.preserves_interrupt_enable(self.registers);
        is_fault.then_some(Fault::InterruptEnable(name, now))
    }

    /// Returns why the run ended without a return.
    fn no_return(&self) -> Fault {
        let pc = self.machine.pc();
        if self.machine.is_halted() {
            Fault::Halted(pc)
        } else if !self.code.contains(pc) {
            Fault::LeftCode(pc)
        } else {
            Fault::NoReturn(self.instruction_limit, pc)
        }
    }

    /// Returns the changes of registers, memory and stack pointer that the sheet does not allow.
    fn side_effects(&mut self, placement: u16, registers_before: &[u8]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, before) in self.registers.bytes.iter().zip(registers_before) {
            let now = self.machine.get(name);
            if (now ^ before) & self.routine.preserved_bits(self.registers, name) != 0 {
                faults.push(Fault::Register(name, *before, now));
            }
        }
        let mut seen = Vec::new();
        for (address, before) in self.machine.ram().journal().to_vec() {
            let now = self.machine.ram().get(address);
            if !seen.contains(&address) && now != before && !self.routine.may_change(address, placement) {
                faults.push(Fault::Memory(address, before, now));
            }
            seen.push(address);
        }
        let (before, now) = (self.initial_stack_pointer(), self.machine.stack());
        if now != before {
            faults.push(Fault::Stack(before, now));
        }
        faults
    }
}

/// Splits bytes into fields.
fn by_field(fields: &[Field], bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut rest = bytes.iter();
    fields.iter().map(|field| (field.name, rest.by_ref().take(field.bytes()).copied().collect())).collect()
}

/// Runs the inputs with these numbers one by one, each at every placement, up to the first that fails. Unconstrained
/// registers and clobbered memory hold random values. Returns `None` if the engine does not emulate the routine's
/// processor.
pub fn check_one_by_one(
    routine: &Routine,
    engine: Engine,
    inputs: Inputs,
    numbers: Range<u64>,
    instruction_limit: u64,
) -> Option<CheckResult> {
    let sweep = Sweep::new(routine, inputs, instruction_limit);
    let mut machines = Vec::new();
    for placement in routine.placements() {
        machines.push((*placement, Replay::new(routine, engine, instruction_limit)?));
    }
    let mut result = CheckResult::default();
    for number in numbers.take_while(|_| !is_cancelled()) {
        let mut random = Random::new(number);
        for (placement, machine) in &mut machines {
            let input = sweep.input(number);
            let registers = machine.registers.bytes.iter().map(|_| random.next_u8()).collect();
            let scratch = routine.binding.clobbered_memory.iter().cloned().flatten();
            let memory = scratch.map(|address| (address as u16, random.next_u8())).collect();
            let start = InitialState { placement: *placement, input, registers, memory };
            match machine.run(&start) {
                Ok(cost) => result.record(cost, &start.input),
                Err(_) => return Some(CheckResult { failing: Some(start), ..result }),
            }
        }
    }
    Some(result)
}

impl CheckResult {
    /// Adds the cost of an input. The input is copied only if it is an extreme.
    fn record(&mut self, cost: RunCost, input: &[u8]) {
        let is_within = self.cost.as_ref().is_some_and(|known| {
            (known.cycles.min..=known.cycles.max).contains(&cost.cycles)
                && (known.instructions.min..=known.instructions.max).contains(&cost.instructions)
        });
        if !is_within {
            let cost = CostRange {
                cycles: Extremes::of(cost.cycles, input),
                instructions: Extremes::of(cost.instructions, input),
            };
            self.cost = Some(match self.cost.take() {
                Some(known) => known.merge(cost),
                None => cost,
            });
        }
    }
}
