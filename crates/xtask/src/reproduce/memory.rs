//! Memory and ports around an emulator.

/// Memory, ports, and what is observed.
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) inputs: Vec<u8>,
    pub(super) next_input: usize,
    pub(super) volatile: Vec<(u16, u16)>,
    pub(super) events: Vec<String>,
}

impl Memory {
    pub(super) fn load(&mut self, address: u16, bytes: &[u8]) {
        for (offset, byte) in (0..).zip(bytes) {
            self.bytes[usize::from(address.wrapping_add(offset))] = *byte;
        }
    }

    fn is_volatile(&self, address: u16) -> bool {
        self.volatile.iter().any(|(first, last)| (*first..=*last).contains(&address))
    }

    pub(super) fn read(&mut self, address: u16) -> u8 {
        if self.is_volatile(address) {
            self.events.push(format!("reads {address:04X}"));
            return self.input();
        }
        self.bytes[usize::from(address)]
    }

    pub(super) fn write(&mut self, address: u16, value: u8) {
        if self.is_volatile(address) {
            self.events.push(format!("writes {value:02X} to {address:04X}"));
        } else {
            self.bytes[usize::from(address)] = value;
        }
    }

    pub(super) fn read_port(&mut self, port: u16) -> u8 {
        self.events.push(format!("reads port {port:04X}"));
        self.input()
    }

    pub(super) fn write_port(&mut self, port: u16, value: u8) {
        self.events.push(format!("writes {value:02X} to port {port:04X}"));
    }

    fn input(&mut self) -> u8 {
        self.next_input += 1;
        self.inputs.get(self.next_input - 1).copied().unwrap_or(0)
    }
}
