//! A machine around a processor: memory map, devices, running until something happens, calling a routine, going back.
//!
//! A [`Machine`] is a processor and the [`Backplane`] it is plugged into: 64 KB of which ranges can be ROM or belong to
//! a [`Device`], ports, interrupt lines. Nothing in it knows time or chance.
//!
//! ```
//! use arcadian_cpu::I8080;
//! use arcadian_machine::{Call, Machine, register};
//!
//! // RLC; RLC; RET
//! let mut machine = Machine::<I8080>::new();
//! machine.backplane.load(0x0300, &[0x07, 0x07, 0xC9])?;
//!
//! let call = Call::new(0x0300)?;
//! let took = call.run(&mut machine, &[(register("A")?, 0x81)])?;
//!
//! assert_eq!(machine.register("A")?, 0x06);
//! assert_eq!((took.instructions, took.cycles), (3, 4 + 4 + 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Machine::run`] goes on [`Until`] an address, a jump to itself, a write to ROM or the end of a budget, and says
//! why it stopped. A [`History`] around a machine remembers the way:
//!
//! ```
//! use arcadian_cpu::{Core, Z80};
//! use arcadian_machine::{History, Machine, Until};
//!
//! // 0100: INC (HL); INC HL; JR 0100
//! let mut machine = Machine::<Z80>::new();
//! machine.backplane.load(0x0100, &[0x34, 0x23, 0x18, 0xFC])?;
//! machine.core.set_pc(0x0100);
//! machine.set_register("HL", 0x8000)?;
//!
//! let mut history = History::new(machine);
//! history.run(&Until::halted().instructions(3_000));
//! history.seek(1)?;
//! assert_eq!((history.machine().peek(0x8000), history.machine().peek(0x8001)), (1, 0));
//! history.back(1);
//! assert_eq!(history.machine().peek(0x8000), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What an operating system would do is a table of [services](service); [CP/M](cpm) is one.
//!
//! # Where to begin
//!
//! `memory.rs` has the bytes and the flags of pages that make plain RAM cost one test, and saving pages for the way back
//! nothing more. `backplane.rs` is what a processor sees, `machine.rs` the loop, `history` the way back.

mod addresses;
mod area;
mod backplane;
mod call;
mod clock;
mod context;
pub mod cpm;
mod device;
pub mod devices;
mod history;
mod leg;
mod lines;
mod log;
mod machine;
mod memory;
mod ports;
mod registers;
pub mod service;
mod stuck;
pub mod tape;
pub mod thinning;
mod until;
mod waits;
mod watch;

pub use addresses::Addresses;
pub use area::{Area, DeviceId, Kind, MapError};
pub use backplane::Backplane;
pub use call::{Call, CallError, Input, Returned};
pub use context::Context;
pub use device::{CloneDevice, Device};
pub use history::{Change, History, NotRecorded};
pub use lines::Lines;
pub use log::Log;
pub use machine::{Machine, Moment};
pub use memory::LoadError;
pub use registers::{UnknownRegister, register};
pub use until::{Reason, Stop, Until};
pub use waits::Waits;
pub use watch::Access;
