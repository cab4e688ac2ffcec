//! Rules of every reader: it refuses programs that are not text, too long or too large; accepts any line end and a byte order mark; reads
//! `-` from standard input and writes it to standard output.
//!
//! Each kind of file with each command that reads programs: it is accepted and the answer is the same, or all commands refuse it with
//! the same sentence.

use std::fs;

use crate::support::{Folder, ROUTINE, RunResult};

fn run(name: &str, bytes: &[u8]) -> RunResult {
    let folder = Folder::with(&[]);
    fs::write(folder.path(name), bytes).expect("a test's file");
    folder.run(&["run", name])
}

#[test]
fn files_that_are_not_text() {
    run("x.bas", b"10 PRINT 1\n20 \0\x01\n").is_refused(&["x.bas is a binary file"]);
    let result = run("x.bas", b"10 PRINT 1\r20 PRINT \xff\r");
    assert_eq!((result.status, &*result.out), (Some(2), ""));
    for part in
        ["note: x.bas is read as Windows-1252", "x.bas:2:10", "`\u{ff}` is not a character of the machine"]
    {
        assert!(result.err.contains(part), "{}", result.err);
    }
}

#[test]
fn a_file_of_two_gigabytes_is_not_read() {
    let folder = Folder::with(&[]);
    let file = fs::File::create(folder.path("big.bas")).expect("a file");
    file.set_len(2 << 30).expect("a sparse file");
    folder.run(&["run", "big.bas"]).is_refused(&["big.bas is longer than 1024 KB"]);
    folder.run(&["play", "big.bas"]).is_refused(&[]);
}

#[test]
#[cfg(unix)]
fn a_device_that_never_ends_is_not_read_to_its_end() {
    Folder::with(&[]).run(&["run", "/dev/zero"]).is_refused(&["/dev/zero is longer"]);
}

#[test]
fn a_program_that_does_not_fit() {
    let long: String = (1..200).map(|n| format!("{n} PRINT \"0123456789\"\n")).collect();
    run("x.bas", long.as_bytes()).is_refused(&["fit", "free"]);
}

#[test]
fn play_without_a_terminal_suggests_run() {
    let folder = Folder::with(&[("x.bas", "10 PRINT KP\n")]);
    let result = folder.run(&["play", "x.bas", "--record", "x.keys"]);
    result.is_refused(&["needs a terminal", "arcadian run x.bas"]);
    assert_eq!(folder.names(), ["x.bas"]);
}

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

fn run_with(name: &str, text: &str, args: &[&str]) -> RunResult {
    let folder = folder();
    fs::write(folder.path(name), text).expect("a test's file");
    folder.run(args)
}

#[test]
fn every_line_end_and_a_byte_order_mark() {
    for (name, text, args) in READERS {
        let expected = run_with(name, text, args);
        for (end, mark) in [("\r\n", ""), ("\r", ""), ("\n", "\u{feff}"), ("\r", "\u{feff}")] {
            let other = format!("{mark}{}", text.replace('\n', end));
            assert_eq!(run_with(name, &other, args), expected, "{end:?} {mark:?} {args:?}");
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
fn other_encodings_are_read_with_a_note() {
    let folder = folder();
    for (bytes, note, named) in [
        (&b"\xff\xfe1\x000\x00 \x00P\0R\0I\0N\0T\0 \x007\0\xF7\x002\0"[..], "UTF-16", "utf-16"),
        (b"\xfe\xff\x001\x000\x00 \0P\0R\0I\0N\0T\0 \x007\0\xF7\x002", "UTF-16", "UTF16"),
        (b"10 PRINT 7\xf72\r\n", "Windows-1252", "Latin-1"),
        (b"10 PRINT 7\xf62\r\n", "code page 437", "cp437"),
    ] {
        fs::write(folder.path("x.bas"), bytes).expect("a test's file");
        let result = folder.run(&["run", "x.bas"]);
        assert!(result.out.contains('3'), "{result:?}");
        assert!(result.err.contains(&format!("note: x.bas is read as {note}")), "{result:?}");
        let result = folder.run(&["list", "x.bas", "--encoding", named]);
        assert!(result.out.contains("7÷2") && result.err.is_empty(), "{result:?}");
    }
    fs::write(folder.path("x.bas"), "10 A=1\n").expect("a test's file");
    folder.run(&["sz", "x.bas", "--encoding", "utf-16"]).is_refused(&["not a text in UTF-16"]);
    folder.run(&["run", "rotate", "--encoding", "cp437"]).is_refused(&["rotate-1982.lst is not a text file"]);
    folder.run(&["play", "x.bas", "--encoding", "ebcdic"]).is_refused(&["the encodings are windows-1252"]);
}

/// Comments have any characters.
#[test]
fn sources_in_other_encodings_are_read() {
    let folder = folder();
    for comment in [&b"caf\xE9"[..], b"\xCB\xCF\xC4", b"f\x81r", "\u{e9}".as_bytes()] {
        fs::write(folder.path("x.asm"), [b" CPU 8080\n RET ; ", comment, b"\n"].concat())
            .expect("a test's file");
        let result = folder.run(&["asm", "x.asm"]);
        assert_eq!((&*result.out, &*result.err), ("x.asm: 8080, 1 byte at 0000-0000\n", ""));
    }
}

#[test]
fn what_is_not_text_is_refused() {
    let folder = folder();
    for (bytes, parts) in [
        (&b"10 PRINT \0\n"[..], &["binary"][..]),
        (b"\xff\xfe1\x000\x00 ", &["binary"]),
        (b"10 PRINT 1\xc2\x8520 PRINT\n", &["x.bas:1:11", "\\u{85}"]),
        (b"10 PRINT 1\xe2\x80\xa820 PRINT\n", &["x.bas:1:11", "\\u{2028}"]),
    ] {
        fs::write(folder.path("x.bas"), bytes).expect("a test's file");
        folder.run(&["run", "x.bas"]).is_refused(parts);
    }
}

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 K=KP;TV=K;STOP\n";
const SHEET: &str = ";! cpu: 8080\n;! org: 0100H\n        MVI A,7\n        HLT\n";

/// A file, its text, and arguments in which its name is replaced by `-`.
const STREAM_READERS: &[(&str, &str, &[&str])] = &[
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

fn stream_folder() -> Folder {
    Folder::with(&[("p.bas", PROGRAM), ("p.asm", SHEET), ("p.bin", ">\u{7}v"), ("x.inc", " RET\n")])
}

fn with(args: &[&'static str], name: &str, other: &'static str) -> Vec<&'static str> {
    args.iter().map(|arg| if *arg == name { other } else { arg }).collect()
}

#[test]
fn standard_input_is_read_like_a_file() {
    for (name, text, args) in STREAM_READERS {
        let folder = stream_folder();
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
    let folder = stream_folder();
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
    let folder = stream_folder();
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
        let folder = stream_folder();
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
    let folder = stream_folder();
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
        ("", &["board", "rook", "tables", "--out", "-"], "name a folder"),
    ] {
        stream_folder().feed(args, input.as_bytes()).is_refused(&[part]);
    }
    let traced = stream_folder().run(&["exec", "p.bin", "--cpu", "8080", "--json", "--trace", "-"]);
    assert_eq!((traced.status, &traced.json()["ok"]), (Some(2), &false.into()), "{traced:?}");
    assert!(traced.err.contains("cannot write --trace to standard output"), "{traced:?}");
}

#[test]
fn sources_do_not_include_standard_input() {
    let folder = stream_folder();
    let result = folder.feed(&["asm", "-", "--cpu", "8080"], b"  include \"-\"\n");
    assert_eq!(result.status, Some(2), "{result:?}");
    assert!(result.err.contains("./-"), "{result:?}");
}

#[test]
fn an_empty_standard_input_is_an_empty_file() {
    stream_folder().feed(&["run", "-"], b"").is_refused(&[]);
    stream_folder().feed(&["dis", "-", "--cpu", "z80"], b"").is_refused(&["<stdin> is empty"]);
}

/// The letter and command line of each command, and its answer for the code that every file has, which doubles A.
const COMMANDS: [(char, &str, &str); 7] = [
    ('e', "exec FILE OPTIONS --set A=21", "=42"),
    ('s', "step FILE OPTIONS INPUT --command continue", "21→42"),
    ('v', "verify FILE OPTIONS CONTRACT", "holds"),
    ('t', "test FILE OPTIONS CONTRACT", "1 of 1 hold"),
    ('c', "cycles FILE OPTIONS --from double", "return"),
    ('h', "shorten FILE OPTIONS CONTRACT", "nothing shorter was found"),
    ('d', "dis FILE OPTIONS", "A"),
];

/// The file, its options, the letters of the commands that accept it, and the sentence of the others.
type Row = (&'static str, &'static str, &'static str, &'static str);

const NO_MAP: &str = "FILE is a binary without a map beside it; add --map FILE";
const TEXT: &str = "cannot read FILE: it is text, not a memory image; assemble a source first";
const SIM65: &str = "cannot read FILE: it is a program for sim65, not a memory image; its 12 bytes";
const TAPE: &str = "cannot read FILE: a .prg is a program of the 6502 (--cpu 6502), or a tape of Bally BASIC";
const BASIC: &str = "cannot read FILE: it is text, not a memory image; run a BASIC program with";
const NO_CPU: &str = "FILE does not say for which processor it is; use --cpu 8080, z80 or 6502";
const FOR_SOURCES: &str = "--segment, -D and -I are for a source, and FILE is not named as one";
const FOR_BINARIES: &str = "--map, --source-dir, --symbols and --contract are for a binary; FILE is a source";
const FOR_SEGMENTS: &str =
    "--load and --segment are for dialects with segments, and FILE is not read as a source of one";
const HAS_ADDRESS: &str = "--load is for an image; FILE begins with its load address, 4000";
const HAS_ADDRESSES: &str = "--load is for an image; an Intel HEX file has its addresses";
const CPM: &str = "cannot run FILE: it is named as a program for CP/M; add --cpm, or --load ADDR";

const ROWS: [Row; 34] = [
    ("own.asm", "", "esvtch", TEXT),
    ("own", "", "esvtch", TEXT),
    ("-own.asm", "", "esvtch", TEXT),
    ("sheet.asm", "", "esvtch", TEXT),
    ("-sheet.asm", "", "esvtch", TEXT),
    ("own.asm", "--load 4000", "", "FOR_SEGMENTS or TEXT"),
    ("own.asm", "--map m.lbl", "", FOR_BINARIES),
    ("own.asm", "--source-dir .", "", FOR_BINARIES),
    ("z80.s", "--dialect sjasmplus --cpu z80", "esvtch", ""),
    ("z80.s", "--dialect z88dk --cpu z80", "esvtch", ""),
    ("z80.s", "--dialect zmac --cpu z80", "esvtch", ""),
    ("m80.s", "--dialect m80", "esvtch", ""),
    ("sdcc.s", "--dialect sdcc --cpu z80 --load 4000", "esvtch", ""),
    ("acme.s", "--dialect acme --cpu 6502", "esvtch", ""),
    ("ca65.s", "--dialect ca65 --cpu 6502", "esvtch", ""),
    ("-ca65.s", "--dialect ca65 --cpu 6502", "esvtch", ""),
    ("m.bin", "--cpu z80 --load 4000", "esvtchd", ""),
    ("d.bin", "--cpu z80 --load 4000 --map m.lbl", "esvtchd", ""),
    ("-d.bin", "--cpu z80 --load 4000 --map m.lbl", "esvtchd", ""),
    ("d.hex", "--cpu z80 --map m.lbl", "esvtchd", ""),
    ("d.bin", "--cpu z80", "esd", NO_MAP),
    ("-d.bin", "--cpu z80", "esd", NO_MAP),
    ("s.bin", "--cpu z80", "esd", NO_MAP),
    ("d.hex", "--cpu z80", "esd", NO_MAP),
    ("d.prg", "--cpu 6502", "esd", NO_MAP),
    ("d.com", "--cpu z80 --load 4000", "esd", NO_MAP),
    ("d.com", "--cpu z80", "d", "CPM or NO_MAP"),
    ("m.bin", "--load 4000", "", NO_CPU),
    ("d.hex", "--cpu z80 --load 4000", "", HAS_ADDRESSES),
    ("d.prg", "--cpu 6502 --load 4000", "", HAS_ADDRESS),
    ("d.prg", "--cpu z80", "", TAPE),
    ("d.bin", "--cpu z80 -D X=1", "", FOR_SOURCES),
    ("sim", "--cpu 6502", "", SIM65),
    ("print.bas", "--cpu z80", "", BASIC),
];

fn folder_of_kinds() -> Folder {
    let contract = |clobbers: &str| {
        format!(";! in: A = n\n;! out: A = r\n;! clobbers: {clobbers}\n;! ensures: r = (n + n) & 0FFH\n")
    };
    let (z80, mos6502) = (contract("F"), contract("P"));
    let own = format!(" CPU z80\n ORG 4000H\n{z80}double: ADD A,A\n RET\n");
    let folder = Folder::with(&[
        ("own.asm", &own),
        ("own", &own),
        (
            "sheet.asm",
            &format!(";! routine: double\n;! cpu: z80\n;! org: 4000H\n{z80}double: ADD A,A\n RET\n"),
        ),
        ("z80.s", &format!(" org $4000\n{z80}double: add a,a\n ret\n")),
        ("m80.s", &format!(" .z80\n aseg\n org 4000h\n{z80}double: add a,a\n ret\n end\n")),
        ("sdcc.s", &format!(" .area _CODE\n{z80}double: add a,a\n ret\n")),
        ("acme.s", &format!(" * = $4000\n{mos6502}double asl\n rts\n")),
        ("ca65.s", &format!(" .org $4000\n{mos6502}double: asl a\n rts\n")),
        ("c.txt", &format!(";! routine: double\n{z80}")),
        ("m.lbl", "al 004000 .double\n"),
        ("s.sym", "double 4000\n"),
        ("d.hex", ":0240000087C96E\n:00000001FF\n"),
        ("print.bas", "10 PRINT 1\n"),
    ]);
    for (name, bytes) in [
        ("d.bin", &b"\x87\xC9"[..]),
        ("m.bin", b"\x87\xC9"),
        ("s.bin", b"\x87\xC9"),
        ("d.com", b"\x87\xC9"),
        ("d.prg", b"\0\x40\x0A\x60"),
        ("sim", b"sim65\x02\0\x22\0\x02\0\x02\x0A\x60"),
    ] {
        fs::write(folder.path(name), bytes).expect("a file");
    }
    folder
}

#[test]
fn every_command_accepts_the_same_files_or_refuses_them_with_the_same_sentence() {
    let folder = folder_of_kinds();
    let mut wrong = Vec::new();
    for (file, options, accepted, sentence) in ROWS {
        let (name, input) = match file.strip_prefix('-') {
            Some(file) => ("-", fs::read(folder.path(file)).expect("a file")),
            None => (file, Vec::new()),
        };
        let has_contracts = accepted.contains('v') && accepted.contains('d');
        for (letter, command, answer) in COMMANDS {
            // A program of BASIC is one for `step`, and `dis` does not read sources.
            let is_left_out = match letter {
                's' => [BASIC, TAPE].contains(&sentence),
                'd' => {
                    [FOR_BINARIES, FOR_SOURCES].contains(&sentence) || sentence.is_empty() && !has_contracts
                }
                _ => false,
            };
            if is_left_out {
                continue;
            }
            let command = command
                .replace("CONTRACT", if has_contracts { "--contract c.txt" } else { "" })
                .replace("INPUT", if file.ends_with("sheet.asm") { "--in n=21" } else { "--set A=21" })
                .replace("FILE", name)
                .replace("OPTIONS", options);
            let args: Vec<&str> = command.split_whitespace().collect();
            let run = folder.feed(&args, &input);
            let all = format!("{}{}", run.out, run.err);
            if accepted.contains(letter) {
                if run.status != Some(0) || !all.contains(answer) {
                    wrong.push(format!("{command}: {all}"));
                }
                continue;
            }
            let sentence = match sentence {
                "CPM or NO_MAP" if matches!(letter, 'e' | 's') => CPM,
                "CPM or NO_MAP" => NO_MAP,
                "FOR_SEGMENTS or TEXT" if letter == 'd' => TEXT,
                "FOR_SEGMENTS or TEXT" => FOR_SEGMENTS,
                sentence => sentence,
            };
            let shown = if name == "-" { "<stdin>" } else { name };
            let sentence = sentence.replacen("FILE", shown, 1);
            if run.status != Some(2) || !all.contains(&sentence) {
                wrong.push(format!("{command}: {sentence}: {all}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
