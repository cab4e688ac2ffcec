//! Code that runs away.

use std::fmt;

use arcadian_cpu::{Core, Z80};
use arcadian_machine::Reason;

/// The reason why a program can no longer do anything useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runaway {
    /// The processor is halted, and no interrupt can end that: interrupts are off in the processor or in the chips.
    Halted {
        /// The address of the HALT.
        address: u16,
    },
    /// An instruction is executed where there is no memory.
    Unmapped { address: u16 },
}

impl Runaway {
    /// Returns the name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Runaway::Halted { .. } => "halted",
            Runaway::Unmapped { .. } => "unmapped",
        }
    }

    /// Returns the address of the instruction.
    pub const fn address(self) -> u16 {
        match self {
            Runaway::Halted { address } | Runaway::Unmapped { address } => address,
        }
    }

    /// Returns the reason for a processor that is halted for good, or is at an unmapped address.
    pub fn at(core: &Z80) -> Self {
        if core.is_halted() {
            // The processor has passed the HALT.
            Runaway::Halted { address: core.pc().wrapping_sub(1) }
        } else {
            Runaway::Unmapped { address: core.pc() }
        }
    }

    /// Returns what a stop reason says about the code. An address counts as unmapped.
    pub(crate) fn of(reason: Reason) -> Option<Self> {
        match reason {
            // The processor has passed the HALT.
            Reason::Halted(next) => Some(Runaway::Halted { address: next.wrapping_sub(1) }),
            Reason::Address(address) => Some(Runaway::Unmapped { address }),
            _ => None,
        }
    }
}

impl fmt::Display for Runaway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Runaway::Halted { address } => {
                write!(f, "HALT at {address:04X} with interrupts off: nothing can wake the processor")
            }
            Runaway::Unmapped { address } => {
                write!(f, "execution reached {address:04X}, where there is no memory")
            }
        }
    }
}
