//! The interrupt lines.

use crate::device::Device;

/// What the lines say, and whether the non-maskable one has risen and was not yet noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) irq: bool,
    nmi: bool,
    pub(crate) risen: bool,
}

impl Lines {
    pub(crate) fn look(&mut self, devices: &[Box<dyn Device>]) {
        let nmi = devices.iter().any(|device| device.nmi());
        self.irq = devices.iter().any(|device| device.irq());
        self.risen |= nmi && !self.nmi;
        self.nmi = nmi;
    }
}
