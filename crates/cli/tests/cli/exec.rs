//! `exec`: long outputs, closed pipes and signals. The rest is in `tests/cases/exec.txt` and `tests/commands/exec.trycmd`.

use crate::support::{Folder, RunResult};

/// Assembles a source and runs it.
fn exec(source: &str, cpu: &str, args: &[&str]) -> RunResult {
    let folder = Folder::with(&[("x.asm", source)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", cpu, "-o", "x.bin"]).status, Some(0));
    folder.run(&[&["exec", "x.bin", "--cpu", cpu][..], args].concat())
}

const CHATTER: &str = "\
        ORG 100H
LOOP:   LXI D,TEXT
        MVI C,9
        CALL 5
        JMP LOOP
TEXT:   DB '0123456789012345678901234567890123456789012345678', 10, '$'
";

#[test]
fn nothing_printed_is_lost() {
    let result = exec(CHATTER, "8080", &["--cpm", "--budget", "400000"]);
    let lines = result.out.lines().filter(|line| line.starts_with("0123")).count();
    // Five instructions per iteration, including the RET of the BDOS.
    assert_eq!((result.status, lines, result.out.contains("missing")), (Some(1), 80_000, false));
}

#[test]
fn bytes_printed_too_fast_are_counted() {
    let source = CHATTER.replace("TEXT:", "TEXT: DS 50000, 'x'\n");
    let result = exec(&source, "8080", &["--cpm", "--budget", "500", "--json"]);
    let report = result.json();
    let kept = report["printed"].as_str().unwrap().len() as u64;
    assert_eq!(kept + report["printed_missing"].as_u64().unwrap(), 100 * 50_050);
}

/// The run ends although the program would continue.
#[test]
fn a_closed_pipe_ends_the_run() {
    let folder = Folder::with(&[("x.asm", CHATTER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    for more in [&[][..], &["--trace", "-"]] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_arcadian"))
            .current_dir(folder.root())
            .args(["exec", "x.bin", "--cpu", "8080", "--cpm", "--budget", "18446744073709551615"])
            .args(more)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// Prints a line to signal that it runs, then loops forever without output.
#[cfg(unix)]
const FOREVER: &str = "\
        ORG 100H
        MVI C,9
        LXI D,TEXT
        CALL 5
LOOP:   INR A
        JMP LOOP
TEXT:   DB 'on', 10, '$'
";

#[cfg(unix)]
fn interrupted(more: &[&str]) -> (Option<i32>, String) {
    use std::{
        io::{BufRead, BufReader, Read},
        os::unix::process::ExitStatusExt,
        process::{Command, Stdio},
    };
    let folder = Folder::with(&[("x.asm", FOREVER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcadian"));
    command.current_dir(folder.root()).args(["exec", "x.bin", "--cpu", "8080", "--cpm"]).args(more);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a line");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    out.read_to_string(&mut text).expect("text");
    (child.wait().expect("an end").signal(), text)
}

#[test]
#[cfg(unix)]
fn ctrl_c_shows_the_registers() {
    let (signal, text) = interrupted(&[]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((signal, lines[..2].to_vec()), (Some(2), vec!["on", "interrupted"]), "{text}");
    assert!(lines[2].contains(" instructions, ") && lines[3].contains(" PC=01"), "{text}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_trace() {
    let (signal, text) = interrupted(&["--trace", "-"]);
    assert_eq!((signal, text.contains("interrupted\n")), (Some(2), true));
}

#[test]
#[cfg(unix)]
fn a_long_run_shows_its_progress_in_a_terminal() {
    let folder = Folder::with(&[("x.asm", FOREVER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    let args = ["exec", "x.bin", "--cpu", "8080", "--cpm"];
    let mut terminal = crate::terminal::Terminal::start(&folder, (80, 24), &args);
    terminal.wait_for_text("; Ctrl-C stops");
    assert_eq!(terminal.rows(1), ["on"]);
    terminal.type_keys("\x03");
    terminal.wait_for("the report in place of the progress line", |screen| {
        let rows = crate::terminal::rows(screen, 4);
        rows[1] == "interrupted" && rows[2].ends_with(" cycles") && rows[3].contains(" PC=01")
    });
}
