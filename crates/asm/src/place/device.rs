//! Devices: memory in pages, some of which are in slots where the processor sees them.
//!
//! | device | page size | pages | in the slots at first |
//! |---|---|---|---|
//! | ZXSPECTRUM48 | 4000 | 4 | 0, 1, 2, 3 |
//! | ZXSPECTRUM128 to 8192 | 4000 | 8 to 512 | 7, 5, 2, 0 |
//! | ZXSPECTRUMNEXT | 2000 | 224 | 14, 15, 10, 11, 4, 5, 0, 1 |
//! | NOSLOT64K | 10000 | 32 | 0 |
//! | AMSTRADCPC464, 6128, PLUS | 4000 | 4, 8, 32 | 0, 1, 2, 3 |
//!
//! Source: the documentation of SjASMPlus, "Real device emulation mode".

/// The size of the address space.
pub(crate) const MEMORY: i64 = 0x1_0000;
/// The maximum number of pages of a device that the source defines.
pub(crate) const MOST_PAGES: i64 = 1024;
/// The smallest page of a device that the source defines.
pub(crate) const SMALLEST_PAGE: i64 = 0x100;

const SPECTRUM: &[u16] = &[7, 5, 2, 0];
const LINEAR: &[u16] = &[0, 1, 2, 3];

/// Name, size and number of pages, and the pages in the slots.
const MODELS: &[(&str, i64, u16, &[u16])] = &[
    ("ZXSPECTRUM48", 0x4000, 4, LINEAR),
    ("ZXSPECTRUM128", 0x4000, 8, SPECTRUM),
    ("ZXSPECTRUM256", 0x4000, 16, SPECTRUM),
    ("ZXSPECTRUM512", 0x4000, 32, SPECTRUM),
    ("ZXSPECTRUM1024", 0x4000, 64, SPECTRUM),
    ("ZXSPECTRUM2048", 0x4000, 128, SPECTRUM),
    ("ZXSPECTRUM4096", 0x4000, 256, SPECTRUM),
    ("ZXSPECTRUM8192", 0x4000, 512, SPECTRUM),
    ("ZXSPECTRUMNEXT", 0x2000, 224, &[14, 15, 10, 11, 4, 5, 0, 1]),
    ("NOSLOT64K", 0x1_0000, 32, &[0]),
    ("AMSTRADCPC464", 0x4000, 4, LINEAR),
    ("AMSTRADCPC6128", 0x4000, 8, LINEAR),
    ("AMSTRADCPCPLUS", 0x4000, 32, LINEAR),
];

/// The effect of bytes that reach the end of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overrun {
    /// The bytes continue in the next slot.
    #[default]
    Continues,
    Warns,
    Fails,
    /// The bytes continue at the beginning of the slot, in the next page.
    Turns,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) page: u16,
    pub(crate) overrun: Overrun,
}

/// A device with the state of its slots.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    pub(crate) name: String,
    pub(crate) page_size: i64,
    pub(crate) pages: u16,
    pub(crate) slots: Vec<Slot>,
    /// The slot that PAGE changes.
    pub(crate) slot: usize,
}

impl Device {
    /// Returns a device whose last slots have the page after the one before, if the map is too short.
    pub(crate) fn new(name: &str, page_size: i64, pages: u16, map: &[u16]) -> Self {
        let count = usize::try_from((MEMORY + page_size - 1) / page_size.max(1)).unwrap_or(1);
        let last = pages.saturating_sub(1);
        let page = |index: usize| {
            let following = || map.last().map_or(0, |page| page + 1) as usize + index - map.len();
            map.get(index).copied().unwrap_or_else(|| u16::try_from(following()).unwrap_or(last)).min(last)
        };
        let slots = (0..count).map(|index| Slot { page: page(index), overrun: Overrun::default() }).collect();
        Self { name: name.to_owned(), page_size, pages, slots, slot: count - 1 }
    }

    /// Returns the device with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let model = MODELS.iter().find(|model| model.0.eq_ignore_ascii_case(name))?;
        Some(Self::new(model.0, model.1, model.2, model.3))
    }

    /// Returns the names of all devices.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        MODELS.iter().map(|model| model.0)
    }

    /// Returns the slot with this number or this first address.
    pub(crate) fn slot_of(&self, value: i64) -> Option<usize> {
        let by_address = (value > 0 && value % self.page_size == 0).then(|| value / self.page_size);
        let slot = |value: i64| usize::try_from(value).ok().filter(|number| *number < self.slots.len());
        slot(value).or_else(|| by_address.and_then(slot))
    }

    /// Returns the slot that shows this address. The last slot may reach beyond the memory, where it shows nothing.
    pub(crate) fn slot_at(&self, address: i64) -> Option<usize> {
        let slot = usize::try_from(address.checked_div(self.page_size)?).ok()?;
        Some(slot).filter(|slot| *slot < self.slots.len() && (0..MEMORY).contains(&address))
    }

    /// Returns the page that the processor sees at this address.
    pub(crate) fn page_at(&self, address: i64) -> Option<u16> {
        self.slots.get(self.slot_at(address)?).map(|slot| slot.page)
    }

    /// Puts a page into a slot. Returns whether both exist.
    pub(crate) fn map(&mut self, slot: usize, page: i64, overrun: Overrun) -> bool {
        let page = u16::try_from(page).ok().filter(|page| *page < self.pages);
        match (self.slots.get_mut(slot), page) {
            (Some(slot), Some(page)) => {
                *slot = Slot { page, overrun };
                true
            }
            _ => false,
        }
    }

    /// Returns the address after the slot, which the last one may have beyond the memory.
    pub(crate) fn end_of(&self, slot: usize) -> i64 {
        (slot as i64 + 1) * self.page_size
    }
}
