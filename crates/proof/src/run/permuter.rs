//! The byte-permuting device, for many machines at once; `arcadian_machine::devices::Permuter` is the scalar one.

use arcadian_parallel::domain::ParallelDomain;

/// A write to the base address latches a byte. The four addresses from the base read it back unchanged, permuted by
/// Table 1, permuted by Table 2, and with its nibbles swapped.
pub(crate) struct Permuter<D> {
    base: u16,
    latch: D,
    /// The latch before the run.
    initial: D,
}

/// For each of the four addresses, the latch bit that drives each bit read, bit 0 first.
const WIRES: [[u32; 8]; 4] =
    [[0, 1, 2, 3, 4, 5, 6, 7], [4, 7, 6, 5, 0, 3, 2, 1], [0, 7, 6, 5, 4, 3, 2, 1], [4, 5, 6, 7, 0, 1, 2, 3]];

impl<D: ParallelDomain> Permuter<D> {
    pub(crate) fn new(base: u16, initial: D) -> Self {
        Permuter { base, latch: initial, initial }
    }

    pub(crate) fn base(&self) -> u16 {
        self.base
    }

    /// Restores the state before the run.
    pub(crate) fn reset(&mut self) {
        self.latch = self.initial;
    }

    /// Sets the latch before the run.
    pub(crate) fn set_initial(&mut self, value: D) {
        self.initial = value;
        self.latch = value;
    }

    /// Returns the latch before the run.
    pub(crate) fn initial(&self) -> D {
        self.initial
    }

    pub(crate) fn latch(&self) -> D {
        self.latch
    }

    pub(crate) fn read(&self, address: u16) -> D {
        let wires = WIRES[usize::from(address.wrapping_sub(self.base)) % 4];
        (0..).zip(wires).fold(0.into(), |byte, (n, source)| byte | D::place(self.latch.bit(source), n))
    }

    /// Writes the value for the machines of a mask.
    pub(crate) fn write(&mut self, address: u16, value: D, mask: D::Bit) {
        if address == self.base {
            self.latch = D::select(mask, value, self.latch);
        }
    }
}
