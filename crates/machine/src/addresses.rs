//! Sets of addresses.

use std::borrow::Cow;

/// A set of addresses, stored as a bitmap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    bits: Option<Box<[u64; 1024]>>,
}

impl Addresses {
    /// Adds an address.
    pub fn insert(&mut self, address: u16) {
        let bits = self.bits.get_or_insert_with(|| Box::new([0; 1024]));
        bits[usize::from(address >> 6)] |= 1 << (address & 63);
    }

    /// Returns whether an address is in the set.
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        self.bits.as_ref().is_some_and(|bits| is_in(bits, address))
    }

    /// Returns the bitmap of the union, which makes one lookup out of two.
    pub(crate) fn union<'a>(&'a self, other: &'a Addresses) -> Cow<'a, [u64; 1024]> {
        match (&self.bits, &other.bits) {
            (Some(bits), Some(more)) => {
                let mut both = **bits;
                both.iter_mut().zip(more.iter()).for_each(|(bits, more)| *bits |= more);
                Cow::Owned(both)
            }
            (_, None) => Cow::Borrowed(self.bits()),
            (None, _) => Cow::Borrowed(other.bits()),
        }
    }

    /// Returns the bitmap.
    pub(crate) fn bits(&self) -> &[u64; 1024] {
        self.bits.as_deref().unwrap_or(&[0; 1024])
    }
}

/// Returns whether an address is in a bitmap.
#[inline(always)]
pub(crate) fn is_in(bits: &[u64; 1024], address: u16) -> bool {
    bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0
}

impl FromIterator<u16> for Addresses {
    fn from_iter<I: IntoIterator<Item = u16>>(addresses: I) -> Self {
        let mut set = Addresses::default();
        addresses.into_iter().for_each(|address| set.insert(address));
        set
    }
}
