//! zmac. Source: zmac's documentation.

use arcadian_isa::Processor::{I8080, Z80};

use crate::diagnostic::Severity;
use crate::syntax::directive::{Directive as D, Ending, Test};
use crate::syntax::lexis::{Lexis, Quote};
use crate::syntax::operand::Operands;
use crate::syntax::operator::{Arithmetic, Binary as B, Unary as U};
use crate::syntax::table::{BareLabels, Naming, Parameters, Segments, Skipping, Table};

const PASS: &str = "what differs between passes is not assembled; write IF with a condition of its own";

pub(crate) const TABLE: Table = Table {
    name: "zmac",
    title: "zmac",
    lexis: Lexis {
        star: true,
        separator: Some('\\'),
        starts: ".?@$",
        parts: ".?@$",
        double: Quote::Doubled,
        number_prefixes: &[("0x", 16), ("$", 16)],
        number_suffixes: &[("H", 16), ("B", 2), ("Q", 8), ("O", 8), ("D", 10)],
        low_first: true,
        ..Lexis::PLAIN
    },
    naming: Naming { bare_labels: BareLabels::ColumnOne, ..Naming::PLAIN },
    operators: &[
        ("*", B::Multiply, 11),
        ("/", B::Divide, 11),
        ("% MOD", B::Modulo, 11),
        ("+", B::Add, 10),
        ("-", B::Subtract, 10),
        ("<< SHL", B::Left, 9),
        (">> SHR", B::RightUnsigned, 9),
        ("< LT", B::Less, 8),
        ("> GT", B::Greater, 8),
        ("<= LE", B::LessOrEqual, 8),
        (">= GE", B::GreaterOrEqual, 8),
        ("= == EQ", B::Equal, 7),
        ("!= <> NE", B::Unequal, 7),
        ("& AND", B::And, 6),
        ("^ XOR", B::Xor, 5),
        ("| OR", B::Or, 4),
        ("&&", B::LogicalAnd, 3),
        ("||", B::LogicalOr, 2),
    ],
    prefixes: &[
        ("HIGH", U::High, 12),
        ("LOW", U::Low, 12),
        ("-", U::Minus, 12),
        ("+", U::Plus, 12),
        ("~ NOT", U::Not, 12),
        ("!", U::LogicalNot, 12),
    ],
    arithmetic: Arithmetic::Int,
    directives: &[
        ("EQU =", D::Constant),
        ("SET DEFL ASET", D::Variable),
        ("ORG", D::Org),
        ("DB DEFB DEFM BYTE ASCII TEXT", D::Bytes(Ending::Nothing)),
        ("DC", D::Repeated),
        ("DW DEFW WORD", D::Words),
        ("DEF3 D3", D::Threes),
        ("DEFD DWORD", D::Longs),
        ("DS DEFS BLOCK RMEM", D::Space(1)),
        ("IF COND IFT .IF .COND .IFT", D::If(Test::True)),
        ("IFE IFF .IFE .IFF", D::If(Test::False)),
        ("IFEQ .IFEQ", D::If(Test::Compare(B::Equal))),
        ("IFNE .IFNE", D::If(Test::Compare(B::Unequal))),
        ("IFLT .IFLT", D::If(Test::Compare(B::Less))),
        ("IFGT .IFGT", D::If(Test::Compare(B::Greater))),
        ("IFDEF .IFDEF", D::If(Test::Defined)),
        ("IFNDEF .IFNDEF", D::If(Test::NotDefined)),
        ("ELSE .ELSE", D::Else),
        ("ENDIF ENDC .ENDIF .ENDC", D::EndIf),
        ("IF1 .IF1 IF2 .IF2", D::RefusedCondition(PASS)),
        ("MACRO .MACRO", D::Macro),
        ("ENDM .ENDM", D::EndAny),
        ("EXITM .EXITM", D::ExitMacro),
        ("LOCAL .LOCAL", D::Local),
        ("REPT .REPT", D::Repeat),
        ("IRP", D::Each),
        ("IRPC", D::EachCharacter),
        ("INCLUDE READ GET MACLIB", D::Include),
        ("INCBIN", D::Binary),
        ("IMPORT", D::Include),
        ("END", D::End),
        (".8080", D::Processor(I8080)),
        (".Z80 Z80", D::Processor(Z80)),
        ("ASEG CSEG DSEG .ASEG .CSEG .DSEG", D::Ignored),
        (".PHASE PHASE", D::Phase),
        (".DEPHASE DEPHASE", D::Dephase),
        ("PUBLIC ENTRY EXT EXTRN EXTERN", D::Declare),
        ("ASSERT", D::Assert),
        (
            "JPERROR NAME TITLE EJECT PAGE SPACE LIST NOLIST ELIST FLIST GLIST MLIST PRAGMA SUBTTL SETT SETOCF RSYM WSYM",
            D::Ignored,
        ),
        (".PRINTX", D::Message(Severity::Note)),
        (".COMMENT", D::Comment),
    ],
    parameters: Parameters::Text { join: Some('&'), in_strings: false },
    segments: Segments { fills: false, moves: true, ..Segments::PLAIN },
    operands: Operands { register_numbers: true, intel_too: true, ..Operands::PLAIN },
    registers: super::HALVES,
    marks: "jperror|rsym |wsym |setocf ",
    skipping: Skipping::FirstAlone,
    takes_circles: true,
    ..Table::PLAIN
};
