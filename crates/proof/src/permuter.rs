//! The byte-permuting device of many machines; that of one is `arcadian_machine::devices::Permuter`.

use crate::many::Many;

/// A write to the base latches a byte; it reads back plain, by Table 1, by Table 2, and with its halves exchanged.
pub(crate) struct Permuter<D> {
    base: u16,
    latch: D,
}

/// Where each bit read comes from, bit 0 first, for the four addresses.
const WIRES: [[u32; 8]; 4] =
    [[0, 1, 2, 3, 4, 5, 6, 7], [4, 7, 6, 5, 0, 3, 2, 1], [0, 7, 6, 5, 4, 3, 2, 1], [4, 5, 6, 7, 0, 1, 2, 3]];

impl<D: Many> Permuter<D> {
    pub(crate) fn new(base: u16) -> Self {
        Permuter { base, latch: 0.into() }
    }

    /// As before anything was latched.
    pub(crate) fn clear(&mut self) {
        self.latch = 0.into();
    }

    pub(crate) fn latched(&self) -> D {
        self.latch
    }

    pub(crate) fn read(&self, address: u16) -> D {
        let wires = WIRES[usize::from(address.wrapping_sub(self.base)) % 4];
        (0..).zip(wires).fold(0.into(), |byte, (n, from)| byte | D::place(self.latch.bit(from), n))
    }

    pub(crate) fn write(&mut self, address: u16, value: D, who: D::Bit) {
        if address == self.base {
            self.latch = D::select(who, value, self.latch);
        }
    }
}
