//! Control characters, bidirectional controls and invisible characters in programs, files, names and arguments: every command
//! escapes them on standard output and standard error, as in `\u{9b}`.

use std::{ffi::OsString, fs};

use crate::support::{Folder, RunResult};

/// One of each kind that is possible in an argument: C0, DEL, C1, bidirectional, zero-width, separators, selectors, tags.
const HOSTILE: &str = "\u{1b}[31m\u{7}\u{8}\u{7f}\u{85}\u{90}\u{9b}\u{61c}\u{200b}\u{200e}\u{2028}\u{202e}\u{2066}\
                       \u{fe0f}\u{feff}\u{e0041}";
/// The escaped forms of its first and its last character.
const SHOWN: [&str; 2] = ["\\u{1b}[31m", "\\u{e0041}"];

fn is_hidden(character: char) -> bool {
    let is_control = character.is_control() && !matches!(character, '\n' | '\t');
    is_control || HOSTILE.chars().any(|hostile| hostile == character && !character.is_ascii_graphic())
}

fn writes_json(args: &[OsString]) -> bool {
    args.iter().any(|arg| arg == "--json" || arg == "sarif")
}

#[track_caller]
fn is_harmless(result: &RunResult, args: &[OsString]) {
    for text in [&result.out, &result.err] {
        if let Some(found) = text.chars().find(|character| is_hidden(*character)) {
            panic!("U+{:04X} from {args:?}: {result:?}", u32::from(found));
        }
    }
    if writes_json(args) && !result.out.is_empty() {
        assert!(serde_json::from_str::<serde_json::Value>(&result.out).is_ok(), "{args:?}: {result:?}");
    }
}

/// Arguments, and name and text of the file that they use. `%` stands for the hostile text in both.
type Row = (&'static [&'static str], &'static str, &'static str);

/// Commands that show a part of a file.
#[rustfmt::skip]
const CONTENTS: &[Row] = &[
    (&["run", "x.bas"], "x.bas", "10 PRINT \"%\"\n"),
    (&["run", "x.bas", "--json"], "x.bas", "#! %: 1\n10 PRINT \n"),
    (&["run", "rotate", "--keys-file", "k"], "k", "#! %: 1\nA"),
    (&["run", "rotate", "--keys-file", "k"], "k", "#! program: x\nA{%}"),
    (&["run", "rotate", "--keys-file", "k", "--json"], "k", "#! seed: %\nA"),
    (&["list", "x.lst", "--as", "printed"], "x.lst", "#! title: a %\n(1793) 10 PRINT\n"),
    (&["list", "x.bas"], "x.bas", "10 PRINT \"%\"\n"),
    (&["sz", "x.lst"], "x.lst", "(1793) 10 PRINT %\n"),
    (&["sz", "x.lst", "--json"], "x.lst", "(1%) 10 PRINT\n"),
    (&["asm", "x.asm"], "x.asm", ";! cpu: 8080\n BAD % ; %\n"),
    (&["asm", "x.asm"], "x.asm", ";! cpu: 8080\nA EQU 1\n%A EQU 2\n"),
    (&["asm", "x.asm"], "x.asm", ";! cpu: 8080\n include \"%\"\n"),
    (&["asm", "x.asm"], "x.asm", ";! cpu: %\n RET\n"),
    (&["asm", "x.asm"], "x.asm", ";! routine: %\n;! cpu: 8080\n RET\n"),
    (&["dis", "x.bin", "--cpu", "8080", "--symbols", "s"], "s", "% = 1\n"),
    (&["dis", "x.bin", "--cpu", "8080", "--control", "c"], "c", "data %\n"),
    (&["verify", "x.asm"], "x.asm", ";! routine: R\n;! cpu: 8080\n;! oracle: %\nR: RET\n"),
    (&["verify", "x.asm", "--json"], "x.asm", ";! routine: R\n;! cpu: 8080\n;! oracle: f2_half\n;! in: %\nR: RET\n"),
    (&["test", "x.asm"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["test", "x.asm", "--format", "tap"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["test", "x.asm", "--format", "junit"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["test", "x.asm", "--format", "sarif"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["test", "x.asm", "--format", "github"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["compare", "c", "--cpu", "z80"], "c", " LD A,%\n---\n RET\n"),
    (&["compare", "c", "--cpu", "z80", "--json"], "c", " LD A,%\n---\n RET\n"),
    (&["cycles", "x.asm", "--json"], "x.asm", " LD A,%\n"),
    (&["shorten", "x.asm", "--json"], "x.asm", ";! routine: %\n;! cpu: 8080\nR: RET\n"),
    (&["step", "x.asm"], "x.asm", ";! cpu: 8080\n RET %\n"),
    (&["step", "x.asm", "-c", "list"], "x.asm", ";! cpu: 8080\n RET ; %\n"),
    (&["step", "x.asm", "-c", "step"], "x.asm", ";! cpu: 8080\n;! title: %\n NOP ; %\n NOP ; %\n"),
    (&["step", "x.asm", "--coverage"], "x.asm", ";! cpu: 8080\n RET ; %\n"),
    (&["step", "x.bas", "-c", "list"], "x.bas", "10 PRINT \"%\"\n"),
    (&["step", "rotate", "--script", "s"], "s", "print %\n"),
    (&["step", "x.bin", "--cpu", "z80", "--symbols", "s"], "s", "%\n"),
];

/// Commands that show an argument in an error.
#[rustfmt::skip]
const ARGUMENTS: &[&[&str]] = &[
    &["%"], &["--%"], &["help", "%"], &["run", "--%"], &["run", "rotate", "%"], &["man", "%"], &["completions", "%"],
    &["run", "%"], &["play", "%"], &["list", "%"], &["sz", "%"], &["asm", "%"], &["dis", "%", "--cpu", "8080"],
    &["exec", "%", "--cpu", "8080"], &["verify", "%"], &["step", "%"], &["step", "%.bas"], &["step", "%.asm"],
    &["run", "rotate", "--keys", "%"], &["run", "rotate", "--keys-file", "%"], &["run", "rotate", "--set", "%"],
    &["run", "rotate", "--dialect", "%"], &["run", "rotate", "--seed", "%"], &["run", "rotate", "--png", "%/x"],
    &["run", "rotate", "--svg", "%", "--gif", "%"], &["list", "rotate", "--as", "%"],
    &["asm", "x.asm", "-o", "%/x"], &["asm", "x.asm", "-D", "%"], &["asm", "x.asm", "--cpu", "%"],
    &["dis", "x.bin", "--cpu", "8080", "--symbols", "%"], &["dis", "x.bin", "--cpu", "8080", "--org", "%"],
    &["exec", "x.bin", "--cpu", "8080", "--trace", "%/x"], &["exec", "x.bin", "--cpu", "8080", "--set", "%=1"],
    &["exec", "x.bin", "--cpu", "8080", "--dump", "%"], &["exec", "x.bin", "--cpu", "8080", "--load", "%"],
    &["verify", "--method", "%"], &["verify", "--cpu", "%"], &["verify", "%.asm"],
    &["step", "rotate", "--keys", "%"], &["step", "rotate", "-c", "print %"], &["step", "rotate", "--script", "%"],
    &["step", "T2CW", "--in", "%=1"], &["step", "T2CW", "--in", "board=%"], &["step", "T2CW", "--set", "%"],
    &["step", "x.bin", "--cpu", "z80", "--symbols", "%"], &["step", "T2CW", "--set", "%=1"],
    &["dap", "--port", "%"], &["board", "%"],
    &["board", "tactix", "show", "%"], &["board", "tactix", "moves", "/%"], &["board", "rotate", "solve", "%"],
    &["board", "halma", "show", "--position", "%"], &["board", "halma", "paths", "%"],
    &["board", "halma", "play", "--position", "%"], &["board", "tactix", "play", "--position", "%"],
    &["board", "ataxx", "play", "%"], &["board", "ataxx", "play", "--picture", "%"],
    &["board", "ataxx", "play", "--replay", "%"], &["board", "ataxx", "play", "--record", "%/x"],
    &["board", "rook", "show", "%"], &["board", "rook", "key", "%"], &["board", "rook", "tables", "--out", "%"],
    &["board", "ataxx", "show", "%"], &["board", "ataxx", "show", "--play", "%"], &["board", "ataxx", "bytes", "%"],
    &["board", "ataxx", "walls", "%"],
];

fn hostile(args: &[&str]) -> Vec<OsString> {
    args.iter().map(|arg| arg.replace('%', HOSTILE).into()).collect()
}

fn folder() -> Folder {
    Folder::with(&[("x.asm", ";! cpu: 8080\n RET\n"), ("x.bin", "\0\u{1}\u{2}")])
}

/// Checks that the hostile characters are shown escaped.
#[track_caller]
fn is_shown(result: &RunResult, args: &[OsString]) {
    let shown = |text: &String| SHOWN.iter().all(|part| text.contains(part));
    assert!(shown(&result.out) || shown(&result.err), "{args:?}: {result:?}");
}

#[test]
fn files_are_shown_escaped() {
    for (args, name, text) in CONTENTS {
        let folder = folder();
        fs::write(folder.path(name), text.replace('%', HOSTILE)).expect("a test's file");
        let args = hostile(args);
        let result = folder.feed(&args, b"");
        is_harmless(&result, &args);
        is_shown(&result, &args);
    }
}

#[test]
fn arguments_are_shown_escaped() {
    for args in ARGUMENTS {
        let args = hostile(args);
        let result = folder().feed(&args, b"");
        is_harmless(&result, &args);
        is_shown(&result, &args);
        assert_eq!(result.status.filter(|status| !matches!(status, 1 | 2)), None, "{args:?}: {result:?}");
    }
}

/// Standard input, and the output of emulated programs.
#[test]
fn streams_are_shown_escaped() {
    let folder = folder();
    let say =
        "  ORG 100H\n  MVI C,9\n  LXI D,T\n  CALL 5\n  JMP 0\nT: DB 27,'[31m',7,8,127,9BH,0C2H,9BH,'$'\n";
    let request = serde_json::json!({"seq": 1, "type": "request", "command": HOSTILE});
    let request = format!("Content-Length: {}\r\n\r\n{request}", request.to_string().len());
    fs::write(folder.path("say.asm"), say).expect("a test's file");
    assert_eq!(folder.run(&["asm", "say.asm", "--cpu", "8080", "-o", "say.com"]).status, Some(0));
    for (args, input) in [
        (&["exec", "say.com", "--cpu", "8080", "--cpm"][..], ""),
        (&["exec", "say.com", "--cpu", "8080", "--cpm", "--json"], ""),
        (&["step", "say.com", "--cpm", "-c", "continue", "-c", "output"], ""),
        (&["board", "ataxx", "uai"], "position %\n%\ngo depth %\nquit\n"),
        (&["step", "T2CW"], "print %\n%\necho %\n"),
        (&["dap"], "%\r\n\r\n"),
        (&["dap"], &request),
        (&["run", "-"], "10 PRINT %\n"),
        (&["asm", "-"], ";! cpu: 8080\n BAD % ; %\n"),
    ] {
        let args = hostile(args);
        let result = folder.feed(&args, input.replace('%', HOSTILE).as_bytes());
        let without_returns = RunResult { out: result.out.replace("\r\n", "\n"), ..result };
        is_harmless(&without_returns, &args);
        let escapes = ["\\u{1b}", "\\u001b"].map(|escape| without_returns.out.contains(escape));
        assert!(
            escapes.contains(&true) || without_returns.err.contains("\\u{1b}"),
            "{args:?}: {without_returns:?}"
        );
    }
}

/// Files are escaped on a terminal too, and only arcadian's own colors are written.
#[test]
#[cfg(unix)]
fn terminal_output_is_escaped() {
    for (args, part) in [
        (&["asm", "x.asm", "--listing", "-"][..], "; \\u{1b}[31m\\u{7}"),
        (&["asm", "x.asm", "--sheet", "-"], "; \\u{1b}[31m\\u{7}"),
        (&["asm", "x.asm", "--listing", "/dev/stdout"], "; \\u{1b}[31m\\u{7}"),
        (&["asm", "x.asm", "--sheet", "/dev/tty"], "; \\u{1b}[31m\\u{7}"),
        (&["run", "x.bas"], "PRINT \\u{1b}[31m\\u{7}"),
        (&["run", "%"], "\\u{1b}[31m\\u{7}"),
        (&["%"], "\\u{1b}[31m\\u{7}"),
        (&["list", "x.lst", "--as", "printed"], "#! title: \\u{1b}[31m\\u{7}"),
    ] {
        let folder = Folder::with(&[
            ("x.asm", &format!(";! cpu: 8080\n RET ; {HOSTILE}\n")),
            ("x.bas", &format!("10 PRINT {HOSTILE}\n")),
            ("x.lst", &format!("#! title: {HOSTILE}\n(1799) 10 PRINT 1\n")),
        ]);
        let written = crate::terminal::written(&folder, &hostile(args));
        let (plain, colors) = without_colors(&written);
        assert!(plain.contains(part), "{args:?}: {written:?}");
        assert!(!plain.replace("\r\n", "\n").contains(is_hidden), "{args:?}: {written:?}");
        assert!(!colors.contains(&"31".to_owned()), "{args:?}: {written:?}");
    }
}

/// Splits a text into the plain text and the parameters of its `ESC [ … m` sequences.
#[cfg(unix)]
fn without_colors(text: &str) -> (String, Vec<String>) {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    let mut colors = Vec::new();
    for part in parts {
        let (color, rest) = part.split_once('m').expect("a color");
        colors.push(color.to_owned());
        plain += rest;
    }
    (plain, colors)
}

/// File names that are not UTF-8 are accepted by every option, and shown escaped.
#[cfg(unix)]
mod names {
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
        let folder =
            Folder::with(&[("p.bas", PROGRAM), ("p.asm", SHEET), ("x.inc", " NOP\n"), ("p.bin", "v")]);
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
            assert!(
                !result.out.contains('\u{fffd}') && !result.err.contains('\u{fffd}'),
                "{args:?}: {result:?}"
            );
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
}
