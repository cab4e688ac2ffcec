//! File names that are not UTF-8 are accepted by every option, and shown escaped.

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::PathBuf,
};

use crate::support::{Folder, ROUTINE};

const PROGRAM: &str = "10 PRINT \"HELLO\"\n";
const SHEET: &str = ";! cpu: 8080\n        INCLUDE \"x.inc\"\n        HLT\n";

/// Arguments with `%` for the file name, and extension and text of the file.
#[rustfmt::skip]
const READERS: &[(&[&str], &str, &str)] = &[
    (&["run", "%"], "bas", PROGRAM),
    (&["run", "rotate", "--keys-file", "%"], "keys", "8"),
    (&["list", "%"], "bas", PROGRAM),
    (&["sz", "%"], "lst", "(1799) 10 PRINT 1\n"),
    (&["asm", "%"], "asm", SHEET),
    (&["dis", "%", "--cpu", "8080"], "bin", "v"),
    (&["dis", "p.bin", "--cpu", "8080", "--symbols", "%"], "sym", "seven = 7\n"),
    (&["dis", "p.bin", "--cpu", "8080", "--control", "%"], "ctl", "data 0000-0000\n"),
    (&["exec", "%", "--cpu", "8080", "--trap"], "bin", "v"),
    (&["verify", "%"], "asm", ROUTINE),
    (&["step", "%", "-c", "step"], "asm", SHEET),
    (&["step", "%", "-c", "step"], "asm", ROUTINE),
    (&["step", "%", "-c", "step"], "bas", PROGRAM),
    (&["step", "%", "--cpu", "8080", "-c", "step"], "bin", "v"),
    (&["step", "p.bin", "--cpu", "8080", "-c", "step", "--symbols", "%"], "sym", "seven = 0\n"),
    (&["step", "T2CW", "--script", "%"], "txt", "step\n"),
];

const WRITERS: &[&[&str]] = &[
    &["run", "p.bas", "--png", "%"],
    &["run", "p.bas", "--svg", "%"],
    &["run", "p.bas", "--gif", "%"],
    &["asm", "p.asm", "-o", "%"],
    &["asm", "p.asm", "--listing", "%"],
    &["asm", "p.asm", "--symbols", "%"],
    &["asm", "p.asm", "--sheet", "%"],
    &["dis", "p.bin", "--cpu", "8080", "-o", "%"],
    &["exec", "p.bin", "--cpu", "8080", "--trap", "--trace", "%"],
];

fn named(args: &[&str], name: &OsStr) -> Vec<OsString> {
    args.iter().map(|arg| if *arg == "%" { name.to_owned() } else { arg.into() }).collect()
}

/// Returns a folder with a subfolder whose name is not UTF-8. The subfolder has its own version of the included file.
fn folder() -> (Folder, PathBuf) {
    let folder = Folder::with(&[("p.bas", PROGRAM), ("p.asm", SHEET), ("x.inc", " NOP\n"), ("p.bin", "v")]);
    let inner = PathBuf::from(OsString::from_vec(b"d\xff\x9b".to_vec()));
    fs::create_dir(folder.root().join(&inner)).expect("a folder");
    fs::write(folder.root().join(&inner).join("x.inc"), " NOP\n NOP\n").expect("a test's file");
    (folder, inner)
}

#[test]
fn files_are_read() {
    for (args, ending, text) in READERS {
        let (folder, inner) = folder();
        let name = inner.join(OsStr::from_bytes(&[b"x\xff.", ending.as_bytes()].concat()));
        fs::write(folder.root().join(&name), text).expect("a test's file");
        let result = folder.feed(&named(args, name.as_os_str()), b"");
        assert_eq!(result.status, Some(0), "{args:?}: {result:?}");
        assert!(!result.out.contains('\u{fffd}') && !result.err.contains('\u{fffd}'), "{args:?}: {result:?}");
    }
}

#[test]
fn errors_show_the_name() {
    for (args, ending, _) in READERS {
        let (folder, inner) = folder();
        let name = inner.join(OsStr::from_bytes(&[b"x\xff.", ending.as_bytes()].concat()));
        let shown = format!("d\\xff\\x9b/x\\xff.{ending}");
        folder.feed(&named(args, name.as_os_str()), b"").is_refused(&[&shown]);
    }
}

#[test]
fn included_files_are_found_next_to_the_source() {
    let (folder, inner) = folder();
    let name = inner.join(OsStr::from_bytes(b"x\xff.asm"));
    fs::write(folder.root().join(&name), SHEET).expect("a test's file");
    let result = folder.feed(&named(&["asm", "%"], name.as_os_str()), b"");
    assert_eq!(result.out, "d\\xff\\x9b/x\\xff.asm: 8080, 3 bytes at 0000-0002\n", "{}", result.err);
}

#[test]
fn files_are_written() {
    for args in WRITERS {
        let (folder, inner) = folder();
        let name = inner.join(OsStr::from_bytes(b"o\xff"));
        let result = folder.feed(&named(args, name.as_os_str()), b"");
        assert_eq!(result.status, Some(0), "{args:?}: {result:?}");
        assert!(folder.root().join(&name).is_file(), "{args:?}");
    }
    let (folder, inner) = folder();
    let result = folder.feed(&named(&["board", "rook", "tables", "--out", "%"], inner.as_os_str()), b"");
    assert_eq!(result.status, Some(0), "{result:?}");
    assert!(folder.root().join(inner).join("rook-sets.bin").is_file());
}

#[test]
fn play_escapes_the_name_in_its_suggestion() {
    let name = OsStr::from_bytes(b"x\xff.bas");
    Folder::with(&[]).feed(&named(&["play", "%"], name), b"").is_refused(&["arcadian run 'x\\xff.bas'"]);
}
