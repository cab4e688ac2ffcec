//! Memory that records how it is used.

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
    pub(crate) port: u8,
    pub(crate) accesses: Vec<Access>,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder { memory: Box::new([0; 0x10000]), port: 0xFF, accesses: Vec::new() }
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
        self.accesses.push(Access::Input(port, self.port));
        self.port
    }

    fn output(&mut self, port: u16, value: u8) {
        self.accesses.push(Access::Output(port, value));
    }
}
