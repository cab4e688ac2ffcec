//! Ranges of addresses, and what answers there.

use std::fmt;

/// Addresses that belong together, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first address.
    pub first: u16,
    /// The last address.
    pub last: u16,
    /// What answers there.
    pub kind: Kind,
}

/// What answers in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bytes that the processor can write. Everything that is not mapped is this.
    Ram,
    /// Bytes that the processor cannot write.
    Rom,
    /// A device.
    Device(DeviceId),
    /// Bytes that a device writes when the processor does.
    Writes(DeviceId),
}

/// A device of one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceId {
    pub(crate) slot: usize,
    pub(crate) name: &'static str,
}

/// Why an area cannot be mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// Two areas want the same address.
    #[error("{new} overlaps {old}; an address can belong to one of them only")]
    Overlap {
        /// The area that was to be added.
        new: Area,
        /// The one that is there.
        old: Area,
    },
    /// The last address comes before the first.
    #[error("the range {first:04X}-{last:04X} runs backwards; write the lower address first")]
    Backwards {
        /// The first address.
        first: u16,
        /// The last address.
        last: u16,
    },
    /// The device was made by another machine.
    #[error("this machine has no device `{0}`; add it before giving it addresses or ports")]
    NoDevice(&'static str),
}

impl Area {
    pub(crate) fn contains(&self, address: u16) -> bool {
        (self.first..=self.last).contains(&address)
    }

    fn meets(&self, other: &Area) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Itself, when it can stand beside the others.
    pub(crate) fn beside(self, others: &[Area]) -> Result<Area, MapError> {
        if self.first > self.last {
            return Err(MapError::Backwards { first: self.first, last: self.last });
        }
        match others.iter().find(|other| other.meets(&self)) {
            Some(&old) => Err(MapError::Overlap { new: self, old }),
            None => Ok(self),
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Ram => write!(f, "RAM")?,
            Kind::Rom => write!(f, "ROM")?,
            Kind::Device(id) => write!(f, "device `{}`", id.name)?,
            Kind::Writes(id) => write!(f, "writes to device `{}`", id.name)?,
        }
        write!(f, " {:04X}-{:04X}", self.first, self.last)
    }
}
