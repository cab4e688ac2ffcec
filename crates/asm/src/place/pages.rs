//! The image of a source with memory pages, and each page as a segment.
//!
//! At an address where one page has a byte, the image has that byte. At an address where several pages have bytes, the image has
//! that of the page that the processor sees there at the end of the source; the others are in the segments only, and a warning
//! says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::assembly::Segment;
use crate::fault::DialectFault;
use crate::image::Memory;
use crate::passes::Engine;
use crate::place::device::Device;
use crate::place::{Item, Space};
use crate::syntax::At;

/// The number of addresses.
const MEMORY: usize = 0x1_0000;

/// The spaces that have bytes at an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    None,
    One(Space),
    Several,
}

impl Engine<'_> {
    /// Whether bytes are kept apart by page or output.
    pub(crate) fn has_spaces(&self) -> bool {
        !self.pass.banks.devices.is_empty() || !self.pass.banks.outputs.is_empty()
    }

    /// Returns the memory that the processor sees, and warns about bytes that are left out of it.
    pub(crate) fn seen(&mut self, items: &[Item]) -> Memory {
        let owners = owners(items);
        let mut memory = Memory::new();
        let mut left_out: BTreeMap<Space, (i64, usize)> = BTreeMap::new();
        let mut several = BTreeSet::new();
        for item in items {
            for (address, byte) in (item.address..).zip(&item.bytes) {
                let owner = usize::try_from(address).ok().and_then(|address| owners.get(address));
                if owner == Some(&Owner::Several) {
                    several.insert(item.space);
                    if self.pass.banks.seen_at(address) != Some(item.space) {
                        left_out.entry(item.space).or_insert((address, item.record));
                        continue;
                    }
                }
                self.put(&mut memory, item, address, *byte);
            }
        }
        self.warn_left_out(&left_out, &several);
        memory
    }

    /// Places a byte. Pages are memory, where a byte replaces the one before; two bytes of an output are an error.
    fn put(&mut self, memory: &mut Memory, item: &Item, address: i64, byte: u8) {
        let place = u32::try_from(address).unwrap_or(u32::MAX);
        match item.space {
            Space::Page(..) if item.keeps && memory.is_occupied(place) => {}
            Space::Page(..) => memory.replace(place, &[byte], item.record),
            Space::Output(_) => {
                if let Err((at, other)) = memory.put(place, &[byte], item.record) {
                    self.report_overlap(item.record, at, other);
                }
            }
        }
    }

    fn warn_left_out(&mut self, left_out: &BTreeMap<Space, (i64, usize)>, several: &BTreeSet<Space>) {
        let Some((space, (address, record))) = left_out.iter().next() else { return };
        let banks = &self.pass.banks;
        let name = |space: &Space| banks.space_name(*space);
        let names: Vec<String> = several.iter().map(name).collect();
        let missing: Vec<String> = left_out.keys().map(name).collect();
        let fault = DialectFault::SeveralPages {
            names: names.join(", "),
            address: u32::try_from(*address).unwrap_or(0),
            left_out: missing.join(", "),
        };
        let hint = format!("--save {}=FILE writes one of them", name(space));
        self.warn(*record, At::new(fault, 0..0).hint(hint));
    }

    /// Returns the pages and outputs as segments.
    pub(crate) fn space_segments(&self, items: &[Item]) -> Vec<Segment> {
        let mut spaces: BTreeMap<Space, Vec<&Item>> = BTreeMap::new();
        for item in items.iter().filter(|item| !item.bytes.is_empty()) {
            spaces.entry(item.space).or_default().push(item);
        }
        spaces.into_iter().filter_map(|(space, items)| self.space_segment(space, &items)).collect()
    }

    fn space_segment(&self, space: Space, items: &[&Item]) -> Option<Segment> {
        let size = match space {
            Space::Page(device, _) => self.pass.banks.devices.get(device)?.page_size,
            Space::Output(_) => MEMORY as i64,
        };
        let lowest = items.iter().min_by_key(|item| item.address.rem_euclid(size))?;
        let start = lowest.address.rem_euclid(size);
        let end = items.iter().map(|item| item.address.rem_euclid(size) + item.bytes.len() as i64).max()?;
        let mut bytes = vec![None; usize::try_from(end - start).ok()?];
        for item in items {
            let offset = usize::try_from(item.address.rem_euclid(size) - start).ok()?;
            for (place, byte) in bytes.iter_mut().skip(offset).zip(&item.bytes) {
                if !(item.keeps && place.is_some()) {
                    *place = Some(*byte);
                }
            }
        }
        let address = u16::try_from(lowest.address).unwrap_or(u16::MAX);
        let bytes: Vec<u8> = bytes.into_iter().map(Option::unwrap_or_default).collect();
        Some(Segment { name: self.pass.banks.space_name(space), address, size: bytes.len(), bytes })
    }
}

impl crate::place::Banks {
    /// Returns the space that the processor sees at an address at the end of the source.
    fn seen_at(&self, address: i64) -> Option<Space> {
        match self.last {
            Some(index) => {
                let page = self.devices.get(index).and_then(|device| device.page_at(address))?;
                Some(Space::Page(index, page))
            }
            None => Some(Space::Output(0)),
        }
    }

    /// Returns the name of a space: `PAGE3`, with the device before it if there are several.
    fn space_name(&self, space: Space) -> String {
        match space {
            Space::Page(device, page) if self.devices.len() > 1 => {
                let name = self.devices.get(device).map_or("", |device: &Device| &device.name);
                format!("{name}.PAGE{page}")
            }
            Space::Page(_, page) => format!("PAGE{page}"),
            Space::Output(0) => "MAIN".to_owned(),
            Space::Output(index) => {
                self.outputs.get(index - 1).cloned().unwrap_or_else(|| format!("OUTPUT{index}"))
            }
        }
    }
}

fn owners(items: &[Item]) -> Vec<Owner> {
    let mut owners = vec![Owner::None; MEMORY];
    for item in items {
        let start = usize::try_from(item.address).unwrap_or(MEMORY);
        for owner in owners.iter_mut().skip(start).take(item.bytes.len()) {
            *owner = match *owner {
                Owner::None => Owner::One(item.space),
                Owner::One(space) if space == item.space => Owner::One(space),
                _ => Owner::Several,
            };
        }
    }
    owners
}
