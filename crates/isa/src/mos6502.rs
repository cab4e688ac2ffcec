//! The NMOS MOS 6502.
//!
//! Sources: MOS MCS6500 Microcomputer Family Programming Manual (1976) and Hardware Manual, appendix A (bus activity cycle
//! by cycle); for undocumented opcodes "NMOS 6510 Unintended Opcodes: No More Secrets" and the single-step recordings.
//!
//! There are three tables: the 256 opcodes (mnemonic and addressing mode), the operations (access and flags), and the bus
//! cycles of each pair of addressing mode and access. Length and duration follow from them.
//!
//! Marks of the opcodes: `*` undocumented; `=` undocumented with another encoding preferred.

use crate::bus::BusSequence;
use crate::code::{Incomplete, Instruction, row_at};
use crate::row::{Flags, Page, Row, Status};
use crate::row::{Mode, Operand};
use crate::table::{self, same, split};

/// The letters of the flags from bit 7 down. Bits 5 and 4 exist only in the pushed copy.
pub const FLAGS: &str = "NV--DIZC";

/// Alternative mnemonics, all for undocumented operations.
pub const ALIASES: &[(&str, &str)] = &[
    ("ASO", "SLO"),
    ("LSE", "SRE"),
    ("AXR", "AXS"),
    ("SBX", "AXS"),
    ("DCM", "DCP"),
    ("ISB", "ISC"),
    ("INS", "ISC"),
    ("ASR", "ALR"),
    ("ANE", "XAA"),
    ("ATX", "LXA"),
    ("OAL", "LXA"),
    ("AHX", "SHA"),
    ("AXA", "SHA"),
    ("SXA", "SHX"),
    ("SYA", "SHY"),
    ("SHS", "TAS"),
    ("LAR", "LAS"),
    ("KIL", "JAM"),
    ("HLT", "JAM"),
];

/// All 256 opcodes.
pub static TABLE: [Row; 256] = page();

/// Its only page.
pub static PAGES: [&[Row; 256]; 1] = [&TABLE];

/// Decodes the instruction at the beginning of these bytes.
pub fn decode(bytes: &[u8]) -> Result<Instruction, Incomplete> {
    row_at(&TABLE, bytes, 0)?.decode_operands(bytes)
}

/// The access of an operation to its operand. With the addressing mode it determines the bus cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandAccess {
    /// Reads the operand, or uses only registers if there is none.
    Read,
    /// Writes the operand.
    Write,
    /// Reads the operand, writes it back unmodified, then writes the new value. On A it acts like `Read`.
    Modify,
    /// Branches on a flag.
    Branch,
    /// JMP.
    Jump,
    /// JSR.
    Call,
    /// RTS.
    Return,
    /// RTI.
    ReturnFromInterrupt,
    /// BRK. It reads the next byte, which RTI skips and which is not part of the instruction.
    Break,
    /// PHA, PHP.
    Push,
    /// PLA, PLP.
    Pull,
    /// The processor halts until reset; the bus cycles are those before it halts.
    Jam,
}

struct Operation {
    mnemonic: &'static str,
    access: OperandAccess,
    flags: Flags,
    stable: bool,
}

const OPERATION_COUNT: usize = 77;

/// `!` marks unstable operations, whose result or address depends on more than registers and memory.
static OPERATIONS: [Operation; OPERATION_COUNT] = operations(include_str!("tables/mos6502_operations.txt"));

const fn operations(mut text: &'static str) -> [Operation; OPERATION_COUNT] {
    const NONE: Operation = Operation {
        mnemonic: "",
        access: OperandAccess::Read,
        flags: table::flags(FLAGS, "--------", ""),
        stable: true,
    };
    let mut operations = [NONE; OPERATION_COUNT];
    let mut count = 0;
    while !text.is_empty() {
        let (line, rest) = split(text, b'\n');
        text = rest;
        if !line.is_empty() {
            operations[count] = operation(line);
            count += 1;
        }
    }
    operations
}

const fn operation(line: &'static str) -> Operation {
    let (name, line) = split(line, b'|');
    let (written, read) = split(line, b'|');
    let (mnemonic, class) = split(name, b' ');
    let stable = class.as_bytes()[0] != b'!';
    let class = if stable { class } else { class.split_at(1).1 };
    let access = match class.as_bytes() {
        b"read" => OperandAccess::Read,
        b"write" => OperandAccess::Write,
        b"modify" => OperandAccess::Modify,
        b"branch" => OperandAccess::Branch,
        b"jump" => OperandAccess::Jump,
        b"call" => OperandAccess::Call,
        b"return" => OperandAccess::Return,
        b"rti" => OperandAccess::ReturnFromInterrupt,
        b"break" => OperandAccess::Break,
        b"push" => OperandAccess::Push,
        b"pull" => OperandAccess::Pull,
        b"jam" => OperandAccess::Jam,
        _ => panic!("unknown access"),
    };
    Operation { mnemonic, access, flags: table::flags(FLAGS, written, read), stable }
}

/// Returns the bus cycles in the notation of [`crate::bus`].
const fn sequence(mode: Mode, access: OperandAccess) -> &'static str {
    match (mode, access) {
        (Mode::Implied | Mode::Accumulator, OperandAccess::Read | OperandAccess::Modify) => "f d",
        (Mode::Immediate, OperandAccess::Read) => "f n",

        (Mode::ZeroPage, OperandAccess::Read) => "f n r",
        (Mode::ZeroPage, OperandAccess::Write) => "f n w",
        (Mode::ZeroPage, OperandAccess::Modify) => "f n r m w",

        (Mode::ZeroPageX | Mode::ZeroPageY, OperandAccess::Read) => "f n z r",
        (Mode::ZeroPageX | Mode::ZeroPageY, OperandAccess::Write) => "f n z w",
        (Mode::ZeroPageX, OperandAccess::Modify) => "f n z r m w",

        (Mode::Absolute, OperandAccess::Read) => "f n n r",
        (Mode::Absolute, OperandAccess::Write) => "f n n w",
        (Mode::Absolute, OperandAccess::Modify) => "f n n r m w",

        (Mode::AbsoluteX | Mode::AbsoluteY, OperandAccess::Read) => "f n n x? r",
        (Mode::AbsoluteX | Mode::AbsoluteY, OperandAccess::Write) => "f n n x w",
        (Mode::AbsoluteX | Mode::AbsoluteY, OperandAccess::Modify) => "f n n x r m w",

        (Mode::IndirectX, OperandAccess::Read) => "f n z p p r",
        (Mode::IndirectX, OperandAccess::Write) => "f n z p p w",
        (Mode::IndirectX, OperandAccess::Modify) => "f n z p p r m w",

        (Mode::IndirectY, OperandAccess::Read) => "f n p p x? r",
        (Mode::IndirectY, OperandAccess::Write) => "f n p p x w",
        (Mode::IndirectY, OperandAccess::Modify) => "f n p p x r m w",

        (Mode::Relative, OperandAccess::Branch) => "f n / d x?",
        (Mode::Absolute, OperandAccess::Jump) => "f n n",
        (Mode::Indirect, OperandAccess::Jump) => "f n n p p",
        // The high byte of the address is read last, after the pushes.
        (Mode::Absolute, OperandAccess::Call) => "f n t s s n",
        (Mode::Implied, OperandAccess::Return) => "f d t u u d",
        (Mode::Implied, OperandAccess::ReturnFromInterrupt) => "f d t u u u",
        (Mode::Implied, OperandAccess::Break) => "f d s s s v v",
        (Mode::Implied, OperandAccess::Push) => "f d s",
        (Mode::Implied, OperandAccess::Pull) => "f d t u",
        (Mode::Implied, OperandAccess::Jam) => "f d",
        _ => panic!("invalid combination of mode and access"),
    }
}

const fn page() -> [Row; 256] {
    let mut rows = table::empty(Page::Mos6502);
    let mut text = OPCODES;
    while !text.is_empty() {
        let (mut line, rest) = split(text, b'\n');
        text = rest;
        while !line.is_empty() {
            let (entry, rest) = split(line, b'|');
            line = rest;
            let row = row(entry);
            assert!(rows[row.opcode as usize].is_prefix(), "duplicate opcode");
            rows[row.opcode as usize] = row;
        }
    }
    rows
}

const fn row(entry: &'static str) -> Row {
    let (opcode, rest) = entry.split_at(2);
    let (mark, instruction) = rest.split_at(1);
    let (mnemonic, operand) = split(instruction, b' ');
    let operation = lookup(mnemonic);
    let mode = match operand.as_bytes() {
        b"" => Mode::Implied,
        b"A" => Mode::Accumulator,
        b"#n" => Mode::Immediate,
        b"n" => Mode::ZeroPage,
        b"n,X" => Mode::ZeroPageX,
        b"n,Y" => Mode::ZeroPageY,
        b"nn" => Mode::Absolute,
        b"nn,X" => Mode::AbsoluteX,
        b"nn,Y" => Mode::AbsoluteY,
        b"(nn)" => Mode::Indirect,
        b"(n,X)" => Mode::IndirectX,
        b"(n),Y" => Mode::IndirectY,
        b"e" => Mode::Relative,
        _ => panic!("unknown addressing mode"),
    };
    let bus = BusSequence::parse(sequence(mode, operation.access));
    let (documented, alternative) = match mark.as_bytes()[0] {
        b' ' => (true, false),
        b'*' => (false, false),
        b'=' => (false, true),
        _ => panic!("unknown mark"),
    };
    let status = match (documented, operation.stable) {
        (true, _) => Status::Documented,
        (false, true) => Status::Undocumented,
        (false, false) => Status::Unstable,
    };
    let operand = if matches!(mode, Mode::Implied) { Operand::None } else { Operand::Mos(mode) };
    Row {
        page: Page::Mos6502,
        opcode: table::byte(opcode),
        mnemonic,
        operands: [operand, Operand::None, Operand::None],
        length: bus.length(),
        cycles: bus.time(),
        bus,
        status,
        alternative,
        flags: operation.flags,
    }
}

const fn lookup(mnemonic: &str) -> &'static Operation {
    let mut at = 0;
    while at < OPERATIONS.len() {
        if same(OPERATIONS[at].mnemonic, mnemonic) {
            return &OPERATIONS[at];
        }
        at += 1;
    }
    panic!("unknown operation")
}

const OPCODES: &str = include_str!("tables/mos6502.txt");
