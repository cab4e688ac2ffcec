//! Our own syntax: that of the manufacturers of the processors, described in `docs/assembler.md`.

use std::sync::OnceLock;

use crate::syntax::lexis::own_lexis;
use crate::syntax::{
    Apostrophe, Arithmetic, BareLabels, Binary as B, Directive as D, Ending, Local, Naming, Operands,
    Segments, Table, Test, Unary as U,
};

/// The lexis is that of the 8080; `lexis::own` has those of the other processors.
pub(crate) const TABLE: Table = Table {
    name: "arcadian",
    title: "our own",
    processor: None,
    lexis: own_lexis(false, Apostrophe::String),
    naming: Naming {
        bare_labels: BareLabels::ColumnOne,
        locals: &[('.', Local::Label), ('@', Local::Label)],
        macros_own_locals: true,
        ..Naming::PLAIN
    },
    operators: OPERATORS,
    prefixes: PREFIXES,
    // All ones, as in Intel's assemblers.
    truth: -1,
    arithmetic: Arithmetic::Own,
    here: &["$", "*"],
    directives: &[
        ("ORG", D::Org),
        ("EQU", D::Constant),
        ("SET DEFL", D::Variable),
        ("DB DEFB DEFM BYTE BYT TEXT ASCII", D::Bytes(Ending::Nothing)),
        ("DW DEFW WORD ADDR", D::Little(2)),
        ("DBYTE DBYT", D::Big(2)),
        ("DS DEFS RES", D::Space(1)),
        ("IF", D::If(Test::True)),
        ("IFDEF", D::If(Test::Defined)),
        ("IFNDEF", D::If(Test::NotDefined)),
        ("ELSEIF", D::ElseIf(Test::True)),
        ("ELSE", D::Else),
        ("ENDIF", D::EndIf),
        ("MACRO", D::Macro),
        ("ENDM ENDMACRO", D::EndMacro),
        ("INCLUDE", D::Include),
        ("INCBIN", D::Binary),
        ("END", D::End),
        ("CPU", D::ProcessorNamed),
        ("TITLE SUBTTL NAME PAGE EJECT LIST NOLIST OPT", D::Ignored),
    ],
    optional_dot: true,
    segments: Segments { fills: false, ..Segments::PLAIN },
    operands: Operands::OWN,
    ..Table::PLAIN
};

/// The operators of our own syntax: spellings, operator, precedence.
const OPERATORS: &[(&str, B, u8)] = &[
    ("*", B::Multiply, 5),
    ("/", B::Divide, 5),
    ("MOD", B::Modulo, 5),
    ("<< SHL", B::Left, 5),
    (">> SHR", B::Right, 5),
    ("+", B::Add, 4),
    ("-", B::Subtract, 4),
    ("= == EQ", B::Equal, 3),
    ("<> != NE", B::Unequal, 3),
    ("< LT", B::Less, 3),
    ("<= LE", B::LessOrEqual, 3),
    ("> GT", B::Greater, 3),
    (">= GE", B::GreaterOrEqual, 3),
    ("& AND", B::And, 2),
    ("| OR", B::Or, 1),
    ("^ XOR", B::Xor, 1),
];

/// The prefix operators of our own syntax, with the precedence of the operand. `<` and `>` apply to everything that follows, as in MOS
/// assemblers; HIGH and LOW to one value, as in Intel's. NOT is below comparisons, as in Intel's too.
const PREFIXES: &[(&str, U, u8)] = &[
    ("NOT", U::Not, 3),
    ("LOW", U::Low, 9),
    ("HIGH", U::High, 9),
    ("<", U::Low, 0),
    (">", U::High, 0),
    ("~", U::Not, 9),
    ("-", U::Minus, 9),
    ("+", U::Plus, 9),
];

/// Returns the directive with this spelling.
pub(crate) fn directive(word: &str) -> Option<D> {
    let bare = word.strip_prefix('.').unwrap_or(word);
    // Each word of a line may be one, so they are divided only once.
    static ALL: OnceLock<Vec<(&str, D)>> = OnceLock::new();
    let mut all = ALL.get_or_init(|| TABLE.directives().collect()).iter();
    all.find(|(other, _)| other.eq_ignore_ascii_case(bare)).map(|(_, directive)| *directive)
}
