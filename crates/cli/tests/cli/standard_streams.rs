//! `-` as a file name: standard input for reading, standard output for writing.

use std::fs;

use crate::support::{Folder, ROUTINE, RunResult};

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 K=KP;TV=K;STOP\n";
const SHEET: &str = ";! cpu: 8080\n;! org: 0100H\n        MVI A,7\n        HLT\n";

/// A file, its text, and arguments in which its name is replaced by `-`.
const READERS: &[(&str, &str, &[&str])] = &[
    ("x.bas", PROGRAM, &["run", "x.bas", "--keys", "A"]),
    ("x.bas", "10 PRINT\nPRINT\n", &["run", "x.bas"]),
    ("x.bas", PROGRAM, &["list", "x.bas", "--as", "printed"]),
    ("x.lst", "(1790) 10 PRINT 1\n", &["sz", "x.lst"]),
    ("k.keys", "#! seed: 7\nA", &["run", "p.bas", "--keys-file", "k.keys", "--json"]),
    ("k.keys", "#! sand: 7\nA", &["run", "p.bas", "--keys-file", "k.keys"]),
    ("x.asm", SHEET, &["asm", "x.asm"]),
    ("x.asm", "  include \"none.asm\"\n", &["asm", "x.asm", "--cpu", "z80"]),
    ("x.asm", "  include \"x.inc\"\n", &["asm", "x.asm", "--cpu", "8080"]),
    ("x.bin", ">\u{7}v", &["dis", "x.bin", "--cpu", "8080"]),
    ("x.sym", "seven = 7\n", &["dis", "p.bin", "--cpu", "8080", "--symbols", "x.sym"]),
    ("x.ctl", "data 0000-0001\n", &["dis", "p.bin", "--cpu", "8080", "--control", "x.ctl"]),
    ("x.bin", ">\u{7}v", &["exec", "x.bin", "--cpu", "8080"]),
    ("x.asm", ROUTINE, &["verify", "x.asm"]),
    ("x.asm", SHEET, &["step", "x.asm", "-c", "step"]),
    ("x.bas", PROGRAM, &["step", "x.bas", "-c", "step"]),
    ("x.bin", "\u{0}v", &["step", "x.bin", "--cpu", "8080", "-c", "step"]),
    ("x.txt", "step\nprint A\nwrong\n", &["step", "p.asm", "--script", "x.txt"]),
    ("x.sym", "seven = 0\n", &["step", "p.bin", "--cpu", "8080", "--symbols", "x.sym", "-c", "list"]),
];

fn folder() -> Folder {
    Folder::with(&[("p.bas", PROGRAM), ("p.asm", SHEET), ("p.bin", ">\u{7}v"), ("x.inc", " RET\n")])
}

fn with(args: &[&'static str], name: &str, other: &'static str) -> Vec<&'static str> {
    args.iter().map(|arg| if *arg == name { other } else { arg }).collect()
}

#[test]
fn standard_input_is_read_like_a_file() {
    for (name, text, args) in READERS {
        let folder = folder();
        fs::write(folder.path(name), text).expect("a test's file");
        let file = folder.run(args);
        let stream = folder.feed(&with(args, name, "-"), text.as_bytes());
        let renamed = |text: &str| text.replace(name, "<stdin>");
        let expected = RunResult { out: renamed(&file.out), err: renamed(&file.err), ..file };
        assert_eq!(stream, expected, "{args:?}");
    }
}

/// A closed standard input is an empty one.
#[test]
fn an_empty_standard_input_is_refused() {
    let folder = folder();
    for (args, part) in [
        (&["asm", "-", "--cpu", "8080"][..], "cannot assemble <stdin>: there is no statement in it"),
        (&["sz", "-"], "there is no program line in this file"),
        (&["run", "-"], "there is no program line"),
        (&["list", "-"], "there is no program line"),
        (&["compare", "-", "--cpu", "z80"], "cannot find two parts in <stdin>"),
    ] {
        folder.feed(args, b"").is_refused(&[part]);
    }
}

#[test]
fn a_file_named_minus_has_a_path() {
    let folder = folder();
    fs::write(folder.path("-"), PROGRAM).expect("a test's file");
    assert_eq!(folder.run(&["run", "./-", "--keys", "A"]), folder.run(&["run", "p.bas", "--keys", "A"]));
    assert_eq!(folder.run(&["run", "p.bas", "--svg", "./-", "--screen", "none"]).status, Some(0));
    assert!(folder.read("-").starts_with("<svg"));
}

/// An output file, and arguments in which its name is replaced by `-`.
const WRITERS: &[(&str, &[&str])] = &[
    ("o", &["run", "p.bas", "--keys", "A", "--png", "o"]),
    ("o", &["run", "p.bas", "--keys", "A", "--svg", "o"]),
    ("o", &["run", "p.bas", "--keys", "A", "--gif", "o"]),
    ("o", &["asm", "p.asm", "-o", "o"]),
    ("o", &["asm", "p.asm", "--listing", "o"]),
    ("o", &["asm", "p.asm", "--symbols", "o"]),
    ("o", &["asm", "p.asm", "--sheet", "o"]),
    ("o", &["dis", "p.bin", "--cpu", "8080", "-o", "o"]),
];

#[test]
fn standard_output_gets_the_bytes_of_the_file() {
    for (name, args) in WRITERS {
        let folder = folder();
        let file = folder.output(args, b"");
        let stream = folder.output(&with(args, name, "-"), b"");
        assert_eq!(stream.status, file.status, "{args:?}");
        let written = fs::read(folder.path(name)).expect("the file");
        assert_eq!(stream.stdout, written, "{args:?}");
        // The report moves to standard error.
        assert_eq!(stream.stderr, [file.stderr, file.stdout].concat(), "{args:?}");
    }
}

#[test]
fn files_keep_their_bytes() {
    let folder = folder();
    let source = ";! cpu: 8080\n RET ; \u{1b}[31m\u{9b}\u{202e}\n";
    let listing = folder.output(&["asm", "-", "--listing", "-"], source.as_bytes());
    assert!(String::from_utf8_lossy(&listing.stdout).contains("; \u{1b}[31m\u{9b}\u{202e}"), "{listing:?}");
}

#[test]
fn a_stream_is_used_for_one_file_only() {
    for (input, args, part) in [
        (PROGRAM, &["run", "-", "--keys-file", "-"][..], "standard input"),
        (PROGRAM, &["step", "-", "--script", "-"], "standard input"),
        (PROGRAM, &["step", "-"], "standard input"),
        (PROGRAM, &["dis", "-", "--raw", "--cpu", "8080", "--symbols", "-"], "standard input"),
        (ROUTINE, &["verify", "-", "-"], "standard input"),
        ("", &["run", "p.bas", "--svg", "-", "--gif", "-"], "standard output"),
        ("", &["run", "p.bas", "--json", "--png", "-"], "standard output"),
        ("", &["asm", "p.asm", "-o", "-", "--listing", "-"], "standard output"),
        ("", &["exec", "p.bin", "--cpu", "8080", "--json", "--trace", "-"], "standard output"),
        ("", &["board", "rook", "tables", "--out", "-"], "name a folder"),
    ] {
        folder().feed(args, input.as_bytes()).is_refused(&[part]);
    }
}

#[test]
fn sources_do_not_include_standard_input() {
    let folder = folder();
    let result = folder.feed(&["asm", "-", "--cpu", "8080"], b"  include \"-\"\n");
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(result.err.contains("./-"), "{result:?}");
}

#[test]
fn an_empty_standard_input_is_an_empty_file() {
    folder().feed(&["run", "-"], b"").is_refused(&[]);
    assert_eq!(folder().feed(&["dis", "-", "--cpu", "z80"], b"").status, Some(0));
}
