//! The context of a device call.

use crate::{
    log::Log,
    memory::{LoadError, Memory},
    watch::{DeviceEvent, Watches},
};

/// The part of the machine that a device can access while it is called.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) now: u64,
    pub(crate) memory: &'a mut Memory,
    pub(crate) watches: &'a mut Watches,
    pub(crate) printed: &'a mut Log<u8>,
}

impl Context<'_> {
    /// Returns the time in clock cycles since the machine was created. In [`Device::run`](crate::Device::run) it is the time at
    /// which the device was due, although the processor may be some cycles ahead.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Prints a byte.
    pub fn print(&mut self, byte: u8) {
        self.printed.push(byte);
    }

    /// Returns all memory, including bytes hidden by devices.
    #[inline]
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        self.memory.all()
    }

    /// Writes a byte of memory by DMA, including ROM. Watched addresses apply.
    #[inline]
    pub fn write(&mut self, address: u16, value: u8) {
        self.memory.store(address, value);
        self.watches.written(address, value);
    }

    /// Exchanges what memory holds from an address on, including ROM, as a bank switch does. Watched addresses do not apply.
    pub fn load(&mut self, origin: u16, bytes: &[u8]) -> Result<(), LoadError> {
        self.memory.load(origin, bytes)
    }

    /// Reports an event. The run stops if [`Backplane::stop_at_event`](crate::Backplane::stop_at_event) asked for it.
    #[inline]
    pub fn report(&mut self, name: &'static str, value: u16) {
        self.watches.reported(DeviceEvent { name, value });
    }
}
