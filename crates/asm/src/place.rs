//! The place of bytes: segments, addresses, memory pages, relocation.

pub(crate) mod bank_value;
pub(crate) mod banks;
pub(crate) mod device;
pub(crate) mod origin;
pub(crate) mod pages;
pub(crate) mod segments;

use std::collections::BTreeMap;

use crate::place::device::Device;
use crate::syntax::Value;

/// Bytes with their place.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) address: i64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) record: usize,
    pub(crate) space: Space,
    /// Whether bytes that are already there stay.
    pub(crate) keeps: bool,
}

/// The values that a loader can repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movement {
    /// Words, for any distance.
    Words,
    /// High bytes, for distances of whole pages of 256 bytes.
    HighBytes,
}

impl Movement {
    /// Returns the distance that values are tried with.
    const fn distance(self) -> i64 {
        match self {
            Movement::Words => 0x2221,
            Movement::HighBytes => 0x2200,
        }
    }
}

/// The relocation blocks of a pass.
#[derive(Debug, Default)]
pub(crate) struct Relocation {
    pub(crate) movement: Option<Movement>,
    /// Whether DISP began inside the block.
    pub(crate) is_phased_inside: bool,
    /// Whether the source has such blocks.
    is_used: bool,
    found: Vec<i64>,
    /// The addresses of the pass before, which are those of the table.
    table: Vec<i64>,
}

impl Relocation {
    pub(crate) fn next_pass(self) -> Self {
        Self { is_used: self.is_used, table: self.found, ..Self::default() }
    }

    /// Returns where an address would be if the block were moved. What is not an address does not move.
    pub(crate) fn of_address(&self, value: Value) -> i64 {
        let moves =
            self.movement.is_some_and(|movement| value.relocated - value.number == movement.distance());
        if moves { value.relocated } else { value.number }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.movement.is_some()
    }
}

/// A space of addresses: bytes in different spaces may have the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Space {
    /// Memory without a device; OUTPUT begins the next one.
    Output(usize),
    /// A page of a device.
    Page(usize, u16),
}

/// The devices of a pass.
#[derive(Debug, Default)]
pub(crate) struct Banks {
    /// The devices that the source defines.
    defined: Vec<Device>,
    pub(crate) devices: Vec<Device>,
    pub(crate) current: Option<usize>,
    /// The device that was selected last, even if none is now.
    pub(crate) last: Option<usize>,
    /// For each offset in a page the byte that a statement placed.
    pub(crate) pages: BTreeMap<Space, Vec<Option<u8>>>,
    /// The slot that bytes were placed in, unless its address or page was set since.
    writing: Option<usize>,
    /// The number of DEVICE directives.
    count: usize,
    /// Whether the only device of the source was selected at its beginning.
    is_global: bool,
    /// The names of the files that OUTPUT gives.
    pub(crate) outputs: Vec<String>,
    /// The page of names, if DISP gives one.
    pub(crate) phase_page: Option<u16>,
}

impl Banks {
    /// Returns the state at the beginning of the next pass: the device of a source with one DEVICE is there from the beginning.
    pub(crate) fn next_pass(self) -> Self {
        let only = self.devices.into_iter().next().filter(|_| self.count == 1);
        let mut next = Self::default();
        if let Some(device) = only
            && let Some(fresh) = fresh(&device.name, &self.defined)
        {
            next.devices.push(fresh);
            (next.current, next.last, next.is_global) = (Some(0), Some(0), true);
        }
        next
    }

    pub(crate) fn device(&self) -> Option<&Device> {
        self.devices.get(self.current?)
    }

    fn device_mut(&mut self) -> Option<&mut Device> {
        self.devices.get_mut(self.current?)
    }

    /// Returns the space of bytes at an address.
    fn space(&self, address: i64) -> Space {
        let page = self.current.zip(self.device().and_then(|device| device.page_at(address)));
        page.map_or(Space::Output(self.outputs.len()), |(device, page)| Space::Page(device, page))
    }

    /// Says that the next bytes are not after those before.
    pub(crate) fn interrupt(&mut self) {
        self.writing = None;
    }

    /// Selects a device, with the state that it was left in.
    fn select(&mut self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("NONE") {
            self.current = None;
            return true;
        }
        let found = self.devices.iter().position(|device| device.name.eq_ignore_ascii_case(name));
        self.current = found.or_else(|| {
            self.devices.push(fresh(name, &self.defined)?);
            Some(self.devices.len() - 1)
        });
        self.last = self.current.or(self.last);
        self.interrupt();
        self.current.is_some()
    }

    /// Returns the byte at an address, if a statement above placed one.
    pub(crate) fn byte_at(&self, address: i64) -> Option<u8> {
        let offset = address.checked_rem(self.device()?.page_size)?;
        let page = self.pages.get(&self.space(address))?;
        page.get(usize::try_from(offset).ok()?).copied().flatten()
    }

    /// Keeps bytes in their page. Where `keeps` is set, those that are already there stay.
    fn store(&mut self, space: Space, address: i64, bytes: &[u8], keeps: bool) {
        let Some(size) = self.device().map(|device| device.page_size) else { return };
        let whole = usize::try_from(size).unwrap_or(0);
        let page = self.pages.entry(space).or_insert_with(|| vec![None; whole]);
        let start = usize::try_from(address.rem_euclid(size)).unwrap_or(0);
        for (place, byte) in page.iter_mut().skip(start).zip(bytes) {
            if !(keeps && place.is_some()) {
                *place = Some(*byte);
            }
        }
    }
}

fn fresh(name: &str, defined: &[Device]) -> Option<Device> {
    let own = defined.iter().find(|device| device.name.eq_ignore_ascii_case(name)).cloned();
    own.or_else(|| Device::named(name))
}
