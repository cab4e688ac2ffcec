//! The 6502 held against two independent cores, against Bruce Clark's decimal sequences, against the opcode table, and
//! against the rules of its interrupts.

mod decimal;
mod interrupts;
mod machine;
mod references;
mod rows;
mod state;
