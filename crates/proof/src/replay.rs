//! One input on one machine: the judge of last resort, and the way of the other engines.

use std::fmt;

use arcadian_cpu::Ran;
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

use crate::{
    binding::Spot,
    field::Field,
    finding::{Extent, Finding, Start, Times},
    names::Names,
    random::Random,
    routine::{HOME, Routine},
    single::{Engine, Ram, Single, machine},
    sweep::{Inputs, Sweep, clutter},
};

/// A case in which a routine is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The fields of the input.
    pub input: Vec<(&'static str, Vec<u8>)>,
    /// What the fields of the output should be.
    pub expected: Vec<(&'static str, Vec<u8>)>,
    /// What they are; nothing if the routine did not come back.
    pub found: Vec<(&'static str, Vec<u8>)>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not come back within so many instructions; where the next would be.
    Lost(u64, u16),
    /// The processor stands still before this address.
    Halted(u16),
    /// It went to an address where no code is.
    Astray(u16),
    /// An output is not as it should be.
    Output(&'static str),
    /// A register changed that the sheet does not name.
    Register(&'static str, u8, u8),
    /// Memory changed that the sheet does not name.
    Memory(u16, u8, u8),
    /// The stack pointer is not where it was.
    Stack(u16, u16),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Lost(limit, at) => {
                write!(f, "it does not come back within {limit} instructions; the next would be at {at:04X}")
            }
            Fault::Halted(at) => {
                write!(f, "it does not come back: the processor stands still before {at:04X}")
            }
            Fault::Astray(at) => {
                write!(f, "it does not come back: it goes to {at:04X}, where the sheet has no code")
            }
            Fault::Output(field) => write!(f, "`{field}` is wrong"),
            Fault::Register(name, before, now) => {
                write!(
                    f,
                    "register {name} changes from {before:02X} to {now:02X}; the sheet names it neither in `out` nor in `clobbers`"
                )
            }
            Fault::Memory(address, before, now) => {
                write!(
                    f,
                    "the byte at {address:04X} changes from {before:02X} to {now:02X}; the sheet names it neither in `out` nor in `clobbers`"
                )
            }
            Fault::Stack(before, now) => {
                write!(f, "the stack pointer was {before:04X} before and is {now:04X} after it")
            }
        }
    }
}

/// A machine with a routine in it.
pub struct Replay<'a> {
    routine: &'a Routine,
    names: &'static Names,
    machine: Box<dyn Single>,
    code: Addresses,
    limit: u64,
}

impl<'a> Replay<'a> {
    /// A machine that may take so many instructions; none if the engine has not the routine's processor.
    pub fn new(routine: &'a Routine, engine: Engine, limit: u64) -> Option<Self> {
        let mut bytes: Vec<u8> = (0..=0xFFFF).map(clutter).collect();
        let origin = usize::from(routine.assembly.origin);
        bytes.iter_mut().skip(origin).zip(routine.image()).for_each(|(byte, own)| *byte = *own);
        let names = Names::of(routine.processor())?;
        let is_6502 = routine.processor() == Processor::Mos6502;
        let machine = machine(engine, is_6502, Ram::new(bytes, routine.device))?;
        Some(Replay { routine, names, machine, code: routine.code(), limit })
    }

    /// Runs one case: what it took, or how it is wrong.
    pub fn run(&mut self, start: &Start) -> Result<Ran, Counterexample> {
        let before = self.enter(start);
        let ran = self.machine.run(self.routine.entry, HOME, self.limit, &self.code);
        let claim = self.routine.claim;
        let mut expected = vec![0; Field::all_bytes(claim.outputs)];
        (claim.plain)(&start.input, &mut expected);
        let mut found = vec![0; expected.len()];
        for (spot, byte) in &self.routine.binding.outputs {
            found[*byte] = self.found(*spot, start.placement);
        }
        let (expected, found) = (fields(claim.outputs, &expected), fields(claim.outputs, &found));
        let faults = match ran {
            None if self.machine.is_halted() => vec![Fault::Halted(self.machine.pc())],
            None if !self.code.contains(self.machine.pc()) => vec![Fault::Astray(self.machine.pc())],
            None => vec![Fault::Lost(self.limit, self.machine.pc())],
            Some(_) => {
                let outputs = expected.iter().zip(&found).filter(|(one, other)| one != other);
                let outputs = outputs.map(|(field, _)| Fault::Output(field.0)).collect::<Vec<_>>();
                outputs.into_iter().chain(self.disturbed(start.placement, &before)).collect()
            }
        };
        self.machine.ram().restore();
        match ran {
            Some(ran) if faults.is_empty() => Ok(ran),
            _ => {
                let found = if ran.is_some() { found } else { Vec::new() };
                Err(Counterexample { input: fields(claim.inputs, &start.input), expected, found, faults })
            }
        }
    }

    /// Puts everything in its place; the registers as they are then.
    fn enter(&mut self, start: &Start) -> Vec<u8> {
        for (address, value) in &start.memory {
            self.machine.ram().put(*address, *value);
        }
        for (name, value) in self.names.bytes.iter().zip(&start.registers) {
            let value = match *name == self.names.flag_register {
                true => value & self.names.free_flags | self.names.fixed_flags,
                false => *value,
            };
            self.machine.set(name, value);
        }
        for (pointer, number) in self.routine.binding.pointers.iter().zip(0..) {
            let bytes = Routine::slot(start.placement, number).to_le_bytes();
            pointer.spots.iter().zip(bytes).for_each(|(spot, byte)| self.give(*spot, start.placement, byte));
        }
        for (spot, byte) in &self.routine.binding.inputs {
            self.give(*spot, start.placement, start.input.get(*byte).copied().unwrap_or(0));
        }
        self.push_home();
        self.names.bytes.iter().map(|name| self.machine.get(name)).collect()
    }

    fn top(&self) -> u16 {
        if self.routine.processor() == Processor::Mos6502 { 0x01FF } else { 0xF000 }
    }

    fn push_home(&mut self) {
        // The 6502 leaves the address before the next instruction, and its stack pointer points to a free byte.
        let is_6502 = self.routine.processor() == Processor::Mos6502;
        let [high, low] = HOME.wrapping_sub(is_6502.into()).to_be_bytes();
        let first = if is_6502 { self.top() } else { self.top() - 1 };
        self.machine.ram().put(first, high);
        self.machine.ram().put(first - 1, low);
        self.machine.set_stack(self.top() - 2);
    }

    fn give(&mut self, spot: Spot, placement: u16, value: u8) {
        match (spot, Routine::address(spot, placement)) {
            (Spot::Register(name), _) => self.machine.set(name, value),
            (Spot::Flag(n), _) => {
                let flags = self.machine.get(self.names.flag_register) & !(1 << n);
                self.machine.set(self.names.flag_register, flags | (value & 1) << n);
            }
            (_, Some(address)) => self.machine.ram().put(address, value),
            (_, None) => {}
        }
    }

    fn found(&mut self, spot: Spot, placement: u16) -> u8 {
        match (spot, Routine::address(spot, placement)) {
            (Spot::Register(name), _) => self.machine.get(name),
            (Spot::Flag(n), _) => self.machine.get(self.names.flag_register) >> n & 1,
            (_, Some(address)) => self.machine.ram().get(address),
            (_, None) => 0,
        }
    }

    fn disturbed(&mut self, placement: u16, before: &[u8]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, before) in self.names.bytes.iter().zip(before) {
            let now = self.machine.get(name);
            if (now ^ before) & self.routine.kept(self.names, name) != 0 {
                faults.push(Fault::Register(name, *before, now));
            }
        }
        let mut seen = Vec::new();
        for (address, before) in self.machine.ram().written().to_vec() {
            let now = self.machine.ram().get(address);
            if !seen.contains(&address) && now != before && !self.routine.may_change(address, placement) {
                faults.push(Fault::Memory(address, before, now));
            }
            seen.push(address);
        }
        if self.machine.stack() != self.top() {
            faults.push(Fault::Stack(self.top(), self.machine.stack()));
        }
        faults
    }
}

fn fields(fields: &[Field], bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut rest = bytes.iter();
    fields.iter().map(|field| (field.name, rest.by_ref().take(field.bytes()).copied().collect())).collect()
}

/// Checks the inputs with these numbers one by one on an engine; none if it has not the routine's processor. It stops
/// at the first that is wrong.
pub fn check_singly(
    routine: &Routine,
    engine: Engine,
    inputs: Inputs,
    numbers: std::ops::Range<u64>,
    limit: u64,
) -> Option<Finding> {
    let sweep = Sweep::new(routine, inputs, limit);
    let mut machines = Vec::new();
    for placement in routine.placements() {
        machines.push((*placement, Replay::new(routine, engine, limit)?));
    }
    let mut all = Finding::default();
    for number in numbers {
        let mut random = Random::new(number);
        for (placement, machine) in &mut machines {
            let input = sweep.input(number);
            let registers = machine.names.bytes.iter().map(|_| random.byte()).collect();
            // What it may use as scratch holds anything.
            let scratch = routine.binding.free_memory.iter().cloned().flatten();
            let memory = scratch.map(|address| (address as u16, random.byte())).collect();
            let start = Start { placement: *placement, input, registers, memory };
            match machine.run(&start) {
                Ok(ran) => all.note(ran, &start.input),
                Err(_) => return Some(Finding { wrong: Some(start), ..all }),
            }
        }
    }
    Some(all)
}

impl Finding {
    fn note(&mut self, ran: Ran, input: &[u8]) {
        let known = self.times.as_ref().is_some_and(|times| {
            (times.cycles.min..=times.cycles.max).contains(&ran.cycles)
                && (times.instructions.min..=times.instructions.max).contains(&ran.instructions)
        });
        if !known {
            let (cycles, instructions) = (Extent::of(ran.cycles, input), Extent::of(ran.instructions, input));
            let times = Times { cycles, instructions };
            self.times = Some(match self.times.take() {
                Some(all) => all.and(times),
                None => times,
            });
        }
    }
}
