//! The memory of a scalar machine.

use std::collections::BTreeSet;

use arcadian_machine::{AnyBus, Device, devices::Permuter};

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
    /// The addresses that were read, if they are traced.
    reads: Option<BTreeSet<u16>>,
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

    /// Returns whether memory and latch are as in a copy.
    pub(crate) fn is_same(&self, (bytes, latch): &(Vec<u8>, Option<u8>)) -> bool {
        self.bytes == *bytes && self.latch() == *latch
    }

    fn latch(&self) -> Option<u8> {
        self.device.as_ref().map(|(_, device)| device.peek(0))
    }

    /// Returns the journal: address and previous value of each byte that the run has written.
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

    /// Records an access to a port.
    pub(crate) fn access_port(&mut self, port: u16) {
        self.accessed_port.get_or_insert(port.to_le_bytes()[0]);
    }

    /// Returns the first port accessed since the last call.
    pub(crate) fn take_accessed_port(&mut self) -> Option<u8> {
        self.accessed_port.take()
    }

    /// Returns whether a port has been accessed.
    pub(crate) fn has_accessed_port(&self) -> bool {
        self.accessed_port.is_some()
    }

    /// Starts to record the addresses that are read.
    pub(crate) fn trace_reads(&mut self) {
        self.reads = Some(BTreeSet::new());
    }

    /// Returns the addresses that were read, and stops recording them.
    pub(crate) fn take_reads(&mut self) -> BTreeSet<u16> {
        self.reads.take().unwrap_or_default()
    }

    /// Reads a byte for the processor.
    pub(crate) fn load(&mut self, address: u16) -> u8 {
        if let Some(reads) = &mut self.reads {
            reads.insert(address);
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
