//! What a device is, and the devices of a machine.

use std::fmt::Debug;

use crate::log::Log;

/// Something at addresses or ports other than bytes.
///
/// A device changes only when it is accessed or sent something, and knows neither time nor chance: that is what makes
/// going back possible. Its lines are looked at after each access.
pub trait Device: CloneDevice + Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// What a read would give, without the device noticing. Offsets count from the beginning of its area.
    fn peek(&self, offset: u16) -> u8;

    /// Reads.
    fn read(&mut self, offset: u16) -> u8 {
        self.peek(offset)
    }

    /// Writes. Bytes meant for people go to the log.
    fn write(&mut self, offset: u16, value: u8, printed: &mut Log<u8>);

    /// Reads a port.
    fn input(&mut self, _port: u16) -> u8 {
        0xFF
    }

    /// Writes a port.
    fn output(&mut self, _port: u16, _value: u8, _printed: &mut Log<u8>) {}

    /// Takes a byte from outside, such as a key.
    fn receive(&mut self, _value: u8) {}

    /// Whether it asks for an interrupt.
    fn irq(&self) -> bool {
        false
    }

    /// Whether it holds the line of the non-maskable interrupt; the processor notices when that begins.
    fn nmi(&self) -> bool {
        false
    }
}

/// Copies a device; every device that is `Clone` has this.
pub trait CloneDevice {
    /// A copy with all its state.
    fn clone_device(&self) -> Box<dyn Device>;
}

impl<T: Device + Clone + 'static> CloneDevice for T {
    fn clone_device(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        self.as_ref().clone_device()
    }
}
