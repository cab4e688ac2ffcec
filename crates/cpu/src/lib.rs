//! Processor cores: the Intel 8080, the Zilog Z80 and the NMOS MOS 6502.
//!
//! A core is a small `Copy` value. [`Core::step`] executes one instruction on a [`Bus`], [`Core::run`] many of them.
//!
//! ```
//! use arcadian_cpu::{Bus, Core, Z80};
//!
//! struct Ram([u8; 0x1_0000]);
//!
//! impl Bus for Ram {
//!     fn read(&mut self, address: u16) -> u8 {
//!         self.0[usize::from(address)]
//!     }
//!
//!     fn write(&mut self, address: u16, value: u8) {
//!         self.0[usize::from(address)] = value;
//!     }
//!
//!     fn peek(&self, address: u16) -> u8 {
//!         self.0[usize::from(address)]
//!     }
//! }
//!
//! // LD A,20H; ADD A,22H; LD (8000H),A; HALT
//! let mut ram = Ram([0; 0x1_0000]);
//! ram.0[..8].copy_from_slice(&[0x3E, 0x20, 0xC6, 0x22, 0x32, 0x00, 0x80, 0x76]);
//!
//! let mut cpu: Z80 = Z80::default();
//! let cost = cpu.run(&mut ram, 1000, |_| false);
//!
//! assert!(cpu.is_halted());
//! assert_eq!(ram.0[0x8000], 0x42);
//! assert_eq!((cost.instructions, cost.cycles), (4, 7 + 7 + 13 + 4));
//! ```
//!
//! Each instruction is defined once, generic over [`Domain`], the type of a byte. With `u8` a core runs programs at full
//! speed. With other domains it executes many machines in lock step, or all inputs at once; [`Decide`] then chooses the
//! direction of each branch.
//!
//! # How a core works
//!
//! `execution_context.rs` (8080, Z80) and `mos6502.rs` own the bus during an instruction, and count cycles and
//! accesses as they occur; cycle counts are not looked up. On the 8080 and Z80 each match arm of `execute.rs` defines a group
//! of opcodes, with registers numbered as in the opcode. The macro `dispatch` inlines that match once per opcode for single
//! machines, so that the compiler sees constant registers; opcodes after DD and FD, and other domains, use one copy. The
//! 6502's table names the operation and the addressing mode of each opcode; each is a function. A core asks [`Decide`] before
//! it writes memory wherever the chip's order allows, so that the instruction can be restarted.
//!
//! The compiler keeps registers of the emulated processor in host registers only while no pointer to them exists. So the
//! cores work on copies, out-of-line functions take and return values, and every other function that gets a core or its
//! context is inlined. On wasm32 nothing is forced: there the size of the code counts. Associated constants such as
//! [`Bus::SUPPLIES_OPCODES`] leave out what a bus never needs.

#![no_std]
#![warn(missing_docs)]

mod bus;
mod domain;
mod execution_context;
pub mod i8080;
pub mod mos6502;
pub mod registers;
pub mod z80;

pub use bus::{Bus, Core, Decide, MachineCycle, Register, RunCost, StepCost};
pub use domain::{Domain, DomainMap};
pub use i8080::I8080;
pub use mos6502::Mos6502;
pub use z80::Z80;
