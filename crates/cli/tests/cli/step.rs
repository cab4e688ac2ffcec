//! `step` without a terminal: piped commands, recordings, and the exit status. Options and commands are in `tests/commands/step.trycmd`
//! and `step_cartridge.trycmd`.

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

#[test]
fn the_status_says_whether_all_commands_succeeded() {
    let folder = folder();
    for (commands, status, shown) in [
        (&b"step 2\nassert A == 0\n"[..], 0, "step 2, 15 cycles"),
        (b"assert A == 1\necho on\n", 1, "> echo on\non"),
        (b"brek COUNT\n", 1, "did you mean `break`?"),
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
    assert!(result.err.contains("the budget of 70 steps is used up; --max-steps N raises it"), "{result:?}");
}

const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/picture.asm");

fn cartridge(options: &[&str], commands: &[&str]) -> RunResult {
    let commands = commands.iter().flat_map(|command| ["-c", *command]);
    let args: Vec<_> =
        ["step", "--cart", PICTURE].into_iter().chain(options.iter().copied()).chain(commands).collect();
    Folder::with(&[]).run(&args)
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

/// A recording of `play --record` is stepped: the seed, keys, and hand controllers at their statements.
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
