//! What a device reaches beside its own state.

use crate::{log::Log, memory::Memory, watch::Watch};

/// The machine as a device sees it while it is accessed or runs.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) now: u64,
    pub(crate) memory: &'a mut Memory,
    pub(crate) watch: &'a mut Watch,
    pub(crate) printed: &'a mut Log<u8>,
}

impl Context<'_> {
    /// The time in clock cycles since the machine was made. In [`Device::run`](crate::Device::run) it is the time that the
    /// device asked for, though the processor may be some cycles ahead.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Prints a byte meant for people.
    pub fn print(&mut self, byte: u8) {
        self.printed.push(byte);
    }

    /// The bytes of memory, as they are beneath the devices.
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        self.memory.all()
    }

    /// Writes a byte to memory, read-only or not, as direct memory access does. Watchpoints see it.
    pub fn write(&mut self, address: u16, value: u8) {
        self.memory.set(address, value);
        self.watch.written(address, value);
    }
}
