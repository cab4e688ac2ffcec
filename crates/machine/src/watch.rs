//! Watched addresses.

use std::ops::RangeInclusive;

use crate::addresses::Addresses;

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
    /// What distinguishes events of one kind, such as a line number or an address.
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
    /// Whether writes to ROM count as hits.
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
