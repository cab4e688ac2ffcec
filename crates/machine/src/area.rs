//! Mapped address ranges.

use std::fmt;

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
