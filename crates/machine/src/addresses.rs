//! Sets of addresses.

/// A set of addresses. Asking costs the same for one address and for ten thousand.
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

    /// Takes an address out.
    pub fn remove(&mut self, address: u16) {
        if let Some(bits) = &mut self.bits {
            bits[usize::from(address >> 6)] &= !(1 << (address & 63));
        }
    }

    /// Whether an address is in it.
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        self.bits.as_ref().is_some_and(|bits| bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0)
    }

    /// The addresses in it, from the lowest.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        (0..=0xFFFF).filter(|&address| self.contains(address))
    }
}

impl FromIterator<u16> for Addresses {
    fn from_iter<I: IntoIterator<Item = u16>>(addresses: I) -> Self {
        let mut set = Addresses::default();
        addresses.into_iter().for_each(|address| set.insert(address));
        set
    }
}
