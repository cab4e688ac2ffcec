//! The result of assembling a source; constants defined in terms of others; and hostile sources, none of which makes the assembler
//! panic, hang or use unbounded memory.

use arcadian_asm::{
    Disassembly, NoFiles, Options, SymbolKind, assemble, attempt, disassemble, read_symbols, sheet,
    write_symbols,
};
use arcadian_isa::Processor::{I8080, Mos6502, Z80};
use proptest::prelude::*;

use crate::{PROCESSORS, SOURCES, messages, run};

#[test]
fn gaps_are_zero_and_the_lowest_address_is_the_origin() {
    let assembly = run(Z80, " ORG 104H\n DB 5\n DS 2\n ORG 100H\nGO: DB 1,2\n END GO\n").unwrap();
    assert_eq!((assembly.origin, &*assembly.image), (0x100, &[1, 2, 0, 0, 5][..]));
    assert_eq!((assembly.size, assembly.entry), (3, Some(0x100)));
    assert_eq!(assembly.byte_at(0x102), None);
}

#[test]
fn an_empty_source_has_no_bytes() {
    let assembly = run(I8080, " ORG 100H\n; nothing\n").unwrap();
    assert_eq!((assembly.origin, assembly.image.len(), assembly.size), (0x100, 0, 0));
}

#[test]
fn the_last_byte_of_memory_can_be_used() {
    let assembly = run(Z80, " ORG 0FFFEH\n JR $\n").unwrap();
    assert_eq!(assembly.image, [0x18, 0xFE]);
    let assembly = run(Mos6502, " * = $FFF0\n BEQ $0010\n").unwrap();
    assert_eq!(assembly.image, [0xF0, 0x1E]);
}

#[test]
fn the_host_defines_symbols() {
    let options =
        Options { processor: Some(Z80), defines: vec![("size".to_owned(), 7)], ..Options::default() };
    let assembly = assemble("x", " DB SIZE\n", &options, &mut NoFiles).unwrap();
    assert_eq!(assembly.image, [7]);
    assert_eq!(
        assembly.symbol("Size").map(|symbol| (symbol.kind, symbol.line)),
        Some((SymbolKind::Constant, None))
    );
}

#[test]
fn symbols_are_written_and_read_back() {
    let assembly =
        run(Z80, "Beta: NOP\n.in: NOP\nalpha EQU -5\nv SET 3\nMM MACRO\n.l: NOP\n ENDM\n MM\n").unwrap();
    let text = write_symbols(&assembly);
    assert_eq!(text, "alpha = -5\nBeta = $0000\nBeta.in = $0001\n");
    let symbols = read_symbols(&format!("; a comment\n\n{text} x=10H ; another\n")).unwrap();
    let expected = [("alpha", -5), ("Beta", 0), ("Beta.in", 1), ("x", 16)];
    assert_eq!(symbols, expected.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!(
        read_symbols("a = 1\nb 2\n").unwrap_err().to_string(),
        "line 2: `b 2` is not a symbol definition; write NAME = $1234"
    );
    for wrong in ["a = ", "= 1", "a b = 1", "a = x"] {
        assert!(read_symbols(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_forward_reference_takes_three_bytes() {
    let assembly = run(Mos6502, "A1 LDA ZP\nB1 LDA <ZP\nC1 LDA.A5 ZP\nZP = $12\n").unwrap();
    assert_eq!(assembly.image, [0xAD, 0x12, 0x00, 0xA5, 0x12, 0xA5, 0x12]);
    assert_eq!(assembly.warnings.len(), 1);
    assert_eq!(assembly.symbol("B1").map(|symbol| symbol.value), Some(3));
}

#[test]
fn listings() {
    insta::assert_snapshot!(run(I8080, include_str!("right/macros.asm")).unwrap().listing());
    let source = "ZP = 5\n* = $300\nloop LDA $1234,X\n BNE loop\n .byte \"twelve bytes\"\n";
    insta::assert_snapshot!(run(Mos6502, source).unwrap().listing());
}

#[test]
fn an_attempt_keeps_what_the_lines_without_errors_define() {
    let options = Options { processor: Some(Z80), ..Options::default() };
    let found =
        attempt("x.asm", " ORG 100H\nGO: NOP\n XYZ\nEND1: JP GO\n JP LATER\n", &options, &mut NoFiles);
    assert_eq!(found.diagnostics.len(), 2);
    let assembly = found.assembly.expect("the processor is known");
    assert_eq!(assembly.symbol("END1").map(|symbol| symbol.value), Some(0x101));
    assert_eq!(assembly.lines[3].bytes, [0xC3, 0x00, 0x01]);
    assert!(assembly.lines[4].row.is_some() && assembly.lines[4].bytes.is_empty());
    assert!(assembly.warnings.is_empty(), "they are in the diagnostics");
    let unknown = attempt("x.asm", " NOP\n", &Options::default(), &mut NoFiles);
    assert!(unknown.assembly.is_none() && unknown.diagnostics.len() == 1);
}

#[test]
fn source_starts_after_the_hand_assembled_columns() {
    for (line, source) in
        [("0100  C3 00 01  JMP X", "  JMP X"), ("0100  C3 00 01", ""), (" JMP X", " JMP X"), ("", "")]
    {
        assert_eq!(&line[sheet::source_start(line)..], source, "{line}");
    }
}

/// Returns `count` definitions, each in terms of the next one, and the last one of all.
fn chain(count: usize, last: &str) -> Vec<String> {
    let link = |number: usize| format!("C{number} EQU C{}\n", number + 1);
    (0..count).map(link).chain([format!("C{count} EQU {last}\n")]).collect()
}

#[test]
fn chains_of_any_length_have_a_value() {
    for count in [1, 2, 199, 200, 201, 300, 30_000] {
        let forward = chain(count, "1234H").concat();
        let backward: String = chain(count, "1234H").into_iter().rev().collect();
        let (early, late) = (" LXI H,C0\n RET\n", " LXI D,C0\n");
        for definitions in [forward, backward] {
            let assembly = run(I8080, &format!("{early}{definitions}{late}")).unwrap();
            assert_eq!(assembly.image, [0x21, 0x34, 0x12, 0xC9, 0x11, 0x34, 0x12], "{count}");
        }
    }
}

/// A chain in which every second definition is below its use, so that no single pass in either order gives all values.
#[test]
fn chains_in_mixed_order_have_a_value() {
    let links = chain(1001, "7");
    let (even, odd): (Vec<_>, Vec<_>) =
        links.into_iter().enumerate().partition(|(number, _)| number % 2 == 0);
    let text = |links: Vec<(usize, String)>| links.into_iter().map(|(_, link)| link).collect::<String>();
    let source = format!("{}{} DB C0\n", text(even), text(odd));
    assert_eq!(run(I8080, &source).unwrap().image, [7]);
}

#[test]
fn cycles_of_any_length_are_reported() {
    for count in [1, 2, 6, 7, 200, 255, 256, 257, 30_000] {
        let mut definitions = chain(count - 1, "C0");
        for _ in 0..2 {
            let source = format!("{} LXI H,C0\n RET\n", definitions.concat());
            let failure = run(I8080, &source).unwrap_err();
            let [message] = &*messages(&failure) else { panic!("{count}: {failure}") };
            assert!(message.contains(" is defined in terms of itself: C"), "{message}");
            definitions.reverse();
        }
    }
}

#[test]
fn a_cycle_is_shown_by_its_members() {
    let message = |source: &str| run(I8080, source).unwrap_err().to_string();
    assert_eq!(
        message("X EQU X+1\n DB X\n"),
        "test.asm:1:7: error: `X` is defined in terms of itself: X -> X"
    );
    // A constant that only leads to a cycle is not a member.
    assert_eq!(
        message("IN2 EQU P\nQ EQU P\nP EQU 2*Q\n DB IN2\n"),
        "test.asm:2:7: error: `Q` is defined in terms of itself: Q -> P -> Q"
    );
    assert_eq!(
        message(&chain(99, "C0").concat()),
        "test.asm:1:8: error: `C0` is defined in terms of itself: \
         C0 -> C1 -> C2 -> C3 -> (95 more) -> C99 -> C0"
    );
}

/// Every fault in a definition is reported once, whatever refers to it, above or below.
#[test]
fn faults_reach_other_constants_and_are_reported() {
    let faults = [
        ("NOPE", "test.asm:2:8: error: `NOPE` is not defined"),
        ("1/0", "test.asm:2:9: error: division by zero"),
        ("LATER/ZERO", "test.asm:2:13: error: division by zero"),
        ("LATER SHL 99", "test.asm:2:14: error: the shift count is 99; it must be 0 to 31"),
        ("LATER*LATER*LATER", "test.asm:2:8: error: the result does not fit in 32 bits"),
        ("LATER+.none", "test.asm:2:14: error: `.none` is not defined"),
    ];
    for (value, expected) in faults {
        for user in ["C1 EQU C0\n", "C1 EQU C0+C0\nC2 EQU C1\n", ""] {
            let source =
                format!("\nC0 EQU {value}\n{user} LXI H,C0\n RET\n DW C1\nLATER EQU 9999\nZERO EQU 0\n");
            let source = if user.is_empty() { source.replace(" DW C1\n", "") } else { source };
            assert_eq!(messages(&run(I8080, &source).unwrap_err()), [expected], "{source}");
        }
    }
}

/// A forward reference to a variable has its last value, also through a constant.
#[test]
fn a_constant_can_be_defined_by_a_later_variable() {
    let source = "C0 EQU V+1\nV SET 4\n DB V\nV SET 6\n DB C0\n";
    assert_eq!(run(I8080, source).unwrap().image, [4, 7]);
}

#[test]
fn long_lines_of_macros_are_not_cut_off() {
    let line = format!(" DB 1{}\n", ",1".repeat(3000));
    let failure = run(I8080, &format!("LONG MACRO\n{line} ENDM\n LONG\n RET\n")).unwrap_err();
    let message = "in the expansion of the macro, this line has more than 4096 bytes";
    assert_eq!(
        failure.to_string(),
        format!("test.asm:4:2: error: {message} [test.asm:2: in the macro LONG]")
    );
}

/// Calls every function of the results.
fn use_all(text: &str) {
    for processor in PROCESSORS {
        if let Ok(assembly) = run(processor, text) {
            let _ = (assembly.listing(), write_symbols(&assembly));
            let _ = disassemble(
                processor,
                &assembly.image,
                &Disassembly { origin: assembly.origin, ..Disassembly::default() },
            );
            check_sheet(&assembly);
        }
    }
    let _ = assemble("x", text, &Options::default(), &mut NoFiles);
}

/// Checks that a sheet written from a source assembles to the same bytes.
fn check_sheet(assembly: &arcadian_asm::Assembly) {
    let text = assembly.sheet_text();
    let sheet = assemble("sheet.asm", &text, &Options::default(), &mut NoFiles)
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_eq!((sheet.origin, &sheet.image), (assembly.origin, &assembly.image), "{text}");
}

/// Words and parts of the language, divided by bars.
const WORDS: &str = "LD|MVI|LDA|A|(|)|,|#|$|'|\"|;|:|=|*|MACRO|ENDM|IF|ELSE|ENDIF|ORG|DB|DS|EQU|SET|X|(IX+|FFFFH|65535|.|\
    @|<|>|NOT|-|\n| |\n |END|;! cpu: z80|0100  C3|ä|\t|INCLUDE|\r|M|0x|%";

/// Generates random sequences of words of the language.
fn scraps() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS.split('|').collect::<Vec<_>>()), 0..40)
        .prop_map(|words| words.join(" ").replace(" \n ", "\n"))
}

proptest! {
    #[test]
    fn any_text(text in "\\PC{0,200}") {
        use_all(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        use_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words(text in scraps()) {
        use_all(&text);
    }

    #[test]
    fn damaged_sources(
        source in 0..SOURCES.len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), "\\PC{0,3}"), 1..6),
    ) {
        let mut text: Vec<char> = SOURCES[source].chars().collect();
        for (at, length, put) in cuts {
            let start = at.index(text.len().max(1)).min(text.len());
            let end = (start + length.index(8)).min(text.len());
            text.splice(start..end, put.chars());
        }
        use_all(&text.into_iter().collect::<String>());
    }
}

/// Each of these sources fails quickly.
#[test]
fn hostile_sources_are_rejected() {
    let deep = format!(" DB {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    let minus = format!(" DB {}1\n", "-".repeat(100_000));
    let tower = "A0 EQU A1\n".to_owned()
        + &(1..2000).map(|n| format!("A{n} EQU {}A{}\n", "0+".repeat(5), n + 1)).collect::<String>();
    let hostile = [
        deep,
        minus,
        tower,
        "M MACRO\n M\n M\n ENDM\n M\n".to_owned(),
        "M MACRO X\n M X X\n ENDM\n M 12345678\n".to_owned(),
        "M1 MACRO\n DB 1\n DB 1\n ENDM\n".to_owned()
            + &(2..30).map(|n| format!("M{n} MACRO\n M{0}\n M{0}\n ENDM\n", n - 1)).collect::<String>()
            + " M29\n",
        "E1 MACRO\n ENDM\n".to_owned()
            + &(2..40).map(|n| format!("E{n} MACRO\n E{0}\n E{0}\n ENDM\n", n - 1)).collect::<String>()
            + " E39\n",
        " ORG 0\n DS 65536,1\n".repeat(10),
        " DS 4000000000\n DS 65536\n DB 1\n".to_owned(),
        "X EQU Y\nY EQU X\n DB X\n".to_owned(),
        " FOO\n".repeat(100_000),
        " IF 1\n".repeat(199_000),
    ];
    for text in hostile {
        let failure = run(I8080, &text).unwrap_err();
        assert!(failure.diagnostics.len() <= 100);
    }
}

/// A sum can have any number of terms.
#[test]
fn long_sums_need_no_stack() {
    let text = format!(" DW {}1\n", "1+".repeat(60_000));
    assert_eq!(run(Z80, &text).unwrap().image, 60_001_u16.to_le_bytes());
}

/// A name of any length is read once for each use. Reading it once for each of its characters would take minutes.
#[test]
fn long_names_are_read_once() {
    let name = "a".repeat(300_000);
    let text = format!("{name}: NOP\n DW {name}, {name}\n LD HL,{name}\n");
    let assembly = run(Z80, &text).unwrap();
    assert_eq!(assembly.image, [0, 0, 0, 0, 0, 0x21, 0, 0]);
}
