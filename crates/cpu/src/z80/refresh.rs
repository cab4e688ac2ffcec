//! The register R.

use crate::domain::Domain;

/// Seven bits that count opcode fetches, and one that stays as it was loaded.
///
/// What was loaded and the count since are kept apart, so that an instruction pays only one addition for it.
#[derive(Clone, Copy, Debug)]
pub struct Refresh<T> {
    loaded: T,
    count: u8,
}

impl<T: Domain> Refresh<T> {
    /// As after `LD R,A`.
    pub fn new(loaded: T) -> Self {
        Refresh { loaded, count: 0 }
    }

    /// What `LD A,R` reads.
    pub fn value(self) -> T {
        let (counted, _) = self.loaded.sum(self.count.into(), false.into());
        (self.loaded & 0x80.into()) | (counted & 0x7F.into())
    }

    #[inline(always)]
    pub(super) fn count(&mut self) {
        self.count = self.count.wrapping_add(1);
    }
}

impl<T: Domain> PartialEq for Refresh<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl<T: Domain> Eq for Refresh<T> {}
