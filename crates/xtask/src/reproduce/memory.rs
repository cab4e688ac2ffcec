//! Memory and ports around an emulator.

/// Memory, ports, and what is observed.
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) inputs: Vec<u8>,
    pub(super) read_inputs: usize,
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

    fn next_input(&mut self) -> u8 {
        self.read_inputs += 1;
        self.inputs.get(self.read_inputs - 1).copied().unwrap_or(0)
    }
}

impl arcadian_peer::Memory for Memory {
    fn read(&mut self, address: u16) -> u8 {
        if self.is_volatile(address) {
            self.events.push(format!("reads {address:04X}"));
            return self.next_input();
        }
        self.bytes[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        if self.is_volatile(address) {
            self.events.push(format!("writes {value:02X} to {address:04X}"));
        } else {
            self.bytes[usize::from(address)] = value;
        }
    }

    fn input(&mut self, port: u16) -> u8 {
        self.events.push(format!("reads port {port:04X}"));
        self.next_input()
    }

    fn output(&mut self, port: u16, value: u8) {
        self.events.push(format!("writes {value:02X} to port {port:04X}"));
    }
}
