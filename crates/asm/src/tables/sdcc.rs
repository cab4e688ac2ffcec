//! sdasz80, the assembler of SDCC. Sources: the manual of the ASxxxx assemblers, and SDCC's additions to it.

use arcadian_isa::Processor::Z80;

use crate::diagnostic::Severity;
use crate::syntax::{
    Arithmetic, Binary as B, Directive as D, Ending, Lexis, Naming, Operands, Parameters, Quote, Segment,
    Segments, Table, Test, Unary as U,
};

const LONG: &str = "this assembler has no longer numbers for the Z80; write .dw and .db";
const BRANCH: &str = "inside .if it begins a branch; write .else, or another .if";
const INLINE: &str = "write .if and what depends on it in lines of their own";
const OTHER: &str = "of this family only the Z80 is known here";

/// The name of an area and its attributes.
const AREA: &str = "name / name ( CON|OVR|REL|ABS|NOPAG|PAG ) / name ( CON|OVR|REL|ABS|NOPAG|PAG , CON|OVR|REL|ABS|NOPAG|PAG ) / \
                    name ( CON|OVR|REL|ABS|NOPAG|PAG , CON|OVR|REL|ABS|NOPAG|PAG , CON|OVR|REL|ABS|NOPAG|PAG )";
/// The reason why options of listings are ignored.
const LIST: &str = " / number / ( ERR|LOC|BIN|EQT|CYC|LIN|SRC|PAG|LST|MD|ME|MEB ) / \
                    ( ERR|LOC|BIN|EQT|CYC|LIN|SRC|PAG|LST|MD|ME|MEB , ERR|LOC|BIN|EQT|CYC|LIN|SRC|PAG|LST|MD|ME|MEB )";

pub(crate) const TABLE: Table = Table {
    name: "sdcc",
    title: "SDCC's sdasz80",
    lexis: Lexis {
        starts: ".$",
        parts: ".$",
        double: Quote::Octal,
        single: Quote::One,
        number_prefixes: &[
            ("0x", 16),
            ("0h", 16),
            ("0b", 2),
            ("0o", 8),
            ("0q", 8),
            ("0d", 10),
            ("$$", 16),
            ("$%", 2),
            ("$&", 8),
            ("$#", 10),
        ],
        dollar_labels: true,
        low_first: true,
        ..Lexis::PLAIN
    },
    naming: Naming { is_case_sensitive: true, ..Naming::PLAIN },
    operators: &[
        ("*", B::Multiply, 10),
        ("/", B::Divide, 10),
        ("%", B::Modulo, 10),
        ("+", B::Add, 7),
        ("-", B::Subtract, 7),
        ("<<", B::Left, 5),
        (">>", B::Right, 5),
        ("^", B::Xor, 4),
        ("&", B::And, 3),
        ("|", B::Or, 1),
    ],
    prefixes: &[
        ("+", U::Plus, 11),
        ("-", U::Minus, 11),
        ("~", U::Not, 11),
        ("<", U::Low, 11),
        (">", U::High, 11),
        ("#", U::Plus, 11),
    ],
    arithmetic: Arithmetic::Linked,
    takes_circles: true,
    here: &["."],
    directives: &[
        ("= == =: .EQU .GBLEQU .LCLEQU", D::Variable),
        (".ORG", D::Org),
        (".BYTE .DB .FCB", D::Bytes(Ending::Nothing)),
        (".ASCII .STR .FCC", D::Delimited(Ending::Nothing)),
        (".ASCIZ .STRZ", D::Delimited(Ending::Zero)),
        (".ASCIS .STRS", D::Delimited(Ending::High)),
        (".WORD .DW .FDB", D::Little(2)),
        (".3BYTE .4BYTE .QUAD", D::Refused(LONG)),
        (".BLKB .DS .RMB .RS", D::Space(1)),
        (".BLKW", D::Space(2)),
        (".BLK3", D::Space(3)),
        (".BLK4", D::Refused(LONG)),
        (".EVEN", D::Even),
        (".ODD", D::Odd),
        (".BNDRY", D::Align),
        (".IF", D::If(Test::True)),
        (".IFF .IFT .IFTF", D::RefusedCondition(BRANCH)),
        (".IIF .IIFF .IIFT .IIFTF", D::RefusedCondition(INLINE)),
        (".IFEQ", D::If(Test::False)),
        (".IFNE", D::If(Test::True)),
        (".IFGT", D::If(Test::CompareToZero(B::Greater))),
        (".IFLT", D::If(Test::CompareToZero(B::Less))),
        (".IFGE", D::If(Test::CompareToZero(B::GreaterOrEqual))),
        (".IFLE", D::If(Test::CompareToZero(B::LessOrEqual))),
        (".IFDEF", D::If(Test::Defined)),
        (".IFNDEF", D::If(Test::NotDefined)),
        (".IFB", D::If(Test::Blank)),
        (".IFNB", D::If(Test::NotBlank)),
        (".IFIDN", D::If(Test::Same)),
        (".IFDIF", D::If(Test::Different)),
        (".ELSE", D::Else),
        (".ENDIF", D::EndIf),
        (".MACRO", D::Macro),
        (".ENDM", D::EndAny),
        (".MEXIT", D::ExitMacro),
        (".REPT", D::Repeat),
        (".IRP", D::Each),
        (".IRPC", D::EachCharacter),
        (".INCLUDE", D::Include),
        (".INCBIN", D::Binary),
        (".Z80", D::Processor(Z80)),
        (".ALLOW_UNDOCUMENTED", D::Undocumented),
        (".ZXN .EZ80 .HD64 .Z180 .R800", D::Refused(OTHER)),
        (".AREA", D::Segment(Segment::Operand)),
        (".RADIX", D::Radix),
        (".GLOBL", D::Declare),
        (".LOCAL", D::Ignored),
        (".ASSUME", D::Assert),
        (".MODULE .OPTSDCC .TITLE .SBTTL .PAGE .LIST .NLIST", D::Ignored),
        (".MSG", D::Message(Severity::Note)),
        (".ERROR", D::Message(Severity::Error)),
    ],
    shapes: &[
        (".GLOBL .LOCAL", "name ..."),
        (".AREA", AREA),
        (".ORG .BNDRY .BLKB .DS .RMB .RS .BLKW .BLK3", "value"),
        (".EVEN .ODD .Z80 .ALLOW_UNDOCUMENTED", ""),
        (".MODULE", " / name / number"),
        (".PAGE", " / number"),
        (".LIST .NLIST", LIST),
    ],
    parameters: Parameters::Blanks,
    segments: Segments {
        order: &["_CODE"],
        known: &["_CODE"],
        first: "_CODE",
        fills: false,
        moves: true,
        ..Segments::PLAIN
    },
    operands: Operands { hash: true, displacement_first: true, truncates: true, ..Operands::PLAIN },
    marks: ".area _|.area |.optsdcc",
    ..Table::PLAIN
};
