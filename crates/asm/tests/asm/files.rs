//! Tests of INCLUDE and INCBIN.

use std::collections::HashMap;

use arcadian_asm::{Assembly, Failure, Host, Included, Options, assemble};
use arcadian_isa::Processor;

struct Files(HashMap<&'static str, String>);

impl Host for Files {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        let text = self.0.get(name).ok_or("there is no such file")?;
        Ok(Included { name: name.to_owned(), text: text.clone() })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        self.source(name, from).map(|included| included.text.into_bytes())
    }
}

fn with(files: &[(&'static str, &str)], text: &str) -> Result<Assembly, Failure> {
    let mut host = Files(files.iter().map(|(name, text)| (*name, (*text).to_owned())).collect());
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    assemble("main.asm", text, &options, &mut host)
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
