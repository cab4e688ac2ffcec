//! Scalar execution, one machine at a time: this project's cores and two independent emulators.

#[cfg(any(feature = "iz80", feature = "mos6502"))]
mod peer;

use std::collections::BTreeSet;

use arcadian_cpu::{I8080, Mos6502, RunCost, Z80};
use arcadian_isa::Processor;
use arcadian_machine::{Addresses, AnyBus, Device, MachineCore, devices::Permuter};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// This project's cores.
    #[default]
    Own,
    /// The crate `iz80`, for the 8080 and the Z80; needs the feature of that name.
    Iz80,
    /// The crate `mos6502`, for the 6502; needs the feature of that name.
    Mos6502,
}

impl Engine {
    /// Returns whether it emulates a processor, if it is compiled in.
    pub fn emulates(self, processor: Processor) -> bool {
        match self {
            Engine::Own => true,
            Engine::Iz80 => processor != Processor::Mos6502,
            Engine::Mos6502 => processor == Processor::Mos6502,
        }
    }

    /// Returns whether the cycles it counts can be compared with those that a sheet states. iz80 counts 12 or 7 cycles for the `JP cc` of
    /// the Z80, which takes 10.
    pub fn counts_cycles_of(self, processor: Processor) -> bool {
        (self, processor) != (Engine::Iz80, Processor::Z80)
    }
}

pub(crate) trait ScalarMachine {
    fn ram(&mut self) -> &mut Ram;

    /// Replaces the processor by a new one: a run may leave it halted, or in a state that has no name.
    fn reset(&mut self);

    /// Reads a byte of the processor's state, or returns `None` if the engine does not show it.
    fn get(&self, register: &str) -> Option<u8>;

    /// Writes a byte of the processor's state, if the engine shows it.
    fn set(&mut self, register: &str, value: u8);

    fn stack(&self) -> u16;

    fn set_stack(&mut self, pointer: u16);

    fn pc(&self) -> u16;

    fn is_halted(&self) -> bool;

    /// Executes up to `limit` instructions from `entry`, and returns their cost. Ends early if PC equals `return_address` or leaves
    /// `code`, or if the processor is halted.
    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost;
}

/// Creates a machine, or returns `None` if the engine does not emulate the processor or is not compiled in.
pub(crate) fn machine(engine: Engine, processor: Processor, ram: Ram) -> Option<Box<dyn ScalarMachine>> {
    match (engine, processor) {
        (Engine::Own, Processor::I8080) => Some(Box::new(OwnMachine::<I8080>::new(ram))),
        (Engine::Own, Processor::Z80) => Some(Box::new(OwnMachine::<Z80>::new(ram))),
        (Engine::Own, Processor::Mos6502) => Some(Box::new(OwnMachine::<Mos6502>::new(ram))),
        #[cfg(feature = "iz80")]
        (Engine::Iz80, Processor::I8080 | Processor::Z80) => {
            Some(Box::new(peer::Machine::new(move || arcadian_peers::Iz80::new(processor), ram)?))
        }
        #[cfg(feature = "mos6502")]
        (Engine::Mos6502, Processor::Mos6502) => {
            Some(Box::new(peer::Machine::new(|| Some(arcadian_peers::Mos6502::default()), ram)?))
        }
        _ => None,
    }
}

pub(super) struct OwnMachine<C> {
    core: C,
    ram: Ram,
}

impl<C: MachineCore> OwnMachine<C> {
    pub(super) fn new(ram: Ram) -> Self {
        OwnMachine { core: C::default(), ram }
    }
}

impl<C: MachineCore> ScalarMachine for OwnMachine<C> {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn reset(&mut self) {
        self.core = C::default();
    }

    fn get(&self, register: &str) -> Option<u8> {
        C::register(register).map(|register| (register.get)(&self.core).to_le_bytes()[0])
    }

    fn set(&mut self, register: &str, value: u8) {
        if let Some(register) = C::register(register) {
            (register.set)(&mut self.core, value.into());
        }
    }

    fn stack(&self) -> u16 {
        self.core.stack()
    }

    fn set_stack(&mut self, pointer: u16) {
        if let Some(register) = C::register("SP").or(C::register("S")) {
            (register.set)(&mut self.core, pointer);
        }
    }

    fn pc(&self) -> u16 {
        self.core.pc()
    }

    fn is_halted(&self) -> bool {
        self.core.is_halted()
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost {
        self.core.set_pc(entry);
        self.core.run_on_any(&mut self.ram, limit, &mut |next| next == return_address || !code.contains(next))
    }
}

/// 64 KB of memory with a write journal and, optionally, the permuting device.
pub(crate) struct Ram {
    bytes: Vec<u8>,
    /// The bytes before anything was stored for a run.
    original: Vec<u8>,
    /// The addresses of the bytes stored before the run.
    initialized: Vec<u16>,
    /// Address and previous value of each byte that the run has written, in the order of the first writes.
    journal: Vec<(u16, u8)>,
    /// Whether an address is in the journal.
    is_written: Vec<bool>,
    device: Option<(u16, Permuter)>,
    accessed_port: Option<u8>,
    /// Whether an address was read, while that is recorded.
    reads: Option<Vec<bool>>,
}

/// Returns a set of addresses. `collect` would sort them first, with code that counts where a page downloads it.
pub(crate) fn address_set(addresses: impl Iterator<Item = u16>) -> BTreeSet<u16> {
    let mut all = BTreeSet::new();
    all.extend(addresses);
    all
}

impl Ram {
    pub(crate) fn new(bytes: Vec<u8>, device: Option<u16>) -> Self {
        let device = device.map(|base| (base, Permuter::default()));
        Ram {
            original: bytes.clone(),
            is_written: vec![false; bytes.len()],
            bytes,
            initialized: Vec::new(),
            journal: Vec::new(),
            device,
            accessed_port: None,
            reads: None,
        }
    }

    /// Sets a byte before the run, or the latch of the device at its base address; it is not journaled.
    pub(crate) fn initialize(&mut self, address: u16, value: u8) {
        match &mut self.device {
            Some((base, device)) if address == *base => device.store(0, value),
            _ => {
                self.bytes[usize::from(address)] = value;
                self.initialized.push(address);
            }
        }
    }

    /// Returns a copy of the memory and of the latch of the device.
    pub(crate) fn copy(&self) -> (Vec<u8>, Option<u8>) {
        (self.bytes.clone(), self.latch())
    }

    pub(crate) fn is_same(&self, (bytes, latch): &(Vec<u8>, Option<u8>)) -> bool {
        self.bytes == *bytes && self.latch() == *latch
    }

    fn latch(&self) -> Option<u8> {
        self.device.as_ref().map(|(_, device)| device.peek(0))
    }

    pub(crate) fn journal(&self) -> &[(u16, u8)] {
        &self.journal
    }

    /// Undoes all writes of the run, and what was stored before it: what a run does must not depend on the runs before.
    pub(crate) fn restore(&mut self) {
        for (address, _) in self.journal.drain(..) {
            self.bytes[usize::from(address)] = self.original[usize::from(address)];
            self.is_written[usize::from(address)] = false;
        }
        for address in self.initialized.drain(..) {
            self.bytes[usize::from(address)] = self.original[usize::from(address)];
        }
        self.device.iter_mut().for_each(|(_, device)| *device = Permuter::default());
        self.accessed_port = None;
    }

    pub(crate) fn access_port(&mut self, port: u16) {
        self.accessed_port.get_or_insert(port.to_le_bytes()[0]);
    }

    /// Returns the first port accessed since the last call.
    pub(crate) fn take_accessed_port(&mut self) -> Option<u8> {
        self.accessed_port.take()
    }

    pub(crate) fn has_accessed_port(&self) -> bool {
        self.accessed_port.is_some()
    }

    pub(crate) fn trace_reads(&mut self) {
        self.reads = Some(vec![false; self.bytes.len()]);
    }

    /// Returns the addresses that were read, and stops recording them.
    pub(crate) fn take_reads(&mut self) -> BTreeSet<u16> {
        let reads = self.reads.take().unwrap_or_default();
        address_set((0..=u16::MAX).zip(reads).filter_map(|(address, is_read)| is_read.then_some(address)))
    }

    pub(crate) fn load(&mut self, address: u16) -> u8 {
        if let Some(reads) = &mut self.reads {
            reads[usize::from(address)] = true;
        }
        self.get(address)
    }

    pub(crate) fn get(&self, address: u16) -> u8 {
        match &self.device {
            Some((base, device)) if address.wrapping_sub(*base) < 4 => {
                device.peek(address.wrapping_sub(*base))
            }
            _ => self.bytes[usize::from(address)],
        }
    }

    pub(crate) fn set(&mut self, address: u16, value: u8) {
        match &mut self.device {
            Some((base, device)) if address.wrapping_sub(*base) < 4 => {
                device.store(address.wrapping_sub(*base), value);
            }
            _ => {
                let byte = &mut self.bytes[usize::from(address)];
                if !std::mem::replace(&mut self.is_written[usize::from(address)], true) {
                    self.journal.push((address, *byte));
                }
                *byte = value;
            }
        }
    }
}

impl AnyBus for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.load(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.access_port(port);
        0xFF
    }

    fn output(&mut self, port: u16, _value: u8) {
        self.access_port(port);
    }

    fn peek(&self, address: u16) -> u8 {
        self.get(address)
    }
}
