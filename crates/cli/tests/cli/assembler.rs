//! `asm` and `dis`.

use std::fs;

use crate::support::Folder;

const SHEET: &str = "\
;! routine: T2CW
;! cpu: 8080
;! org: 0100H
0100  78           T2CW:  MOV  A,B      ; high byte
0101  07                  RLC
0102  C3 00 01            JMP  T2CW
";

const SOURCE: &str = "\
SIZE = VALUE+1
* = $0300
loop    LDA #SIZE
        BNE loop
        .include \"more.inc\"
";

#[test]
fn a_sheet_that_holds() {
    let result = Folder::with(&[("t2cw.asm", SHEET)]).run(&["asm", "t2cw.asm"]);
    assert_eq!(
        (result.status, &*result.out, &*result.err),
        (Some(0), "t2cw.asm: 8080, 5 bytes at 0100-0104\n", "")
    );
}

#[test]
fn a_sheet_with_wrong_bytes() {
    let wrong = SHEET.replace("07 ", "0F ").replace("C3 00", "C3 10");
    let folder = Folder::with(&[("t2cw.asm", &wrong)]);
    let result = folder.run(&["asm", "t2cw.asm", "-o", "t2cw.bin"]);
    assert_eq!((result.status, &*result.out), (Some(1), ""));
    let expected = "\
error: the hand-assembled byte is 0F, it should be 07
 --> t2cw.asm:5:7
  |
5 | 0101  0F                  RLC
  |       ^^

error: the hand-assembled byte is 10, it should be 00
 --> t2cw.asm:6:10
  |
6 | 0102  C3 10 01            JMP  T2CW
  |          ^^

t2cw.asm: 2 errors
";
    assert_eq!(result.err, expected);
    assert_eq!(folder.names(), ["t2cw.asm"]);
}

#[test]
fn all_output_files() {
    let folder = Folder::with(&[("x.asm", SOURCE)]);
    fs::create_dir(folder.path("lib")).expect("a folder");
    fs::write(folder.path("lib/more.inc"), "end: .byte 1,2\n").expect("a file");
    let result = folder.run(&[
        "asm",
        "x.asm",
        "--cpu",
        "6502",
        "-D",
        "VALUE=$41",
        "-I",
        "lib",
        "-o",
        "x.bin",
        "--listing",
        "x.lst",
        "--symbols",
        "x.sym",
        "--sheet",
        "x.sheet",
    ]);
    assert_eq!(
        (result.status, &*result.out, &*result.err),
        (Some(0), "x.asm: 6502, 6 bytes at 0300-0305\n", "")
    );
    assert_eq!(fs::read(folder.path("x.bin")).expect("the image"), [0xA9, 0x42, 0xD0, 0xFC, 1, 2]);
    assert_eq!(folder.read("x.sym"), "end = $0304\nloop = $0300\nSIZE = $0042\nVALUE = $0041\n");
    assert!(folder.read("x.lst").contains("0302  D0 FC          2/3+1     4           BNE loop\n"));
    assert!(folder.read("x.sheet").contains("0302  D0 FC                BNE loop\n"));

    let result =
        folder.run(&["dis", "x.bin", "--cpu", "6502", "--org", "$300", "--symbols", "x.sym", "-o", "y.asm"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    folder.run(&["asm", "y.asm", "-o", "y.bin"]);
    assert_eq!(fs::read(folder.path("x.bin")).ok(), fs::read(folder.path("y.bin")).ok());
}

/// The listing of a name that is wider than any column appears like the other files.
#[test]
fn the_listing_of_a_long_name() {
    let name = "N".repeat(65_536);
    let source = format!("{name}: nop\nS: ret\n");
    let folder = Folder::with(&[("long.asm", &source)]);
    let result = folder.run(&["asm", "long.asm", "--cpu", "z80", "-o", "long.bin", "--listing", "long.lst"]);
    assert_eq!(result.status, Some(0), "{result:?}");
    assert_eq!(folder.names(), ["long.asm", "long.bin", "long.lst"]);
    let listing = folder.read("long.lst");
    assert!(listing.contains(&format!("\n{name}    0000  label\n")), "the long name in the table of symbols");
    assert!(listing.ends_with(&format!("\nS{}    0001  label\n", " ".repeat(199))), "{}", listing.len());
}

#[test]
fn a_disassembly() {
    let folder = Folder::with(&[("x.bin", "\u{1}\u{2}\u{3}\u{5}")]);
    let result = folder.run(&["dis", "x.bin", "--cpu", "8080", "--org", "0100", "--bytes"]);
    let expected = "        CPU     8080
        ORG     0100H
        LXI     B,0302H         ; 0100  01 02 03
        DCR     B               ; 0103  05
";
    assert_eq!((result.status, &*result.out), (Some(0), expected));
}

#[test]
fn a_disassembly_with_data_and_text() {
    let source = "        CPU 8080\n        ORG 100H\n        JMP L0109\n        DB 1,2\n        DB \"Text\"\nL0109:\n        RET\n";
    let folder = Folder::with(&[("x.asm", source), ("x.ctl", "data 0103-0104 ; two\ntext 0105-0108\n")]);
    assert_eq!(folder.run(&["asm", "x.asm", "-o", "x.bin"]).status, Some(0));
    let common = ["dis", "x.bin", "--cpu", "8080", "--org", "0100"];
    let expected = ["ORG     0100H", "JMP     L0109", "DB      01H,02H", "DB      \"Text\"", "L0109:", "RET"];
    for more in [
        &["--control", "x.ctl"][..],
        &["--data", "0103-0104", "--text", "0105-0108"],
        &["--data", "0103", "--data", "0104", "--text", "0105-0108"],
        &["--trace-code", "--text", "0105-0108"],
        &["--entry", "0100", "--text", "0105-0108"],
    ] {
        let result = folder.run(&[&common, more].concat());
        assert_eq!((result.status, &*result.err), (Some(0), ""), "{more:?}");
        let lines: Vec<_> =
            result.out.lines().map(str::trim).filter(|line| !line.starts_with("CPU")).collect();
        let without_entry: Vec<_> = lines.iter().filter(|line| **line != "L0100:").copied().collect();
        assert_eq!(without_entry, expected, "{more:?}");
    }
}

#[test]
fn invalid_ranges() {
    let folder = Folder::with(&[
        ("x.bin", "12345678"),
        ("outside.ctl", "data 0102-0103\ntext 0106-0108\n"),
        ("overlap.ctl", "data 0102-0103\n\ntext 0103\n"),
        ("entry.ctl", "data 0102-0103\nentry 0103 ; here\n"),
        ("wrong.ctl", "dta 0102"),
    ]);
    for (args, parts) in [
        (
            &["--control", "outside.ctl"][..],
            &["text 0106-0108 is not inside the image, 0100-0107", "outside.ctl:2:6", "^^^^^^^^^"][..],
        ),
        (&["--control", "overlap.ctl"], &["text 0103-0103 overlaps data 0102-0103", "overlap.ctl:3:6"]),
        (&["--control", "entry.ctl"], &["the entry 0103 is in data 0102-0103", "entry.ctl:2:7"]),
        (&["--control", "wrong.ctl"], &["unknown keyword `dta`", "wrong.ctl:1:1", "did you mean data?"]),
        (&["--control", "no.ctl"], &["cannot read no.ctl"]),
        (
            &["--control", "outside.ctl", "--data", "0100", "--text", "0100-0101"],
            &["x.bin", "text 0100-0101 overlaps data 0100-0100"],
        ),
        (&["--entry", "0200"], &["x.bin", "the entry 0200 is not inside the image"]),
        (&["--text", "0103-0101"], &["0103 is after 0101"]),
        (&["--data", "4O00"], &["a range is FROM-TO"]),
    ] {
        folder.run(&[&["dis", "x.bin", "--cpu", "8080", "--org", "0100"], args].concat()).is_refused(parts);
    }
}

/// docs/assembler.md disassembles this example.
#[test]
fn the_example_of_the_guide_matches_its_source() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let folder = Folder::with(&[]);
    let source = format!("{examples}/greeting.asm");
    assert_eq!(folder.run(&["asm", &source, "-o", "x.com"]).status, Some(0));
    assert_eq!(fs::read(folder.path("x.com")).ok(), fs::read(format!("{examples}/greeting.com")).ok());
}

#[test]
fn invalid_arguments() {
    let folder = Folder::with(&[("x.asm", " NOP\n"), ("x.bin", "xyz"), ("x.sym", "a b\n")]);
    folder.run(&["asm", "x.asm"]).is_refused(&["cannot assemble x.asm: it names no processor", "--cpu"]);
    folder.run(&["asm", "x.asm", "--cpu", "8008"]).is_refused(&["the processors are 8080, z80 and 6502"]);
    folder.run(&["asm", "no.asm", "--cpu", "z80"]).is_refused(&["cannot read no.asm"]);
    folder.run(&["asm", "x.asm", "--cpu", "z80", "-D", "1=2"]).is_refused(&["a definition is NAME"]);
    folder.run(&["asm", "x.asm", "--cpu", "z80", "-o", "no/x.bin"]).is_refused(&["there is no folder no"]);
    folder.run(&["dis", "x.bin", "--cpu", "z80", "--org", "1OO"]).is_refused(&["an address is hexadecimal"]);
    folder.run(&["dis", "x.bin", "--cpu", "z80", "--org", "FFFE"]).is_refused(&["go beyond FFFF by 1"]);
    folder.run(&["dis", "x.bin", "--cpu", "z80", "--symbols", "x.sym"]).is_refused(&[
        "x.sym",
        "line 1",
        "NAME = $1234",
    ]);
}

#[test]
fn included_files_that_cannot_be_read() {
    let folder = Folder::with(&[("x.asm", " CPU z80\n INCLUDE no.inc\n INCBIN .\n INCLUDE x.asm\n")]);
    let result = folder.run(&["asm", "x.asm"]);
    assert_eq!(result.status, Some(1));
    for part in
        ["cannot include no.inc: cannot read no.inc", "directory", "x.asm includes itself", "x.asm: 3 errors"]
    {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
}

/// A device may have no end, and a pipe may block forever.
#[test]
#[cfg(unix)]
fn devices_and_pipes_are_not_included() {
    let source = " CPU z80\n INCLUDE /dev/zero\n INCBIN \"pipe\"\n INCLUDE pipe\n";
    let folder =
        Folder::with(&[("x.asm", source), ("long.asm", " CPU z80\n INCLUDE long.inc\n INCBIN long.inc\n")]);
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo starts").success());
    let result = folder.run(&["asm", "x.asm"]);
    assert_eq!(result.status, Some(1));
    for part in [
        "/dev/zero is a device or a pipe; only regular files can be included",
        "x.asm:2:10",
        "^^^^^^^^^",
        "pipe is a device or a pipe",
        "x.asm:3:",
        "x.asm:4:",
        "x.asm: 3 errors",
    ] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
    fs::write(folder.path("long.inc"), " ".repeat(5_000_000)).expect("a file");
    let result = folder.run(&["asm", "long.asm"]);
    assert_eq!(result.status, Some(1));
    for part in ["long.asm:2:", "longer than 4096 KB", "long.asm:3:", "longer than 64 KB"] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
}

/// A file named on the command line may be a pipe.
#[test]
#[cfg(unix)]
fn the_source_itself_may_come_from_a_pipe() {
    let folder = Folder::with(&[("x.asm", " CPU z80\n NOP\n")]);
    let script = format!("{} asm <(cat x.asm)", env!("CARGO_BIN_EXE_arcadian"));
    let result = std::process::Command::new("bash").current_dir(folder.root()).args(["-c", &script]).output();
    let result = crate::support::RunResult::from(result.expect("bash starts"));
    assert_eq!((result.status, result.out.contains("Z80, 1 byte")), (Some(0), true), "{result:?}");
}

/// A source for ca65, with segments whose addresses are options.
const CA65: &str = "\
.segment \"CODE\"
start:  ldx #3
:       dex
        bne :-
        lda table,x
        rts
        .rodata
table:  .asciiz \"a\"
        .autoimport on
";

#[test]
fn a_source_of_another_assembler_is_recognized() {
    let folder = Folder::with(&[("loop.s", CA65)]);
    let result =
        folder.run(&["asm", "loop.s", "--org", "0801", "--segment", "RODATA=0x0900", "-o", "loop.bin"]);
    let expected = "\
note: read as ca65 source: `.segment \"` is a statement of this assembler
 --> loop.s:1:1
  |
1 | .segment \"CODE\"
  | ^^^^^^^^^^
  |
  = help: the option --dialect names the syntax

note: `.autoimport` is read and ignored: there is no linker
 --> loop.s:9:9
  |
9 |         .autoimport on
  |         ^^^^^^^^^^^

";
    assert_eq!((result.status, &*result.err), (Some(0), expected));
    assert_eq!(result.out, "loop.s: 6502, 11 bytes at 0801-0901\n");
    let mut image = vec![0xA2, 3, 0xCA, 0xD0, 0xFD, 0xBD, 0, 9, 0x60];
    image.resize(0xFF, 0);
    image.extend(*b"a\0");
    assert_eq!(fs::read(folder.path("loop.bin")).unwrap(), image);
}

#[test]
fn the_dialect_is_an_option() {
    let folder = Folder::with(&[("add.asm", " .area _CODE\n ld a, #10\n")]);
    let result = folder.run(&["asm", "add.asm", "--dialect", "sdcc"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    assert_eq!(result.out, "add.asm: Z80, 2 bytes at 0000-0001\n");
    let result = folder.run(&["asm", "add.asm", "--dialect", "arcadian", "--cpu", "z80"]);
    assert_eq!(result.status, Some(1));
    let result = folder.run(&["asm", "add.asm", "--dialect", "tasm"]);
    assert_eq!(result.status, Some(2));
    assert!(result.err.contains("the dialects are arcadian, acme, ca65"), "{}", result.err);
}

#[test]
fn intel_hex_and_segments_are_written() {
    let folder = Folder::with(&[("loop.s", CA65)]);
    let save = ["--save", "RODATA=text.bin", "--hex", "loop.hex"];
    let place = ["--org", "0801", "--segment", "RODATA=0900"];
    let result = folder.run(&[&["asm", "loop.s"], &save[..], &place[..]].concat());
    assert_eq!(result.status, Some(0), "{}", result.err);
    assert_eq!(folder.read("loop.hex"), ":09080100A203CAD0FDBD0009608C\n:02090000610094\n:00000001FF\n");
    assert_eq!(folder.read("text.bin"), "a\0");
    let result = folder.run(&["asm", "loop.s", "--save", "DATA=data.bin"]);
    assert_eq!(result.status, Some(2));
    let message = "cannot save the segment DATA: the source has no bytes in it; it has CODE, RODATA";
    assert!(result.err.contains(message), "{}", result.err);
}

/// The file that SDCC's linker writes for `ld a,#10`, `halt`.
#[test]
fn intel_hex_is_executed() {
    let folder =
        Folder::with(&[("add.ihx", ":030200003E0A763D\n:00000001FF\n"), ("bad.ihx", ":030200003E0A7600\n")]);
    let result = folder.run(&["exec", "add.ihx", "--cpu", "z80", "--trap", "--json"]);
    assert_eq!(result.status, Some(0), "{}", result.err);
    assert_eq!(result.json()["registers"]["A"].as_u64(), Some(10), "{}", result.out);
    let stepped = folder.run(&["step", "add.ihx", "--cpu", "z80", "--pc", "0200", "-c", "step"]);
    assert!(
        stepped.out.contains("LD   A,0AH") && stepped.out.contains("A FF→0A"),
        "{}{}",
        stepped.out,
        stepped.err
    );
    let result = folder.run(&["exec", "bad.ihx", "--cpu", "z80"]);
    assert_eq!(result.status, Some(2));
    assert!(
        result.err.contains("cannot load bad.ihx: line 1: the checksum is 00, it should be 3D"),
        "{}",
        result.err
    );
}
