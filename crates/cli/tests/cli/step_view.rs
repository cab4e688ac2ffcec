//! `step`, `dap` and the progress of long commands in a pseudo-terminal.

use std::{
    fs::{self, OpenOptions},
    process::Command,
};

use crate::{
    support::{Folder, slow_listing},
    terminal::{Terminal, written},
};

const LARGE: (u16, u16) = (120, 40);
const SMALL: (u16, u16) = (40, 12);

fn start(folder: &Folder, args: &[&str]) -> Terminal {
    let terminal = Terminal::start(folder, LARGE, &[&["step"][..], args].concat());
    terminal.wait_for_text("step 0");
    terminal
}

fn turn(folder: &Folder) -> Terminal {
    start(folder, &["T2CW", "--in", "board=1B2F"])
}

#[test]
fn a_whole_session() {
    let folder = Folder::with(&[]);
    let mut terminal = turn(&folder);
    terminal.wait_for_text("▶0100");
    terminal.type_and_wait("ss", "▶0102");
    terminal.wait_for_text(">HL 5E36");
    terminal.resize(SMALL.0, SMALL.1);
    terminal.wait_for("the small screen", |screen| {
        screen.contents().contains("step 2") && !screen.contents().contains("Stack")
    });
    terminal.resize(LARGE.0, LARGE.1);
    terminal.wait_for_text("Calls and stack");
    terminal.type_and_wait(":pri\tHL\r", "$5E36");
    terminal.type_and_wait(":trace 4\r", " trace 4 ");
    terminal.wait_for_text("0102  ");
    terminal.type_keys("\x1b");
    terminal.wait_for("no trace", |screen| !screen.contents().contains("Esc closes"));
    terminal.type_and_wait("c", "board = B2F1, as the oracle says");
    terminal.type_and_wait("\x7f", "▶010B");
    terminal.type_and_wait("?", "Esc closes");
    terminal.type_keys("\x1b");
    terminal.wait_for("no help", |screen| !screen.contents().contains("Esc closes"));
    terminal.leave("q");
}

#[test]
fn a_key_interrupts_a_long_run_and_takes_effect() {
    let folder = Folder::with(&[("x.bas", "10 GOTO 10\n")]);
    let mut terminal = start(&folder, &["x.bas"]);
    terminal.type_keys("c");
    terminal.wait_for("progress in the title, and nothing below the progress line", |screen| {
        let rows = crate::terminal::rows(screen, LARGE.1.into());
        let steps = rows[0].split("  ").find_map(|part| part.strip_prefix("step ")).unwrap_or("0");
        let running = rows.iter().position(|row| row == " running; any key stops");
        steps.len() > "99,999".len()
            && running.is_some_and(|at| rows[at + 1..].iter().all(|row| row.is_empty()))
    });
    terminal.type_and_wait(" ", "interrupted");
    terminal.type_and_wait("c", "any key stops");
    terminal.resize(SMALL.0, SMALL.1);
    terminal.type_and_wait("\x03", "interrupted");
    terminal.type_and_wait("c", "any key stops");
    terminal.type_and_wait("r", "step 0 ");
    terminal.type_and_wait("c", "any key stops");
    terminal.leave("q");
}

#[test]
fn a_signal_restores_the_terminal() {
    let folder = Folder::with(&[]);
    let terminal = turn(&folder);
    let killed = Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    let status = terminal.wait_for_exit();
    assert_eq!(status.signal(), Some("Terminated"), "{status:?}");
}

#[test]
fn an_unreadable_source_leaves_the_terminal_unchanged() {
    let folder = Folder::with(&[]);
    let terminal = Terminal::start(&folder, LARGE, &["step", "no.asm"]);
    assert_eq!(terminal.wait_for_exit().exit_code(), 2);
}

const BASIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/arcadian-basic/arcadian-basic.bin");

#[test]
fn long_commands_show_what_they_do_while_they_do_it() {
    let folder = Folder::with(&[("loop.asm", " ORG 100H\nLOOP: INX H\n JMP LOOP\n")]);
    let assembled = folder.run(&["asm", "loop.asm", "--cpu", "8080", "-o", "loop.bin"]);
    assert_eq!(assembled.status, Some(0), "{}", assembled.err);
    let tape = folder.path("tape.wav");
    assert!(Command::new("mkfifo").arg(&tape).status().expect("mkfifo starts").success());
    let step = ["step", "loop.asm", "--cpu", "8080", "--budget", "100000000000", "--command", "continue"];
    for (name, is_new) in [("old.s", false), ("new.s", true)] {
        fs::write(folder.path(name), slow_listing(200, 60, is_new)).expect("a listing");
    }
    let commands: [(&[&str], &str); 8] = [
        (&["compare", "--listing", "old.s", "new.s"], "assembling both files, "),
        (&["compare", "--listing", "old.s", "new.s"], " of 200 functions, "),
        (&["exec", "loop.bin", "--cpu", "8080", "--load", "100"], " instructions, "),
        (&step, "the commands: running, "),
        (&["step", "loop.asm", "--cpu", "8080", "--go", "100000000000"], "running to step 100,000,000,000, "),
        (&["tape", "decode", "tape.wav"], "reading tape.wav, "),
        (&["bally", "probe", "--cart", BASIC], " cases, "),
        (&["bally", "--frames", "1000000000"], "of 1,000,000,000, "),
    ];
    for (args, shown) in commands {
        let terminal = Terminal::start(&folder, (100, 30), args);
        // The recording never comes.
        let _pipe = (args[0] == "tape").then(|| OpenOptions::new().read(true).write(true).open(&tape));
        terminal.wait_for_text(shown);
    }
}

#[test]
fn a_short_command_shows_none_and_a_pipe_gets_none() {
    let folder = Folder::with(&[("loop.asm", " ORG 100H\nLOOP: INX H\n JMP LOOP\n")]);
    let shown =
        written(&folder, &["step", "loop.asm", "--cpu", "8080", "--command", "step 3"].map(Into::into));
    assert!(shown.contains("> step 3") && !shown.contains("\x1b[K"), "{shown:?}");
    let args = ["step", "loop.asm", "--cpu", "8080", "--budget", "30000000", "--command", "continue"];
    let run = folder.run(&args);
    assert!(!run.err.contains("running") && !run.out.contains("running"), "{run:?}");
}

#[test]
fn dap_says_what_it_waits_for_and_how_to_quit() {
    let terminal = Terminal::start(&Folder::with(&[]), (100, 24), &["dap"]);
    terminal.wait_for_text("waiting on standard input for an editor");
    terminal.wait_for_text("Ctrl-D");
    terminal.leave("\x04");
}
