//! Control characters, bidirectional controls and invisible characters in programs, files, names and arguments: every command
//! escapes them on standard output and standard error, as in `\u{9b}`.

use std::{ffi::OsString, fs};

use crate::{
    cases::{filled, unescaped},
    support::{Folder, RunResult},
};

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

/// Command lines that show a part of a file, with its name and its text. `%` stands for the hostile text.
const CONTENTS: &str = include_str!("hidden_characters/contents.txt");
/// Command lines that show an argument in an error.
const ARGUMENTS: &str = include_str!("hidden_characters/arguments.txt");

/// Returns the columns of a row.
fn columns<const N: usize>(row: &str) -> [&str; N] {
    row.split(" | ").collect::<Vec<_>>().try_into().expect("all columns")
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
    for [line, name, text] in CONTENTS.lines().map(columns) {
        let folder = folder();
        fs::write(folder.path(name), unescaped(text).replace('%', HOSTILE)).expect("a test's file");
        let args = filled(line, HOSTILE);
        let result = folder.feed(&args, b"");
        is_harmless(&result, &args);
        is_shown(&result, &args);
    }
}

#[test]
fn arguments_are_shown_escaped() {
    for line in ARGUMENTS.lines() {
        let args = filled(line, HOSTILE);
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
    for (line, input) in [
        ("exec say.com --cpu 8080 --cpm", ""),
        ("exec say.com --cpu 8080 --cpm --json", ""),
        ("step say.com --cpm -c continue -c output", ""),
        ("board ataxx uai", "position %\n%\ngo depth %\nquit\n"),
        ("step T2CW", "print %\n%\necho %\n"),
        ("dap", "%\r\n\r\n"),
        ("dap", &request),
        ("run -", "10 PRINT %\n"),
        ("asm -", ";! cpu: 8080\n BAD % ; %\n"),
    ] {
        let args = filled(line, HOSTILE);
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
    for (line, part) in [
        ("asm x.asm --listing -", "; \\u{1b}[31m\\u{7}"),
        ("asm x.asm --sheet -", "; \\u{1b}[31m\\u{7}"),
        ("asm x.asm --listing /dev/stdout", "; \\u{1b}[31m\\u{7}"),
        ("asm x.asm --sheet /dev/tty", "; \\u{1b}[31m\\u{7}"),
        ("run x.bas", "PRINT \\u{1b}[31m\\u{7}"),
        ("run %", "\\u{1b}[31m\\u{7}"),
        ("%", "\\u{1b}[31m\\u{7}"),
        ("list x.lst --as printed", "#! title: \\u{1b}[31m\\u{7}"),
    ] {
        let folder = Folder::with(&[
            ("x.asm", &format!(";! cpu: 8080\n RET ; {HOSTILE}\n")),
            ("x.bas", &format!("10 PRINT {HOSTILE}\n")),
            ("x.lst", &format!("#! title: {HOSTILE}\n(1799) 10 PRINT 1\n")),
        ]);
        let written = crate::terminal::written(&folder, &filled(line, HOSTILE));
        let (plain, colors) = without_colors(&written);
        assert!(plain.contains(part), "{line}: {written:?}");
        assert!(!plain.replace("\r\n", "\n").contains(is_hidden), "{line}: {written:?}");
        assert!(!colors.contains(&"31".to_owned()), "{line}: {written:?}");
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

    use super::columns;
    use crate::{
        cases::{filled, unescaped},
        support::Folder,
    };

    const SHEET: &str = ";! cpu: 8080\n        INCLUDE \"x.inc\"\n        HLT\n";

    /// Command lines with `%` for the file name, and extension and text of the file.
    const READERS: &str = include_str!("hidden_characters/readers.txt");
    const WRITERS: &str = include_str!("hidden_characters/writers.txt");

    /// Returns a folder with a subfolder whose name is not UTF-8. The subfolder has its own version of the included file.
    fn folder() -> (Folder, PathBuf) {
        let folder =
            Folder::with(&[("p.bas", "10 PRINT 1\n"), ("p.asm", SHEET), ("x.inc", " NOP\n"), ("p.bin", "v")]);
        let inner = PathBuf::from(OsString::from_vec(b"d\xff\x9b".to_vec()));
        fs::create_dir(folder.root().join(&inner)).expect("a folder");
        fs::write(folder.root().join(&inner).join("x.inc"), " NOP\n NOP\n").expect("a test's file");
        (folder, inner)
    }

    #[test]
    fn files_are_read() {
        for [line, ending, text] in READERS.lines().map(columns) {
            let (folder, inner) = folder();
            let name = inner.join(OsStr::from_bytes(&[b"x\xff.", ending.as_bytes()].concat()));
            fs::write(folder.root().join(&name), unescaped(text)).expect("a test's file");
            let result = folder.feed(&filled(line, name.as_os_str()), b"");
            assert_eq!(result.status, Some(0), "{line}: {result:?}");
            assert!(
                !result.out.contains('\u{fffd}') && !result.err.contains('\u{fffd}'),
                "{line}: {result:?}"
            );
        }
    }

    #[test]
    fn errors_show_the_name() {
        for [line, ending, _] in READERS.lines().map(columns) {
            let (folder, inner) = folder();
            let name = inner.join(OsStr::from_bytes(&[b"x\xff.", ending.as_bytes()].concat()));
            let shown = format!("d\\xff\\x9b/x\\xff.{ending}");
            folder.feed(&filled(line, name.as_os_str()), b"").is_refused(&[&shown]);
        }
    }

    #[test]
    fn included_files_are_found_next_to_the_source() {
        let (folder, inner) = folder();
        let name = inner.join(OsStr::from_bytes(b"x\xff.asm"));
        fs::write(folder.root().join(&name), SHEET).expect("a test's file");
        let result = folder.feed(&filled("asm %", name.as_os_str()), b"");
        assert_eq!(result.out, "d\\xff\\x9b/x\\xff.asm: 8080, 3 bytes at 0000-0002\n", "{}", result.err);
    }

    #[test]
    fn files_are_written() {
        for line in WRITERS.lines() {
            let (folder, inner) = folder();
            let name = inner.join(OsStr::from_bytes(b"o\xff"));
            let result = folder.feed(&filled(line, name.as_os_str()), b"");
            assert_eq!(result.status, Some(0), "{line}: {result:?}");
            assert!(folder.root().join(&name).is_file(), "{line}");
        }
        let (folder, inner) = folder();
        let result = folder.feed(&filled("board rook tables --out %", inner.as_os_str()), b"");
        assert_eq!(result.status, Some(0), "{result:?}");
        assert!(folder.root().join(inner).join("rook-sets.bin").is_file());
    }

    #[test]
    fn play_escapes_the_name_in_its_suggestion() {
        let name = OsStr::from_bytes(b"x\xff.bas");
        Folder::with(&[]).feed(&filled("play %", name), b"").is_refused(&["arcadian run 'x\\xff.bas'"]);
    }
}
