//! The pages after DD and FD, derived from the pages without these prefixes by rules:
//!
//! 1. The prefix adds a fetch of four cycles.
//! 2. An access to (HL) becomes (IX+d): d follows the opcode, and the address addition takes five cycles. A byte after d
//!    is read during the addition, so that `LD (IX+d),n` takes only two cycles more than the read of n. Other operands
//!    H and L of the instruction do not change.
//! 3. Otherwise HL, H and L become IX, IXH and IXL, including the (HL) of `JP (HL)`, which has no displacement.
//! 4. All other instructions, including `EX DE,HL`, are the same as without the prefix.
//! 5. After DD CB the displacement precedes the opcode, whose read takes five cycles, including the addition. All
//!    instructions operate on (IX+d). If the opcode without prefix names a register, the result is also copied to it. BIT
//!    has no result, so its eight opcodes for one bit are equivalent.
//!
//! Zilog documents IX, IY, (IX+d) and (IY+d). The index register halves, the copies and prefixes without effect are
//! undocumented.

use super::{base, cb};
use crate::bus::{BusSequence, Cycle, CycleKind, When};
use crate::operand::{Operand, Reg};
use crate::row::{Page, Row, Status};
use crate::table::{prefix, same};

pub(super) static DD: [Row; 256] = page(Page::Dd, &base::TABLE, IX);
pub(super) static FD: [Row; 256] = page(Page::Fd, &base::TABLE, IY);
pub(super) static DD_CB: [Row; 256] = page(Page::DdCb, &cb::TABLE, IX);
pub(super) static FD_CB: [Row; 256] = page(Page::FdCb, &cb::TABLE, IY);

/// The registers that replace HL, H and L.
#[derive(Clone, Copy)]
struct Index {
    pair: Reg,
    high: Reg,
    low: Reg,
}

const IX: Index = Index { pair: Reg::IX, high: Reg::IXH, low: Reg::IXL };
const IY: Index = Index { pair: Reg::IY, high: Reg::IYH, low: Reg::IYL };

const PREFIX: Cycle = always(CycleKind::Fetch, 4);
const DISPLACEMENT: Cycle = always(CycleKind::Operand, 3);
const SUM: Cycle = always(CycleKind::Internal, 5);
const READ_DURING_SUM: Cycle = always(CycleKind::Operand, 5);

const fn always(kind: CycleKind, states: u8) -> Cycle {
    Cycle { kind, states, when: When::Always }
}

const fn page(page: Page, plain: &[Row; 256], index: Index) -> [Row; 256] {
    let mut rows = [prefix(page, 0); 256];
    let mut at = 0;
    while at < 256 {
        let row = &plain[at];
        rows[at] = match page {
            Page::DdCb | Page::FdCb => shift_or_bit(row, index),
            // These select other pages or override this prefix.
            _ if matches!(at, 0xCB | 0xDD | 0xED | 0xFD) => prefix(page, row.opcode),
            _ if accesses_hl(row) => displaced(row, index),
            _ => replaced(row, index),
        };
        rows[at].page = page;
        at += 1;
    }
    rows
}

/// Returns whether it reads or writes the memory at HL; `JP (HL)` does not.
const fn accesses_hl(row: &Row) -> bool {
    let at_hl =
        matches!(row.operands[0], Operand::At(Reg::HL)) || matches!(row.operands[1], Operand::At(Reg::HL));
    at_hl && (row.bus.has(CycleKind::Read) || row.bus.has(CycleKind::Write))
}

/// Applies rule 2.
const fn displaced(row: &Row, index: Index) -> Row {
    let start = BusSequence::NONE.then(PREFIX).then(row.bus.first()).then(DISPLACEMENT);
    let bus = if row.bus.has(CycleKind::Operand) {
        start.then(READ_DURING_SUM).then_from(&row.bus, 2)
    } else {
        start.then(SUM).then_from(&row.bus, 1)
    };
    let [first, second, third] = row.operands;
    timed(Row { bus, operands: [at_index(first, index), at_index(second, index), third], ..*row })
}

const fn at_index(operand: Operand, index: Index) -> Operand {
    match operand {
        Operand::At(Reg::HL) => Operand::Indexed(index.pair),
        other => other,
    }
}

/// Applies rules 3 and 4.
const fn replaced(row: &Row, index: Index) -> Row {
    let bus = BusSequence::NONE.then(PREFIX).then_from(&row.bus, 0);
    let exchange_de = matches!(row.operands[0], Operand::Reg(Reg::DE)) && same(row.mnemonic, "EX");
    let [first, second, third] = row.operands;
    let operands =
        if exchange_de { row.operands } else { [for_hl(first, index), for_hl(second, index), third] };
    let (status, alternative) = match kind_of(first, exchange_de).or(kind_of(second, exchange_de)) {
        Replaced::Pair => (Status::Documented, row.alternative),
        Replaced::Half => (Status::Undocumented, row.alternative),
        Replaced::Nothing => (Status::Undocumented, true),
    };
    timed(Row { bus, operands, status, alternative, ..*row })
}

const fn for_hl(operand: Operand, index: Index) -> Operand {
    match operand {
        Operand::Reg(Reg::HL) => Operand::Reg(index.pair),
        Operand::At(Reg::HL) => Operand::At(index.pair),
        Operand::Reg(Reg::H) => Operand::Reg(index.high),
        Operand::Reg(Reg::L) => Operand::Reg(index.low),
        other => other,
    }
}

#[derive(Clone, Copy)]
enum Replaced {
    Nothing,
    Half,
    Pair,
}

impl Replaced {
    const fn or(self, other: Replaced) -> Replaced {
        match self {
            Replaced::Nothing => other,
            _ => self,
        }
    }
}

const fn kind_of(operand: Operand, stays: bool) -> Replaced {
    match operand {
        _ if stays => Replaced::Nothing,
        Operand::Reg(Reg::HL) | Operand::At(Reg::HL) => Replaced::Pair,
        Operand::Reg(Reg::H | Reg::L) => Replaced::Half,
        _ => Replaced::Nothing,
    }
}

/// Applies rule 5.
const fn shift_or_bit(row: &Row, index: Index) -> Row {
    let memory = &cb::TABLE[(row.opcode | 7) as usize - 1];
    let copies = (row.opcode & 7) != 6;
    let tests_only = !memory.bus.has(CycleKind::Write);
    let bus = BusSequence::NONE
        .then(PREFIX)
        .then(row.bus.first())
        .then(DISPLACEMENT)
        .then(READ_DURING_SUM)
        .then_from(&memory.bus, 2);

    let copy = if copies && !tests_only { cb::REGISTERS[(row.opcode & 7) as usize] } else { Operand::None };
    let operands = match memory.operands {
        [Operand::Digit(bit), ..] => [Operand::Digit(bit), Operand::Indexed(index.pair), copy],
        _ => [Operand::Indexed(index.pair), copy, Operand::None],
    };
    let status = if copies { Status::Undocumented } else { memory.status };
    timed(Row { bus, operands, status, alternative: copies && tests_only, ..*row })
}

/// Sets length and duration from its machine cycles.
const fn timed(row: Row) -> Row {
    Row { length: row.bus.length(), cycles: row.bus.time(), ..row }
}
