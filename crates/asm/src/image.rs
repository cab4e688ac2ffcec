//! The memory image under construction and the line that placed each byte.

/// The bytes of all 65,536 addresses.
#[derive(Clone)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    /// For each address the record index plus one; 0 if the address is empty.
    owners: Vec<u32>,
    /// The first and last occupied addresses; small sources need no search of the whole memory.
    span: Option<(usize, usize)>,
    count: usize,
    /// The byte at empty addresses.
    fill: u8,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("span", &self.span).finish_non_exhaustive()
    }
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self::filled(0)
    }

    /// Creates memory with this byte at empty addresses.
    pub(crate) fn filled(fill: u8) -> Self {
        Self { bytes: vec![fill; 0x1_0000], owners: vec![0; 0x1_0000], span: None, count: 0, fill }
    }

    /// Places bytes at an address. The error is the first occupied address and the record that placed it.
    pub(crate) fn put(&mut self, address: u32, bytes: &[u8], record: usize) -> Result<(), (u32, usize)> {
        let start = usize::try_from(address).unwrap_or(usize::MAX);
        let owners = self.owners.iter().skip(start).take(bytes.len());
        if let Some((offset, owner)) = owners.enumerate().find(|(_, owner)| **owner != 0) {
            return Err((address + offset as u32, *owner as usize - 1));
        }
        let places = self.bytes.iter_mut().zip(&mut self.owners).skip(start);
        for ((place, owner), byte) in places.zip(bytes) {
            (*place, *owner) = (*byte, record as u32 + 1);
        }
        let end = (start + bytes.len()).min(self.owners.len());
        if start < end {
            let (first, last) = self.span.unwrap_or((start, start));
            self.span = Some((first.min(start), last.max(end - 1)));
            self.count += end - start;
        }
        Ok(())
    }

    /// Removes the bytes at other addresses.
    pub(crate) fn retain(&mut self, is_kept: &dyn Fn(u16) -> bool) {
        let mut kept: Option<(usize, usize)> = None;
        self.count = 0;
        for (index, (byte, owner)) in self.bytes.iter_mut().zip(&mut self.owners).enumerate() {
            if *owner != 0 && u16::try_from(index).is_ok_and(is_kept) {
                kept = Some((kept.map_or(index, |(first, _)| first), index));
                self.count += 1;
            } else {
                (*byte, *owner) = (self.fill, 0);
            }
        }
        self.span = kept;
    }

    /// Returns the record that placed the byte at this address.
    pub(crate) fn owner(&self, address: u16) -> Option<usize> {
        let owner = self.owners.get(usize::from(address))?;
        usize::try_from(*owner).ok()?.checked_sub(1)
    }

    /// Returns the first and last occupied addresses.
    pub(crate) fn span(&self) -> Option<(usize, usize)> {
        self.span
    }

    /// Returns the number of occupied addresses.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the bytes from the lowest to the highest occupied address, with the gaps.
    pub(crate) fn image(&self) -> Vec<u8> {
        let range = self.span.map(|(first, last)| first..last + 1);
        range.and_then(|range| self.bytes.get(range)).unwrap_or(&[]).to_vec()
    }
}

/// Operations that only sources of other assemblers need.
impl Memory {
    /// Places bytes at an address, instead of those that are there.
    pub(crate) fn replace(&mut self, address: u32, bytes: &[u8], record: usize) {
        for (address, byte) in (address..).zip(bytes) {
            let place = usize::try_from(address).unwrap_or(usize::MAX);
            match (self.bytes.get_mut(place), self.owners.get_mut(place)) {
                (Some(old), Some(owner)) if *owner != 0 => (*old, *owner) = (*byte, record as u32 + 1),
                _ => drop(self.put(address, &[*byte], record)),
            }
        }
    }

    pub(crate) fn is_occupied(&self, address: u32) -> bool {
        u16::try_from(address).is_ok_and(|address| self.owner(address).is_some())
    }

    /// Returns bytes from an address, with the gaps; fewer at the end of memory.
    pub(crate) fn bytes(&self, start: usize, count: usize) -> Vec<u8> {
        self.bytes.iter().skip(start).take(count).copied().collect()
    }
}
