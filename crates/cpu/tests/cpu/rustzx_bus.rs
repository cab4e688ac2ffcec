//! The bus of rustzx-z80 around a memory. The tests and benchmarks of the Z80 and the test `reproduce` share this file, and not a crate: the
//! program must not depend on an emulator that only they need.

use arcadian_peers::Memory;
use rustzx_z80::Z80Bus;

/// A memory, and the cycles so far.
pub(crate) struct Bus<'m, M: ?Sized> {
    pub(crate) memory: &'m mut M,
    pub(crate) cycles: u64,
}

impl<M: Memory + ?Sized> Z80Bus for Bus<'_, M> {
    fn read_internal(&mut self, address: u16) -> u8 {
        self.memory.read(address)
    }

    fn write_internal(&mut self, address: u16, value: u8) {
        self.memory.write(address, value);
    }

    fn wait_mreq(&mut self, _: u16, cycles: usize) {
        self.cycles += cycles as u64;
    }

    fn wait_no_mreq(&mut self, _: u16, cycles: usize) {
        self.cycles += cycles as u64;
    }

    fn wait_internal(&mut self, cycles: usize) {
        self.cycles += cycles as u64;
    }

    fn read_io(&mut self, port: u16) -> u8 {
        self.cycles += 4;
        self.memory.input(port)
    }

    fn write_io(&mut self, port: u16, value: u8) {
        self.cycles += 4;
        self.memory.output(port, value);
    }

    fn read_interrupt(&mut self) -> u8 {
        0xFF
    }

    fn reti(&mut self) {}

    fn halt(&mut self, _: bool) {}

    fn int_active(&self) -> bool {
        false
    }

    fn nmi_active(&self) -> bool {
        false
    }

    fn pc_callback(&mut self, _: u16) {}
}
