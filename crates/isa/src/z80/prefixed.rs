//! The pages with a prefix.
//!
//! The CB page has eleven operations on eight registers each, three of them for each of eight bits. An opcode is
//! `xx yyy zzz`. For xx = 0 the operation is shift number y; for 1, 2 and 3 it is BIT, RES and SET of bit y. z is the register.
//!
//! In the ED page, every opcode that is not in the table does nothing for eight cycles.
//!
//! The pages after DD and FD are derived from the pages without these prefixes by rules:
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

use super::FLAGS;
use crate::z80;
use crate::{
    bus::{BusSequence, Cycle, CycleKind, When},
    row::{Flags, Operand, Page, Reg, Row, Status},
    table::{self, Operands, prefix, same},
};

pub(super) static CB: [Row; 256] = cb_page();

/// The registers in the order of z.
pub(super) const REGISTERS: [Operand; 8] = [
    Operand::Reg(Reg::B),
    Operand::Reg(Reg::C),
    Operand::Reg(Reg::D),
    Operand::Reg(Reg::E),
    Operand::Reg(Reg::H),
    Operand::Reg(Reg::L),
    Operand::At(Reg::HL),
    Operand::Reg(Reg::A),
];

/// Mnemonic, machine cycles for a register, machine cycles for (HL), flags written, flags read.
type Operation = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SHIFTS: [Operation; 8] = [
    ("RLC", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", ""),
    ("RRC", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", ""),
    ("RL", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", "C"),
    ("RR", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", "C"),
    ("SLA", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", ""),
    ("SRA", "f4 f4", "f4 f4 r4 w3", "SZY0XP0C", ""),
    (SLL, "f4 f4", "f4 f4 r4 w3", "S0Y0XP0C", ""),
    ("SRL", "f4 f4", "f4 f4 r4 w3", "0ZY0XP0C", ""),
];

// Element 0 is unused: xx = 0 selects the shifts.
const BITS: [Operation; 4] = [
    SHIFTS[0],
    ("BIT", "f4 f4", "f4 f4 r4", "SZY1XP0-", ""),
    ("RES", "f4 f4", "f4 f4 r4 w3", "--------", ""),
    ("SET", "f4 f4", "f4 f4 r4 w3", "--------", ""),
];

/// Shifts left and sets bit 0; the only shift that Zilog does not document.
const SLL: &str = "SLL";

const fn cb_page() -> [Row; 256] {
    let mut rows = table::empty(Page::Cb);
    let mut at = 0;
    while at < 256 {
        rows[at] = row(at as u8);
        at += 1;
    }
    rows
}

const fn row(opcode: u8) -> Row {
    let (x, y, z) = (opcode >> 6, opcode >> 3 & 7, opcode & 7);
    let register = REGISTERS[z as usize];
    let (operation, operands) = match x {
        0 => (SHIFTS[y as usize], [register, Operand::None, Operand::None]),
        _ => (BITS[x as usize], [Operand::Digit(y), register, Operand::None]),
    };
    let (mnemonic, in_register, in_memory, written, read) = operation;
    let bus = BusSequence::parse(if matches!(register, Operand::At(_)) { in_memory } else { in_register });
    let flags: Flags = table::flags(FLAGS, written, read);
    let status = if same(mnemonic, SLL) { Status::Undocumented } else { Status::Documented };
    Row {
        mnemonic,
        operands,
        length: bus.length(),
        cycles: bus.time(),
        bus,
        status,
        flags,
        ..prefix(Page::Cb, opcode)
    }
}

pub(super) static ED: [Row; 256] =
    fill_with_nop(table::fill(table::empty(Page::Ed), FLAGS, Operands::Zilog, TEXT));

const fn fill_with_nop(mut rows: [Row; 256]) -> [Row; 256] {
    let bus = BusSequence::parse("f4 f4");
    let mut at = 0;
    while at < 256 {
        if rows[at].is_prefix() {
            rows[at] = Row {
                mnemonic: "NOP",
                length: bus.length(),
                cycles: bus.time(),
                bus,
                status: Status::Undocumented,
                alternative: true,
                ..rows[at]
            };
        }
        at += 1;
    }
    rows
}

const TEXT: &str = include_str!("../tables/z80_ed.txt");

pub(super) static DD: [Row; 256] = page(Page::Dd, &z80::TABLE, IX);
pub(super) static FD: [Row; 256] = page(Page::Fd, &z80::TABLE, IY);
pub(super) static DD_CB: [Row; 256] = page(Page::DdCb, &CB, IX);
pub(super) static FD_CB: [Row; 256] = page(Page::FdCb, &CB, IY);

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
    let memory = &CB[(row.opcode | 7) as usize - 1];
    let copies = (row.opcode & 7) != 6;
    let tests_only = !memory.bus.has(CycleKind::Write);
    let bus = BusSequence::NONE
        .then(PREFIX)
        .then(row.bus.first())
        .then(DISPLACEMENT)
        .then(READ_DURING_SUM)
        .then_from(&memory.bus, 2);

    let copy = if copies && !tests_only { REGISTERS[(row.opcode & 7) as usize] } else { Operand::None };
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
