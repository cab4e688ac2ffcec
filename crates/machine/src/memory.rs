//! Memory with a byte of flags for each page, and the areas that are mapped.

use std::{fmt, ops::RangeInclusive};

// The flags of a page. A page without flags is plain RAM, and an access costs one test.
const READ: u8 = 1;
const WRITE: u8 = 2;
const UNSAVED: u8 = 4;
const READ_WATCHED: u8 = 8;
const WRITE_WATCHED: u8 = 16;

const PAGE: usize = 256;

/// 64 KB of memory and its map.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    bytes: Box<[u8; 0x1_0000]>,
    flags: [u8; PAGE],
    areas: Vec<Area>,
    saved: Vec<SavedPage>,
}

/// The copy of a page made before its first write.
#[derive(Clone, Debug)]
pub(crate) struct SavedPage {
    pub(crate) page: u8,
    bytes: Box<[u8; PAGE]>,
}

/// The error for an image that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} bytes at {origin:04X} exceed FFFF by {}; use a lower address", usize::from(*.origin) + .length - 0x1_0000)]
pub struct LoadError {
    /// The load address.
    pub origin: u16,
    /// The length of the image.
    pub length: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { bytes: Box::new([0; 0x1_0000]), flags: [0; PAGE], areas: Vec::new(), saved: Vec::new() }
    }
}

impl Memory {
    #[inline(always)]
    fn flags(&self, address: u16) -> u8 {
        self.flags[usize::from(page(address))]
    }

    /// Returns whether a read has no side effects.
    #[inline(always)]
    pub(crate) fn is_plain_read(&self, address: u16) -> bool {
        self.flags(address) & (READ | READ_WATCHED) == 0
    }

    /// Returns whether a write only changes the byte.
    #[inline(always)]
    pub(crate) fn is_plain_write(&self, address: u16) -> bool {
        self.flags(address) & (WRITE | WRITE_WATCHED | UNSAVED) == 0
    }

    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    #[inline(always)]
    pub(crate) fn set_without_saving(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    /// Writes a byte regardless of the map, and saves the page first if required.
    #[inline]
    pub(crate) fn set(&mut self, address: u16, value: u8) {
        if self.flags(address) & UNSAVED != 0 {
            self.save(page(address));
        }
        self.set_without_saving(address, value);
    }

    /// Writes a byte regardless of the map, mirrored RAM at both of its addresses.
    pub(crate) fn store(&mut self, address: u16, value: u8) {
        self.set(address, value);
        if self.flags(address) & WRITE != 0
            && let Some(&Area { kind: AreaKind::Mirrored(distance), .. }) = self.area(address)
        {
            self.set(address.wrapping_add(distance), value);
        }
    }

    pub(crate) fn all(&self) -> &[u8; 0x1_0000] {
        &self.bytes
    }

    pub(crate) fn load(&mut self, origin: u16, image: &[u8]) -> Result<(), LoadError> {
        if usize::from(origin) + image.len() > self.bytes.len() {
            return Err(LoadError { origin, length: image.len() });
        }
        for (address, &byte) in (origin..=0xFFFF).zip(image) {
            self.store(address, byte);
        }
        Ok(())
    }
}

/// The map.
impl Memory {
    pub(crate) fn map(&mut self, range: RangeInclusive<u16>, kind: AreaKind) -> Result<(), MapError> {
        let area = Area { first: *range.start(), last: *range.end(), kind }.checked_against(&self.areas)?;
        let flags = match kind {
            AreaKind::Ram => 0,
            AreaKind::Rom | AreaKind::Writes(_) | AreaKind::Mirrored(_) => WRITE,
            AreaKind::Device(_) | AreaKind::Reads(_) => READ | WRITE,
        };
        for page in page(area.first)..=page(area.last) {
            self.flags[usize::from(page)] |= flags;
        }
        self.areas.push(area);
        Ok(())
    }

    pub(crate) fn area(&self, address: u16) -> Option<&Area> {
        self.areas.iter().find(|area| area.contains(address))
    }

    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }
}

/// Watchpoint flags. The sets of addresses are in the backplane.
impl Memory {
    pub(crate) fn watch(&mut self, address: u16, is_write: bool) {
        self.flags[usize::from(page(address))] |= if is_write { WRITE_WATCHED } else { READ_WATCHED };
    }

    pub(crate) fn clear_watchpoints(&mut self) {
        self.flags.iter_mut().for_each(|flags| *flags &= !(READ_WATCHED | WRITE_WATCHED));
    }
}

/// Copy-on-write page snapshots.
impl Memory {
    /// Starts saving each page before its first write.
    pub(crate) fn start_saving(&mut self) {
        self.saved.clear();
        self.flags.iter_mut().for_each(|flags| *flags |= UNSAVED);
    }

    pub(crate) fn stop_saving(&mut self) {
        self.saved.clear();
        self.flags.iter_mut().for_each(|flags| *flags &= !UNSAVED);
    }

    /// Returns the pages saved since the last call. They will be saved again before their next write.
    pub(crate) fn take_saved(&mut self) -> Vec<SavedPage> {
        let saved = std::mem::take(&mut self.saved);
        for page in &saved {
            self.flags[usize::from(page.page)] |= UNSAVED;
        }
        saved
    }

    pub(crate) fn restore(&mut self, pages: &[SavedPage]) {
        for saved in pages {
            let start = usize::from(saved.page) * PAGE;
            self.bytes[start..start + PAGE].copy_from_slice(&*saved.bytes);
        }
    }

    // Out of line, because a page is saved once per thousands of writes.
    #[cold]
    #[inline(never)]
    fn save(&mut self, page: u8) {
        let start = usize::from(page) * PAGE;
        let mut bytes = Box::new([0; PAGE]);
        bytes.copy_from_slice(&self.bytes[start..start + PAGE]);
        self.saved.push(SavedPage { page, bytes });
        self.flags[usize::from(page)] &= !UNSAVED;
    }
}

#[inline(always)]
fn page(address: u16) -> u8 {
    address.to_be_bytes()[0]
}

/// A mapped range of addresses, including both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first address.
    pub first: u16,
    /// The last address.
    pub last: u16,
    /// The contents.
    pub kind: AreaKind,
}

/// The contents of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    /// RAM. Addresses that are not mapped are RAM too.
    Ram,
    /// ROM.
    Rom,
    /// A device.
    Device(DeviceId),
    /// A device for reads; writes are lost, as in ROM.
    Reads(DeviceId),
    /// Memory for reads, a device for writes.
    Writes(DeviceId),
    /// RAM that is also at the addresses this far ahead, modulo 64 K.
    Mirrored(u16),
}

/// The identifier of a device in one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceId {
    pub(crate) slot: usize,
    pub(crate) name: &'static str,
}

/// The error for an area that cannot be mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// The area overlaps another.
    #[error("{new} overlaps {old}; an address can belong to only one of them")]
    Overlap {
        /// The new area.
        new: Area,
        /// The existing area.
        old: Area,
    },
    /// The last address is lower than the first.
    #[error("the range {first:04X}-{last:04X} is reversed; write the lower address first")]
    Reversed {
        /// The first address.
        first: u16,
        /// The last address.
        last: u16,
    },
    /// The device belongs to another machine.
    #[error("this machine has no device `{0}`; add it before mapping it to addresses or ports")]
    NoDevice(&'static str),
}

impl Area {
    pub(crate) fn contains(&self, address: u16) -> bool {
        (self.first..=self.last).contains(&address)
    }

    fn overlaps(&self, other: &Area) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Returns the area if it is valid and does not overlap any other.
    pub(crate) fn checked_against(self, others: &[Area]) -> Result<Area, MapError> {
        if self.first > self.last {
            return Err(MapError::Reversed { first: self.first, last: self.last });
        }
        match others.iter().find(|other| other.overlaps(&self)) {
            Some(&old) => Err(MapError::Overlap { new: self, old }),
            None => Ok(self),
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            AreaKind::Ram => write!(f, "RAM")?,
            AreaKind::Rom => write!(f, "ROM")?,
            AreaKind::Device(id) => write!(f, "device `{}`", id.name)?,
            AreaKind::Reads(id) => write!(f, "reads of device `{}`", id.name)?,
            AreaKind::Writes(id) => write!(f, "writes to device `{}`", id.name)?,
            AreaKind::Mirrored(_) => write!(f, "mirrored RAM")?,
        }
        write!(f, " {:04X}-{:04X}", self.first, self.last)
    }
}
