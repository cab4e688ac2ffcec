//! Tests of INCLUDE and INCBIN.

use std::collections::BTreeMap;

use arcadian_asm::{Assembly, Dialect, Failure, Host, Included, Options, assemble};
use arcadian_isa::Processor;

use crate::Files;

fn with(files: &[(&'static str, &str)], text: &str) -> Result<Assembly, Failure> {
    let mut host = Files(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect());
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    assemble("main.asm", text, &options, &mut host)
}

/// ACME's `!eof` ends the file that it stands in, and no other. Bytes compared with ACME 0.97.
#[test]
fn the_end_of_an_included_file_is_not_that_of_the_source() {
    let files = BTreeMap::from([("guarded".to_owned(), "!ifdef seen !eof\nseen = 1\n!byte 9\n".to_owned())]);
    let source = "* = $1000\n!source \"guarded\"\n!byte 1\n!source \"guarded\"\n!byte 2\n!eof\n!byte 3\n";
    let options = Options { dialect: Dialect::named("acme").unwrap(), ..Options::default() };
    let assembly = assemble("main.asm", source, &options, &mut Files(files)).unwrap();
    assert_eq!(assembly.image, [9, 1, 2]);
}

fn failure_of(files: &[(&'static str, &str)], text: &str) -> String {
    let failure = with(files, text).unwrap_err();
    assert_eq!(failure.diagnostics.len(), 1, "{failure}");
    failure.to_string()
}

#[test]
fn files_are_included() {
    let files = [("a.inc", "SIZE EQU 3\n INCLUDE 'b.inc'\n"), ("b.inc", " DB SIZE\n"), ("raw", "xyz")];
    let assembly = with(&files, " INCLUDE \"a.inc\"\n .include b.inc\n INCBIN \"raw\"\n").unwrap();
    assert_eq!(assembly.image, *b"\x03\x03xyz");
    assert_eq!(assembly.files, ["main.asm", "a.inc", "b.inc"]);
}

#[test]
fn cycles_are_errors() {
    let files = [("a", " INCLUDE b\n"), ("b", " INCLUDE a\n")];
    assert_eq!(failure_of(&files, " INCLUDE a\n"), "b:1:10: error: a includes itself");
    assert_eq!(
        failure_of(&files, " INCLUDE c\n"),
        "main.asm:1:10: error: cannot include c: there is no such file"
    );
}

#[test]
fn depth_is_bounded() {
    const NAMES: [&str; 20] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
        "18", "19",
    ];
    let texts: Vec<String> = NAMES.iter().skip(1).map(|next| format!(" INCLUDE {next}\n")).collect();
    let files: Vec<_> = NAMES.into_iter().zip(texts.iter().map(String::as_str)).collect();
    assert_eq!(failure_of(&files, " INCLUDE 0\n"), "14:1:10: error: includes are nested more than 16 deep");
}

#[test]
fn an_if_ends_in_its_own_file() {
    assert_eq!(failure_of(&[("a", " IF 1\n")], " INCLUDE a\n NOP\n"), "a:1:2: error: this IF has no ENDIF");
    assert_eq!(
        failure_of(&[("a", " ENDIF\n")], " IF 1\n INCLUDE a\n ENDIF\n"),
        "a:1:2: error: `ENDIF` without IF"
    );
}

#[test]
fn a_binary_that_is_too_long_is_an_error() {
    let long = "x".repeat(70_000);
    assert_eq!(
        failure_of(&[("raw", &long)], " INCBIN raw\n"),
        "main.asm:1:2: error: the code runs past the end of memory, FFFF"
    );
}

/// END in an included file or a macro ends the whole source, so what follows around it is not read either.
#[test]
fn text_after_an_end_in_another_file_is_a_warning() {
    let warnings = |files: &[(&'static str, &str)], text: &str| -> Vec<String> {
        with(files, text).unwrap().warnings.iter().map(ToString::to_string).collect()
    };
    let files = [("a", " NOP\n END\n; only a comment\n")];
    assert_eq!(warnings(&files, " INCLUDE a\n RET\n"), ["a:2:2: warning: text after END is not read"]);
    assert_eq!(warnings(&files, " INCLUDE a\n\n; only a comment\n"), [""; 0]);
    let text = "LAST MACRO\n NOP\n END\n ENDM\n LAST\n";
    assert_eq!(warnings(&[], text), [""; 0]);
    assert_eq!(warnings(&[], &format!("{text} RET\n")).len(), 1);
}

/// A sheet, for 0100.
const ADD: &str = ";! routine: ADD2\n;! cpu: z80\n;! org: 0100H\n0100  3C  ADD2: INC A\n0101  C3 05 01  JP OUT\n0104  00  NOP\n0105  C9  OUT: RET\n";

#[test]
fn an_included_sheet_has_its_own_names() {
    let text = " ORG 4000H\nOUT: CALL ADD2\n JP OUT\n DW ADD2.OUT\n INCLUDE add\n";
    let assembly = with(&[("add", ADD)], text).unwrap();
    assert_eq!(
        assembly.image,
        [0xCD, 8, 0x40, 0xC3, 0, 0x40, 0x0D, 0x40, 0x3C, 0xC3, 0x0D, 0x40, 0, 0xC9],
        "OUT is another name in the sheet, and its columns are for another address"
    );
    let symbol = |name| assembly.symbol(name).map(|symbol| symbol.value);
    assert_eq!([symbol("out"), symbol("add2"), symbol("add2.out")], [0x4000, 0x4008, 0x400D].map(Some));
}

/// As the sheets of the BASIC cartridge do: a constant of the program, or its own if it is assembled alone.
#[test]
fn an_included_sheet_sees_names_of_the_program_that_it_does_not_define() {
    let sheet =
        ";! routine: USER\n;! cpu: z80\n IFNDEF WIDTH\nWIDTH EQU 5\n ENDIF\nUSER: LD A,WIDTH\n JP MAIN\n";
    let files = [("user", sheet)];
    let assembly = with(&files, " ORG 0\nWIDTH EQU 7\nMAIN: NOP\n INCLUDE user\n").unwrap();
    assert_eq!(assembly.image, [0, 0x3E, 7, 0xC3, 0, 0]);
    let assembly = with(&files, " ORG 0\nMAIN: NOP\n INCLUDE user\n").unwrap();
    assert_eq!(assembly.image, [0, 0x3E, 5, 0xC3, 0, 0]);
    assert_eq!(failure_of(&files, " INCLUDE user\n"), "user:7:5: error: `MAIN` is not defined");
}

#[test]
fn a_sheet_is_included_once_with_its_own_names() {
    let twice = ";! routine: TWICE\n;! cpu: z80\n;! org: 0\nTWICE: CALL ADD2\nHERE EQU ADD2.OUT\n JP ADD2\n INCLUDE add\n";
    let files = [("add", ADD), ("twice", twice)];
    let assembly = with(&files, " INCLUDE twice\n INCLUDE add\n").unwrap();
    assert_eq!(assembly.size, 6 + 6);
    assert_eq!(assembly.symbol("twice.here").map(|symbol| symbol.value), Some(11));
    assert_eq!(assembly.image, with(&files, twice).unwrap().image, "as alone");
    assert_eq!(
        failure_of(&[("add", ADD)], " JP OUT\n INCLUDE add\n"),
        "main.asm:1:5: error: `OUT` is not defined; it belongs to an included sheet: `ADD2.OUT`"
    );
    assert_eq!(
        failure_of(&[("add", &ADD.replace("z80", "8080"))], " INCLUDE add\n"),
        "main.asm:1:10: error: this source is for the Z80, not for the 8080"
    );
}

/// Files of a host that no longer wants the result after it gave the first one away.
struct Impatient {
    given: usize,
}

impl Host for Impatient {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        self.given += 1;
        Ok(Included { name: name.to_owned(), text: " NOP\n".to_owned() })
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Err("there is no such file".to_owned())
    }

    fn is_cancelled(&self) -> bool {
        self.given > 0
    }
}

#[test]
fn a_cancelled_source_is_not_read_on() {
    let mut host = Impatient { given: 0 };
    let failure = assemble(
        "main.asm",
        " CPU Z80\n INCLUDE a\n INCLUDE b\n INCLUDE c\n",
        &Options::default(),
        &mut host,
    );
    assert_eq!(
        failure.unwrap_err().to_string(),
        "a:1:1: error: cancelled: the rest of the source is not read"
    );
    assert_eq!(host.given, 1);
}
