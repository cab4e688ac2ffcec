//! Lines may end with LF, CRLF or CR, and a file may start with a byte order mark: every reader gives the same result.

use std::fs;

use crate::support::{Folder, ROUTINE, RunResult};

/// A file, its text, and the arguments.
#[rustfmt::skip]
const READERS: &[(&str, &str, &[&str])] = &[
    ("x.bas", "10 PRINT \"A\"\n20 PRINT \"B\"\n", &["run", "x.bas"]),
    ("x.bas", "10 PRINT \"A\"\n20 PRINT B C\n", &["run", "x.bas"]),
    ("x.bas", "10 PRINT \"A\"\nPRINT\n", &["run", "x.bas"]),
    ("x.bas", "10 PRINT \"A\"\n20 É\n", &["list", "x.bas"]),
    ("x.lst", "#! title: T\n(1793) 10 PRINT 1\n\n(1785) 20 PRINT\n 2\n", &["sz", "x.lst"]),
    ("p.errata.toml", "[[line]]\nnumber = 10\nread = 1\n", &["list", "p.lst"]),
    ("x.keys", "#! seed: 3\n#! program: x\nA\nB\n", &["run", "p.bas", "--keys-file", "x.keys", "--json"]),
    ("x.keys", "#! seed: 3\nA\nB{C}\n", &["run", "p.bas", "--keys-file", "x.keys"]),
    ("x.asm", ";! cpu: 8080\n;! org: 0100\n0100 3E 07  MVI A,7\n0102 C9     RET\n", &["asm", "x.asm"]),
    ("x.asm", "; a\n  LD A,7\n  BAD\n", &["asm", "x.asm", "--cpu", "z80"]),
    ("x.inc", "; a\n  LD A,7\n  RET\n", &["asm", "p.asm", "--listing", "-"]),
    ("x.sym", "one = 1\ntwo = 2\n", &["dis", "p.bin", "--cpu", "8080", "--symbols", "x.sym"]),
    ("x.ctl", "data 0000-0001\nentri 0002\n", &["dis", "p.bin", "--cpu", "8080", "--control", "x.ctl"]),
    ("x.asm", ROUTINE, &["verify", "x.asm"]),
    ("x.asm", ROUTINE, &["step", "x.asm", "-c", "step 3", "-c", "list"]),
    ("x.bas", "10 A=1\n20 B=2\n", &["step", "x.bas", "-c", "step", "-c", "list"]),
    ("x.txt", "step\n# a comment\nwrong\nregisters\n", &["step", "p.asm", "--script", "x.txt"]),
];

fn folder() -> Folder {
    Folder::with(&[
        ("p.bas", "10 A=KP;TV=A;GOTO 10\n"),
        ("p.lst", "(1793) 10 PRINT 1\n"),
        ("p.asm", " cpu z80\n include \"x.inc\"\n"),
        ("x.inc", " RET\n"),
        ("p.bin", ">\u{7}v"),
    ])
}

fn run(name: &str, text: &str, args: &[&str]) -> RunResult {
    let folder = folder();
    fs::write(folder.path(name), text).expect("a test's file");
    folder.run(args)
}

#[test]
fn every_line_end_and_a_byte_order_mark() {
    for (name, text, args) in READERS {
        let expected = run(name, text, args);
        for (end, mark) in [("\r\n", ""), ("\r", ""), ("\n", "\u{feff}"), ("\r", "\u{feff}")] {
            let other = format!("{mark}{}", text.replace('\n', end));
            assert_eq!(run(name, &other, args), expected, "{end:?} {mark:?} {args:?}");
        }
    }
}

#[test]
fn line_ends_in_pipes() {
    let folder = folder();
    for (args, lines) in [
        (&["board", "ataxx", "uai"][..], "uai\nposition startpos moves g2\nperft 1\nbad\nquit\n"),
        (&["step", "p.asm"], "step\nregisters\n"),
        (&["run", "-"], "10 PRINT 1\n20 PRINT 2\n"),
    ] {
        let expected = folder.feed(args, lines.as_bytes());
        for end in ["\r\n", "\r"] {
            assert_eq!(folder.feed(args, lines.replace('\n', end).as_bytes()), expected, "{end:?} {args:?}");
        }
    }
}

#[test]
fn other_encodings_are_refused() {
    let folder = folder();
    for (bytes, parts) in [
        (&b"\xff\xfe1\x000\x00 \x00"[..], &["UTF-16", "save it as UTF-8"][..]),
        (b"\xfe\xff\x001\x000\x00 ", &["UTF-16"]),
        (b"10 PRINT \0\n", &["binary"]),
        (b"10 PRINT 1\r20 PRINT \xe9\r", &["x.bas:2:10", "byte 21 is not UTF-8"]),
        (b"10 PRINT 1\r\n20 PRINT \xe9\r\n", &["x.bas:2:10", "byte 22 is not UTF-8"]),
        (b"10 PRINT 1\xc2\x8520 PRINT\n", &["x.bas:1:11", "\\u{85}"]),
        (b"10 PRINT 1\xe2\x80\xa820 PRINT\n", &["x.bas:1:11", "\\u{2028}"]),
    ] {
        fs::write(folder.path("x.bas"), bytes).expect("a test's file");
        folder.run(&["run", "x.bas"]).is_refused(parts);
    }
}
