//! `step` in a pseudo-terminal.

use std::process::Command;

use crate::{support::Folder, terminal::Terminal};

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
    terminal.type_keys("ss");
    terminal.wait_for_text("▶0102");
    terminal.wait_for_text(">HL 5E36");
    terminal.resize(SMALL.0, SMALL.1);
    terminal.wait_for("the small screen", |screen| {
        screen.contents().contains("step 2") && !screen.contents().contains("Stack")
    });
    terminal.resize(LARGE.0, LARGE.1);
    terminal.wait_for_text("Calls and stack");
    terminal.type_keys(":pri\tHL\r");
    terminal.wait_for_text("$5E36");
    terminal.type_keys("c");
    terminal.wait_for_text("board = B2F1, as the oracle says");
    terminal.type_keys("\x7f");
    terminal.wait_for_text("▶010B");
    terminal.type_keys("?");
    terminal.wait_for_text("Esc closes");
    terminal.type_keys("\x1b");
    terminal.wait_for("no help", |screen| !screen.contents().contains("Esc closes"));
    terminal.type_keys("q");
    assert!(terminal.wait_for_exit().success());
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
    terminal.type_keys(" ");
    terminal.wait_for_text("interrupted");
    terminal.type_keys("c");
    terminal.wait_for_text("any key stops");
    terminal.resize(SMALL.0, SMALL.1);
    terminal.type_keys("\x03");
    terminal.wait_for_text("interrupted");
    terminal.type_keys("c");
    terminal.wait_for_text("any key stops");
    terminal.type_keys("r");
    terminal.wait_for_text("step 0 ");
    terminal.type_keys("c");
    terminal.wait_for_text("any key stops");
    terminal.type_keys("q");
    assert!(terminal.wait_for_exit().success());
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
