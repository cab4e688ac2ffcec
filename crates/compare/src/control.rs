//! Where execution continues after an instruction.

use arcadian_isa::{CycleKind, Mode, Operand, Row};

/// How an instruction affects the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// The next instruction follows, or the instruction repeats.
    Ordinary,
    /// It may jump to an address that it computes, as a return does.
    Computed,
    /// It may jump to its operand.
    Branch,
    /// It may call its operand.
    Call,
    /// It calls a fixed address.
    Restart(u16),
    /// It waits for an interrupt.
    Wait,
}

impl Control {
    /// Returns what an opcode does.
    pub(crate) fn of(row: &Row) -> Control {
        let has = |operand| row.operands().contains(&operand);
        let does = |kind| row.bus.cycles().iter().any(|cycle| cycle.kind == kind);
        let has_address = has(Operand::Word) || has(Operand::Mos(Mode::Absolute));
        match row.mnemonic {
            "RST" => Control::Restart(row.opcode as u16 & 0x38),
            "HALT" | "HLT" => Control::Wait,
            _ if has(Operand::Relative) || has(Operand::Mos(Mode::Relative)) => Control::Branch,
            _ if has_address && does(CycleKind::Push) => Control::Call,
            name if has_address && name.starts_with('J') => Control::Branch,
            "PCHL" | "JP" | "JMP" => Control::Computed,
            name if name.starts_with('R') && does(CycleKind::Pull) => Control::Computed,
            _ => Control::Ordinary,
        }
    }
}

/// Whether an instruction chooses something that is only about its duration: whether an indexed address crosses a page (6502).
pub(crate) fn may_cross_page(row: &Row) -> bool {
    let crosses = row.bus.cycles().iter().any(|cycle| cycle.when == arcadian_isa::When::Crossed);
    crosses && row.mode() != Mode::Relative
}
