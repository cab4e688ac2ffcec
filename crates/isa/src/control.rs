//! Where execution continues after an instruction.

use crate::{
    bus::CycleKind,
    operand::{Mode, Operand},
    row::{Page, Row},
};

/// How an instruction affects the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
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
    /// Returns how the instruction of a row affects the order of execution.
    pub fn of(row: &Row) -> Control {
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

/// Whether the next instruction may follow a jump, a call or a return, depending on the state.
pub fn is_conditional(row: &Row) -> bool {
    let depends = |operand: &Operand| matches!(operand, Operand::Cond(_) | Operand::Mos(Mode::Relative));
    // The conditions of the 8080 are parts of the mnemonics.
    let is_8080 = row.page == Page::I8080 && !matches!(row.mnemonic, "JMP" | "CALL" | "RET" | "PCHL" | "RST");
    row.mnemonic == "DJNZ" || row.operands().iter().any(depends) || is_8080
}
