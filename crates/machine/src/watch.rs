//! Sets of addresses, and the addresses that are watched.

use std::{borrow::Cow, ops::RangeInclusive};

/// The kind of access that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading data or an operand; opcode fetches do not count.
    Read,
    /// Writing, including writes to ROM and devices.
    Write,
}

/// Something that happens in a device, at which a run can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceEvent {
    /// The name that the device gives to events of this kind.
    pub name: &'static str,
    /// The value that distinguishes events of one kind, such as a line number or an address.
    pub value: u16,
}

/// The events at which runs stop, the last one at which a run stopped, and those that are noted.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventStops {
    stops: Vec<(&'static str, RangeInclusive<u16>)>,
    last: Option<DeviceEvent>,
    are_noted: bool,
    /// The events of the last instruction, in the order in which they occurred.
    noted: Vec<DeviceEvent>,
}

/// The watched addresses, and the hit in the last instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches {
    pub(crate) reads: Addresses,
    pub(crate) writes: Addresses,
    // Boxed and apart from `hit`, because the size of these fields decides about the code of the run loops.
    pub(crate) events: Option<Box<EventStops>>,
    /// Whether there are any watched addresses.
    pub(crate) is_used: bool,
    pub(crate) catches_rom_writes: bool,
    pub(crate) hit: Option<Hit>,
}

/// An access at which a run may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    RomWrite { address: u16, value: u8 },
    Access { access: Access, address: u16, value: u8 },
    Event,
}

impl Watches {
    /// Records a write to ROM. An access to a watched address takes precedence.
    pub(crate) fn rom_written(&mut self, address: u16, value: u8) {
        if self.catches_rom_writes {
            self.hit.get_or_insert(Hit::RomWrite { address, value });
        }
    }

    pub(crate) fn stop_at_event(&mut self, name: &'static str, values: RangeInclusive<u16>) {
        self.events.get_or_insert_default().stops.push((name, values));
    }

    #[inline]
    pub(crate) fn reported(&mut self, event: DeviceEvent) {
        if self.events.is_some() {
            self.compare(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn compare(&mut self, event: DeviceEvent) {
        let is_wanted =
            |(name, values): &(_, RangeInclusive<u16>)| *name == event.name && values.contains(&event.value);
        let Some(events) = self.events.as_mut() else { return };
        if events.are_noted {
            events.noted.push(event);
        }
        if events.stops.iter().any(is_wanted) {
            events.last = Some(event);
            self.hit = Some(Hit::Event);
        }
    }

    pub(crate) fn note_events(&mut self) {
        self.events.get_or_insert_default().are_noted = true;
    }

    /// Returns the noted events since they were last forgotten.
    pub(crate) fn noted(&self) -> &[DeviceEvent] {
        self.events.as_ref().map_or(&[], |events| &events.noted)
    }

    #[inline]
    pub(crate) fn forget_noted(&mut self) {
        if let Some(events) = &mut self.events {
            events.noted.clear();
        }
    }

    /// Returns the event at which the run stopped.
    pub(crate) fn last_event(&self) -> Option<DeviceEvent> {
        self.events.as_ref()?.last
    }

    pub(crate) fn read(&mut self, address: u16, value: u8) {
        if self.reads.contains(address) {
            self.hit = Some(Hit::Access { access: Access::Read, address, value });
        }
    }

    #[inline]
    pub(crate) fn written(&mut self, address: u16, value: u8) {
        if self.writes.contains(address) {
            self.hit = Some(Hit::Access { access: Access::Write, address, value });
        }
    }
}

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

    pub(crate) fn bits(&self) -> &[u64; 1024] {
        self.bits.as_deref().unwrap_or(&[0; 1024])
    }
}

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
