//! No input makes the assembler panic, hang or use unbounded memory.

use arcadian_asm::{Disassembly, NoFiles, Options, assemble, disassemble};
use proptest::prelude::*;

use crate::{PROCESSORS, SOURCES, run};

/// Calls every function of the results.
fn use_all(text: &str) {
    for processor in PROCESSORS {
        if let Ok(assembly) = run(processor, text) {
            let _ = (assembly.listing(), arcadian_asm::write_symbols(&assembly));
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
        let failure = run(arcadian_isa::Processor::I8080, &text).unwrap_err();
        assert!(failure.diagnostics.len() <= 100);
    }
}

/// A sum can have any number of terms.
#[test]
fn long_sums_need_no_stack() {
    let text = format!(" DW {}1\n", "1+".repeat(60_000));
    assert_eq!(run(arcadian_isa::Processor::Z80, &text).unwrap().image, 60_001_u16.to_le_bytes());
}

/// A name of any length is read once for each use. Reading it once for each of its characters would take minutes.
#[test]
fn long_names_are_read_once() {
    let name = "a".repeat(300_000);
    let text = format!("{name}: NOP\n DW {name}, {name}\n LD HL,{name}\n");
    let assembly = run(arcadian_isa::Processor::Z80, &text).unwrap();
    assert_eq!(assembly.image, [0, 0, 0, 0, 0, 0x21, 0, 0]);
}
