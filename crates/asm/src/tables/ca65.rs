//! ca65, the assembler of cc65. Source: the ca65 Users Guide.

use arcadian_isa::Processor::Mos6502;

use crate::diagnostic::Severity;
use crate::syntax::{
    Binary as B, Directive as D, Ending, Function as F, Lexis, Local, Naming, Operands, Parameters, Quote,
    Segment, Segments, Skipping, Table, Test, Unary as U,
};

const LINKER: &str = "there is no linker";
const NOT_6502: &str = "only the NMOS 6502 is known here";

const NEWER: &str = "write .if with a condition of its own";
const SEGMENT: &str = "text / text : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR|FAR";
const PROC: &str = "name / name : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR";
const SCOPE: &str = " / name / name : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR";
const IMPORT: &str = "name / name : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR ...";
const EXPORT: &str = "name / name : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR / name =|:= value / \
                      name : DIRECT|ZEROPAGE|ZP|ABSOLUTE|ABS|NEAR =|:= value ...";
const ASSERT: &str = "value , ERROR|WARNING|LDERROR|LDWARNING / value , ERROR|WARNING|LDERROR|LDWARNING , text / \
                      value , ERROR|WARNING|LDERROR|LDWARNING , .CONCAT|.SPRINTF|.STRING all";
const MESSAGE: &str = "text / text , all / .CONCAT|.SPRINTF|.STRING all";
const CONDES: &str = "name , number / name , CONSTRUCTOR|DESTRUCTOR|INTERRUPTOR / name , number , value / \
                      name , CONSTRUCTOR|DESTRUCTOR|INTERRUPTOR , value";
const OPTION: &str = "AUTHOR|COMMENT|COMPILER , text / number , text";

/// Words with a dot that ca65 has in addition to those of the table. Others are errors even where a line is skipped or kept.
pub(crate) const OTHER_WORDS: &str = "\
    .a16 .a8 .addrsize .asize .bank .cap .capability .definedmacro .forceword .i16 .i8 .ident .isize \
    .ismnem .ismnemonic .left .localchar .mid .null .p02x .p4510 .p45gs02 .p6280 .pce02 .pdtv .pm740 \
    .popcharmap .popcpu .psweet16 .pushcharmap .pushcpu .pwc02 .referto .refto .right .size .time";

pub(crate) const TABLE: Table = Table {
    name: "ca65",
    title: "ca65",
    processor: Some(Mos6502),
    lexis: Lexis {
        signs: &["::", ":=", "<<", ">>", "<=", ">=", "<>", "&&", "||"],
        starts: ".@",
        paths: true,
        double: Quote::Plain,
        single: Quote::Character,
        number_prefixes: &[("$", 16), ("%", 2), ("0x", 16)],
        number_suffixes: &[("H", 16)],
        continued: true,
        ..Lexis::PLAIN
    },
    naming: Naming {
        is_case_sensitive: true,
        locals: &[('@', Local::Label)],
        outermost: Some("::"),
        separator: "::",
        colons: true,
        ..Naming::PLAIN
    },
    operators: &[
        ("*", B::Multiply, 6),
        ("/", B::Divide, 6),
        (".MOD", B::Modulo, 6),
        ("& .BITAND", B::And, 6),
        ("^ .BITXOR", B::Xor, 6),
        ("<< .SHL", B::LeftLogical, 6),
        (">> .SHR", B::RightLogical, 6),
        ("+", B::Add, 5),
        ("-", B::Subtract, 5),
        ("| .BITOR", B::Or, 5),
        ("=", B::Equal, 4),
        ("<>", B::Unequal, 4),
        ("<", B::Less, 4),
        (">", B::Greater, 4),
        ("<=", B::LessOrEqual, 4),
        (">=", B::GreaterOrEqual, 4),
        ("&& .AND", B::LogicalAnd, 3),
        (".XOR", B::LogicalXor, 3),
        ("|| .OR", B::LogicalOr, 2),
    ],
    prefixes: &[
        ("! .NOT", U::LogicalNot, 1),
        ("+", U::Plus, 9),
        ("-", U::Minus, 9),
        ("~ .BITNOT", U::Not, 9),
        ("<", U::Low, 9),
        (">", U::High, 9),
        ("^", U::Bank, 9),
    ],
    functions: &[
        (".LOBYTE", F::Apply(U::Low)),
        (".HIBYTE", F::Apply(U::High)),
        (".BANKBYTE", F::Apply(U::Bank)),
        (".LOWORD", F::Apply(U::LowWord)),
        (".HIWORD", F::Apply(U::HighWord)),
        (".DEFINED .DEF", F::Defined),
        (".REFERENCED .REF", F::Referenced),
        (".BLANK", F::Blank),
        (".CONST", F::Constant),
        (".SIZEOF", F::Size),
        (".STRLEN", F::Length),
        (".STRAT", F::Character),
        (".MATCH", F::Match),
        (".XMATCH", F::ExactMatch),
        (".TCOUNT", F::Count),
        (".PARAMCOUNT", F::Arguments),
        (".MAX", F::Greatest),
        (".MIN", F::Smallest),
        (".CPU", F::Processor),
        // 2.19 calls itself 2.18.
        (".VERSION", F::Fixed(0x320)),
    ],
    here: &["*"],
    directives: &[
        (
            ".IFNCONST .IFP02X .IFP4510 .IFP45GS02 .IFP6280 .IFPCE02 .IFPDTV .IFPM740 .IFPSWEET16 .IFPWC02",
            D::RefusedCondition(NEWER),
        ),
        ("=", D::Constant),
        (":=", D::Address),
        (".SET", D::Variable),
        (".ORG", D::Org),
        (".BYTE .BYT .LITERAL", D::Bytes(Ending::Nothing)),
        (".ASCIIZ", D::Bytes(Ending::Zero)),
        (".WORD .ADDR", D::Little(2)),
        (".DBYT", D::Big(2)),
        (".FARADDR", D::Little(3)),
        (".DWORD", D::Little(4)),
        (".LOBYTES", D::Parts(0)),
        (".HIBYTES", D::Parts(8)),
        (".BANKBYTES", D::Parts(16)),
        (".RES", D::Space(1)),
        (".ALIGN", D::Align),
        (".IF", D::If(Test::True)),
        (".IFDEF", D::If(Test::Defined)),
        (".IFNDEF", D::If(Test::NotDefined)),
        (".IFREF", D::If(Test::Used)),
        (".IFNREF", D::If(Test::NotUsed)),
        (".IFBLANK", D::If(Test::Blank)),
        (".IFNBLANK", D::If(Test::NotBlank)),
        (".IFCONST", D::If(Test::Constant)),
        (".IFP02", D::If(Test::For(Some(Mos6502)))),
        (".IFPC02 .IFPSC02 .IFP816", D::If(Test::Never)),
        (".ELSEIF", D::ElseIf(Test::True)),
        (".ELSE", D::Else),
        (".ENDIF", D::EndIf),
        (".MACRO .MAC", D::Macro),
        (".ENDMACRO .ENDMAC", D::EndMacro),
        (".EXITMACRO .EXITMAC", D::ExitMacro),
        (".LOCAL", D::Local),
        (".MACPACK", D::Package),
        (".REPEAT", D::Repeat),
        (".ENDREPEAT .ENDREP", D::EndRepeat),
        (".DEFINE", D::Define),
        (".UNDEFINE .UNDEF .DELMACRO .DELMAC", D::Undefine),
        (".INCLUDE", D::Include),
        (".INCBIN", D::Binary),
        (".END", D::End),
        (".SETCPU", D::ProcessorNamed),
        (".P02", D::Processor(Mos6502)),
        (".PC02 .PSC02 .P816", D::Refused(NOT_6502)),
        (".SEGMENT", D::Segment(Segment::Operand)),
        (".CODE", D::Segment(Segment::Is("CODE"))),
        (".DATA", D::Segment(Segment::Is("DATA"))),
        (".BSS", D::Segment(Segment::Is("BSS"))),
        (".RODATA", D::Segment(Segment::Is("RODATA"))),
        (".ZEROPAGE", D::Segment(Segment::Is("ZEROPAGE"))),
        (".PUSHSEG", D::PushSegment),
        (".POPSEG", D::PopSegment),
        (".RELOC", D::Relative),
        (".PROC", D::Procedure),
        (".ENDPROC", D::EndProcedure),
        (".SCOPE", D::Scope),
        (".ENDSCOPE", D::EndScope),
        (".STRUCT", D::Struct),
        (".UNION", D::Union),
        (".ENDSTRUCT .ENDUNION", D::EndStruct),
        (".TAG", D::Tag),
        (".ENUM", D::Enumeration),
        (".ENDENUM", D::EndEnumeration),
        (".ASSERT", D::Assert),
        (".ERROR .FATAL", D::Message(Severity::Error)),
        (".WARNING", D::Message(Severity::Warning)),
        (".OUT", D::Message(Severity::Note)),
        (".IMPORT .IMPORTZP .EXPORT .EXPORTZP .GLOBAL .GLOBALZP .FORCEIMPORT", D::Declare),
        (".AUTOIMPORT .CONSTRUCTOR .DESTRUCTOR .INTERRUPTOR .CONDES", D::Noted(LINKER)),
        (".FEATURE", D::Feature),
        (".CHARMAP", D::CharacterMap),
        (".CASE", D::Case),
        (".LINECONT", D::Continued),
        (".DBG .DEBUGINFO .FILEOPT .FOPT .LIST .LISTBYTES .PAGELEN .PAGELENGTH .SMART", D::Ignored),
    ],
    shapes: &[
        (".ORG", "value"),
        (".RES .ALIGN", "value / value , value"),
        (".ASCIIZ", "text / .CONCAT|.SPRINTF|.STRING all ..."),
        (
            ".ELSE .ENDIF .ENDMACRO .ENDMAC .EXITMACRO .EXITMAC .ENDREPEAT .ENDREP .P02 .CODE .DATA .BSS .RODATA .ZEROPAGE \
             .PUSHSEG .POPSEG .RELOC .ENDPROC .ENDSCOPE .ENDSTRUCT .ENDUNION .ENDENUM",
            "",
        ),
        (".LOCAL .IMPORTZP .GLOBALZP .FEATURE", "name ..."),
        (".MACRO .MAC", "name / name name ..."),
        (".MACPACK .DELMACRO .DELMAC", "name"),
        (".REPEAT", "value / value , name"),
        (".UNDEFINE .UNDEF .IFDEF .IFNDEF", "path"),
        (".INCLUDE .SETCPU", "text"),
        (".SEGMENT", SEGMENT),
        (".PROC", PROC),
        (".SCOPE", SCOPE),
        (".STRUCT .UNION", " / name"),
        (".ASSERT", ASSERT),
        (".ERROR .FATAL .WARNING .OUT", MESSAGE),
        (".IMPORT .FORCEIMPORT .GLOBAL", IMPORT),
        (".EXPORT", EXPORT),
        (".EXPORTZP", "name / name =|:= value ..."),
        (".AUTOIMPORT .CASE .DEBUGINFO .LINECONT .LIST .SMART", " / on"),
        (".CONSTRUCTOR .DESTRUCTOR .INTERRUPTOR", "name / name , value"),
        (".CONDES", CONDES),
        (".DBG", "FILE|FUNC|SYM|TYPE all / LINE / LINE , all"),
        (".TAG", "path / path , value"),
        (".FILEOPT .FOPT", OPTION),
        (".LISTBYTES .PAGELEN .PAGELENGTH", "number / UNLIMITED"),
    ],
    parameters: Parameters::Tokens,
    segments: Segments {
        order: &["ZEROPAGE", "STARTUP", "LOWCODE", "ONCE", "CODE", "RODATA", "DATA", "BSS"],
        known: &["ZEROPAGE", "CODE", "RODATA", "DATA", "BSS"],
        zero_page: &["ZEROPAGE"],
        reserved: &["BSS", "ZEROPAGE"],
        moves: true,
        ..Segments::PLAIN
    },
    operands: Operands { narrow: "z", wide: "a", ..Operands::PLAIN },
    studies: true,
    packages: &[("longbranch", LONG_BRANCHES), ("generic", GENERIC), ("cpu", PROCESSORS)],
    endings: &["s"],
    marks: ".segment \"|.proc |.import |.export |.setcpu \"|.importzp|.exportzp|.macpack|.feature|.zeropage|\
            .rodata|.endproc|.autoimport|.forceimport",
    skipping: Skipping::Any,
    ..Table::PLAIN
};

/// Branches of any distance: short ones backward where they reach, others over a jump.
const LONG_BRANCHES: &str = include_str!("ca65/longbranch.inc");

/// Additions without carry, and branches after a comparison.
const GENERIC: &str = include_str!("ca65/generic.inc");

/// The properties for which `.cpu` has a bit, and the bits of each processor.
const PROCESSORS: &str = include_str!("ca65/cpu.inc");
