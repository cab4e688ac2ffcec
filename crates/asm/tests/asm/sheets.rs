//! Sheets: header, reading and writing of the columns.

use arcadian_asm::sheet::{Amount, Noted, Term};
use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_isa::Processor;
use proptest::prelude::*;

const SHEET: &str = include_str!("right/sheet.asm");

fn read(text: &str) -> Assembly {
    assemble("sheet.asm", text, &Options::default(), &mut NoFiles).unwrap_or_else(|failure| {
        let all: Vec<String> = failure.diagnostics.iter().map(ToString::to_string).collect();
        panic!("{}\n{text}", all.join("\n"))
    })
}

#[test]
fn the_header_is_read() {
    let sheet = read(SHEET).sheet.unwrap();
    let read_terms = |terms: &[Term]| -> Vec<(String, bool, String)> {
        terms.iter().map(|term| (term.place.clone(), term.points, term.meaning.clone())).collect()
    };
    let term = |place: &str, meaning: &str| (place.to_owned(), false, meaning.to_owned());
    assert_eq!(sheet.routine.as_deref(), Some("T2CW"));
    assert_eq!((sheet.processor, sheet.origin), (Some(Processor::I8080), Some(0x0100)));
    assert_eq!(read_terms(&sheet.inputs), [term("B", "the letter"), term("HL", "")]);
    assert_eq!(read_terms(&sheet.outputs), [term("A", "the letter turned")]);
    assert_eq!(sheet.clobbers, []);
    assert_eq!(sheet.oracle, Some(Noted { value: "rotate".to_owned(), note: "of the board".to_owned() }));
    assert_eq!(
        sheet.bytes,
        Some(Noted { value: Amount { least: 18, most: 18, is_budget: false }, note: String::new() })
    );
    let cycles = Noted {
        value: Amount { least: 20, most: 25, is_budget: false },
        note: "without the call".to_owned(),
    };
    assert_eq!(sheet.cycles, Some(cycles));
    assert_eq!(sheet.about, [("author".to_owned(), "nobody".to_owned())]);
}

#[test]
fn terms_know_their_place_and_end_at_a_comment() {
    let text = ";! routine: X\n;! cpu: 8080\n;! in: A = x,  B = y ; one, two\n;! at: X: C = i ; not this, D\nX: RET\n";
    let sheet = read(text).sheet.unwrap();
    let placed = |terms: &[Term]| -> Vec<(usize, usize, String)> {
        let line = |term: &Term| (term.line.number, term.line.span.start, term.line.value().to_owned());
        terms.iter().map(line).collect()
    };
    assert_eq!(placed(&sheet.inputs), [(3, 7, "A = x".to_owned()), (3, 15, "B = y".to_owned())]);
    assert_eq!(placed(&sheet.cut_points[0].state), [(4, 10, "C = i".to_owned())]);
}

#[test]
fn lines_are_found_by_address() {
    let assembly = read(SHEET);
    assert_eq!(assembly.line_at(0x0100).map(|line| line.comment.as_str()), Some("high byte"));
    assert_eq!(
        assembly.line_at(0x0104).map(|line| line.number),
        assembly.line_at(0x0102).map(|line| line.number)
    );
    assert_eq!(assembly.line_at(0x0200), None);
    assert_eq!(assembly.byte_at(0x0101), Some(0x07));
}

#[test]
fn a_sheet_written_from_a_sheet_is_the_same() {
    assert_eq!(read(SHEET).sheet_text(), SHEET);
}

#[test]
fn a_sheet_written_from_a_source_assembles_to_the_same_bytes() {
    for source in crate::SOURCES {
        let assembly = read(source);
        let text = assembly.sheet_text();
        let sheet = read(&text);
        assert_eq!((sheet.image, sheet.origin), (assembly.image, assembly.origin), "{text}");
        assert_eq!(sheet.sheet.unwrap().processor, Some(assembly.processor));
    }
}

#[test]
fn the_size_is_checked() {
    let with = |size| {
        assemble("s", &SHEET.replace("bytes: 18", size), &Options::default(), &mut NoFiles)
            .map_or_else(|failure| failure.to_string(), |_| String::new())
    };
    for (size, shown) in [
        ("bytes: <= 18", ""),
        ("bytes: 19", "s:8:11: error: the header says 19 bytes, the code has 18"),
        ("bytes: <= 17", "s:8:11: error: the header says <= 17 bytes, the code has 18"),
        ("bytes: 17-19", "s:8:11: error: `bytes` takes a number, or a budget as in <= 23"),
    ] {
        assert_eq!(with(size), shown, "{size}");
    }
}

#[test]
fn another_processor_is_refused() {
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    let shown = assemble("s", SHEET, &options, &mut NoFiles).unwrap_err().to_string();
    assert_eq!(shown, "s:2:9: error: this source is for the Z80, not for the 8080");
}

#[test]
fn a_written_sheet() {
    insta::assert_snapshot!(read(include_str!("right/macros.asm")).sheet_text());
}

/// Returns the images of a source and of the sheet written from it.
fn images(source: &str) -> [(u16, Vec<u8>); 2] {
    let assembly = read(source);
    let sheet = read(&assembly.sheet_text());
    [assembly, sheet].map(|assembly| (assembly.origin, assembly.image))
}

/// The sources have names that look like addresses, macro text, and lines whose code begins at another address.
#[test]
fn a_written_sheet_is_unambiguous() {
    for source in [
        "CPU z80\nBeAa = 00\n DB BEAA\n",
        "CPU z80\nFACE EQU 5\nCAFE SET 6\nFeed MACRO X\n DB X\n ENDM\n FEED FACE\n DB CAFE\n",
        "CPU z80\nBEAA MACRO\nFACE = 5\n ENDM\nBEAA\n DB FACE\n",
        "CPU z80\nMAC MACRO FACE\nFACE LD A,5\nDEAD ENDM\n MAC L1\n MAC L2\n DW L2\n",
        "CPU z80\n IF 0\nFACE IF 1\n DB 1\nDEAD ENDIF\nBEEF NOP\n ENDIF\n DB 2\n",
        "CPU z80\nFACE IF 0\nBEEF ELSE\n DB 1\nCAFE ENDIF\n",
        "CPU z80\nMAC MACRO\n ORG 200H\n DB 1,2,3,4,5,6\n ENDM\n ORG 100H\nLAB: MAC\n DW LAB\n",
        "CPU z80\nMAC MACRO\n ORG 0FFFCH\n DB 1,2,3,4\n ORG 0\n DB 5,6,7,8,9\n ENDM\n MAC\n",
        "CPU z80\n DB 1\n END\nFACE NOP\n",
    ] {
        let [source_image, sheet_image] = images(source);
        assert_eq!(sheet_image, source_image, "{source}");
    }
}

/// A source that is not a sheet can state its size too.
#[test]
fn the_size_of_a_source_is_checked() {
    let shown =
        assemble("s", ";! bytes: 3\n CPU z80\n NOP\n", &Options::default(), &mut NoFiles).unwrap_err();
    assert_eq!(shown.to_string(), "s:1:11: error: the header says 3 bytes, the code has 1");
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Fa-f]{4}", "[A-Fa-f][A-Fa-f0-9]{3}", "[A-Za-z_][A-Za-z0-9_]{0,5}"]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        (name(), prop::sample::select(vec!["=", "EQU", "SET"]), any::<u8>())
            .prop_map(|(name, sign, value)| format!("{name} {sign} {value}")),
        (
            name(),
            prop::sample::select(vec!["", ":"]),
            prop::sample::select(vec!["NOP", "DB 1,2,3,4,5", "", "DS 3"])
        )
            .prop_map(|(name, colon, code)| format!("{name}{colon} {code}")),
        (name(), name()).prop_map(|(name, label)| format!("{name} MACRO\n{label} NOP\n ENDM\n {name}")),
        (name(), 0..2_u8, name())
            .prop_map(|(name, value, label)| format!("{name} IF {value}\n{label} NOP\n ENDIF")),
        name().prop_map(|name| format!(" DW {name}")),
        prop::sample::select(vec![" ORG 200H", " NOP ; note", "; DEAD 00", " DB 'a ', \"b\"", ""])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    /// If a source assembles, its sheet assembles to the same bytes.
    #[test]
    fn sheets_of_random_sources_assemble_to_the_same_bytes(lines in prop::collection::vec(line(), 0..12), processor in 0..3_usize) {
        let processor = crate::PROCESSORS[processor];
        if let Ok(assembly) = crate::run(processor, &lines.join("\n")) {
            let text = assembly.sheet_text();
            let sheet = assemble("sheet.asm", &text, &Options::default(), &mut NoFiles);
            let sheet = sheet.map_err(|failure| TestCaseError::fail(format!("{failure}\n{text}")))?;
            prop_assert_eq!((sheet.origin, sheet.image), (assembly.origin, assembly.image), "{}", text);
        }
    }
}
