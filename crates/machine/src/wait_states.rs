//! Wait states.

use std::ops::RangeInclusive;

use arcadian_cpu::MachineCycle;

use crate::area::DeviceId;

/// The wait states of an access (WAIT, READY, RDY). Writes of the NMOS 6502 have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStates {
    /// A fixed number of cycles.
    Fixed(u16),
    /// A number computed by a device: [`Device::wait_states`](crate::Device::wait_states).
    Device(DeviceId),
}

/// The wait states of all addresses. If ranges overlap, the last one counts.
#[derive(Clone, Debug)]
pub(crate) struct WaitStateMap {
    pub(crate) is_used: bool,
    memory: Vec<(RangeInclusive<u16>, WaitStates)>,
    // The pages that the ranges in `memory` overlap.
    pages: [bool; 256],
    ports: [Option<WaitStates>; 256],
    acknowledge: Option<WaitStates>,
}

impl Default for WaitStateMap {
    fn default() -> Self {
        WaitStateMap {
            is_used: false,
            memory: Vec::new(),
            pages: [false; 256],
            ports: [None; 256],
            acknowledge: None,
        }
    }
}

impl WaitStateMap {
    pub(crate) fn add_memory(&mut self, range: RangeInclusive<u16>, states: WaitStates) {
        for page in high(*range.start())..=high(*range.end()) {
            self.pages[page] = true;
        }
        self.memory.push((range, states));
        self.is_used = true;
    }

    pub(crate) fn add_ports(&mut self, ports: RangeInclusive<u8>, states: WaitStates) {
        ports.for_each(|port| self.ports[usize::from(port)] = Some(states));
        self.is_used = true;
    }

    pub(crate) fn set_acknowledge(&mut self, states: WaitStates) {
        self.acknowledge = Some(states);
        self.is_used = true;
    }

    /// Returns the wait states of an access.
    pub(crate) fn get(&self, cycle: MachineCycle, address: u16) -> Option<WaitStates> {
        match cycle {
            MachineCycle::Fetch | MachineCycle::Read | MachineCycle::Write => self.get_memory(address),
            MachineCycle::Input | MachineCycle::Output => self.ports[usize::from(address.to_be_bytes()[1])],
            MachineCycle::Acknowledge => self.acknowledge,
        }
    }

    fn get_memory(&self, address: u16) -> Option<WaitStates> {
        if !self.pages[high(address)] {
            return None;
        }
        let last = self.memory.iter().rev().find(|(range, _)| range.contains(&address));
        last.map(|(_, states)| *states)
    }
}

fn high(address: u16) -> usize {
    usize::from(address.to_be_bytes()[0])
}
