//! The 8080 and the Z80: against independent cores, against the opcode tables, and the rules of interrupts.

mod faults;
mod interrupts;
mod iz80;
mod rustzx;
mod state;
mod table;
mod world;
