//! `step` without a terminal: refused options, and the exit status.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use crate::support::{ARCADIAN, Folder, RunResult};

const COUNT: &str = "        CPU 8080\n        ORG 100H\nCOUNT:  INR A\n        JMP COUNT\n";

fn folder() -> Folder {
    Folder::with(&[("x.asm", COUNT), ("x.bas", "10 A=A+1\n20 GOTO 10\n"), ("x.bin", "<<<")])
}

fn step(folder: &Folder, args: &str) -> RunResult {
    folder.run(&["step"].into_iter().chain(args.split(' ')).collect::<Vec<_>>())
}

fn piped(folder: &Folder, target: &str, commands: &[u8]) -> RunResult {
    let mut command = Command::new(ARCADIAN);
    command.current_dir(folder.root()).arg("step").args(target.split(' '));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // The program may exit before it has read all commands.
    let _ = child.stdin.take().expect("a pipe").write_all(commands);
    RunResult::from(child.wait_with_output().expect("the program ends"))
}

/// Reads a byte, adds one and prints it.
const NEXT_LETTER: &str =
    "        CPU 6502\n* = $0300\n        JSR $FFCF\n        CLC\n        ADC #1\n        JMP $FFD2\n";

#[test]
fn a_source_reads_its_console() {
    let folder = Folder::with(&[
        ("next.asm", NEXT_LETTER),
        ("next.cpm.asm", " CPU 8080\n ORG 100H\n MVI C,1\n CALL 5\n INR A\n MOV E,A\n MVI C,2\n JMP 5\n"),
    ]);
    for arguments in ["next.asm --console", "next.cpm.asm --cpm"] {
        let arguments = format!("step {arguments} --keys A --command continue --command output");
        let result = folder.run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(result.status, Some(0), "{arguments}: {}", result.err);
        assert!(result.out.ends_with("> output\nAB\n"), "{arguments}: {}", result.out);
    }
    folder.run(&["step", "next.asm", "--cpm"]).is_refused(&["CP/M needs an 8080 or Z80"]);
}

/// An option without effect is refused.
#[test]
fn options_for_other_programs() {
    let folder = folder();
    for (args, option, kind) in [
        ("x.asm --load 300", "--load", "a source"),
        ("x.asm --symbols no.sym", "--symbols", "a source"),
        ("x.asm --seed 2", "--seed", "a source"),
        ("x.asm --in board=12", "--in", "a source"),
        ("x.asm --keys A", "--keys", "add --cpm or --console"),
        ("x.bin --cpu 6502 --keys A", "--keys", "add --cpm or --console"),
        ("T2CW --console", "--console", "a routine"),
        ("x.bas --console", "--console", "BASIC"),
        ("x.asm --place SP=F000", "--place", "a source"),
        ("x.bas --poke 2000=1", "--poke", "BASIC"),
        ("x.bin --cpu 8080 --dialect astro", "--dialect", "a binary"),
        ("x.bin --cpu 6502 --as-printed", "--as-printed", "a binary"),
        ("x.bin --cpu z80 --seed 3", "--seed", "a binary"),
        ("x.bas --cpu z80", "--cpu", "BASIC"),
        ("x.bas --pc 100", "--pc", "BASIC"),
        ("x.bas --load 100", "--load", "BASIC"),
        ("x.bas --in board=12", "--in", "BASIC"),
        ("T2CW --keys A", "--keys", "a routine"),
        ("T2CW --load 100", "--load", "a routine"),
        ("T2CW --dialect bally", "--dialect", "a routine"),
        ("x.bin --cpu 8080 --coverage", "--coverage needs a source", "a binary"),
        ("x.bas --coverage --samples 3", "--samples", "x.bas"),
    ] {
        step(&folder, args).is_refused(&[option, kind]);
    }
    for args in ["T2CW --samples 3", "T2CW --samples 3 -c s", "x.asm --budget 0", "T2CW --coverage --stop"] {
        assert_eq!(step(&folder, args).status, Some(2), "{args}");
    }
}

#[test]
fn the_status_says_whether_all_commands_succeeded() {
    let folder = folder();
    for (commands, status, shown) in [
        (&b"step 2\nassert A == 0\n"[..], 0, "step 2, 15 cycles"),
        (b"assert A == 1\necho on\n", 1, "> echo on\non"),
        (b"brek COUNT\n", 1, "did you mean break?"),
        (b"# nothing\n\nquit\nbrek\n", 0, "> quit"),
        (b"step\nprint \x01\n", 1, "expected a value"),
    ] {
        let result = piped(&folder, "x.asm", commands);
        assert_eq!((result.status, result.out.contains(shown)), (Some(status), true), "{result:?}");
    }
    let result = folder.run(&["step", "x.asm", "--stop", "-c", "assert 0", "-c", "echo on"]);
    assert_eq!((result.status, result.out.contains("echo")), (Some(1), false));
}

/// A truncated script is never executed.
#[test]
fn scripts_that_are_too_long_or_not_text() {
    let folder = folder();
    piped(&folder, "x.asm", &b"step\n".repeat(250_000)).is_refused(&["longer than 1024 KB"]);
    piped(&folder, "x.asm", b"step\n\xFF\n").is_refused(&["<stdin>:2:1", "byte 6 is not UTF-8"]);
    piped(&folder, "x.asm", b"step\n\0\n").is_refused(&["<stdin> is a binary file"]);
    step(&folder, "x.asm --script no.step").is_refused(&["cannot read no.step"]);
}

/// The budget ends a script whose program never ends.
#[test]
fn a_script_has_a_budget() {
    let folder = folder();
    for target in ["x.asm", "x.bas"] {
        let args = ["step", target, "--budget", "1000", "-c", "continue", "-c", "back 1", "-c", "print STEP"];
        let result = folder.run(&args);
        assert_eq!(result.status, Some(1), "{result:?}");
        assert!(
            result.out.contains("step 1000, ") && result.out.contains(": the budget of steps is used up"),
            "{result:?}"
        );
        assert!(result.out.contains("> print STEP\n"), "{result:?}");
        let note = "the commands: the budget of 1000 steps is used up; --budget N raises it\nthe commands: line 1 failed\n";
        assert_eq!(result.err, note);
    }
    // All commands share it.
    let args = [
        "step",
        "x.asm",
        "--budget",
        "10",
        "-c",
        "step 6",
        "-c",
        "go 9",
        "-c",
        "next 4",
        "-c",
        "until COUNT",
    ];
    let result = folder.run(&args);
    let steps: Vec<_> = result.out.lines().filter(|line| line.starts_with("step ")).collect();
    assert_eq!(
        steps.iter().map(|line| line.split(',').next().unwrap_or("")).collect::<Vec<_>>(),
        ["step 6", "step 9", "step 10", "step 10"],
        "{result:?}"
    );
    assert!(result.err.contains("lines 3, 4 failed"), "{result:?}");
    let enough = folder.run(&["step", "x.asm", "--budget", "6", "-c", "step 6"]);
    assert_eq!((enough.status, &*enough.err), (Some(0), ""));
    let result = folder.run(&["step", "x.asm", "--budget", "30", "-c", "step 20", "-c", "back-continue"]);
    assert_eq!(
        (result.status, result.out.contains("> back-continue\nstep 20, ")),
        (Some(1), true),
        "{result:?}"
    );
}

#[test]
fn help_states_the_budget_of_scripts() {
    let help = folder().run(&["step", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("default: 100000000, with --coverage 10000000"), "{help}");
}

#[test]
fn a_piped_script_has_a_budget() {
    let result = piped(&folder(), "x.asm --budget 70", b"continue\n");
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(result.err.contains("the budget of 70 steps is used up; --budget N raises it"), "{result:?}");
}

const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/picture.asm");

fn cartridge(options: &[&str], commands: &[&str]) -> RunResult {
    let commands = commands.iter().flat_map(|command| ["-c", *command]);
    let args: Vec<_> =
        ["step", "--cart", PICTURE].into_iter().chain(options.iter().copied()).chain(commands).collect();
    Folder::with(&[]).run(&args)
}

#[test]
fn options_of_cartridges() {
    let folder = Folder::with(&[
        ("x.asm", COUNT),
        ("short.bin", "short"),
        ("large.bin", &"x".repeat(8193)),
        ("k.keys", "5{GOO}"),
        ("k.sym", ""),
        ("rom.txt", "NOP\n"),
    ]);
    for (args, parts) in [
        ("x.asm --expansion blue16", &["--expansion applies only to cartridges", "x.asm is a source"][..]),
        ("x.asm --handles 2", &["--handles applies only to cartridges"]),
        ("--cart PICTURE --handles 1 --keys {JX2=1}", &["handle 2, which is not connected"]),
        ("x.asm --load-state short.bin", &["--load-state applies only to cartridges"]),
        ("x.asm --keys-file k.keys", &["--keys-file applies only to BASIC programs and cartridges"]),
        ("x.asm --cart short.bin", &["cannot be used with", "--cart"]),
        ("--cart large.bin", &["cannot use large.bin as the cartridge", "1 to 8192 bytes"]),
        ("--cart no.bin", &["cannot read no.bin"]),
        ("--cart x.asm", &["x.asm"]),
        ("--rom rom.txt", &["cannot use rom.txt as the ROM", "text file"]),
        ("--cart PICTURE --pc 100", &["--pc applies only to", "is a cartridge"]),
        (
            "--cart PICTURE --set A=3",
            &["--set applies only to routines, sources, binaries,", "is a cartridge"],
        ),
        ("--cart PICTURE --symbols k.sym", &["--symbols applies only to binaries and images of cartridges"]),
        ("x.asm --same-as x.asm --load 5", &["--load applies only to binaries; x.asm is a routine"]),
        ("--cart PICTURE --symbols x.sym", &["cannot read x.sym"]),
        ("--cart PICTURE --keys 5{GOO}", &["no key of the keypad is called `GOO`", "--keys:1:2"]),
        ("--cart PICTURE --keys-file k.keys", &["no key of the keypad is called `GOO`", "k.keys:1:2"]),
        ("--cart PICTURE --load-state short.bin", &["cannot load short.bin", "not a saved state"]),
        ("--cart PICTURE --expansion red", &["red", "blue16"]),
    ] {
        step(&folder, &args.replace("PICTURE", PICTURE)).is_refused(parts);
    }
    folder.run(&["step"]).is_refused(&["<TARGET>"]);
}

#[test]
fn commands_of_cartridges_say_what_is_wrong() {
    for (command, why) in [
        ("catch line 300", "`line 300` is not a value of `line`, which has decimal numbers from 0 to 261"),
        ("catch port-write COL9", "has hexadecimal numbers from 00 to FF and names such as COL0R"),
        ("catch lin 3", "`lin` is not an event; did you mean line?"),
        ("catch line 3 if", "the expression after `if` is missing"),
        ("catch if A == 3", "the event is missing"),
        ("until line 262", "`line 262` is not a value of `line`"),
        ("key 5{", "this brace is not closed"),
        ("set VERBL = 4", "VERBL is read-only"),
        ("screen text", "only the screen of BASIC can be shown as text"),
        (
            "registers sond",
            "`sond` is not a group; the groups are Registers, Flags, Video, Sound, Inputs, Chips",
        ),
    ] {
        let result = cartridge(&[], &[command]);
        assert!(result.status == Some(1) && result.out.contains(why), "{command}: {result:?}");
    }
    let result = step(&folder(), "x.asm -c catch");
    assert!(result.out.contains("no hardware that reports events; a cartridge has"), "{result:?}");
}

#[test]
fn a_run_that_was_recorded_is_stepped_with_its_keys() {
    let folder = Folder::with(&[("k.keys", "{AT 30}{JX1=1}")]);
    let with_file = [
        "step",
        "--cart",
        PICTURE,
        "--keys-file",
        "k.keys",
        "-c",
        "go 200000",
        "-c",
        "print HANDLE1",
        "-c",
        "print [4F01]",
    ];
    let result = folder.run(&with_file);
    assert!(result.out.contains("> print HANDLE1\n$08"), "{result:?}");
    let commands = ["go 200000", "print HANDLE1", "print [4F01]"];
    let with_text = cartridge(&["--keys", "{AT 30}{JX1=1}"], &commands);
    let end = |result: &RunResult| result.out.split("> print").skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(end(&result), end(&with_text));
    folder.run(&["bally", "--cart", PICTURE, "--frames", "50", "--save-state", "a.state"]);
    let loaded = folder.run(&[
        "step",
        "--cart",
        PICTURE,
        "--load-state",
        "a.state",
        "-c",
        "info",
        "-c",
        "print FRAMES",
    ]);
    assert!(
        loaded.out.contains("step 0 of 0, ")
            && loaded.out.ends_with("> print FRAMES\n$32 = 50 = %00110010 = '2'\n"),
        "{loaded:?}"
    );
}

/// `tune.asm` has a label FRAMES, and `picture.asm` a constant VERBL.
#[test]
fn a_label_counts_before_a_register_and_a_register_before_a_constant() {
    let tune = PICTURE.replace("picture", "tune");
    let result = Folder::with(&[]).run(&[
        "step",
        "--cart",
        &tune,
        "-c",
        "until FRAME",
        "-c",
        "print FRAMES",
        "-c",
        "print VERBL",
    ]);
    assert!(result.out.contains("> print FRAMES\n$4F00"), "{result:?}");
    assert!(result.out.contains("> print VERBL\n$C0"), "{result:?}");
}

#[test]
fn the_coverage_of_a_cartridge() {
    let result = cartridge(&["--coverage", "--budget", "60000"], &[]);
    assert!(result.status == Some(0) && result.out.contains("LOOP:    HALT"), "{result:?}");
    let image = PICTURE.replace(".asm", ".bin");
    Folder::with(&[])
        .run(&["step", "--cart", &image, "--coverage"])
        .is_refused(&["--coverage needs a source"]);
}

/// What `play --record` writes is stepped: the seed, keys, and hand controllers at their statements.
#[test]
fn a_recorded_game_is_stepped() {
    let program = "10 K=KP\n20 A=RND(1000)\n30 FOR I=1TO 50;S=S+JX(1);NEXT I\n40 L=KP;STOP\n";
    let keys = "#! arcadian keys\n#! seed: 7\nA{AT 40}{JX1=1}{AT 90}{JX1=-1}{AT 100}{JX1=0}B";
    let folder = Folder::with(&[("x.bas", program), ("x.keys", keys)]);
    let run = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]).json();
    let [a, s] = ["A", "S"].map(|name| run["variables"][name].as_i64().expect("a number"));
    assert_ne!(s, 0);
    let print = ["--command", "continue", "--command", "print A", "--command", "print S"];
    let result = folder.run(&[&["step", "x.bas", "--keys-file", "x.keys"][..], &print].concat());
    assert_eq!(result.status, Some(0), "{result:?}");
    assert!(result.out.ends_with(&format!("> print A\n{a}\n> print S\n{s}\n")), "{result:?}");
    folder
        .run(&["step", "x.bas", "--keys-file", "x.keys", "--keys", "A"])
        .is_refused(&["cannot be used with"]);
}

/// Reads keys until Q.
const READER: &str =
    "        ORG 100H\nLOOP:   MVI C,1\n        CALL 5\n        CPI 'Q'\n        JNZ LOOP\n        JMP 0\n";

#[test]
fn a_program_for_cpm_reads_what_is_typed() {
    let folder = Folder::with(&[("x.asm", READER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    let commands = [
        "continue",
        "print A",
        "key {^Z}",
        "continue",
        "print A",
        "back-continue",
        "continue",
        "print A",
        "key Q",
        "continue",
    ];
    let commands: Vec<_> = commands.iter().flat_map(|command| ["--command", command]).collect();
    let result = folder.run(&[&["step", "x.bin", "--cpm", "--keys", "ab{ENTER}"][..], &commands].concat());
    assert_eq!(result.status, Some(0), "{result:?}");
    assert_eq!(result.out.matches("the program is waiting for a key").count(), 3, "{result:?}");
    for part in ["> print A\n$0D", "> print A\n$1A", "the routine has returned"] {
        assert!(result.out.contains(part), "{part}: {}", result.out);
    }
    folder
        .run(&["step", "x.asm", "--cpu", "8080", "--keys", "A"])
        .is_refused(&["--keys is for a program that reads a console; add --cpm or --console"]);
    folder.run(&["step", "x.bin", "--cpm", "--keys", "{HALT}"]).is_refused(&["`{HALT}` is not a key"]);
}
