//! The result of assembling a source.

use arcadian_asm::{NoFiles, Options, SymbolKind, assemble, attempt, read_symbols, sheet, write_symbols};
use arcadian_isa::Processor::{I8080, Mos6502, Z80};

use crate::run;

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
