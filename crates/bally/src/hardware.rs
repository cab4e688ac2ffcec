//! Hardware in a cartridge besides its ROM.
//!
//! A trait object, so that a program that plugs in no such cartridge, as the web page, does not contain the hardware.

use std::{fmt, sync::Arc};

use arcadian_machine::{Backplane, MapError};

use crate::state::{Reader, StateError, Writer};

/// A kind of hardware with its settings.
pub(crate) trait Plug: fmt::Debug + Send + Sync {
    /// Returns the first address at which it answers. The ROM ends before it.
    fn first(&self) -> u16;

    /// Adds the device to a board and maps it.
    fn plug(&self, backplane: &mut Backplane) -> Result<(), MapError>;

    /// Saves the state of the device.
    fn save(&self, backplane: &Backplane, state: &mut Writer);

    /// Loads a saved state of the device of a machine that has run for `now` cycles.
    fn load(&self, backplane: &mut Backplane, state: &mut Reader, now: u64) -> Result<(), StateError>;
}

/// The hardware of one cartridge. Two are equal if they are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Hardware(pub(crate) Arc<dyn Plug>);

impl PartialEq for Hardware {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Hardware {}
