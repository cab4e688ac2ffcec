//! Machines: a processor core with memory, devices and a clock; runs, calls of routines, and reverse execution.
//!
//! A [`Machine`] is a core on a [`Backplane`]: 64 KB of memory in which ranges can be ROM or mapped to a [`Device`], ports, and
//! interrupt lines. It depends on neither the host's time nor random numbers.
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
//! let cost = call.run(&mut machine, &[(register("A")?, 0x81)])?;
//!
//! assert_eq!(machine.register("A")?, 0x06);
//! assert_eq!((cost.instructions, cost.cycles), (3, 4 + 4 + 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Machine::run`] runs [`Until`] an address, a jump to itself, a write to ROM or the end of a budget, and returns the reason
//! why it stopped. A [`History`] records the execution of a machine and goes back:
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
//! Operating system routines are tables of [services](service), such as that of [CP/M](cpm) and the [console](service::CONSOLE).
//!
//! # Memory and time
//!
//! The bus has 256 pages with a byte of flags each. Plain RAM costs one test per write, and none per read if there are no
//! devices. ROM, devices, watched addresses and pages without a snapshot share that test.
//!
//! A core reports every cycle before the access that it belongs to ([`arcadian_cpu::Bus::elapse`]). The backplane keeps the
//! only clock. A [`Device`] returns the cycle at which it is due, and runs at that cycle, before any later access. Interrupt
//! lines and the next due time are evaluated after a device has run, never during, and not after a write in a range of
//! `map_writes`. The clock counts down to the next event, so an instruction in which nothing happens costs little more. A
//! backplane without devices, watched addresses and wait states runs as `PlainBus`, from which the compiler removes all this.
//! Clock, lines and devices are part of every checkpoint.
//!
//! # Source files
//!
//! `memory.rs` has the memory and the flags of its pages, `backplane.rs` and `backplane/` the bus and the devices,
//! `machine.rs` the run loop, `history.rs` reverse execution.

#![warn(missing_docs)]

mod backplane;
mod call;
mod core;
pub mod cpm;
mod device;
pub mod devices;
mod history;
mod keyboard;
mod lines;
mod machine;
mod memory;
pub mod service;
pub mod tape;
pub mod thinning;
mod trace;
mod until;

pub use backplane::Backplane;
pub use call::{Call, CallCost, CallError, CallFrame, CallInput};
pub use core::{AnyBus, MachineCore, UnknownRegister, register};
pub use device::{CloneDevice, Context, Device, WaitStates};
pub use history::{Change, History, NotRecorded};
pub use keyboard::{CARRIAGE_RETURN, Keyboard, Log};
pub use lines::Lines;

pub use machine::{Machine, MachineView};
pub use memory::{Area, AreaKind, DeviceId, LoadError, MapError};
pub use trace::TracedCore;
pub use until::{Access, Addresses, Budget, DeviceEvent, Reason, Stop, Until};
