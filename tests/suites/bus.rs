//! Memory that records its accesses.

use arcadian_cpu::Bus;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read(u16, u8),
    Write(u16, u8),
    Input(u16, u8),
    Output(u16, u8),
}

pub(crate) struct Recorder {
    pub(crate) memory: Box<[u8; 0x10000]>,
    /// The value that every port reads as; if `None`, a port reads as the high byte of its address.
    pub(crate) port: Option<u8>,
    pub(crate) accesses: Vec<Access>,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder { memory: Box::new([0; 0x10000]), port: Some(0xFF), accesses: Vec::new() }
    }
}

impl Recorder {
    /// Stores bytes in memory and starts a new recording.
    pub(crate) fn begin(&mut self, bytes: &[(u16, u8)]) {
        for &(address, value) in bytes {
            self.memory[usize::from(address)] = value;
        }
        self.accesses.clear();
    }

    /// Checks that memory contains these bytes.
    pub(crate) fn compare(&self, bytes: &[(u16, u8)]) -> Result<(), String> {
        let wrong = bytes.iter().find(|(address, value)| self.peek(*address) != *value);
        wrong.map_or(Ok(()), |(address, value)| {
            Err(format!("{address:04X} is {:02X}, expected {value:02X}", self.peek(*address)))
        })
    }
}

impl Bus for Recorder {
    fn read(&mut self, address: u16) -> u8 {
        let value = self.peek(address);
        self.accesses.push(Access::Read(address, value));
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.memory[usize::from(address)] = value;
        self.accesses.push(Access::Write(address, value));
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn input(&mut self, port: u16) -> u8 {
        let value = self.port.unwrap_or(port.to_be_bytes()[0]);
        self.accesses.push(Access::Input(port, value));
        value
    }

    fn output(&mut self, port: u16, value: u8) {
        self.accesses.push(Access::Output(port, value));
    }
}
