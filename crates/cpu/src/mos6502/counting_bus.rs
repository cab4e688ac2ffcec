//! The cycle-counting bus of the 6502.

use crate::bus::{Decide, MachineCycle};
use crate::domain::Domain;
use crate::processor::StepCost;

/// The bus with a count of cycles. Every cycle is an access.
pub(super) struct CountingBus<'a, Bus> {
    pub(super) bus: &'a mut Bus,
    cycles: u64,
}

impl<'a, Bus> CountingBus<'a, Bus> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn new(bus: &'a mut Bus) -> Self {
        CountingBus { bus, cycles: 0 }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn cost(&self) -> StepCost {
        StepCost { cycles: self.cycles as u32, accesses: self.cycles as u32 }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Adds cycles that have elapsed on the bus without this count.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn add_cycles(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn elapse<Byte: Domain>(&mut self, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.cycles += u64::from(cycles);
        self.bus.elapse(cycles);
    }

    /// Passes the cycles of a read, which RDY repeats. The bus performs it once.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn begin_access<Byte: Domain>(&mut self, cycle: MachineCycle, address: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(cycle, address);
        self.elapse(1 + u32::from(waits));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn fetch<Byte: Domain>(&mut self, address: u16) -> u8
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Fetch, address.into());
        let opcode = self.bus.fetch(address);
        self.bus.concretize(opcode)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn fetch_unused<Byte: Domain>(&mut self, address: u16)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Fetch, address.into());
        self.bus.fetch_unused(address);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read<Byte: Domain>(&mut self, address: Byte::Word) -> Byte
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Read, address);
        self.bus.read(address)
    }

    /// Passes the first cycle of a read. Returns how often RDY repeats it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn begin_read<Byte: Domain>(&mut self, address: Byte::Word) -> u16
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(MachineCycle::Read, address);
        self.elapse(1);
        waits
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read_unused<Byte: Domain>(&mut self, address: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Read, address);
        self.bus.read_unused(address);
    }

    /// Reads and discards the byte at an address before the carry into its high byte. RDY repeats the read after the carry.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read_uncarried<Byte: Domain>(&mut self, address: Byte::Word, carried: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(MachineCycle::Read, address);
        self.elapse(1 + u32::from(waits));
        self.bus.read_unused(if waits > 0 { carried } else { address });
    }

    /// Writes. The NMOS chip ignores RDY during writes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn write<Byte: Domain>(&mut self, address: Byte::Word, value: Byte)
    where
        Bus: Decide<Byte>,
    {
        self.elapse(1);
        self.bus.write(address, value);
    }
}
