//! The bytes, and by page what must happen before one is read or written.

use std::ops::RangeInclusive;

use crate::area::{Area, Kind, MapError};

/// What a page asks for. A page without any of these is plain RAM, which costs one test and one access.
const READ: u8 = 1;
const WRITE: u8 = 2;
const UNSAVED: u8 = 4;
const READ_WATCHED: u8 = 8;
const WRITE_WATCHED: u8 = 16;

const PAGE: usize = 256;

/// 64 KB and their map.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    bytes: Box<[u8; 0x1_0000]>,
    flags: [u8; PAGE],
    areas: Vec<Area>,
    saved: Vec<SavedPage>,
}

/// What a page held before the first write to it.
#[derive(Clone, Debug)]
pub(crate) struct SavedPage {
    pub(crate) page: u8,
    bytes: Box<[u8; PAGE]>,
}

/// An image that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} bytes from {origin:04X} pass FFFF by {}; load them lower", usize::from(*.origin) + .length - 0x1_0000)]
pub struct LoadError {
    /// Where it was to begin.
    pub origin: u16,
    /// How long it is.
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

    /// Whether reading is nothing but reading a byte.
    #[inline(always)]
    pub(crate) fn reads_plainly(&self, address: u16) -> bool {
        self.flags(address) & (READ | READ_WATCHED) == 0
    }

    /// Whether writing is nothing but writing a byte.
    #[inline(always)]
    pub(crate) fn writes_plainly(&self, address: u16) -> bool {
        self.flags(address) & (WRITE | WRITE_WATCHED | UNSAVED) == 0
    }

    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    #[inline(always)]
    pub(crate) fn set_plainly(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    /// Writes a byte whatever the map says, saving the page first when that is asked for.
    pub(crate) fn set(&mut self, address: u16, value: u8) {
        if self.flags(address) & UNSAVED != 0 {
            self.save(page(address));
        }
        self.set_plainly(address, value);
    }

    pub(crate) fn all(&self) -> &[u8; 0x1_0000] {
        &self.bytes
    }

    pub(crate) fn load(&mut self, origin: u16, image: &[u8]) -> Result<(), LoadError> {
        if usize::from(origin) + image.len() > self.bytes.len() {
            return Err(LoadError { origin, length: image.len() });
        }
        for (address, &byte) in (origin..=0xFFFF).zip(image) {
            self.set(address, byte);
        }
        Ok(())
    }
}

/// The map.
impl Memory {
    pub(crate) fn map(&mut self, range: RangeInclusive<u16>, kind: Kind) -> Result<(), MapError> {
        let area = Area { first: *range.start(), last: *range.end(), kind }.beside(&self.areas)?;
        let flags = match kind {
            Kind::Ram => 0,
            Kind::Rom | Kind::Writes(_) => WRITE,
            Kind::Device(_) => READ | WRITE,
        };
        for page in page(area.first)..=page(area.last) {
            self.flags[usize::from(page)] |= flags;
        }
        self.areas.push(area);
        Ok(())
    }

    /// The area around an address, with its kind, if one is mapped there.
    pub(crate) fn area(&self, address: u16) -> Option<&Area> {
        self.areas.iter().find(|area| area.contains(address))
    }

    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }
}

/// Addresses that someone watches; the sets are the backplane's.
impl Memory {
    pub(crate) fn watch(&mut self, address: u16, write: bool) {
        self.flags[usize::from(page(address))] |= if write { WRITE_WATCHED } else { READ_WATCHED };
    }

    pub(crate) fn watch_nothing(&mut self) {
        self.flags.iter_mut().for_each(|flags| *flags &= !(READ_WATCHED | WRITE_WATCHED));
    }
}

/// Pages on the way back.
impl Memory {
    /// From now on each page is saved before the first write to it.
    pub(crate) fn save_all(&mut self) {
        self.saved.clear();
        self.flags.iter_mut().for_each(|flags| *flags |= UNSAVED);
    }

    /// Saves no pages any more.
    pub(crate) fn save_nothing(&mut self) {
        self.saved.clear();
        self.flags.iter_mut().for_each(|flags| *flags &= !UNSAVED);
    }

    /// The pages saved since this was last asked; they will be saved again.
    pub(crate) fn take_saved(&mut self) -> Vec<SavedPage> {
        let saved = std::mem::take(&mut self.saved);
        for page in &saved {
            self.flags[usize::from(page.page)] |= UNSAVED;
        }
        saved
    }

    /// Puts pages back as they were.
    pub(crate) fn restore(&mut self, pages: &[SavedPage]) {
        for saved in pages {
            let start = usize::from(saved.page) * PAGE;
            self.bytes[start..start + PAGE].copy_from_slice(&*saved.bytes);
        }
    }

    // Apart from the writing of a byte, because it happens once for thousands of writes.
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
