//! When a run stops, and why it did.

use std::fmt;

use crate::{addresses::Addresses, watch::Access};

/// What a run goes on until. Whatever is asked for, it stops when the processor stands still for good, when a
/// service says so, and after an access that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until {
    /// Before the instruction at one of these. One that the run begins at does not count.
    pub addresses: Addresses,
    /// At a jump to itself: when another step would change nothing.
    pub traps: bool,
    /// After a write to ROM.
    pub stray_writes: bool,
    /// After so many instructions.
    pub instructions: u64,
    /// After the instruction that reaches so many cycles.
    pub cycles: u64,
    // A replay goes on wherever the first run did.
    pub(crate) replay: bool,
}

impl Until {
    /// Stops when nothing can go on, otherwise never.
    pub fn halted() -> Self {
        Until {
            addresses: Addresses::default(),
            traps: false,
            stray_writes: false,
            instructions: u64::MAX,
            cycles: u64::MAX,
            replay: false,
        }
    }

    /// Stops before the instruction at this address too.
    pub fn address(mut self, address: u16) -> Self {
        self.addresses.insert(address);
        self
    }

    /// Stops at a jump to itself too.
    pub fn trap(mut self) -> Self {
        self.traps = true;
        self
    }

    /// Stops after a write to ROM too.
    pub fn stray_write(mut self) -> Self {
        self.stray_writes = true;
        self
    }

    /// Stops after so many instructions too.
    pub fn instructions(mut self, instructions: u64) -> Self {
        self.instructions = instructions;
        self
    }

    /// Stops after so many cycles too.
    pub fn cycles(mut self, cycles: u64) -> Self {
        self.cycles = cycles;
        self
    }

    pub(crate) fn never() -> Self {
        Until { replay: true, ..Until::halted() }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Why.
    pub reason: Reason,
    /// Instructions of this run.
    pub instructions: u64,
    /// Cycles of this run.
    pub cycles: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The next instruction is at one of the addresses asked for.
    Address(u16),
    /// The instruction at this address jumps to itself, and nothing can change that.
    Trap(u16),
    /// The processor stands still, and nothing can change that. The next instruction would be at this address.
    Halted(u16),
    /// The instructions or cycles are used up.
    Budget,
    /// The last instruction wrote this to ROM.
    StrayWrite {
        /// Where it was to go.
        address: u16,
        /// The value.
        value: u8,
    },
    /// The last instruction accessed something watched.
    Watched {
        /// How.
        access: Access,
        /// Where.
        address: u16,
        /// What was read or written.
        value: u8,
    },
    /// The program has told a service that it is done.
    Done,
    /// The program wants something that no service does.
    Unserved {
        /// The address of the service.
        at: u16,
        /// The number of what it wants.
        number: u16,
    },
    /// A string to be printed has no end.
    EndlessString {
        /// Where it begins.
        start: u16,
    },
    /// The one who looked on asked for it.
    Asked,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Address(at) => write!(f, "stopped before {at:04X}"),
            Reason::Trap(at) => write!(f, "the instruction at {at:04X} jumps to itself"),
            Reason::Halted(at) => write!(f, "the processor stands still before {at:04X}"),
            Reason::Budget => write!(f, "the budget is used up"),
            Reason::StrayWrite { address, value } => {
                write!(f, "{value:02X} was written to ROM at {address:04X}")
            }
            Reason::Watched { access: Access::Read, address, value } => {
                write!(f, "{value:02X} was read at {address:04X}")
            }
            Reason::Watched { access: Access::Write, address, value } => {
                write!(f, "{value:02X} was written at {address:04X}")
            }
            Reason::Done => write!(f, "the program is done"),
            Reason::Unserved { at, number } => {
                write!(f, "the program wants function {number} at {at:04X}, which is not served here")
            }
            Reason::EndlessString { start } => write!(f, "the string at {start:04X} has no end"),
            Reason::Asked => write!(f, "stopped as asked"),
        }
    }
}
