//! Memory at an address that the routine is given.

use crate::contract::placement::Slot;
use arcadian_parallel::{bit::ParallelBit, domain::ParallelDomain};

/// The data that a pointer points to, or the stack.
#[derive(Clone, Copy)]
pub(super) struct Region<D: ParallelDomain> {
    /// The address of the first byte.
    base: D::Word,
    /// The same, if all machines share it.
    shared_base: Option<u16>,
    /// The slot of the first byte.
    first: Slot,
    /// The length in bytes.
    length: u32,
    /// Whether addresses wrap around within the page of the base, as on the 6502's stack.
    is_page: bool,
}

impl<D: ParallelDomain> Region<D> {
    pub(super) fn new(base: D::Word, first: Slot, length: u32, is_page: bool) -> Self {
        Region { base, shared_base: D::constant_word(base, true.into()), first, length, is_page }
    }

    pub(super) fn first(&self) -> Slot {
        self.first
    }

    /// Whether a function is of the same first variable as bit 0 of the base.
    pub(super) fn shares_root(&self, bit: D::Bit) -> bool {
        D::split(self.base).1.bit(0).root() == bit.root()
    }

    /// Returns the slot after the last.
    pub(super) fn end(&self) -> Slot {
        self.first + self.length
    }

    pub(super) fn bits(&self) -> impl Iterator<Item = D::Bit> + use<D> {
        let (high, low) = D::split(self.base);
        high.bits().into_iter().chain(low.bits())
    }

    /// Returns the slot of an address, if all machines share the base and the address is in the region.
    #[inline]
    pub(super) fn slot(&self, address: u16) -> Option<Slot> {
        let base = self.shared_base?;
        if self.is_page && (address ^ base) & 0xFF00 != 0 {
            return None;
        }
        let offset = address.wrapping_sub(base) & if self.is_page { 0xFF } else { 0xFFFF };
        (u32::from(offset) < self.length).then_some(self.first + u32::from(offset))
    }

    /// Returns the slot of an address that depends on the placement, if it is the same for all machines of the mask.
    pub(super) fn common_slot(&self, address: D::Word, mask: D::Bit) -> Option<Slot> {
        let offset = D::constant_word(self.offset(address), mask)?;
        (u32::from(offset) < self.length).then_some(self.first + u32::from(offset))
    }

    /// Returns the machines whose address is in the region, and the offset there.
    pub(super) fn inside(&self, address: D::Word) -> (D::Bit, D::Word) {
        let offset = self.offset(address);
        (D::word_is_below(offset, self.length), offset)
    }

    fn offset(&self, address: D::Word) -> D::Word {
        if !self.is_page {
            return D::words_difference(address, self.base);
        }
        let ((high, low), (page, base)) = (D::split(address), D::split(self.base));
        D::join(high ^ page, low.difference(base, false.into()).0)
    }
}
