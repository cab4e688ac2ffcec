//! The Intel 8080, the Zilog Z80 and the MOS 6502 (NMOS), each instruction's meaning written once.
//!
//! A core is a small `Copy` state that does one thing: [`Core::step`] executes one instruction over a [`Bus`]. Both
//! are generic over [`Domain`], the kind of value a byte is. With `u8` that costs nothing and is what one wants to run
//! programs; other domains run many machines in lock step, or all inputs at once.

#![no_std]

mod bus;
mod dispatch;
mod domain;
mod flow;
pub mod i8080;
pub mod mos6502;
mod processor;
pub mod registers;
mod step;
pub mod z80;

pub use bus::{Bus, Decide, MachineCycle};
pub use domain::Domain;
pub use i8080::I8080;
pub use mos6502::Mos6502;
pub use processor::{Core, Register};
pub use step::{Ran, Step};
pub use z80::Z80;
