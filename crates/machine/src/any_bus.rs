//! A bus that is not known when the cores are compiled.

use arcadian_cpu::Bus;

use crate::lines::Lines;

/// What a processor is connected to, for runs that need not be fast: each access costs a call through a pointer. In return
/// the cores are compiled once for all such buses. See [`Bus`] for what the functions do.
pub trait AnyBus {
    /// Reads a byte.
    fn read(&mut self, address: u16) -> u8;

    /// Writes a byte.
    fn write(&mut self, address: u16, value: u8);

    /// Returns a byte without an access.
    fn peek(&self, address: u16) -> u8;

    /// Reads from a port.
    fn input(&mut self, port: u16) -> u8;

    /// Writes to a port.
    fn output(&mut self, port: u16, value: u8);

    /// Returns the lines that the processor sees.
    fn lines(&self) -> Lines {
        Lines::NONE
    }
}

/// The bus as the cores need it.
pub(crate) struct DynamicBus<'a>(pub(crate) &'a mut dyn AnyBus);

impl Bus for DynamicBus<'_> {
    const IS_FAST: bool = false;

    fn read(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    fn peek(&self, address: u16) -> u8 {
        self.0.peek(address)
    }

    fn input(&mut self, port: u16) -> u8 {
        self.0.input(port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.0.output(port, value);
    }

    fn irq(&mut self) -> bool {
        self.0.lines().irq
    }

    fn nmi(&mut self) -> bool {
        self.0.lines().nmi
    }

    fn is_nmi_active(&mut self) -> bool {
        self.0.lines().nmi
    }

    fn reset(&mut self) -> bool {
        self.0.lines().reset
    }

    fn overflow(&mut self) -> bool {
        self.0.lines().overflow
    }
}
