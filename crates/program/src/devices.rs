//! Devices at ports and addresses, which a file describes (`file.rs`).
//!
//! Their state is part of the machine, so that a debugger takes it back with everything else.

#[cfg(feature = "tools")]
mod file;

use std::ops::RangeInclusive;

use arcadian_files::error::{Result, message};
use arcadian_machine::{Backplane, devices::Scripted};

#[cfg(feature = "tools")]
pub use file::read;

/// Refuses the file of devices: this host reads none.
#[cfg(not(feature = "tools"))]
pub fn read(_files: &dyn arcadian_files::Files, _path: &std::path::Path) -> Result<Vec<Attachment>> {
    Err(message!("files of devices are not read here"))
}

/// A device or a kind of memory, and the ports or addresses of a machine that it is attached to.
#[derive(Clone, Debug)]
pub enum Attachment {
    Port(RangeInclusive<u8>, Scripted),
    Memory(RangeInclusive<u16>, Scripted),
    Rom(RangeInclusive<u16>),
    /// Addresses that must be RAM.
    Ram(RangeInclusive<u16>),
}

impl Attachment {
    pub fn attach(&self, backplane: &mut Backplane) -> Result<()> {
        match self {
            Attachment::Port(ports, device) => {
                let id = backplane.plug(device.clone());
                backplane.attach(ports.clone(), id).map_err(|error| message!("{error}"))
            }
            Attachment::Memory(range, device) => {
                let attached = backplane.device(range.clone(), device.clone());
                attached.map(drop).map_err(|error| message!("{error}"))
            }
            Attachment::Rom(range) => backplane.rom(range.clone()).map_err(|error| message!("{error}")),
            Attachment::Ram(range) => backplane.ram(range.clone()).map_err(|error| message!("{error}")),
        }
    }
}
