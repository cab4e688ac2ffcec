//! The NMOS MOS 6502: every opcode, with every bus access in its cycle.
//!
//! Sources: MOS MCS6500 Hardware Manual, appendix A (bus activity cycle by cycle), and Programming Manual (1976); Bruce
//! Clark, "Decimal Mode" (the NMOS sequences for A and the flags); "NMOS 6510 Unintended Opcodes: No More Secrets"
//! (undocumented opcodes); "CPU interrupts" of the nesdev wiki (polling of the lines); the Visual 6502 simulation of JAM, in
//! issue 75 of SingleStepTests/ProcessorTests; the same simulation (perfect6502) of lost NMI and SO edges.
//!
//! Every cycle of the 6502 is an access, so the counts of cycles and accesses are equal. Wait states count as accesses,
//! because the chip repeats the read; the bus performs it once.
//!
//! # Decisions precede writes
//!
//! An instruction calls [`Decide`](crate::Decide) before its first write, so that an implementation can abandon the
//! instruction and restart it from a copy of the state. The exceptions are values that the chip itself reads only after a
//! write: the high byte of JSR's target, the vector of BRK and of an interrupt, and the flag I when the interrupt line is
//! active.

mod addressing;
mod alu;
mod counting_bus;
mod execute;
mod operations;
mod state;

pub use alu::flag;
pub use operations::UNSTABLE;
pub use state::{Event, Mos6502};
