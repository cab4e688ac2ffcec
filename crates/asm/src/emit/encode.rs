//! Rows of the opcode tables, and the numbers in their operands.

use arcadian_isa::{Form, Mode, Operand, Row};

use crate::fault::Fault;
use crate::words::Words;

/// Returns the rows that match. Alternative encodings match only if a suffix names them.
pub(crate) fn rows(words: &Words, mnemonic: &str, forms: &[Form<'_>]) -> Vec<&'static Row> {
    let exact = mnemonic.contains('.');
    words.find(mnemonic, forms).filter(|row| exact || !row.alternative).collect()
}

pub(crate) const fn is_short(row: &Row) -> bool {
    matches!(row.mode(), Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY)
}

/// What a number is called, the least and the greatest value.
pub(crate) type Bounds = (&'static str, i64, i64);

/// Returns the bounds of an operand that is a number.
pub(crate) fn bounds(row: &Row, operand: Operand) -> Option<Bounds> {
    match operand {
        Operand::Relative | Operand::Mos(Mode::Relative) => Some(("the address", -32768, 65535)),
        Operand::Indexed(_) => Some(("the displacement", -128, 127)),
        Operand::Byte | Operand::Mos(Mode::Immediate) => Some(("the byte", -128, 255)),
        Operand::Port => Some(("the port", 0, 255)),
        Operand::Word | Operand::Memory => Some(("the word", -32768, 65535)),
        Operand::Mos(Mode::Implied | Mode::Accumulator) => None,
        Operand::Mos(_) if row.length == 2 => Some(("the zero-page address", 0, 255)),
        Operand::Mos(_) => Some(("the address", -32768, 65535)),
        _ => None,
    }
}

/// Returns the low 16 bits, in two's complement.
pub(crate) const fn low_word(value: i64) -> u16 {
    let bytes = value.to_le_bytes();
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// Suggests an instruction with a longer range than a relative branch.
fn farther(row: &Row) -> String {
    match row.mnemonic {
        "JR" => "JP has no range limit".to_owned(),
        "DJNZ" => "DEC B and JP NZ have no range limit".to_owned(),
        _ => "use the opposite branch over a JMP".to_owned(),
    }
}

/// Checks that a value is within bounds.
pub(crate) const fn range(what: &'static str, value: i64, least: i64, most: i64) -> Result<(), Fault> {
    match value {
        _ if value < least => Err(Fault::TooSmall { what, value, least }),
        _ if value > most => Err(Fault::TooLarge { what, value, most }),
        _ => Ok(()),
    }
}

/// Returns a distance as the displacement of a relative branch, or the fault and what to use instead.
pub(crate) fn displacement(row: &Row, distance: i64) -> Result<i8, (Fault, String)> {
    i8::try_from(distance).map_err(|_| {
        let by = if distance > 0 { distance - 127 } else { -128 - distance };
        (Fault::BranchRange { distance, by }, farther(row))
    })
}
