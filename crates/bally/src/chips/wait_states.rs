//! Wait states of memory and ports.

use arcadian_cpu::MachineCycle;

use super::{Chips, SCREEN};
use crate::raster::FIRST_DATA_DOT;

impl Chips {
    /// Returns the number of wait states of an access.
    pub(super) fn wait_states_of(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        match cycle {
            // The processor itself adds one wait state to every access to a port.
            MachineCycle::Input if matches!(address.to_be_bytes()[1], 0x10..=0x17) => 3,
            MachineCycle::Input | MachineCycle::Output => 1,
            MachineCycle::Acknowledge => 0,
            _ => self.memory_wait_states(cycle, address, now),
        }
    }

    /// Returns the number of wait states of an access to RAM or a port.
    fn memory_wait_states(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        if address < SCREEN && cycle != MachineCycle::Write {
            return 0;
        }
        1 + u16::from(self.is_display_fetch(now)) + u16::from(cycle == MachineCycle::Fetch)
    }

    /// Returns whether the display fetches a byte at a cycle: in every second of the 80 cycles in which a line has data.
    fn is_display_fetch(&self, now: u64) -> bool {
        const FIRST: u64 = FIRST_DATA_DOT as u64 / 4;
        let into_data = (now - self.beam.start().min(now)).checked_sub(FIRST);
        self.data_line().is_some() && into_data.is_some_and(|cycle| cycle < 80 && cycle % 2 == 0)
    }
}
