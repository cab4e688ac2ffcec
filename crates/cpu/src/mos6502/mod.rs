//! The MOS 6502, NMOS: every opcode, every access to the bus in its cycle.
//!
//! Sources: MOS MCS6500 Hardware Manual, appendix A (the bus cycle by cycle), and Programming Manual (1976); Bruce Clark,
//! "Decimal Mode" (the NMOS sequences for A and the flags); "NMOS 6510 Unintended Opcodes: No More Secrets" (undocumented
//! codes); "CPU interrupts" of the nesdev wiki (when the lines are looked at); the Visual 6502 simulation of JAM, in
//! issue 75 of SingleStepTests/ProcessorTests; the same simulation (perfect6502) of when edges of NMI and SO are lost.
//!
//! Every cycle of the 6502 is an access, so cycles and accesses are always the same number. Wait states are accesses too: the
//! chip repeats the read. The bus sees it once.
//!
//! # Questions before writes
//!
//! Whatever chooses the way is asked of [`Decide`](crate::Decide) before the instruction writes for the first time, so
//! one who has no answer yet can drop the instruction half done and start it again from a copy of the state. Where the
//! chip itself learns it only after a write, the question comes then: the high byte of JSR's target, the vector of BRK
//! and of an interrupt, and the flag I when the interrupt line is active.

mod addressing;
mod alu;
mod counted;
mod execute;
mod interrupt;
mod operations;
mod state;

pub use interrupt::Signal;
pub use operations::UNSTABLE;
pub use state::Mos6502;
