//! Reads the tables' text when they are compiled; a slip in a table does not compile.
//!
//! A line of the 8080's and Z80's tables has five columns:
//!
//! ```text
//! op mark instruction | machine cycles | flags written | flags read
//! ```
//!
//! - mark: nothing for documented, `*` undocumented, `+` documented, but another encoding is preferred, `=`
//!   undocumented, and another encoding is preferred.
//! - machine cycles: the short form of [`crate::bus`].
//! - flags written: a place for each bit of the status byte, from bit 7 down: the flag's letter if computed, `0`
//!   or `1` if cleared or set, `-` if it stays.
//! - flags read: letters. The flag of a condition is understood.

use crate::bus::Bus;
use crate::operand::Operand;
use crate::row::{Flags, Page, Row, Status};

/// A place that holds nothing but the way to another page.
pub(crate) const fn prefix(page: Page, opcode: u8) -> Row {
    Row {
        page,
        opcode,
        mnemonic: "",
        operands: [Operand::None; 3],
        length: 0,
        cycles: Bus::NONE.time(),
        bus: Bus::NONE,
        status: Status::Documented,
        alternative: false,
        flags: Flags { read: 0, computed: 0, cleared: 0, set: 0 },
    }
}

/// A page of nothing but prefixes, to be filled.
pub(crate) const fn empty(page: Page) -> [Row; 256] {
    let mut rows = [prefix(page, 0); 256];
    let mut at = 0;
    while at < 256 {
        rows[at].opcode = at as u8;
        at += 1;
    }
    rows
}

/// Puts the lines of a table into their places.
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
            assert!(rows[row.opcode as usize].is_prefix(), "an opcode stands twice");
            rows[row.opcode as usize] = row;
        }
    }
    rows
}

/// Whose operand syntax a table is written in. (A function pointer could not be called here.)
#[derive(Clone, Copy)]
pub(crate) enum Operands {
    Intel,
    Zilog,
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
        operands[count] = match syntax {
            Operands::Intel => crate::i8080::operand(mnemonic, word),
            Operands::Zilog => crate::z80::operand(mnemonic, word),
        };
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
        _ => panic!("no such mark"),
    };
    let bus = Bus::parse(bus);
    Row {
        page,
        opcode: hex(opcode),
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

/// The flag columns; `letters` names the bits of the status byte from bit 7 down.
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
                assert!(letter == letters[at], "a flag stands in the wrong place");
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

/// What stands before and behind the first separator, without the blanks around.
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

/// A byte of two hexadecimal digits.
pub(crate) const fn hex(text: &str) -> u8 {
    let text = text.as_bytes();
    digit(text[0]) << 4 | digit(text[1])
}

const fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'F' => byte - b'A' + 10,
        _ => panic!("no hexadecimal digit"),
    }
}

/// Whether two words are the same.
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
