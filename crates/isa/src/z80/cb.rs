//! The CB page: eleven operations on eight registers each, three of them for each of eight bits.
//!
//! An opcode is `xx yyy zzz`. For xx = 0 the operation is shift number y; for 1, 2 and 3 it is BIT, RES and SET of bit y.
//! z is the register.

use super::base::FLAGS;
use crate::bus::BusSequence;
use crate::operand::{Operand, Reg};
use crate::row::{Flags, Page, Row, Status};
use crate::table::{self, same};

pub(super) static TABLE: [Row; 256] = page();

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

const fn page() -> [Row; 256] {
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
        ..table::prefix(Page::Cb, opcode)
    }
}
