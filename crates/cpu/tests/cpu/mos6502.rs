//! Tests of the 6502: comparison with recordings of the chip, with two independent cores, with Bruce Clark's decimal sequences and
//! with the opcode table, and interrupts.

mod chip;
mod decimal;
mod interrupts;
mod references;
mod rows;
mod test_bus;
