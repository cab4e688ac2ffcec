//! A parser for the text of the tables that runs at compile time, so that an error in a table is a compile error.
//!
//! A line of the 8080's and Z80's tables has five fields:
//!
//! ```text
//! op mark instruction | machine cycles | flags written | flags read
//! ```
//!
//! - mark: a blank for documented, `*` for undocumented, `+` for documented with another encoding preferred, `=` for
//!   undocumented with another encoding preferred.
//! - machine cycles: the notation of [`crate::bus`].
//! - flags written: a character for each bit of the status byte, from bit 7 down: the flag's letter if computed, `0` or
//!   `1` if cleared or set, `-` if unchanged.
//! - flags read: letters. The flag of a condition is implied.

use crate::{
    bus::BusSequence,
    hex,
    row::{Cond, Flags, Operand, Page, Reg, Row, Status},
};

/// Creates a prefix entry, which selects another page.
pub(crate) const fn prefix(page: Page, opcode: u8) -> Row {
    Row {
        page,
        opcode,
        mnemonic: "",
        operands: [Operand::None; 3],
        length: 0,
        cycles: BusSequence::NONE.time(),
        bus: BusSequence::NONE,
        status: Status::Documented,
        alternative: false,
        flags: Flags { read: 0, computed: 0, cleared: 0, set: 0 },
    }
}

/// Creates a page of prefix entries, to be filled.
pub(crate) const fn empty(page: Page) -> [Row; 256] {
    let mut rows = [prefix(page, 0); 256];
    let mut at = 0;
    while at < 256 {
        rows[at].opcode = at as u8;
        at += 1;
    }
    rows
}

/// Parses the lines of a table into a page.
pub(crate) const fn fill(
    mut rows: [Row; 256],
    letters: &str,
    operand: Operands,
    mut text: &'static str,
) -> [Row; 256] {
    while !text.is_empty() {
        let (line, rest) = split(text, b'\n');
        text = rest;
        if !line.is_empty() {
            let row = row(rows[0].page, letters, operand, line);
            assert!(rows[row.opcode as usize].is_prefix(), "duplicate opcode");
            rows[row.opcode as usize] = row;
        }
    }
    rows
}

const fn row(page: Page, letters: &str, syntax: Operands, line: &'static str) -> Row {
    let (instruction, line) = split(line, b'|');
    let (bus, line) = split(line, b'|');
    let (written, read) = split(line, b'|');

    let (opcode, rest) = instruction.split_at(2);
    let (mark, instruction) = rest.split_at(1);
    let (mnemonic, mut words) = split(instruction, b' ');

    let mut operands = [Operand::None; 3];
    let mut flags = flags(letters, written, read);
    let mut count = 0;
    while !words.is_empty() {
        let (word, rest) = split(words, b',');
        words = rest;
        operands[count] = syntax.operand(mnemonic, word);
        if let Operand::Cond(cond) = operands[count] {
            flags.read |= cond.flag();
        }
        count += 1;
    }

    let (status, alternative) = match mark.as_bytes()[0] {
        b' ' => (Status::Documented, false),
        b'+' => (Status::Documented, true),
        b'*' => (Status::Undocumented, false),
        b'=' => (Status::Undocumented, true),
        _ => panic!("unknown mark"),
    };
    let bus = BusSequence::parse(bus);
    Row {
        page,
        opcode: byte(opcode),
        mnemonic,
        operands,
        length: bus.length(),
        cycles: bus.time(),
        bus,
        status,
        alternative,
        flags,
    }
}

/// Parses the flag fields; `letters` names the bits of the status byte from bit 7 down.
pub(crate) const fn flags(letters: &str, written: &str, read: &str) -> Flags {
    let (letters, written) = (letters.as_bytes(), written.as_bytes());
    assert!(letters.len() == 8 && written.len() == 8, "a status byte has eight bits");
    let mut flags = Flags { read: 0, computed: 0, cleared: 0, set: 0 };
    let mut at = 0;
    while at < 8 {
        let bit = 0x80 >> at;
        match written[at] {
            b'-' => {}
            b'0' => flags.cleared |= bit,
            b'1' => flags.set |= bit,
            letter => {
                assert!(letter == letters[at], "wrong flag letter");
                flags.computed |= bit;
            }
        }
        if contains(read, letters[at]) {
            flags.read |= bit;
        }
        at += 1;
    }
    flags
}

const fn contains(text: &str, letter: u8) -> bool {
    let text = text.as_bytes();
    let mut at = 0;
    while at < text.len() {
        if text[at] == letter {
            return true;
        }
        at += 1;
    }
    false
}

/// Splits a text at the first separator and trims both parts.
pub(crate) const fn split(text: &'static str, separator: u8) -> (&'static str, &'static str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == separator {
            let (head, tail) = text.split_at(at);
            return (head.trim_ascii(), tail.split_at(1).1.trim_ascii());
        }
        at += 1;
    }
    (text.trim_ascii(), "")
}

/// Parses a byte of two hexadecimal digits.
pub(crate) const fn byte(text: &str) -> u8 {
    let text = text.as_bytes();
    match hex::byte(text[0], text[1]) {
        Some(byte) => byte,
        None => panic!("not a hexadecimal digit"),
    }
}

pub(crate) const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The operand syntax of a table.
#[derive(Clone, Copy)]
pub(crate) enum Operands {
    Intel,
    Zilog,
}

impl Operands {
    pub(super) const fn operand(self, mnemonic: &str, word: &str) -> Operand {
        match self {
            Operands::Intel => intel(mnemonic, word),
            Operands::Zilog => zilog(mnemonic, word),
        }
    }
}

/// Parses an operand of the 8080's table. B, D and H mean a register pair if the instruction operates on pairs.
const fn intel(mnemonic: &str, word: &str) -> Operand {
    let pairs = matches!(mnemonic.as_bytes(), b"LXI" | b"INX" | b"DCX" | b"DAD" | b"PUSH" | b"POP");
    let at_pair = matches!(mnemonic.as_bytes(), b"LDAX" | b"STAX");
    match word.as_bytes() {
        b"B" if pairs => Operand::Reg(Reg::BC),
        b"D" if pairs => Operand::Reg(Reg::DE),
        b"H" if pairs => Operand::Reg(Reg::HL),
        b"B" if at_pair => Operand::At(Reg::BC),
        b"D" if at_pair => Operand::At(Reg::DE),
        b"A" => Operand::Reg(Reg::A),
        b"B" => Operand::Reg(Reg::B),
        b"C" => Operand::Reg(Reg::C),
        b"D" => Operand::Reg(Reg::D),
        b"E" => Operand::Reg(Reg::E),
        b"H" => Operand::Reg(Reg::H),
        b"L" => Operand::Reg(Reg::L),
        b"M" => Operand::At(Reg::HL),
        b"SP" => Operand::Reg(Reg::SP),
        b"PSW" => Operand::Reg(Reg::AF),
        b"d8" => Operand::Byte,
        b"d16" | b"a16" => Operand::Word,
        b"m16" => Operand::Memory,
        b"p8" => Operand::Port,
        [digit @ b'0'..=b'7'] => Operand::Digit(*digit - b'0'),
        _ => panic!("unknown operand"),
    }
}

/// Parses an operand of the Z80's tables.
const fn zilog(mnemonic: &str, word: &str) -> Operand {
    // C is a condition in jumps, calls and returns.
    let jumps = matches!(mnemonic.as_bytes(), b"JP" | b"JR" | b"CALL" | b"RET");
    match word.as_bytes() {
        b"C" if jumps => Operand::Cond(Cond::C),
        b"NC" => Operand::Cond(Cond::NC),
        b"Z" => Operand::Cond(Cond::Z),
        b"NZ" => Operand::Cond(Cond::NZ),
        b"PO" => Operand::Cond(Cond::PO),
        b"PE" => Operand::Cond(Cond::PE),
        b"P" => Operand::Cond(Cond::P),
        b"M" => Operand::Cond(Cond::M),
        b"A" => Operand::Reg(Reg::A),
        b"B" => Operand::Reg(Reg::B),
        b"C" => Operand::Reg(Reg::C),
        b"D" => Operand::Reg(Reg::D),
        b"E" => Operand::Reg(Reg::E),
        b"F" => Operand::Reg(Reg::F),
        b"H" => Operand::Reg(Reg::H),
        b"L" => Operand::Reg(Reg::L),
        b"I" => Operand::Reg(Reg::I),
        b"R" => Operand::Reg(Reg::R),
        b"AF" => Operand::Reg(Reg::AF),
        b"AF'" => Operand::Reg(Reg::AF2),
        b"BC" => Operand::Reg(Reg::BC),
        b"DE" => Operand::Reg(Reg::DE),
        b"HL" => Operand::Reg(Reg::HL),
        b"SP" => Operand::Reg(Reg::SP),
        b"(C)" => Operand::At(Reg::C),
        b"(BC)" => Operand::At(Reg::BC),
        b"(DE)" => Operand::At(Reg::DE),
        b"(HL)" => Operand::At(Reg::HL),
        b"(SP)" => Operand::At(Reg::SP),
        b"n" => Operand::Byte,
        b"nn" => Operand::Word,
        b"e" => Operand::Relative,
        b"(n)" => Operand::Port,
        b"(nn)" => Operand::Memory,
        [digit @ b'0'..=b'7'] => Operand::Digit(*digit - b'0'),
        [_, _, b'H'] => Operand::Vector(byte(word.split_at(2).0)),
        _ => panic!("unknown operand"),
    }
}
