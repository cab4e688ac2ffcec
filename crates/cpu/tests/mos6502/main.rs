//! Tests of the 6502: comparison with two independent cores, with Bruce Clark's decimal sequences and with the opcode table, and
//! interrupts.

mod decimal;
mod interrupts;
mod references;
mod rows;
mod state;
mod test_bus;
