//! Tests of the 8080 and Z80: comparison with independent cores and with the opcode tables, and interrupts.

mod faults;
mod interrupts;
mod iz80;
mod rustzx;
mod table;
mod test_bus;
