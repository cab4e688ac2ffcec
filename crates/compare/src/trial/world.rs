//! The memory and the ports around an independent emulator.

use std::collections::HashMap;

use arcadian_isa::Processor;
use arcadian_parallel::{any_core::AnyCore, formula::FormulaByte};
use arcadian_peers::Memory;

use crate::{
    code::ADDRESS, counterexample::EventValue, operand::Assignment, state::register_names, unknowns::Unknowns,
};

pub(super) type Registers = Vec<(&'static str, u8)>;

/// Memory and ports.
#[derive(Default)]
pub(super) struct World {
    /// The registers on entry and after each call.
    registers: Vec<(Registers, u16)>,
    /// The bytes of memory that are known, on entry and after each call.
    cells: Vec<HashMap<u16, u8>>,
    inputs: Vec<u8>,
    seed: u64,
    /// The addresses of volatile cells, with the number of bytes from each on.
    volatile: Vec<(u16, u32)>,
    /// The bits of a port's address that count.
    port_bits: u16,
    pub(super) calls: usize,
    /// The bytes that were written since entry or the last call.
    pub(super) written: HashMap<u16, u8>,
    pub(super) events: Vec<EventValue>,
    read_inputs: usize,
    /// The instruction that is being executed.
    code: Vec<u8>,
    read: u16,
    /// Whether the instruction calls: the return address is not compared.
    ignores_writes: bool,
}

impl World {
    pub(super) fn new(
        unknowns: &Unknowns,
        assignment: &Assignment,
        seed: u64,
        volatile: Vec<(u16, u32)>,
    ) -> Self {
        let registers = |core: &AnyCore<FormulaByte>| {
            let names = register_names(core.processor());
            let values = names.map(|name| (name, assignment.byte(core.get(name)))).collect();
            (values, assignment.word(core.stack()))
        };
        let cells = unknowns.cells.iter().map(|cells| {
            // The first cell with an address counts.
            let values = cells.iter().rev();
            values.map(|cell| (assignment.word(cell.address), assignment.byte(cell.value))).collect()
        });
        World {
            registers: [&unknowns.entry].into_iter().chain(&unknowns.after_calls).map(registers).collect(),
            cells: cells.collect(),
            inputs: unknowns.inputs.iter().map(|byte| assignment.byte(*byte)).collect(),
            seed,
            volatile,
            // The 8080 repeats the number in the upper half, iz80 has A there.
            port_bits: if unknowns.entry.processor() == Processor::I8080 { 0xFF } else { 0xFFFF },
            ..World::default()
        }
    }

    /// Returns to the state on entry.
    pub(super) fn begin_run(&mut self) {
        (self.calls, self.read_inputs) = (0, 0);
        self.written.clear();
        self.events.clear();
    }

    /// Returns the registers and the stack pointer on entry, or after the calls so far.
    pub(super) fn registers(&self) -> Option<&(Registers, u16)> {
        self.registers.get(self.calls)
    }

    /// Prepares the execution of an instruction at [`ADDRESS`].
    pub(super) fn begin(&mut self, code: impl Iterator<Item = u8>, ignores_writes: bool) {
        self.code.clear();
        self.code.extend(code);
        (self.read, self.ignores_writes) = (0, ignores_writes);
    }

    /// Forgets memory, as after a call.
    pub(super) fn forget(&mut self) {
        self.calls += 1;
        self.written.clear();
    }

    pub(super) fn has_volatile_cells(&self) -> bool {
        !self.volatile.is_empty()
    }

    fn is_volatile(&self, address: u16) -> bool {
        self.volatile.iter().any(|(first, bytes)| u32::from(address.wrapping_sub(*first)) < *bytes)
    }

    /// Returns a byte of memory without an access.
    pub(super) fn value(&self, address: u16) -> u8 {
        let known = || self.cells.get(self.calls)?.get(&address).copied();
        self.written.get(&address).copied().or_else(known).unwrap_or_else(|| self.unknown(u64::from(address)))
    }

    fn unknown(&self, place: u64) -> u8 {
        let mixed = (place ^ self.seed ^ (self.calls as u64) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed.to_be_bytes()[1]
    }

    fn next_input(&mut self) -> u8 {
        self.read_inputs += 1;
        let known = self.inputs.get(self.read_inputs - 1).copied();
        known.unwrap_or_else(|| self.unknown(self.read_inputs as u64 | 1 << 20))
    }
}

impl Memory for World {
    /// Reads a byte: first those of the instruction, then data.
    fn read(&mut self, address: u16) -> u8 {
        if address == ADDRESS + self.read
            && let Some(byte) = self.code.get(usize::from(self.read))
        {
            self.read += 1;
            return *byte;
        }
        if self.is_volatile(address) {
            self.events.push(EventValue::Read(address));
            return self.next_input();
        }
        self.value(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        if self.ignores_writes {
        } else if self.is_volatile(address) {
            self.events.push(EventValue::Write(address, value));
        } else {
            self.written.insert(address, value);
        }
    }

    fn input(&mut self, port: u16) -> u8 {
        let port = port & self.port_bits;
        self.events.push(EventValue::Input(port));
        self.next_input()
    }

    fn output(&mut self, port: u16, value: u8) {
        let port = port & self.port_bits;
        self.events.push(EventValue::Output(port, value));
    }
}
