//! Single flags of a status byte, selected by their masks.

use crate::domain::Domain;

/// Returns whether the flag with this one-bit mask is set.
#[inline(always)]
pub(crate) fn is_set<Byte: Domain>(flags: Byte, mask: u8) -> Byte::Bit {
    flags.bit(mask.trailing_zeros())
}

/// Returns this one-bit mask if the bit is set, otherwise 0.
#[inline(always)]
pub(crate) fn mask_if<Byte: Domain>(bit: Byte::Bit, mask: u8) -> Byte {
    Byte::place(bit, mask.trailing_zeros())
}
