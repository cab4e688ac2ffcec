//! Reads what the tools wrote about the programs in `docs/examples/debug-data`.

use std::fmt::Write;

use arcadian_program::debug_data::{DebugData, Format, parse};

/// Reads a file of the examples.
fn read(name: &str, text: &str) -> DebugData {
    let format = Format::of(name, text).unwrap_or_else(|| panic!("{name}: a format"));
    parse(format, name, text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

macro_rules! example {
    ($name:literal) => {
        read($name, include_str!(concat!("../../../../docs/examples/debug-data/", $name)))
    };
}

/// Writes debug data as text, a record a line.
fn shown(data: &DebugData) -> String {
    let mut text = String::new();
    for segment in &data.segments {
        let part = segment.part.as_ref();
        let part = part.map_or(String::new(), |part| format!(" in {} at {}", part.file, part.offset));
        let _ = writeln!(text, "segment {:04X}+{:X} {}{part}", segment.address, segment.size, segment.name);
    }
    for symbol in &data.symbols {
        let _ = writeln!(text, "{:?} {:04X} {}", symbol.kind, symbol.value, symbol.name);
    }
    for line in &data.lines {
        let name = &data.files[line.file].name;
        let length = line.length.map_or(String::new(), |length| format!("+{length:X}"));
        let columns = line.columns.as_ref().map_or(String::new(), |columns| format!(" columns {columns:?}"));
        let kind = if line.is_data { "data" } else { "code" };
        let bytes: String = line.bytes.iter().map(|byte| format!(" {byte:02X}")).collect();
        let _ = writeln!(
            text,
            "{:?} {kind} {:04X}{length} {name}:{}{columns}{bytes}",
            line.level, line.address, line.line
        );
    }
    for file in &data.files {
        let text_lines = file.text.as_ref().map(|text| text.lines().count());
        let _ = writeln!(text, "file {} size {:?} lines of text {text_lines:?}", file.name, file.size);
    }
    let _ = writeln!(text, "unknown {:?}", data.unknown);
    text
}

#[test]
fn ld65() {
    insta::assert_snapshot!(shown(&example!("ca65/sum.dbg")));
}

#[test]
fn noi() {
    insta::assert_snapshot!(shown(&example!("sdcc/sum.noi")));
}

#[test]
fn cdb() {
    insta::assert_snapshot!(shown(&example!("sdcc/sum.cdb")));
}

#[test]
fn rst() {
    insta::assert_snapshot!(shown(&example!("sdcc/square.rst")));
}

#[test]
fn sld() {
    insta::assert_snapshot!(shown(&example!("sjasmplus/sum.sld.txt")));
}

/// Written by hand in the format of z88dk 2.3.
#[test]
fn z88dk() {
    insta::assert_snapshot!(shown(&read("count.map", include_str!("data/count.map"))));
}

#[test]
fn vice() {
    insta::assert_snapshot!(shown(&example!("acme/count.lbl")));
}

/// A listing gives lengths and bytes to the lines of the linker's symbols, and keeps the rest.
#[test]
fn a_listing_completes_symbols() {
    let mut data = example!("sdcc/sum.noi");
    let lines = data.lines.len();
    data.merge(example!("sdcc/square.rst"));
    assert_eq!(data.lines.len(), lines);
    let square = data.files.iter().position(|file| file.name == "square.asm").expect("the source");
    assert!(data.files[square].text.is_some());
    assert!(data.lines.iter().filter(|line| line.file == square).all(|line| !line.bytes.is_empty()));
    assert!(data.lines.iter().any(|line| line.file != square && line.bytes.is_empty()));
}
