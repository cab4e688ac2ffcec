//! Reads what the tools wrote about the programs in `docs/examples/debug-data`. Records that cannot be read, and hostile texts.

use std::fmt::Write;

use arcadian_program::debug_data::{DebugData, Format, parse};
use proptest::prelude::*;

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

#[test]
fn errors_name_the_place() {
    const LD65: &str = "version\tmajor=2,minor=0\n";
    let with = |line: &str| format!("{LD65}{line}\n");
    for (format, text, error) in [
        (
            Format::Ld65,
            "version\tmajor=3,minor=0".to_owned(),
            "line 1, column 15: version 3 of this format is not supported; arcadian reads version 2",
        ),
        (Format::Ld65, with("sym\tid=0,name=\"x\""), "line 2, column 1: this record has no `type`"),
        (
            Format::Ld65,
            with("sym\tid=0,name=\"x,val=1"),
            "line 2, column 15: this string has no closing quotation mark",
        ),
        (
            Format::Ld65,
            with("sym\tid=zero,name=\"x\",type=lab,val=1"),
            "line 2, column 8: `zero` is not a number",
        ),
        (
            Format::Ld65,
            with("seg\tid=0,name=\"C\",start=0x100000000,size=1"),
            "line 2, column 27: `100000000` is too large",
        ),
        (
            Format::Ld65,
            with("info\tline=2,seg=0\nfile\tid=0,name=\"a\",size=1\nline\tid=0,file=0,line=1"),
            "line 2, column 11: this file is not complete: it says 2 records `line`, and has 1",
        ),
        (Format::Ld65, with("line\tid=0,file=7,line=1"), "line 2, column 1: there is no file 7"),
        (
            Format::Ld65,
            with("file\tid=0,name=\"a\",size=1\nline\tid=0,file=0,line=1,span=4"),
            "line 3, column 30: there is no span 4",
        ),
        (
            Format::Ld65,
            with("span\tid=0,seg=0,start=0,size=1\nspan\tid=0,seg=0,start=0,size=1"),
            "line 3, column 9: span 0 is defined twice",
        ),
        (Format::Ld65, with("sym\tname"), "line 2, column 5: `name` is not a field such as `id=0`"),
        (Format::Noi, "DEF _main".to_owned(), "line 1, column 5: this record has no `address`"),
        (Format::Noi, "DEF _main 0xZZ".to_owned(), "line 1, column 13: `ZZ` is not a number"),
        (Format::Cdb, "M:a\r\nL:C$a.c$x$1$1:80".to_owned(), "line 2, column 9: `x` is not a number"),
        (Format::Rst, "      008024 45   x".to_owned(), "line 1, column 19: `x` is not the number of a line"),
        (
            Format::Sld,
            "|SLD.data.version|2".to_owned(),
            "line 1, column 1: version 2 of this format is not supported; arcadian reads version 1",
        ),
        (
            Format::Sld,
            "a|1|".to_owned(),
            "line 1, column 1: `a|1|` is not a line of eight fields separated by `|`",
        ),
        (
            Format::Z88dk,
            "a = $5 ; addr, public, , m, s".to_owned(),
            "line 1, column 1: `a = $5 ; addr, public, , m, s` is not a symbol such as `_main = $8000 ; addr, public, , main_c, code_compiler, main.c:3`",
        ),
        (
            Format::Z88dk,
            "__C_LINE_5 = $5 ; addr, local, , m, s, x".to_owned(),
            "line 1, column 1: this record has no `place`",
        ),
        (Format::Vice, "al C:0300".to_owned(), "line 1, column 4: this record has no `name`"),
    ] {
        let found = parse(format, "x", &text).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(found, Err(error.to_owned()), "{text}");
    }
}

#[test]
fn unknown_records_are_counted() {
    let data = parse(Format::Vice, "x", "al 1 .a\nbreak 5\nload \"x\"\n").expect("labels");
    assert_eq!((data.unknown.count, data.unknown.first), (2, Some((2, "break".to_owned()))));
}

fn formats() -> Vec<Format> {
    Format::all().collect()
}

/// Returns texts made of the words of all formats.
fn texts() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "version\tmajor=2,minor=0\n",
        "file\tid=0,name=\"a\",size=1\n",
        "line\tid=0,file=0,line=",
        "span\tid=0,seg=0,start=",
        "4294967295",
        "0xFFFFFFFF",
        ",size=",
        "seg\tid=0,name=\"\",start=1,size=9,ooffs=3,oname=\"x\"\n",
        "sym\tid=1,parent=1,name=\"@a\",val=",
        "scope\tid=0,name=\"s\",parent=0\n",
        ",type=lab,scope=0\n",
        "+",
        "\n",
        "\r",
        "DEF ",
        "C$a.c$1$",
        "A$m$4294967295$ 0x1\n",
        "s__CODE 0x5\n",
        "L:",
        "M:\n",
        ":",
        "      008024 45",
        " [ 4]",
        "    6 ",
        "\"",
        "|",
        "|SLD.data.version|1\n",
        "a|1:2:3||4|0|-1|T|\n",
        "a|1||0|0|5|L|m,l,,+equ\n",
        "al ",
        "C:0300 ",
        ".x\n",
        "é",
        "  ",
    ]);
    prop::collection::vec(words, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn no_text_panics(text in texts()) {
        for format in formats() {
            match parse(format, "a/b.rst", &text) {
                Ok(mut data) => {
                    prop_assert!(data.lines.iter().all(|line| line.file < data.files.len()));
                    let symbols = data.symbols.len();
                    data.merge(data.clone());
                    prop_assert_eq!(data.symbols.len(), symbols);
                }
                Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{}", error),
            }
            let _ = Format::of("b.rst", &text);
        }
    }

    #[test]
    fn no_characters_panic(text in any::<String>()) {
        for format in formats() {
            let _ = parse(format, &text, &text);
        }
    }
}
