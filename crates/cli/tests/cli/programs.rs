//! Programs in the syntax of other assemblers: run, stepped, verified and tested as they are, with contracts above their labels.

use crate::{
    debug_data::example,
    support::{Folder, RunResult},
};

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

/// What it includes, with a contract of its own and a table.
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

fn folder() -> Folder {
    Folder::with(&[("game.s", CA65), ("power.inc", POWER), ("mean.s", SDCC)])
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Returns the command that a report shows, without the name of the program.
fn shown(run: &RunResult) -> String {
    let line = run.out.lines().find_map(|line| line.trim().strip_prefix("shown by")).expect("a command");
    line.trim().strip_prefix("arcadian ").expect("the program").to_owned()
}

const OPTIONS: [&str; 8] =
    ["--dialect", "ca65", "--org", "0300", "-D", "OFFSET=3", "--constant", "0308-030F"];

#[test]
fn contracts_of_a_program_and_of_what_it_includes_are_verified() {
    let run = folder().run(&[&["verify", "game.s"][..], &OPTIONS].concat());
    assert_eq!(run.status, Some(0), "{run:?}");
    let rows: Vec<Vec<&str>> = run.out.lines().map(words).collect();
    assert_eq!((rows[1][0], rows[1][1], *rows[1].last().expect("a verdict")), ("power", "6502", "holds"));
    assert_eq!((rows[2][0], rows[2][1], *rows[2].last().expect("a verdict")), ("offset", "6502", "holds"));
}

#[test]
fn a_table_is_only_known_if_it_is_called_constant() {
    let args = &OPTIONS[..6];
    let folder = folder();
    let run = folder.run(&[&["verify", "game.s", "--routine", "power"][..], args].concat());
    assert_eq!(run.status, Some(1), "{run:?}");
    let command = shown(&run);
    assert!(
        command.starts_with("step game.s --dialect ca65 --org 0300 -D OFFSET=3 --routine power --in n="),
        "{command}"
    );
    let stepped = folder.run(&[&words(&command)[..], &["-c", "finish"]].concat());
    assert_eq!(stepped.status, Some(0), "{stepped:?}");
    assert!(stepped.out.starts_with("power, 6502: bit = 1 << n\n"), "{}", stepped.out);
}

#[test]
fn a_dialect_that_is_recognized_is_said_and_needs_no_option() {
    let folder = folder();
    let run = folder.run(&["verify", "mean.s", "--org", "8000"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.err.contains("read as sdcc source"), "{}", run.err);
    let command = shown(&run);
    assert_eq!(command, "step mean.s --org 8000 --routine _mean --in x=01,y=FF --go 0");
    let stepped = folder.run(&[&words(&command)[..], &["-c", "step"]].concat());
    assert!(stepped.out.contains("_mean, Z80: z = (x + y) / 2\nx=01,y=FF\n"), "{}", stepped.out);
    assert!(stepped.out.contains("8001  B7           OR   A"), "{}", stepped.out);
    // `exec` says it as well, and calls a label.
    let run = folder.run(&["exec", "mean.s", "--call", "_mean", "--set", "A=7", "--set", "L=5"]);
    assert!(run.err.contains("read as sdcc source") && run.out.contains("AF=06"), "{run:?}");
    let run = folder.run(&["step", "mean.s", "--call", "_mean", "-c", "step"]);
    assert!(run.err.contains("read as sdcc source") && run.status == Some(0), "{run:?}");
}

#[test]
fn every_command_takes_the_dialect() {
    let folder = folder();
    for (args, expected) in [
        (&["exec", "game.s", "--call", "offset", "--set", "A=2"][..], "A=05"),
        (&["step", "game.s", "--call", "offset", "--command", "finish"], "the routine has returned"),
        (&["cycles", "game.s", "--from", "offset"], "offset           return           10"),
        (&["asm", "game.s"], "game.s: 6502, 16 bytes at 0300-030F"),
    ] {
        let run = folder.run(&[args, &OPTIONS[..6]].concat());
        assert_eq!(run.status, Some(0), "{args:?}: {run:?}");
        assert!(run.out.contains(expected), "{args:?}: {}", run.out);
    }
}

#[test]
fn test_finds_contracts_in_programs_and_takes_included_files_as_their_parts() {
    let folder = Folder::with(&[
        ("game.s", &CA65.replace("power.inc", "power.s").replace("OFFSET", "3")),
        ("power.s", POWER.replace("        rts\n", "        jmp offset\n").as_str()),
        ("mean.s", SDCC),
    ]);
    let run = folder.run(&["test", "--dialect", "ca65", "game.s", "power.s"]);
    assert!(run.out.contains("INVALID   power.s"), "a file that is named is a source: {}", run.out);
    std::fs::remove_file(folder.path("mean.s")).expect("a file");
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
fn wrong_options_and_wrong_contracts_are_refused_with_what_to_do() {
    let folder = folder();
    std::fs::write(
        folder.path("near.s"),
        CA65.replace("ensures", "esures").replace("        .include \"power.inc\"\n", ""),
    )
    .expect("a file");
    std::fs::write(folder.path("own.asm"), " CPU z80\nX: RET\n").expect("a file");
    for (args, expected) in [
        (&["verify", "near.s", "--dialect", "ca65", "-D", "OFFSET=1"][..], "did you mean `ensures`?"),
        (&["verify", "mean.s", "--routine", "mean"], "did you mean _mean?"),
        (
            &["verify", "own.asm"],
            "own.asm has no contract: write header lines such as `;! in: A = n` above a label",
        ),
        (&["verify", "own.asm", "--org", "100"], "add --dialect NAME"),
        (&["step", "own.asm", "--dialect", "astro"], "--dialect astro is for BASIC programs"),
        (&["step", "rotate", "--dialect", "ca65"], "--dialect ca65 is for sources of an assembler"),
        (&["step", "own.asm", "--dialect", "tasm"], "bally and astro for BASIC, and arcadian, acme"),
        (&["exec", "own.asm", "--dialect", "tasm"], "the dialects are arcadian, acme"),
        (&["step", "rotate", "-D", "X=1"], "-D applies only to sources"),
        (
            &["verify", "mean.s", "--load", "8000"],
            "--load, --map, --source-dir, --symbols and --contract are for a binary; mean.s is a source",
        ),
    ] {
        let run = folder.run(args);
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        let err = words(&run.err).join(" ");
        assert!(err.contains(expected), "{args:?}: {}", run.err);
    }
}

#[test]
fn cycles_of_a_binary_are_measured_by_the_names_of_its_map() {
    for (tool, args, expected) in [
        ("ca65", &["sum.bin", "--from", "_square"][..], "_square          return           21-2824"),
        ("ca65", &["sum.bin", "--from", "_square", "--to", "loop"], "_square          loop"),
        ("sdcc", &["sum.bin", "--cpu", "z80", "--from", "_square"], "_square          return"),
        ("sjasmplus", &["sum.bin", "--load", "8000", "--from", "math.square"], "math.square      return"),
        (
            "acme",
            &["count.bin", "--map", "count.lbl", "--cpu", "6502", "--load", "300", "--from", "again"],
            "again",
        ),
    ] {
        let run = example(tool).run(&[&["cycles"], args].concat());
        assert!(run.out.contains(expected), "{tool}: {run:?}");
    }
}

#[test]
fn budgets_in_the_sources_of_a_binary_are_checked() {
    let folder = example("sdcc");
    let source = folder.read("square.s");
    let with = |budget: &str| source.replace("1$:     add", &format!(";! {budget}\n1$:     add"));
    let shift = |folder: &Folder, budget: &str| {
        // The line numbers of the map stay right if a comment makes room.
        let text = with(budget).replacen(
            "; uint8_t square(uint8_t n) __z88dk_fastcall: n * n by repeated addition\n",
            "",
            1,
        );
        std::fs::write(folder.path("square.s"), text).expect("a file");
    };
    shift(&folder, "cycles: <= 4500");
    let run = folder.run(&["cycles", "sum.bin", "--cpu", "z80"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("<= 4500       holds"), "{}", run.out);
    shift(&folder, "cycles: <= 20");
    let run = folder.run(&["test", "sum.bin", "--cpu", "z80", "--format", "tap"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("ok 1 - square.s: _square, Z80"), "{}", run.out);
    assert!(
        run.out.contains("not ok 2 - square.s: cycles of") && run.out.contains("    line: 13\n"),
        "{}",
        run.out
    );
}

#[test]
fn a_debugger_takes_back_what_devices_did() {
    let folder = Folder::with(&[
        ("echo.asm", " CPU 8080\n ORG 100H\nNEXT: IN 10H\n OUT 11H\n IN 10H\n OUT 11H\n IN 12H\n RET\n"),
        (
            "serial.toml",
            "[[port]]\nat = \"10\"\nread = \"41 42\"\nthen = \"00\"\n[[port]]\nat = \"11\"\nwrite = \"print\"\n\
             [[port]]\nat = \"12\"\nthen = \"07\"\nwrite = \"keep\"\n",
        ),
    ]);
    let commands = ["step 3", "print A", "back 3", "step", "print A", "continue", "output"];
    let commands = commands.iter().flat_map(|command| ["-c", command]);
    let args: Vec<&str> =
        ["step", "echo.asm", "--devices", "serial.toml"].into_iter().chain(commands).collect();
    let run = folder.run(&args);
    assert_eq!(run.status, Some(0), "{run:?}");
    let answers: Vec<&str> =
        run.out.split("> print A\n").skip(1).filter_map(|rest| rest.lines().next()).collect();
    assert!(answers[0].contains("42") && answers[1].contains("41"), "{}", run.out);
    assert!(run.out.contains("AB"), "{}", run.out);
    let run = folder.run(&["step", "rotate", "--devices", "serial.toml"]);
    assert!(run.status == Some(2) && run.err.contains("--devices applies only to"), "{run:?}");
    std::fs::write(folder.path("serial.toml"), "[[port]]\nat = \"10-1FF\"\n").expect("a file");
    let run = folder.run(&["step", "echo.asm", "--devices", "serial.toml", "-c", "step"]);
    assert!(run.status == Some(2) && run.err.contains("a port is at most FF"), "{run:?}");
}

#[test]
fn test_finds_the_program_that_includes_a_file_with_contracts() {
    let folder =
        Folder::with(&[("index.asm", "!cpu 6502\n* = $c000\n jmp wash\n!source \"code/wash.asm\"\n")]);
    std::fs::create_dir(folder.path("code")).expect("a folder");
    // The names of its own included files begin in the folder of the program, as with ACME.
    let wash = "!source \"code/size.asm\"\n;! cycles: <= 60\nwash ldx #SIZE\nloop dex\n bne loop\n rts\n\
                ;! in: A = x\n;! out: A = y\n;! clobbers: P\n;! ensures: y = x ^ 255\nflip eor #$ff\n rts\n";
    std::fs::write(folder.path("code/wash.asm"), wash).expect("a file");
    std::fs::write(folder.path("code/size.asm"), "SIZE = 9\n").expect("a file");
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

#[test]
fn shorten_writes_a_routine_of_a_program_as_a_sheet() {
    let text = "        .area _CODE\n;! in: A = x, (_k) = k\n;! out: A = y\n;! clobbers: C, F\n\
                ;! ensures: y = (2 * x) mod 256\n_twice:: ld c, a\n add a, c\n ret\n .area _DATA\n_k:: .ds 1\n";
    let folder = Folder::with(&[("twice.s", text)]);
    let args =
        ["shorten", "twice.s", "--org", "8000", "--segment", "_DATA=9000", "--max", "2", "-o", "short.asm"];
    let run = folder.run(&args);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.err.contains("read as sdcc source"), "{}", run.err);
    let sheet = folder.read("short.asm");
    assert!(sheet.contains(";! routine: _twice") && sheet.contains("ADD A,A"), "{sheet}");
    let run = folder.run(&["verify", "short.asm"]);
    assert!(run.status == Some(0) && run.out.contains("_twice"), "{run:?}\n{sheet}");
}
