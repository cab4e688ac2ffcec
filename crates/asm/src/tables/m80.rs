//! MACRO-80. Source: Microsoft's MACRO-80 Assembler manual of 1981.

use arcadian_isa::Processor::{I8080, Z80};

use crate::diagnostic::Severity;
use crate::syntax::directive::{Directive as D, Ending, Segment, Test};
use crate::syntax::lexis::{Lexis, Quote};
use crate::syntax::operand::Operands;
use crate::syntax::operator::{Binary as B, Unary as U};
use crate::syntax::table::{BareLabels, Naming, Parameters, Segments, Skipping, Table};

/// Operators of MACRO-80, which zmac has too.
pub(crate) const OPERATORS: &[(&str, B, u8)] = &[
    ("*", B::Multiply, 8),
    ("/", B::Divide, 8),
    ("MOD", B::Modulo, 8),
    ("SHR", B::Right, 8),
    ("SHL", B::Left, 8),
    ("+", B::Add, 6),
    ("-", B::Subtract, 6),
    ("EQ =", B::Equal, 5),
    ("NE", B::Unequal, 5),
    ("LT", B::Less, 5),
    ("LE", B::LessOrEqual, 5),
    ("GT", B::Greater, 5),
    ("GE", B::GreaterOrEqual, 5),
    ("AND", B::And, 3),
    ("OR", B::Or, 2),
    ("XOR", B::Xor, 2),
];

pub(crate) const TABLE: Table = Table {
    name: "m80",
    title: "MACRO-80",
    processor: Some(I8080),
    lexis: Lexis {
        star: true,
        starts: "$.?@",
        parts: "$.?@",
        double: Quote::Doubled,
        number_suffixes: &[("H", 16), ("B", 2), ("Q", 8), ("O", 8), ("D", 10)],
        ..Lexis::PLAIN
    },
    naming: Naming { bare_labels: BareLabels::ColumnOne, ..Naming::PLAIN },
    operators: OPERATORS,
    prefixes: &[
        ("HIGH", U::High, 9),
        ("LOW", U::Low, 9),
        ("-", U::Minus, 7),
        ("+", U::Plus, 7),
        ("NOT", U::Not, 4),
    ],
    truth: -1,
    directives: &[
        ("EQU", D::Constant),
        ("SET DEFL ASET", D::Variable),
        ("ORG", D::Org),
        ("DB DEFB DEFM", D::Bytes(Ending::Nothing)),
        ("DC", D::Bytes(Ending::High)),
        ("DW DEFW", D::Words),
        ("DS DEFS", D::Space(1)),
        ("IF COND IFT", D::If(Test::True)),
        ("IFE IFF", D::If(Test::False)),
        ("IFDEF", D::If(Test::Defined)),
        ("IFNDEF", D::If(Test::NotDefined)),
        ("IFB", D::If(Test::Blank)),
        ("IFNB", D::If(Test::NotBlank)),
        ("IFIDN", D::If(Test::Same)),
        ("IFDIF", D::If(Test::Different)),
        ("IF1", D::If(Test::Never)),
        ("IF2", D::If(Test::Always)),
        ("ELSE", D::Else),
        ("ENDIF ENDC", D::EndIf),
        ("MACRO", D::Macro),
        ("ENDM", D::EndAny),
        ("EXITM", D::ExitMacro),
        ("LOCAL", D::Local),
        ("REPT", D::Repeat),
        ("IRP", D::Each),
        ("IRPC", D::EachCharacter),
        ("INCLUDE MACLIB $INCLUDE", D::Include),
        ("END", D::End),
        (".8080", D::Processor(I8080)),
        (".Z80", D::Processor(Z80)),
        ("ASEG", D::Segment(Segment::Absolute)),
        ("CSEG", D::Segment(Segment::Is("CSEG"))),
        ("DSEG", D::Segment(Segment::Is("DSEG"))),
        ("COMMON", D::Segment(Segment::Common)),
        (".PHASE", D::Phase),
        (".DEPHASE", D::Dephase),
        (".RADIX", D::Radix),
        ("PUBLIC ENTRY GLOBAL EXT EXTRN EXTERNAL", D::Declare),
        (".REQUEST", D::Noted("there is no linker")),
        (".PRINTX", D::Message(Severity::Note)),
        (".COMMENT", D::Comment),
        (
            "NAME TITLE SUBTTL $TITLE $EJECT PAGE *EJECT .LIST .XLIST .CREF .XCREF .LALL .SALL .XALL .LFCOND .SFCOND .TFCOND",
            D::Ignored,
        ),
    ],
    parameters: Parameters::Text { join: Some('&'), in_strings: false },
    segments: Segments { order: &["CSEG", "DSEG"], first: "CSEG", fills: false, ..Segments::PLAIN },
    operands: Operands { register_numbers: true, ..Operands::PLAIN },
    marks: "cseg|dseg|aseg|.phase|.dephase|maclib |extrn |.request",
    skipping: Skipping::FirstWithoutLabel,
    ..Table::PLAIN
};
