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

/// An option without effect is refused.
#[test]
fn options_for_other_programs() {
    let folder = folder();
    for (args, option, kind) in [
        ("x.asm --load 300", "--load", "a source"),
        ("x.asm --symbols no.sym", "--symbols", "a source"),
        ("x.asm --cpm", "--cpm", "a source"),
        ("x.asm --seed 2", "--seed", "a source"),
        ("x.asm --in board=12", "--in", "a source"),
        ("x.asm --keys A", "--keys", "a source"),
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
