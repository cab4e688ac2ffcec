//! Wait states.

use std::ops::RangeInclusive;

use arcadian_cpu::MachineCycle;

use crate::area::DeviceId;

/// How long an access is held up (WAIT, READY, RDY). The NMOS 6502 is not held up when it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// By a fixed number of cycles.
    Fixed(u16),
    /// As a device says: [`Device::wait_states`](crate::Device::wait_states).
    By(DeviceId),
}

/// Where accesses are held up. For each address the last entry counts.
#[derive(Clone, Debug)]
pub(crate) struct WaitStates {
    pub(crate) any: bool,
    memory: Vec<(RangeInclusive<u16>, Waits)>,
    // The pages that the entries of `memory` touch.
    pages: [bool; 256],
    ports: [Option<Waits>; 256],
    acknowledge: Option<Waits>,
}

impl Default for WaitStates {
    fn default() -> Self {
        WaitStates {
            any: false,
            memory: Vec::new(),
            pages: [false; 256],
            ports: [None; 256],
            acknowledge: None,
        }
    }
}

impl WaitStates {
    pub(crate) fn add_memory(&mut self, range: RangeInclusive<u16>, waits: Waits) {
        for page in high(*range.start())..=high(*range.end()) {
            self.pages[page] = true;
        }
        self.memory.push((range, waits));
        self.any = true;
    }

    pub(crate) fn add_ports(&mut self, ports: RangeInclusive<u8>, waits: Waits) {
        ports.for_each(|port| self.ports[usize::from(port)] = Some(waits));
        self.any = true;
    }

    pub(crate) fn set_acknowledge(&mut self, waits: Waits) {
        self.acknowledge = Some(waits);
        self.any = true;
    }

    /// What holds up an access, if anything does.
    pub(crate) fn of(&self, cycle: MachineCycle, address: u16) -> Option<Waits> {
        match cycle {
            MachineCycle::Fetch | MachineCycle::Read | MachineCycle::Write => self.of_memory(address),
            MachineCycle::Input | MachineCycle::Output => self.ports[usize::from(address.to_be_bytes()[1])],
            MachineCycle::Acknowledge => self.acknowledge,
        }
    }

    fn of_memory(&self, address: u16) -> Option<Waits> {
        if !self.pages[high(address)] {
            return None;
        }
        let last = self.memory.iter().rev().find(|(range, _)| range.contains(&address));
        last.map(|(_, waits)| *waits)
    }
}

fn high(address: u16) -> usize {
    usize::from(address.to_be_bytes()[0])
}
