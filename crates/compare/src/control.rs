//! What an instruction does beside its result.

use arcadian_isa::{CycleKind, Mode, Operand, Reg, Row};

/// Whether an instruction chooses something that is only about its duration: whether an indexed address crosses a page (6502).
pub(crate) fn may_cross_page(row: &Row) -> bool {
    let crosses = row.bus.cycles().iter().any(|cycle| cycle.when == arcadian_isa::When::Crossed);
    crosses && row.mode() != Mode::Relative
}

/// Whether an instruction accesses memory at the top of the stack.
pub(crate) fn is_stack_access(row: &Row) -> bool {
    let is_top = |kind| matches!(kind, CycleKind::Push | CycleKind::Pull);
    let exchanges = row.mnemonic == "XTHL" || row.operands().contains(&Operand::At(Reg::SP));
    exchanges || row.bus.cycles().iter().any(|cycle| is_top(cycle.kind))
}
