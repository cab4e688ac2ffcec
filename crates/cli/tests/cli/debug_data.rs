//! Binaries with the debug data that their own tools wrote.

use std::{fs, path::Path};

use crate::support::{Folder, RunResult};

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
fn a_call_ends_when_the_routine_returns() {
    for (tool, args, out) in [
        ("ca65", &["--call", "_square", "--set", "A=05"][..], "A=19 X=00"),
        ("sdcc", &["--cpu", "z80", "--call", "_square", "--set", "L=5"], "HL=FF19"),
        ("sjasmplus", &["--load", "8000", "--call", "math.square", "--set", "A=5"], "AF=19"),
        (
            "acme",
            &["--map", "count.lbl", "--cpu", "6502", "--load", "300", "--call", "again", "--set", "A=2"],
            "A=00",
        ),
    ] {
        let file = if tool == "acme" { "count.bin" } else { "sum.bin" };
        let result = example(tool).run(&[&["exec", file], args].concat());
        assert_eq!(result.status, Some(0), "{tool}: {}{}", result.out, result.err);
        assert!(result.out.starts_with("the routine has returned\n"), "{tool}: {}", result.out);
        assert!(result.out.contains(out), "{tool}: {}", result.out);
    }
}

#[test]
fn step_shows_the_lines_of_a_compiler_and_of_an_assembler() {
    let folder = example("ca65");
    let commands = [
        "break sum.c:14",
        "break square.s:24",
        "break _square::loop",
        "continue",
        "list",
        "continue",
        "continue",
        "info",
        "print loop",
        "break sum.c:13",
    ];
    let result = step(&folder, &["sum.bin", "--call", "start"], &commands);
    insta::assert_snapshot!(result.out);
    insta::assert_snapshot!(result.err, @r"
    sum.bin has its map beside it: sum.dbg
    the commands: line 10 failed
    ");
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

/// The contracts are in the sources of the examples.
#[test]
fn a_routine_is_verified_by_its_label() {
    for (tool, args, line) in [
        ("ca65", &["--routine", "_square"][..], "_square  6502 symbolic   256 "),
        ("ca65", &["--map", "sum.dbg"], "_square  6502 symbolic   256 "),
        ("sdcc", &["--routine", "_square", "--cpu", "z80"], "_square  Z80  symbolic   256 "),
        ("sjasmplus", &["--routine", "math.square", "--load", "8000"], "math.square Z80  symbolic   256 "),
    ] {
        let result = example(tool).run(&[&["verify", "sum.bin"], args].concat());
        assert_eq!(result.status, Some(0), "{tool}: {}{}", result.out, result.err);
        assert!(result.out.contains(line) && result.out.ends_with(" holds\n"), "{tool}: {}", result.out);
    }
}

#[test]
fn a_contract_in_a_file() {
    let folder = example("ca65");
    let contract = "\
# Two contracts.
;! routine: _square
;! in: A = n
;! out: A = square
;! clobbers: A, X, P, (factor)
;! ensures: square = (n * n) mod 255

;! routine: start
;! in: none
;! out: (_total) = total
;! clobbers: A, X, P, (_square), FACTOR
;! ensures: total = 55
";
    fs::write(folder.path("contracts.txt"), contract).expect("a file");
    let result = folder.run(&["verify", "sum.bin", "--routine", "_square", "--contract", "contracts.txt"]);
    assert_eq!(result.status, Some(1), "{}", result.err);
    assert!(result.out.contains("FAILS\n  given      n = 10\n"), "{}", result.out);
    // The command that shows the counterexample steps through the routine in its own source.
    let shown = result.out.lines().find_map(|line| line.trim().strip_prefix("shown by   arcadian "));
    let shown: Vec<&str> = shown.expect("a command").split(' ').chain(["--command", "info"]).collect();
    let stepped = folder.run(&shown);
    assert!(stepped.out.starts_with("_square, 6502: "), "{shown:?}: {}{}", stepped.out, stepped.err);
    assert!(stepped.out.contains(", square.s:"), "{}", stepped.out);
    // An error shows the line of the file.
    let wrong = folder.run(&["verify", "sum.bin", "--routine", "start", "--contract", "contracts.txt"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.err.contains(" --> contracts.txt:11:"), "{}", wrong.err);
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

/// Only code and read-only bytes are known: a variable can have any value.
#[test]
fn the_first_value_of_a_variable_proves_nothing() {
    let folder = example("ca65");
    let contract = "\
;! routine: _run
;! in: none
;! out: (_total) = total
;! clobbers: A, X, P, (_total:3)
;! ensures: total = 55
";
    fs::write(folder.path("contracts.txt"), contract).expect("a file");
    let args = ["verify", "sum.bin", "--contract", "contracts.txt", "--method", "random", "--samples", "50"];
    let result = folder.run(&args);
    assert_eq!(result.status, Some(1), "{}{}", result.out, result.err);
    assert!(result.out.contains("FAILS"), "{}", result.out);
}

#[test]
fn errors_say_what_to_do() {
    let folder = example("sjasmplus");
    fs::write(folder.path("bad.sld.txt"), "|SLD.data.version|1\nsum.asm|x||0|0|32768|T|\n").expect("a map");
    fs::write(folder.path("notes.txt"), "some notes\n").expect("a text");
    for (args, err) in [
        (
            &["verify", "sum.bin", "--load", "8000", "--routine", "main.start"][..],
            "error: main.start has no contract: write header lines such as `;! in: A = n` above it, or add --contract FILE\n",
        ),
        (
            &["exec", "sum.bin", "--map", "notes.txt"][..],
            "error: notes.txt is not a map that arcadian reads; it reads a debug file of ld65, ",
        ),
        (&["exec", "sum.bin", "--map", "bad.sld.txt"], "error: `x` is not a number\n --> bad.sld.txt:2:9\n"),
        (
            &["exec", "sum.bin"],
            "add --load ADDR, the address of its first byte; the first code of the map is at 8000",
        ),
        (
            &["exec", "sum.asm", "--map", "sum.sld.txt", "--cpu", "z80"],
            "error: --load, --map, --source-dir, --symbols and --contract are for a binary; sum.asm is a source",
        ),
        (
            &["step", "rotate", "--map", "sum.sld.txt"],
            "error: --map applies only to binaries and CP/M programs; rotate is a BASIC program\n",
        ),
        (
            &["exec", "sum.bin", "--load", "8000", "--call", "squar"],
            "error: --call squar: `squar` is not a location; did you mean ",
        ),
        (
            &["exec", "sum.bin", "--load", "8000", "--call", "math.square", "--set", "SP=9000"],
            "error: --call needs a return address: ",
        ),
    ] {
        let result = folder.run(args);
        assert_eq!(result.status, Some(2), "{args:?}: {}{}", result.out, result.err);
        assert!(result.err.contains(err), "{args:?}: {}", result.err);
    }
}
