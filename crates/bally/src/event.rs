//! Reasons of a stop: the events at which a debugger can stop, and code that runs away.

use std::{fmt, ops::RangeInclusive};

use arcadian_cpu::{Core, Z80};
use arcadian_machine::{Backplane, DeviceEvent, History, Reason};

/// The beam has reached a raster line; the value is its number.
pub const RASTER_LINE: &str = "raster line";
/// The processor has accepted an interrupt; the value is the vector.
pub const INTERRUPT: &str = "interrupt";
pub const PORT_READ: &str = "port read";
/// A port was written; the value is its number.
pub const PORT_WRITE: &str = "port write";
/// Magic memory was written; the value is the address.
pub const MAGIC_WRITE: &str = "magic write";

/// A stop condition that concerns the custom chips.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StopAt {
    /// The beam reaches a raster line (0 to 261).
    RasterLine(u16),
    /// The processor accepts an interrupt of the chips.
    Interrupt,
    PortRead(RangeInclusive<u8>),
    PortWrite(RangeInclusive<u8>),
    /// The program writes magic memory at one of these addresses (0000 to 0FFF).
    MagicWrite(RangeInclusive<u16>),
}

impl StopAt {
    pub fn add_to(&self, backplane: &mut Backplane) {
        let (name, values) = self.event();
        backplane.stop_at_event(name, values);
    }

    pub fn add_to_history(&self, history: &mut History<Z80>) {
        let (name, values) = self.event();
        history.stop_at_event(name, values);
    }

    fn event(&self) -> (&'static str, RangeInclusive<u16>) {
        let ports = |ports: &RangeInclusive<u8>| u16::from(*ports.start())..=u16::from(*ports.end());
        match self {
            StopAt::RasterLine(line) => (RASTER_LINE, *line..=*line),
            StopAt::Interrupt => (INTERRUPT, 0..=0xFF),
            StopAt::PortRead(range) => (PORT_READ, ports(range)),
            StopAt::PortWrite(range) => (PORT_WRITE, ports(range)),
            StopAt::MagicWrite(addresses) => (MAGIC_WRITE, addresses.clone()),
        }
    }
}

/// An event of the chips, for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipEvent(pub DeviceEvent);

impl fmt::Display for ChipEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeviceEvent { name, value } = self.0;
        match name {
            RASTER_LINE => write!(f, "the beam is in raster line {value}"),
            INTERRUPT => write!(f, "an interrupt with vector {value:02X} was accepted"),
            PORT_READ => write!(f, "port {value:02X} was read"),
            PORT_WRITE => write!(f, "port {value:02X} was written"),
            MAGIC_WRITE => write!(f, "magic memory was written at {value:04X}"),
            _ => write!(f, "{name}: {value:04X}"),
        }
    }
}

/// The reason why a program can no longer do anything useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runaway {
    /// The processor is halted, and no interrupt can end that: interrupts are off in the processor or in the chips.
    Halted { address: u16 },
    /// An instruction is executed where there is no memory.
    Unmapped { address: u16 },
}

impl Runaway {
    pub const fn name(self) -> &'static str {
        match self {
            Runaway::Halted { .. } => "halted",
            Runaway::Unmapped { .. } => "unmapped",
        }
    }

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
