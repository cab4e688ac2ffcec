//! Sources, programs of other assemblers, and binaries with the debug data of their own tools: what `test` finds, maps and sources that do
//! not belong together, and where notes are written. The commands are in `tests/commands/programs.trycmd`, `debug_data.trycmd` and
//! `asm.trycmd`.

use std::{fs, path::Path};

use crate::support::{Folder, RunResult};

/// A program for ca65 that only its name and its options tell from others.
const CA65: &str = "\
        .include \"power.inc\"
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = (x + OFFSET) mod 256
offset: clc
        adc #OFFSET
        rts
";

/// The file that the source includes, with a contract of its own and a table.
const POWER: &str = "\
;! in: X = n
;! out: A = bit
;! clobbers: P
;! requires: n < 8
;! ensures: bit = 1 << n
power:  lda table,x
        rts
        .data
table:  .byte 1,2,4,8,16,32,64,128
        .code
";

/// A program for SDCC's assembler with a mistake.
const SDCC: &str = "\
        .module mean
        .area   _CODE
;! in: A = x, L = y
;! out: A = z
;! clobbers: F
;! ensures: z = (x + y) / 2
;! cycles: 22
_mean:: add     a, l
        or      a
        rra
        ret
";

#[test]
fn test_finds_contracts_in_programs_and_takes_included_files_as_their_parts() {
    let folder = Folder::with(&[
        ("game.s", &CA65.replace("power.inc", "power.s").replace("OFFSET", "3")),
        ("power.s", POWER.replace("        rts\n", "        jmp offset\n").as_str()),
        ("mean.s", SDCC),
    ]);
    let run = folder.run(&["test", "--dialect", "ca65", "game.s", "power.s"]);
    assert!(run.out.contains("INVALID   power.s"), "a file that is named is a source: {}", run.out);
    fs::remove_file(folder.path("mean.s")).expect("a file");
    let run = folder.run(&["test", "--dialect", "ca65"]);
    let heads: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        heads,
        ["FAILS     power.s: power, 6502", "holds     game.s: offset, 6502", "1 of 2 hold, 1 failed"]
    );
    let folder = Folder::with(&[("mean.s", SDCC)]);
    let run = folder.run(&["test", "--format", "tap"]);
    assert!(
        run.out.contains("not ok 1 - mean.s: _mean, Z80") && run.out.contains("    line: 8\n"),
        "{}",
        run.out
    );
    assert!(run.err.contains("1 source is read as sdcc source"), "{}", run.err);
}

#[test]
fn budgets_in_the_sources_of_a_binary_are_checked() {
    let folder = example("sdcc");
    let source = folder.read("square.s");
    // The lines of the map stay right if the budget takes the place of the contract.
    let state = |budget: &str| {
        let (start, rest) = source.split_once(";! in").expect("a contract");
        let (_, end) = rest.split_once("_square:").expect("a label");
        let text = format!("{start};\n;\n;\n;! {budget}\n_square:{end}");
        fs::write(folder.path("square.s"), text).expect("a file");
    };
    state("cycles: <= 4500");
    let run = folder.run(&["cycles", "sum.bin", "--cpu", "z80"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("<= 4500       holds"), "{}", run.out);
    state("cycles: <= 20");
    let run = folder.run(&["test", "sum.bin", "--cpu", "z80", "--format", "tap"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(
        run.out.contains("not ok 1 - square.s: cycles of") && run.out.contains("    line: 8\n"),
        "{}",
        run.out
    );
    // A line more, and nothing is about the code below it.
    fs::write(folder.path("square.s"), format!(";\n{}", folder.read("square.s"))).expect("a file");
    let run = folder.run(&["test", "sum.bin", "--cpu", "z80"]);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(
        run.out.contains("square.s has changed since the build: line 10 was `ld      b, l`"),
        "{}",
        run.out
    );
}

#[test]
fn test_finds_the_program_that_includes_a_file_with_contracts() {
    let folder =
        Folder::with(&[("index.asm", "!cpu 6502\n* = $c000\n jmp wash\n!source \"code/wash.asm\"\n")]);
    fs::create_dir(folder.path("code")).expect("a folder");
    // The names of its own included files begin in the folder of the program, as with ACME.
    let wash = "!source \"code/size.asm\"\n;! cycles: <= 60\nwash ldx #SIZE\nloop dex\n bne loop\n rts\n\
                ;! in: A = x\n;! out: A = y\n;! clobbers: P\n;! ensures: y = x ^ 255\nflip eor #$ff\n rts\n";
    fs::write(folder.path("code/wash.asm"), wash).expect("a file");
    fs::write(folder.path("code/size.asm"), "SIZE = 9\n").expect("a file");
    let run = folder.run(&["test"]);
    let heads: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        heads,
        [
            "holds     code/wash.asm: flip, 6502",
            "holds     code/wash.asm: cycles of wash, 6502",
            "2 of 2 hold",
        ],
        "{run:?}"
    );
}

/// A page shows both streams as one.
#[test]
fn notes_and_warnings_are_on_standard_error() {
    let folder = Folder::with(&[
        ("mean.s", SDCC),
        ("never.def", "replace {\n\tld\thl, %1 (sp)\n} by {\n\tnop\n}\n"),
        ("x.lst", "(1798) 10 A=1\n(1790) 20 B=2\n"),
        ("twice.s", &SDCC.replace("22", "<= 30").replace("z = (x + y) / 2", "z = z")),
    ]);
    let note = "read as sdcc source";
    for (command, part) in [
        ("verify mean.s --org 8000", note),
        ("exec mean.s --call _mean", note),
        ("step mean.s --call _mean -c step", note),
        ("shorten twice.s --max 1", note),
        ("rules never.def", "nothing to judge: no rule matches"),
        ("run x.lst", "line 20: the byte counts differ"),
    ] {
        let run = folder.run(&command.split(' ').collect::<Vec<_>>());
        assert!(run.err.contains(part) && !run.out.contains(part), "{command}: {run:?}");
    }
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/debug-data");

/// Returns a folder with a copy of an example.
pub(crate) fn example(name: &str) -> Folder {
    let folder = Folder::with(&[]);
    for entry in fs::read_dir(Path::new(EXAMPLES).join(name)).expect("an example") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), folder.path(&entry.file_name().to_string_lossy())).expect("a copy");
    }
    folder
}

/// Runs commands of the debugger.
fn step(folder: &Folder, args: &[&str], commands: &[&str]) -> RunResult {
    let mut all = vec!["step"];
    all.extend(args);
    commands.iter().for_each(|command| all.extend(["--command", *command]));
    folder.run(&all)
}

#[test]
fn listings_give_sdcc_its_assembler_lines() {
    let folder = example("sdcc");
    fs::remove_file(folder.path("sum.c")).expect("the source");
    let maps = ["--map", "sum.noi", "--map", "sum.rst", "--map", "square.rst"];
    let result = step(&folder, &[&["sum.bin", "--cpu", "z80"], &maps[..]].concat(), &["until 8019", "list"]);
    insta::assert_snapshot!(result.out);
    // The assembly listing has all of its code, but it is not what its author wrote.
    let missing = "sum.c, which sum.noi names, was not found; --source-dir DIR says where sources are\n";
    assert_eq!(result.err, format!("sum.bin is at 8000, where sum.noi has _CODE\n{missing}"));
}

#[test]
fn moved_sources_are_found() {
    let folder = example("ca65");
    fs::create_dir(folder.path("elsewhere")).expect("a folder");
    fs::rename(folder.path("sum.c"), folder.path("elsewhere/sum.c")).expect("a move");
    let without = step(&folder, &["sum.bin"], &["until sum.c:12"]);
    assert!(
        without.err.contains("2 sources that sum.dbg names were not found (sum.s, sum.c)"),
        "{}",
        without.err
    );
    let with = step(&folder, &["sum.bin", "--source-dir", "elsewhere"], &["until sum.c:12"]);
    assert!(with.out.contains("; sum.c:12  n = last;"), "{}", with.out);
}

#[test]
fn a_map_of_another_build_is_refused() {
    let ca65 = example("ca65");
    fs::write(ca65.path("short.bin"), [0; 40]).expect("a file");
    fs::write(ca65.path("long.bin"), [0; 60]).expect("a file");
    let sdcc = example("sdcc");
    let mut bytes = fs::read(sdcc.path("sum.bin")).expect("a binary");
    bytes[3] ^= 1;
    fs::write(sdcc.path("other.bin"), bytes).expect("a file");
    for (folder, args, status, err) in [
        (
            &ca65,
            &["short.bin", "--map", "sum.dbg"][..],
            2,
            "error: sum.dbg is not the map of short.bin: it describes 57 bytes, and short.bin has 40; build both again",
        ),
        (
            &ca65,
            &["long.bin", "--map", "sum.dbg"],
            1,
            "warning: long.bin has 60 bytes, of which sum.dbg describes 57",
        ),
        (
            &sdcc,
            &["other.bin", "--map", "sum.noi", "--map", "sum.rst", "--cpu", "z80"],
            2,
            "error: sum.noi is not the map of other.bin: sum.asm:57 at 8003 is 4F in the listing and 4E in other.bin; build both again",
        ),
        (
            &sdcc,
            &["sum.bin", "--map", "sum.noi", "--cpu", "z80", "--load", "4000"],
            2,
            "error: sum.bin at 4000 to 402D has none of the code that its map describes; change --load ADDR",
        ),
    ] {
        let result = folder.run(&[&["exec"], args].concat());
        assert_eq!(result.status, Some(status), "{args:?}: {}{}", result.out, result.err);
        assert!(result.err.contains(err), "{args:?}: {}", result.err);
    }
}

#[test]
fn a_source_that_changed_is_reported() {
    let folder = example("ca65");
    fs::write(folder.path("square.s"), "; new\n").expect("a source");
    let result = step(&folder, &["sum.bin"], &["info"]);
    let warning =
        "warning: square.s has 6 bytes, and had 522 when sum.bin was built; its lines may be wrong\n";
    assert!(result.err.contains(warning), "{}", result.err);
}

/// The label of the routine is in line 9, and its code below it.
#[test]
fn what_stands_between_a_contract_and_its_code() {
    let folder = example("sdcc");
    let own = folder.read("square.s");
    let code: String = own.lines().skip(8).map(|line| format!("{line}\n")).collect();
    let contract = ";! ensures: square = 1\n;! in: L = n\n;! out: L = square\n;! clobbers: A, B, F\n";
    for (mark, between, status, message) in [
        ("\u{feff}", ";", 1, "it does not ensure `square = 1`"),
        ("", " .globl _square", 1, "it does not ensure `square = 1`"),
        ("", "_buffer: .ds 4", 2, "data follow this, in line 5"),
        ("", " .blkb 4", 2, "data follow this, in line 5"),
        ("", "_five = 5", 2, "a constant, a macro or another file follows this, in line 5"),
        ("", " .include \"frame.inc\"", 2, "a constant, a macro or another file follows this, in line 5"),
        ("", " frame 5", 2, "a constant, a macro or another file follows this, in line 5"),
    ] {
        let text = format!("{mark}{contract}{between}\n\n\n\n{code}");
        fs::write(folder.path("square.s"), text).expect("a source");
        let result = folder.run(&["verify", "sum.bin", "--cpu", "z80"]);
        let found = format!("{}{}", result.out, result.err);
        assert_eq!(result.status, Some(status), "{between}: {found}");
        assert!(found.contains(message), "{between}: {found}");
    }
}

#[test]
fn a_file_without_code_that_changed_is_reported() {
    let folder = example("ca65");
    let map = folder.read("sum.dbg") + "file\tid=99,name=\"sizes.inc\",size=6,mtime=0x0,mod=0\n";
    fs::write(folder.path("sum.dbg"), map).expect("a map");
    for (text, status) in [("K = 5\n", 0), ("K = 15\n", 2)] {
        fs::write(folder.path("sizes.inc"), text).expect("a source");
        let times = fs::File::options().write(true).open(folder.path("sum.bin")).expect("the binary");
        times.set_modified(std::time::SystemTime::now()).expect("a time");
        let result = folder.run(&["verify", "sum.bin", "--map", "sum.dbg"]);
        assert_eq!(result.status, Some(status), "{text}: {}{}", result.out, result.err);
    }
}

#[test]
fn a_label_of_two_modules_is_ambiguous() {
    let folder = Folder::with(&[
        ("two.lbl", "al C:0000 .twice\nal C:0002 .twice\n"),
        (
            "c.txt",
            ";! routine: twice\n;! in: A = x\n;! out: A = y\n;! clobbers: P\n;! ensures: y = 2 * x mod 256\n",
        ),
    ]);
    fs::write(folder.path("two.bin"), [0x0A, 0x60, 0xEA, 0x60]).expect("a binary");
    for args in [&["verify", "--contract", "c.txt"][..], &["exec", "--routine", "twice"]] {
        let result = folder.run(&[args, &["two.bin", "--map", "two.lbl", "--cpu", "6502"]].concat());
        assert_eq!(result.status, Some(2), "{args:?}: {}{}", result.out, result.err);
        let found = format!("{}{}", result.out, result.err);
        assert!(found.contains("`twice` is ambiguous: it is 0000 and 0002; use the address"), "{found}");
    }
}

/// A ROM has the vectors of the 6502 at the end of memory, where a proof has the return address.
#[test]
fn a_routine_of_a_rom_with_vectors() {
    let mut rom = vec![0xEA; 16];
    rom[..2].copy_from_slice(&[0x0A, 0x60]);
    let folder = Folder::with(&[]);
    fs::write(folder.path("rom.bin"), rom).expect("a file");
    fs::write(folder.path("rom.lbl"), "al C:fff0 .twice\nal C:0002 .FACTOR\nal C:0003 .x\n").expect("a file");
    let contract = "\
;! routine: twice
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = FACTOR * x mod 256
;! example: x = FACTOR => y = FACTOR << 1
";
    fs::write(folder.path("contracts.txt"), contract).expect("a file");
    let args = ["verify", "rom.bin", "--map", "rom.lbl", "--cpu", "6502", "--load", "FFF0", "--contract"];
    let result = folder.run(&[&args[..], &["contracts.txt", "--constant", "FFF0-FFFF"]].concat());
    assert_eq!(result.status, Some(0), "{}{}", result.out, result.err);
    assert!(result.out.contains("twice    6502 symbolic   256 "), "{}", result.out);
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

/// docs/assembler.md disassembles this example.
#[test]
fn the_example_of_the_guide_matches_its_source() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let folder = Folder::with(&[]);
    let source = format!("{examples}/greeting.asm");
    assert_eq!(folder.run(&["asm", &source, "-o", "x.com"]).status, Some(0));
    assert_eq!(fs::read(folder.path("x.com")).ok(), fs::read(format!("{examples}/greeting.com")).ok());
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
    assert_eq!(result.status, Some(2));
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
    assert_eq!(result.status, Some(2));
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
    let result = RunResult::from(result.expect("bash starts"));
    assert_eq!((result.status, result.out.contains("Z80, 1 byte")), (Some(0), true), "{result:?}");
}
