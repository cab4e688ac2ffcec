//! The memory of a scalar machine.

use arcadian_cpu::Bus;
use arcadian_machine::{Device, devices::Permuter};

/// 64 KB of memory with a write journal and, optionally, the permuting device.
pub(crate) struct Ram {
    bytes: Vec<u8>,
    /// Address and previous value of each write.
    journal: Vec<(u16, u8)>,
    device: Option<(u16, Permuter)>,
}

impl Ram {
    pub(crate) fn new(bytes: Vec<u8>, device: Option<u16>) -> Self {
        Ram { bytes, journal: Vec::new(), device: device.map(|base| (base, Permuter::default())) }
    }

    /// Sets a byte before the run; it is not journaled.
    pub(crate) fn initialize(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    /// Returns the journal: address and previous value of each write of the run, in order.
    pub(crate) fn journal(&self) -> &[(u16, u8)] {
        &self.journal
    }

    /// Undoes all writes of the run.
    pub(crate) fn restore(&mut self) {
        while let Some((address, value)) = self.journal.pop() {
            self.initialize(address, value);
        }
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
                self.journal.push((address, self.bytes[usize::from(address)]));
                self.initialize(address, value);
            }
        }
    }
}

impl Bus for Ram {
    #[inline(never)]
    fn read(&mut self, address: u16) -> u8 {
        self.get(address)
    }

    #[inline(never)]
    fn write(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    #[inline(never)]
    fn peek(&self, address: u16) -> u8 {
        self.get(address)
    }
}
