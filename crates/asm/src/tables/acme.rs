//! ACME. Source: ACME's documentation (QuickRef, AllPOs).

use arcadian_isa::Processor::Mos6502;

use crate::diagnostic::Severity;
use crate::syntax::{
    BareLabels, Binary as B, Directive as D, Ending, Lexis, Local, Naming, Operands, Parameters, Quote,
    Skipping, Table, Test, Unary as U,
};

const OUTPUT: &str = "the options of the command line choose the output";
const NOT_6502: &str = "only the NMOS 6502 is known here";

pub(crate) const TABLE: Table = Table {
    name: "acme",
    title: "ACME",
    processor: Some(Mos6502),
    lexis: Lexis {
        signs: &[
            ">>>", "...", "::", ":=", "=:", "<<", ">>", "<=", ">=", "<>", "==", "!=", "&&", "||", "^^", "<?",
            ">?", "><",
        ],
        comments: &[";", "//"],
        separator: Some(':'),
        braces: true,
        starts: ".@!",
        single: Quote::Escaped,
        number_prefixes: &[("$", 16), ("0x", 16), ("%", 2), ("0b", 2), ("&", 8)],
        ..Lexis::PLAIN
    },
    naming: Naming {
        is_case_sensitive: true,
        bare_labels: BareLabels::Anywhere,
        locals: &[('.', Local::Zone), ('@', Local::Label)],
        separator: "::",
        signs: true,
        plus_calls: true,
        macros_own_locals: true,
        ..Naming::PLAIN
    },
    operators: &[
        ("^", B::Power, 12),
        ("*", B::Multiply, 10),
        ("/ DIV", B::Divide, 10),
        ("% MOD", B::Modulo, 10),
        ("+", B::Add, 9),
        ("-", B::Subtract, 9),
        ("<< ASL LSL", B::Left, 8),
        (">> ASR", B::Right, 8),
        (">>> LSR", B::RightUnsigned, 8),
        ("<=", B::LessOrEqual, 6),
        ("<", B::Less, 6),
        (">=", B::GreaterOrEqual, 6),
        (">", B::Greater, 6),
        ("!= <> ><", B::Unequal, 5),
        ("= ==", B::Equal, 4),
        ("& AND", B::And, 3),
        ("XOR EOR", B::Xor, 2),
        ("| OR", B::Or, 1),
    ],
    prefixes: &[
        ("! NOT", U::Not, 13),
        ("-", U::Minus, 11),
        ("<", U::Low, 7),
        (">", U::High, 7),
        ("^", U::Bank, 7),
    ],
    counts_by_variable: true,
    here: &["*"],
    directives: &[
        ("=", D::Constant),
        ("!SET", D::SetVariable),
        ("!8 !08 !BYTE !BY !TEXT !TX !RAW", D::Bytes(Ending::Nothing)),
        ("!PET", D::Petscii),
        ("!SCR", D::ScreenCodes),
        ("!16 !LE16 !WORD !WO", D::Little(2)),
        ("!BE16", D::Big(2)),
        ("!BE24", D::Big(3)),
        ("!BE32", D::Big(4)),
        ("!24 !LE24", D::Little(3)),
        ("!32 !LE32", D::Little(4)),
        ("!HEX !H", D::Hex),
        ("!FILL !FI", D::Space(1)),
        ("!SKIP", D::Skip),
        ("!ALIGN", D::Align),
        ("!IF", D::If(Test::True)),
        ("!IFDEF", D::If(Test::Defined)),
        ("!IFNDEF", D::If(Test::NotDefined)),
        ("!MACRO", D::Macro),
        ("!FOR", D::For),
        ("!WHILE", D::While),
        ("!DO", D::Do),
        ("!SOURCE !SRC", D::Include),
        ("!BINARY !BIN", D::Binary),
        ("!EOF", D::EndOfFile),
        ("!ENDOFFILE", D::End),
        ("!CPU", D::ProcessorNamed),
        ("!PSEUDOPC", D::Phase),
        ("!ZONE !ZN", D::Zone),
        ("!ADDR !ADDRESS", D::Inline),
        ("!ERROR !SERIOUS", D::Message(Severity::Error)),
        ("!WARN", D::Message(Severity::Warning)),
        ("!INFO", D::Message(Severity::Note)),
        ("!TO !OUTFILE !SL !SYMBOLLIST", D::Noted(OUTPUT)),
        ("!INITMEM", D::Fill),
        ("!CONVTAB !CT", D::Refused("write the bytes with !byte, !pet or !scr")),
        ("!XOR", D::Refused("write the bytes as they shall be")),
        ("!AL !RL", D::Refused(NOT_6502)),
        ("!AS !RS", D::Ignored),
    ],
    parameters: Parameters::Symbols,
    operands: Operands { sizes: true, ..Operands::PLAIN },
    endings: &["a", "acme"],
    marks: "!byte|!by|!8|!text|!pet|!scr|!raw|!word|!wo|!16|!to|!cpu|!zone|!zn|!source|!src|!binary|!bin|\
            !fill|!fi|!align|!pseudopc|!addr|!macro|!if|!ifdef|!ifndef|!for|!set|!convtab|!ct|!hex",
    skipping: Skipping::Braces,
    ..Table::PLAIN
};
