//! Watchpoints.

use std::ops::RangeInclusive;

use crate::addresses::Addresses;

/// The kind of access that triggers a watchpoint.
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

/// The watchpoints, and the hit in the last instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watchpoints {
    pub(crate) reads: Addresses,
    pub(crate) writes: Addresses,
    pub(crate) events: Vec<(&'static str, RangeInclusive<u16>)>,
    /// Whether there are any watchpoints.
    pub(crate) is_used: bool,
    /// Whether writes to ROM count as hits.
    pub(crate) catches_rom_writes: bool,
    pub(crate) hit: Option<Hit>,
}

/// An access at which a run may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    RomWrite { address: u16, value: u8 },
    Watchpoint { access: Access, address: u16, value: u8 },
    Event(DeviceEvent),
}

impl Watchpoints {
    /// Records a write to ROM. A watchpoint takes precedence.
    pub(crate) fn rom_written(&mut self, address: u16, value: u8) {
        if self.catches_rom_writes {
            self.hit.get_or_insert(Hit::RomWrite { address, value });
        }
    }

    #[inline]
    pub(crate) fn reported(&mut self, event: DeviceEvent) {
        if !self.events.is_empty() {
            self.compare(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn compare(&mut self, event: DeviceEvent) {
        if self.events.iter().any(|(name, values)| *name == event.name && values.contains(&event.value)) {
            self.hit = Some(Hit::Event(event));
        }
    }

    pub(crate) fn read(&mut self, address: u16, value: u8) {
        if self.reads.contains(address) {
            self.hit = Some(Hit::Watchpoint { access: Access::Read, address, value });
        }
    }

    pub(crate) fn written(&mut self, address: u16, value: u8) {
        if self.writes.contains(address) {
            self.hit = Some(Hit::Watchpoint { access: Access::Write, address, value });
        }
    }
}
