//! Files that are too large, line ends in pipes, and each kind of file with each command that reads programs: it is accepted and the
//! answer is the same, or all commands refuse it with the same sentence. The rest is in `tests/cases/inputs.txt`.

use std::fs;

use crate::support::Folder;

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
    Folder::with(&[("x.bas", &long)]).run(&["run", "x.bas"]).is_refused(&["fit", "free"]);
}

#[test]
fn line_ends_in_pipes() {
    let folder = Folder::with(&[("p.asm", " cpu z80\n ret\n")]);
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
