//! I/O ports.

/// The device or the constant byte at each port, by the low eight bits of the port address.
#[derive(Clone, Debug)]
pub(crate) struct Ports {
    bytes: [u8; 256],
    devices: [Option<usize>; 256],
}

impl Default for Ports {
    fn default() -> Self {
        Ports { bytes: [0xFF; 256], devices: [None; 256] }
    }
}

impl Ports {
    pub(crate) fn set(&mut self, port: u8, value: u8) {
        self.bytes[usize::from(port)] = value;
    }

    pub(crate) fn attach(&mut self, port: u8, slot: usize) {
        self.devices[usize::from(port)] = Some(slot);
    }

    pub(crate) fn byte(&self, port: u16) -> u8 {
        self.bytes[usize::from(low(port))]
    }

    pub(crate) fn device(&self, port: u16) -> Option<usize> {
        self.devices[usize::from(low(port))]
    }
}

fn low(port: u16) -> u8 {
    port.to_be_bytes()[1]
}
