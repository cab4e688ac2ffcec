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
static OPERATIONS: [Operation; OPERATION_COUNT] = operations(
    "
ADC  read   | NV----ZC | CD
AND  read   | N-----Z- |
ASL  modify | N-----ZC |
BCC  branch | -------- | C
BCS  branch | -------- | C
BEQ  branch | -------- | Z
BIT  read   | NV----Z- |
BMI  branch | -------- | N
BNE  branch | -------- | Z
BPL  branch | -------- | N
BRK  break  | -----1-- | NVDIZC
BVC  branch | -------- | V
BVS  branch | -------- | V
CLC  read   | -------0 |
CLD  read   | ----0--- |
CLI  read   | -----0-- |
CLV  read   | -0------ |
CMP  read   | N-----ZC |
CPX  read   | N-----ZC |
CPY  read   | N-----ZC |
DEC  modify | N-----Z- |
DEX  read   | N-----Z- |
DEY  read   | N-----Z- |
EOR  read   | N-----Z- |
INC  modify | N-----Z- |
INX  read   | N-----Z- |
INY  read   | N-----Z- |
JMP  jump   | -------- |
JSR  call   | -------- |
LDA  read   | N-----Z- |
LDX  read   | N-----Z- |
LDY  read   | N-----Z- |
LSR  modify | 0-----ZC |
NOP  read   | -------- |
ORA  read   | N-----Z- |
PHA  push   | -------- |
PHP  push   | -------- | NVDIZC
PLA  pull   | N-----Z- |
PLP  pull   | NV--DIZC |
ROL  modify | N-----ZC | C
ROR  modify | N-----ZC | C
RTI  rti    | NV--DIZC |
RTS  return | -------- |
SBC  read   | NV----ZC | CD
SEC  read   | -------1 |
SED  read   | ----1--- |
SEI  read   | -----1-- |
STA  write  | -------- |
STX  write  | -------- |
STY  write  | -------- |
TAX  read   | N-----Z- |
TAY  read   | N-----Z- |
TSX  read   | N-----Z- |
TXA  read   | N-----Z- |
TXS  read   | -------- |
TYA  read   | N-----Z- |

ALR  read   | 0-----ZC |
ANC  read   | N-----ZC |
ARR  read   | NV----ZC | CD
AXS  read   | N-----ZC |
DCP  modify | N-----ZC |
ISC  modify | NV----ZC | CD
JAM  jam    | -------- |
LAS  read   | N-----Z- |
LAX  read   | N-----Z- |
LXA !read   | N-----Z- |
RLA  modify | N-----ZC | C
RRA  modify | NV----ZC | CD
SAX  write  | -------- |
SHA !write  | -------- |
SHX !write  | -------- |
SHY !write  | -------- |
SLO  modify | N-----ZC |
SRE  modify | N-----ZC |
TAS !write  | -------- |
USBC read   | NV----ZC | CD
XAA !read   | N-----Z- |
",
);

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

const OPCODES: &str = "
00 BRK       | 01 ORA (n,X) | 02*JAM       | 03*SLO (n,X)
04*NOP n     | 05 ORA n     | 06 ASL n     | 07*SLO n
08 PHP       | 09 ORA #n    | 0A ASL A     | 0B*ANC #n
0C*NOP nn    | 0D ORA nn    | 0E ASL nn    | 0F*SLO nn
10 BPL e     | 11 ORA (n),Y | 12=JAM       | 13*SLO (n),Y
14*NOP n,X   | 15 ORA n,X   | 16 ASL n,X   | 17*SLO n,X
18 CLC       | 19 ORA nn,Y  | 1A=NOP       | 1B*SLO nn,Y
1C*NOP nn,X  | 1D ORA nn,X  | 1E ASL nn,X  | 1F*SLO nn,X
20 JSR nn    | 21 AND (n,X) | 22=JAM       | 23*RLA (n,X)
24 BIT n     | 25 AND n     | 26 ROL n     | 27*RLA n
28 PLP       | 29 AND #n    | 2A ROL A     | 2B=ANC #n
2C BIT nn    | 2D AND nn    | 2E ROL nn    | 2F*RLA nn
30 BMI e     | 31 AND (n),Y | 32=JAM       | 33*RLA (n),Y
34=NOP n,X   | 35 AND n,X   | 36 ROL n,X   | 37*RLA n,X
38 SEC       | 39 AND nn,Y  | 3A=NOP       | 3B*RLA nn,Y
3C=NOP nn,X  | 3D AND nn,X  | 3E ROL nn,X  | 3F*RLA nn,X
40 RTI       | 41 EOR (n,X) | 42=JAM       | 43*SRE (n,X)
44=NOP n     | 45 EOR n     | 46 LSR n     | 47*SRE n
48 PHA       | 49 EOR #n    | 4A LSR A     | 4B*ALR #n
4C JMP nn    | 4D EOR nn    | 4E LSR nn    | 4F*SRE nn
50 BVC e     | 51 EOR (n),Y | 52=JAM       | 53*SRE (n),Y
54=NOP n,X   | 55 EOR n,X   | 56 LSR n,X   | 57*SRE n,X
58 CLI       | 59 EOR nn,Y  | 5A=NOP       | 5B*SRE nn,Y
5C=NOP nn,X  | 5D EOR nn,X  | 5E LSR nn,X  | 5F*SRE nn,X
60 RTS       | 61 ADC (n,X) | 62=JAM       | 63*RRA (n,X)
64=NOP n     | 65 ADC n     | 66 ROR n     | 67*RRA n
68 PLA       | 69 ADC #n    | 6A ROR A     | 6B*ARR #n
6C JMP (nn)  | 6D ADC nn    | 6E ROR nn    | 6F*RRA nn
70 BVS e     | 71 ADC (n),Y | 72=JAM       | 73*RRA (n),Y
74=NOP n,X   | 75 ADC n,X   | 76 ROR n,X   | 77*RRA n,X
78 SEI       | 79 ADC nn,Y  | 7A=NOP       | 7B*RRA nn,Y
7C=NOP nn,X  | 7D ADC nn,X  | 7E ROR nn,X  | 7F*RRA nn,X
80*NOP #n    | 81 STA (n,X) | 82=NOP #n    | 83*SAX (n,X)
84 STY n     | 85 STA n     | 86 STX n     | 87*SAX n
88 DEY       | 89=NOP #n    | 8A TXA       | 8B*XAA #n
8C STY nn    | 8D STA nn    | 8E STX nn    | 8F*SAX nn
90 BCC e     | 91 STA (n),Y | 92=JAM       | 93*SHA (n),Y
94 STY n,X   | 95 STA n,X   | 96 STX n,Y   | 97*SAX n,Y
98 TYA       | 99 STA nn,Y  | 9A TXS       | 9B*TAS nn,Y
9C*SHY nn,X  | 9D STA nn,X  | 9E*SHX nn,Y  | 9F*SHA nn,Y
A0 LDY #n    | A1 LDA (n,X) | A2 LDX #n    | A3*LAX (n,X)
A4 LDY n     | A5 LDA n     | A6 LDX n     | A7*LAX n
A8 TAY       | A9 LDA #n    | AA TAX       | AB*LXA #n
AC LDY nn    | AD LDA nn    | AE LDX nn    | AF*LAX nn
B0 BCS e     | B1 LDA (n),Y | B2=JAM       | B3*LAX (n),Y
B4 LDY n,X   | B5 LDA n,X   | B6 LDX n,Y   | B7*LAX n,Y
B8 CLV       | B9 LDA nn,Y  | BA TSX       | BB*LAS nn,Y
BC LDY nn,X  | BD LDA nn,X  | BE LDX nn,Y  | BF*LAX nn,Y
C0 CPY #n    | C1 CMP (n,X) | C2=NOP #n    | C3*DCP (n,X)
C4 CPY n     | C5 CMP n     | C6 DEC n     | C7*DCP n
C8 INY       | C9 CMP #n    | CA DEX       | CB*AXS #n
CC CPY nn    | CD CMP nn    | CE DEC nn    | CF*DCP nn
D0 BNE e     | D1 CMP (n),Y | D2=JAM       | D3*DCP (n),Y
D4=NOP n,X   | D5 CMP n,X   | D6 DEC n,X   | D7*DCP n,X
D8 CLD       | D9 CMP nn,Y  | DA=NOP       | DB*DCP nn,Y
DC=NOP nn,X  | DD CMP nn,X  | DE DEC nn,X  | DF*DCP nn,X
E0 CPX #n    | E1 SBC (n,X) | E2=NOP #n    | E3*ISC (n,X)
E4 CPX n     | E5 SBC n     | E6 INC n     | E7*ISC n
E8 INX       | E9 SBC #n    | EA NOP       | EB*USBC #n
EC CPX nn    | ED SBC nn    | EE INC nn    | EF*ISC nn
F0 BEQ e     | F1 SBC (n),Y | F2=JAM       | F3*ISC (n),Y
F4=NOP n,X   | F5 SBC n,X   | F6 INC n,X   | F7*ISC n,X
F8 SED       | F9 SBC nn,Y  | FA=NOP       | FB*ISC nn,Y
FC=NOP nn,X  | FD SBC nn,X  | FE INC nn,X  | FF*ISC nn,X
";
