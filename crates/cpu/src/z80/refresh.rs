//! The refresh register R.

use crate::domain::{Domain, DomainMap};

/// The refresh register R: a counter of opcode fetches in bits 0 to 6; bit 7 changes only by a load.
///
/// The loaded value and the count since then are separate, so that an instruction costs only one addition.
#[derive(Clone, Copy, Debug)]
pub struct Refresh<Byte> {
    loaded: Byte,
    count: u8,
}

impl<Byte: Domain> Refresh<Byte> {
    /// Creates the register with a loaded value, as after `LD R,A`.
    pub fn new(loaded: Byte) -> Self {
        Refresh { loaded, count: 0 }
    }

    pub(super) fn map<To: Domain>(self, map: &impl DomainMap<Byte, To>) -> Refresh<To> {
        Refresh { loaded: map.byte(self.loaded), count: self.count }
    }

    /// Returns the value that `LD A,R` reads.
    pub fn value(self) -> Byte {
        let (counted, _) = self.loaded.sum(self.count.into(), false.into());
        (self.loaded & 0x80.into()) | (counted & 0x7F.into())
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn count(&mut self) {
        self.count = self.count.wrapping_add(1);
    }
}

impl<Byte: Domain> PartialEq for Refresh<Byte> {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl<Byte: Domain> Eq for Refresh<Byte> {}
