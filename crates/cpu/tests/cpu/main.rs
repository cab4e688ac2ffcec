//! Tests of the cores.

/// Tests of the 8080 and Z80: comparison with independent cores and with the opcode tables, and interrupts.
mod intel_zilog {
    mod faults;
    mod interrupts;
    mod references;
    mod table;
    mod test_bus;
}
mod lanes;
/// Tests of the 6502: comparison with recordings of the chip, with two independent cores, with Bruce Clark's decimal sequences and
/// with the opcode table, and interrupts.
mod mos6502 {
    mod chip;
    mod interrupts;
    mod references;
    mod rows;
    mod test_bus;
}
mod rustzx_bus;
