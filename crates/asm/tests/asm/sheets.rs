//! Sheets: header, reading and writing of the columns.

use arcadian_asm::sheet::{Cycles, Noted, Term};
use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_isa::Processor;

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
    let term = |place: &str, meaning: &str| Term {
        place: place.to_owned(),
        points: false,
        meaning: meaning.to_owned(),
    };
    assert_eq!(sheet.routine.as_deref(), Some("T2CW"));
    assert_eq!((sheet.processor, sheet.origin), (Some(Processor::I8080), Some(0x0100)));
    assert_eq!(sheet.inputs, [term("B", "the letter"), term("HL", "")]);
    assert_eq!(sheet.outputs, [term("A", "the letter turned")]);
    assert_eq!(sheet.clobbers, []);
    assert_eq!(sheet.oracle, Some(Noted { value: "rotate".to_owned(), note: "of the board".to_owned() }));
    assert_eq!(sheet.bytes, Some(Noted { value: 18, note: String::new() }));
    let cycles = Noted { value: Cycles { least: 20, most: 25 }, note: "without the call".to_owned() };
    assert_eq!(sheet.cycles, Some(cycles));
    assert_eq!(sheet.about, [("author".to_owned(), "nobody".to_owned())]);
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
    assert_eq!(assembly.labels_at(0x0100).collect::<Vec<_>>(), ["T2CW"]);
}

#[test]
fn a_sheet_written_from_a_sheet_is_the_same() {
    assert_eq!(read(SHEET).sheet_text(), SHEET);
}

#[test]
fn a_sheet_written_from_a_source_assembles_to_the_same_bytes() {
    let sources = [
        include_str!("right/intel.asm"),
        include_str!("right/zilog.asm"),
        include_str!("right/mos.asm"),
        include_str!("right/numbers.asm"),
        include_str!("right/macros.asm"),
        include_str!("right/conditions.asm"),
        include_str!("right/directives.asm"),
    ];
    for source in sources {
        let assembly = read(source);
        let text = assembly.sheet_text();
        let sheet = read(&text);
        assert_eq!((sheet.image, sheet.origin), (assembly.image, assembly.origin), "{text}");
        assert_eq!(sheet.sheet.unwrap().processor, Some(assembly.processor));
    }
}

#[test]
fn the_size_is_checked() {
    let failure = assemble("s", &SHEET.replace("bytes: 18", "bytes: 19"), &Options::default(), &mut NoFiles);
    let shown = failure.unwrap_err().to_string();
    assert_eq!(shown, "s:8:11: error: the header says 19 bytes, the code has 18");
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
