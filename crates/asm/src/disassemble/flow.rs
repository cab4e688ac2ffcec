//! The control flow of an instruction: whether it continues with the next one, and its target.

use arcadian_isa::{Instruction, Mode, Operand, Row};

/// Mnemonics of instructions that never continue with the next one. BRK and JAM are included because these
/// bytes are more often data than code.
const ENDS: [&str; 11] = ["JMP", "JP", "JR", "RET", "RETI", "RETN", "PCHL", "RTS", "RTI", "BRK", "JAM"];

/// Returns whether execution never continues with the next instruction. A halt does: an interrupt ends it.
pub(super) fn ends(row: &Row) -> bool {
    let is_conditional = row.operands().iter().any(|operand| matches!(operand, Operand::Cond(_)));
    ENDS.contains(&row.mnemonic) && !is_conditional
}

/// Returns the target of a jump, call or branch.
pub(super) fn target(address: u16, instruction: &Instruction) -> Option<u16> {
    let row = instruction.row;
    let is_absolute = match row.operands() {
        // On the 8080 only jumps and calls have a word as their only operand.
        [Operand::Word] => true,
        [Operand::Cond(_), Operand::Word] => true,
        [Operand::Mos(Mode::Absolute)] => matches!(row.mnemonic, "JMP" | "JSR"),
        _ => false,
    };
    instruction.target(address).or(is_absolute.then_some(instruction.value))
}

/// Returns the address of a restart.
pub(super) fn restart(row: &Row) -> Option<u16> {
    match (row.mnemonic, row.operands()) {
        ("RST", [Operand::Digit(number)]) => Some(u16::from(*number) * 8),
        ("RST", [Operand::Vector(address)]) => Some((*address).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};

    #[test]
    fn what_follows_an_instruction() {
        for (processor, bytes, to, over) in [
            (I8080, &[0xC3, 0x34, 0x12][..], Some(0x1234), true),
            (I8080, &[0xC2, 0x34, 0x12], Some(0x1234), false),
            (I8080, &[0xCD, 0x34, 0x12], Some(0x1234), false),
            (I8080, &[0xE9], None, true),
            (I8080, &[0xC9], None, true),
            (I8080, &[0xC8], None, false),
            (I8080, &[0xDF], Some(0x18), false),
            (I8080, &[0x76], None, false),
            (I8080, &[0x3A, 0x34, 0x12], None, false),
            (Z80, &[0x18, 0xFE], Some(0x100), true),
            (Z80, &[0x20, 0xFE], Some(0x100), false),
            (Z80, &[0x10, 0x02], Some(0x104), false),
            (Z80, &[0xDA, 0x34, 0x12], Some(0x1234), false),
            (Z80, &[0xDD, 0xE9], None, true),
            (Z80, &[0xED, 0x4D], None, true),
            (Z80, &[0xD0], None, false),
            (Z80, &[0xFF], Some(0x38), false),
            (Mos6502, &[0x4C, 0x34, 0x12], Some(0x1234), true),
            (Mos6502, &[0x6C, 0x34, 0x12], None, true),
            (Mos6502, &[0x20, 0x34, 0x12], Some(0x1234), false),
            (Mos6502, &[0xD0, 0xFE], Some(0x100), false),
            (Mos6502, &[0x60], None, true),
            (Mos6502, &[0x00], None, true),
            (Mos6502, &[0xAD, 0x34, 0x12], None, false),
        ] {
            let found = (processor as Processor).decode(bytes).expect("an instruction");
            let to_found = target(0x100, &found).or(restart(found.row));
            assert_eq!((to_found, ends(found.row)), (to, over), "{found:?}");
        }
    }
}
