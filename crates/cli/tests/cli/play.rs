//! `play` in a pseudo-terminal.

mod screen;

use std::process::Command;

use crate::{
    support::Folder,
    terminal::{Terminal, rows},
};

/// Shows the keys that it reads; after `!` it draws forever.
const PROGRAM: &str = "\
10 PRINT \"HELLO\"
20 K=KP;TV=K;IF K#33GOTO 20
30 BOX RND(100)-50,RND(60)-30,9,9,3;GOTO 30
";

/// The first lines of a recording with seed 7.
const HEADER: &str = "#! arcadian keys\n#! program: x.bas\n#! dialect: bally\n#! seed: 7\n";

const LARGE: (u16, u16) = (160, 45);
const SMALL: (u16, u16) = (80, 24);

const F1: &str = "\x1bOP";

fn folder() -> Folder {
    Folder::with(&[("x.bas", PROGRAM)])
}

fn start(folder: &Folder, size: (u16, u16), more: &[&str]) -> Terminal {
    let terminal = Terminal::start(folder, size, &[&["play", "x.bas"][..], more].concat());
    terminal.wait_for_text("waits for a key");
    terminal
}

/// Returns the final picture of `run` in half blocks.
fn picture(folder: &Folder, args: &[&str]) -> Vec<String> {
    let result = folder.run(&[&["run", "x.bas", "--screen", "blocks"][..], args].concat());
    result.out.lines().map(|row| row.trim_end().to_owned()).collect()
}

/// Waits until the terminal shows the final picture of `run` with these keys.
#[track_caller]
fn shows(terminal: &Terminal, folder: &Folder, keys: &str) {
    let picture = picture(folder, &["--keys", keys]);
    terminal.wait_for(keys, |screen| rows(screen, picture.len()) == picture);
}

/// Waits for the final picture with the cursor, a line below the character cell at a column and row.
#[track_caller]
fn shows_with_cursor(terminal: &Terminal, folder: &Folder, keys: &str, (column, row): (usize, usize)) {
    let mut picture = picture(folder, &["--keys", keys]);
    let line = &mut picture[4 * row + 3];
    let mut cells: Vec<char> = format!("{line:160}").chars().collect();
    for cell in &mut cells[6 * column..6 * column + 5] {
        *cell = if *cell == ' ' { '▄' } else { '█' };
    }
    *line = cells.into_iter().collect::<String>().trim_end().to_owned();
    terminal.wait_for(keys, |screen| rows(screen, picture.len()) == picture);
}

#[test]
fn a_whole_session() {
    let folder = folder();
    let mut terminal = start(&folder, LARGE, &[]);
    terminal.type_keys("ab/*");
    shows(&terminal, &folder, "AB{DIV}{MUL}");
    terminal.type_keys("\x1b/\x1b*");
    shows(&terminal, &folder, "AB{DIV}{MUL}/*");

    terminal.resize(26, 12);
    terminal.wait_for_text("needs 27x12, has 26x12");
    terminal.resize(100, 11);
    terminal.wait_for_text("needs 27 columns and 12 rows; the terminal has 100 and 11");
    terminal.resize(LARGE.0, LARGE.1);
    shows(&terminal, &folder, "AB{DIV}{MUL}/*");

    terminal.type_and_wait("\x1b", "ready");
    terminal.type_keys("25 gox\x7fto 20\rlist\r");
    shows_with_cursor(&terminal, &folder, "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}{PROMPT}", (1, 10));
    // The right arrow types the next character of the stored line.
    terminal.type_keys("20\x1b[C\x1b[C");
    shows_with_cursor(&terminal, &folder, "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}20K={PROMPT}", (5, 10));
    // Escape discards the line; on an empty line it shows how to leave.
    terminal.type_keys("\x1b");
    shows_with_cursor(
        &terminal,
        &folder,
        "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}20K={HALT}{PROMPT}",
        (1, 10),
    );
    terminal.type_and_wait("\x1b", "Nothing runs. Ctrl-C leaves");
    terminal.type_and_wait("\x03", "Lines are not saved.");
    terminal.leave("d");
}

#[test]
fn a_terminal_of_80_columns_shows_braille_and_the_keys() {
    let folder = folder();
    let terminal = start(&folder, SMALL, &["--speed", "max"]);
    terminal.wait_for_text("Esc=HALT");
    assert!(terminal.rows(22)[..2].concat().contains('⡇'), "{:?}", terminal.rows(22));
    terminal.leave("\x03");
}

/// The sizes alternate, so that a rest of one picture would remain in the next.
#[test]
fn a_small_terminal_shows_the_text_of_the_picture() {
    let folder = Folder::with(&[(
        "x.bas",
        "10 PRINT \"HELLO\",;CX=-60;CY=0;PRINT \"OK\"\n20 BOX 40,-25,40,20,1\n30 K=KP;GOTO 30\n",
    )]);
    let mut terminal = start(&folder, SMALL, &[]);
    for _ in 0..2 {
        for (columns, rows, text) in [
            (40, 12, "HELLO\n\n\n\n\n    OK"),
            (79, 23, "HELLO"),
            (30, 12, "HELLO\n\n\n\n\n    OK"),
            (60, 20, "HELLO"),
            (27, 12, "HELLO"),
        ] {
            terminal.resize(columns, rows);
            terminal.wait_for(&format!("{columns} × {rows}"), |screen| {
                let shown = screen.contents();
                let lines: Vec<_> = shown.lines().map(str::trim_end).collect();
                shown.contains('⣿')
                    && shown.contains("waits for a key")
                    && lines.join("\n").contains(text)
                    && shown.matches("HELLO").count() == 1
                    && shown.matches("waits").count() == 1
            });
        }
        terminal.resize(80, 24);
        terminal.wait_for("no text", |screen| {
            !screen.contents().contains("HELLO") && screen.contents().contains('⡇')
        });
    }
    terminal.resize(40, 12);
    terminal.type_and_wait("\x1b", "ready");
    terminal.type_and_wait("20 box\r", ">20 BOX");
    // A question takes the rows that it needs.
    terminal.type_keys("\x03");
    terminal.wait_for("the whole question", |screen| rows(screen, 12).join(" ").contains("Esc stays"));
    terminal.type_keys("\x1b");
    terminal.wait_for("the picture", |screen| {
        !screen.contents().contains("saved") && screen.contents().contains(">20 BOX")
    });
}

#[test]
fn a_recording_replays_to_the_identical_picture() {
    for speed in ["max", "period"] {
        let folder = folder();
        let args = ["--seed", "7", "--speed", speed, "--record", "x.keys"];
        let mut terminal = start(&folder, LARGE, &args);
        terminal.type_and_wait("q!", "runs ");
        terminal.type_and_wait("\x1b", "ready");
        terminal.type_and_wait("run\r", "waits for a key");
        let before = terminal.rows(44);
        terminal.type_keys("z");
        terminal.wait_for("the Z", |screen| rows(screen, 44) != before);
        let last = terminal.rows(44);
        terminal.leave("\x03");

        let keys = folder.read("x.keys");
        assert!(keys.starts_with(HEADER) && keys.contains("\n#! statements: "), "{keys}");
        assert!(keys.contains("\nQ!{AT "), "{keys}");
        assert!(!keys.ends_with('\n'));
        assert_eq!(picture(&folder, &["--keys-file", "x.keys"]), last, "{keys}");
    }
}

#[test]
fn leaving_a_running_program_records_the_halt() {
    let folder = folder();
    let mut terminal = start(&folder, SMALL, &["--seed", "7", "--record", "x.keys"]);
    terminal.type_and_wait("!", "runs as in 1982");
    terminal.leave("\x03");
    let result = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!(result.json()["stopped"], "halt", "{}", folder.read("x.keys"));
}

#[test]
fn a_signal_restores_the_terminal_and_keeps_the_recording() {
    let folder = folder();
    let mut terminal = start(&folder, SMALL, &["--seed", "7", "--record", "x.keys"]);
    terminal.type_and_wait("ab!", "runs as in 1982");
    let killed = Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    let status = terminal.wait_for_exit();
    assert_eq!(status.signal(), Some("Terminated"), "{status:?}");
    let keys = folder.read("x.keys");
    assert!(keys.starts_with(HEADER) && keys.ends_with("{HALT}"), "{keys}");
    assert_eq!(folder.names(), ["x.bas", "x.keys"]);
}

fn send(terminal: &Terminal, signal: &str) {
    let sent = Command::new("kill").args([signal, &terminal.process().to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

#[test]
fn a_signal_rescues_unsaved_lines() {
    let folder = Folder::with(&[]);
    for (signal, name, file, start) in [
        ("-TERM", "Terminated", "rescued.bas", "ready"),
        ("-HUP", "Hangup", "rescued-2.bas", "rescued.bas has unsaved lines"),
        ("-QUIT", "Quit", "rescued-3.bas", "rescued-2.bas has unsaved lines"),
        ("Ctrl-C", "Interrupt", "rescued-4.bas", "rescued-3.bas has unsaved lines"),
    ] {
        let mut terminal = Terminal::start(&folder, SMALL, &["play", "--new", "--seed", "1"]);
        terminal.wait_for_text(start);
        terminal.type_keys("10 a=7/2\r20 stop\r");
        // A name that is refused, and a question that is open, do not keep the lines from being written.
        terminal.type_keys("\x03");
        terminal.wait_for_text("S saves them");
        terminal.type_keys("s../../up\r");
        terminal.wait_for_text("is not a valid name");
        if signal == "Ctrl-C" {
            terminal.type_keys("\x03");
        } else {
            send(&terminal, signal);
        }
        terminal.wait_for_text(&format!("note: the unsaved lines of the program are in {file}"));
        assert_eq!(terminal.wait_for_exit().signal(), Some(name));
        assert_eq!(folder.read(file), "10 A=7÷2\n20 STOP\n");
    }
    let terminal = Terminal::start(&folder, SMALL, &["play", "--new"]);
    terminal.wait_for_text("rescued-4.bas has unsaved lines of an earlier session");
    terminal.wait_for_text(":INPUT \"RESCUED-4\" loads");
}

#[test]
fn a_paste_says_what_it_changes() {
    let folder = Folder::with(&[]);
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "--new", "--seed", "1"]);
    terminal.wait_for_text("ready");
    terminal.type_keys("\x1b[200~10 PRINT “HELLO”,7/2−1*3\n\x1b[201~");
    terminal.wait_for_text("Typed “ ” as \", − as -, / as ÷, * as × (line 10)");
    terminal.type_keys("\x1b[200~20 PRINT \"é\"\n30 STOP\n\x1b[201~");
    terminal.wait_for_text("Nothing was typed: the machine has no `é` (line 20)");
    terminal.type_and_wait("é", "Nothing was typed: the machine has no `é` (row 1)");
    terminal.type_and_wait(&format!("20 .{}", "X".repeat(102)), "The line is full. Not typed: XX");
    terminal.type_and_wait("\r", "GO again enters the line without it");
    terminal.type_and_wait("\x1b", "ready");
    terminal.type_and_wait(":print \"x\"\r", "Saved as X.bas.");
    assert_eq!(folder.read("X.bas"), "10 PRINT \"HELLO\",7÷2-1×3\n");
}

#[cfg(unix)]
#[test]
fn pipes_are_not_programs() {
    let folder = Folder::with(&[]);
    let made = Command::new("mkfifo").args([folder.path("P.bas"), folder.path("q.bas")]).status();
    assert!(made.expect("mkfifo starts").success());
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "--new", "--seed", "1"]);
    terminal.wait_for_text("ready");
    terminal.type_and_wait(":input \"p\"\r", "SORRY cannot load P.bas: it is a device or a pipe");
    terminal.type_and_wait("10 stop\r:print \"p\"\r", "P.bas exists. Overwrite it?");
    terminal.type_and_wait("y", "SORRY cannot save P.bas: it is a device or a pipe");
    let terminal = Terminal::start(&folder, SMALL, &["play", "q.bas"]);
    terminal.wait_for_text("cannot play q.bas: it is a device or a pipe");
    assert_eq!(terminal.wait_for_exit().exit_code(), 2);
}

#[test]
fn a_hand_controller_on_the_arrow_keys() {
    let program = "10 X=JX(1);Y=JY(1);T=TR(1);N=KN(1)\n20 IF X=-1IF N=8PRINT \"DONE\";K=KP\n30 GOTO 10\n";
    let folder = Folder::with(&[("x.bas", program)]);
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "x.bas", "--record", "x.keys"]);
    terminal.wait_for_text("arrows=JX");
    terminal.wait_for_text("runs as in 1982");
    terminal.type_and_wait("]\x1b[D", "waits for a key");
    terminal.leave("\x03");
    let result = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!(result.json()["printed"][0], "DONE", "{}", folder.read("x.keys"));
}

#[test]
fn a_program_is_entered_saved_and_loaded() {
    let folder = Folder::with(&[]);
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "--new", "--seed", "1"]);
    terminal.wait_for_text("ready");
    terminal.type_and_wait("10 print 7/2\r:print \"stars\"\r", "Saved as STARS.bas.");
    assert_eq!(folder.read("STARS.bas"), "10 PRINT 7÷2\n");
    terminal.type_and_wait("20 print a\x1b*2\rrun\r", "`*` does not multiply");
    terminal.type_and_wait("\x12", "Erase the program? Y yes");
    terminal.type_and_wait("y", "The program is erased.");
    terminal.type_and_wait(":input \"stars\"\r", "Loaded STARS.bas.");
    terminal.type_and_wait("30 stop\r\x03", "S saves them");
    terminal.leave("s2\r");
    assert_eq!(folder.names(), ["STARS.bas", "STARS2.bas"]);
    assert_eq!(folder.read("STARS2.bas"), "10 PRINT 7÷2\n30 STOP\n");
}

/// A session saves a program over the file that it comes from, and over no other file of the command.
#[test]
fn files_of_a_session_and_of_the_command() {
    let folder = Folder::with(&[("STARS.bas", "10 STOP\n")]);
    for refused in [["STARS.bas", "--record", "STARS.bas"], ["STARS.bas", "--record", "./STARS.bas"]] {
        let terminal = Terminal::start(&folder, SMALL, &[&["play"][..], &refused].concat());
        terminal.wait_for_text("the command reads this file");
        assert_eq!(terminal.wait_for_exit().exit_code(), 2);
    }
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "STARS.bas"]);
    terminal.wait_for_text("ready");
    terminal.type_and_wait("20 a=1\r:print \"stars\"\r", "STARS.bas exists. Overwrite it?");
    terminal.type_and_wait("y", "Saved as STARS.bas.");
    terminal.type_and_wait(":print \"con\"\r", "a device on Windows");
    terminal.leave("\x03");
    assert_eq!(folder.names(), ["STARS.bas"]);
    assert_eq!(folder.read("STARS.bas"), "10 STOP\n20 A=1\n");
}

#[test]
fn an_error_is_shown_below_the_picture_and_at_the_end() {
    let folder = Folder::with(&[("x.bas", "10 PRINT 1÷0\n")]);
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "x.bas"]);
    terminal.wait_for_text("HOW? in line 10, column 13: division by zero");
    terminal.type_and_wait("\x03", "10 | PRINT 1÷0");
    assert!(terminal.wait_for_exit().success());
}

/// A recording without a program replays in an empty machine. Resets are recorded; files cannot be used.
#[test]
fn a_recording_of_an_empty_machine() {
    let folder = Folder::with(&[]);
    let args = ["play", "--new", "--seed", "7", "--speed", "max", "--record", "x.keys"];
    let mut terminal = Terminal::start(&folder, LARGE, &args);
    terminal.wait_for_text("ready");
    terminal.type_and_wait("10 a=5\r:print \"x\"\r", "a recording has no files");
    terminal.type_and_wait("\x12y10 print rnd(30000)\rrun\r", "Enter=GO");
    terminal.type_and_wait("\x03", "D discards");
    terminal.leave("d");
    assert_eq!(folder.names(), ["x.keys"]);
    let result = folder.run(&["run", "--new", "--keys-file", "x.keys", "--json"]).json();
    assert_eq!(
        (&result["sz"], &result["printed"].as_array().map(Vec::len)),
        (&serde_json::json!(1792), &Some(1)),
        "{result}"
    );
}

#[test]
fn a_terminal_that_cannot_draw_is_refused() {
    let folder = folder();
    for (args, part) in [
        (&["play", "x.bas"][..], "`arcadian run x.bas` works without drawing"),
        (&["play", "--new"], "`arcadian run --new` works"),
        (&["step", "x.bas"], "--command or piped commands work"),
    ] {
        let terminal = Terminal::start_as(&folder, SMALL, args, "dumb");
        terminal.wait_for_text("TERM is `dumb`");
        terminal.wait_for_text(part);
        assert_eq!(terminal.wait_for_exit().exit_code(), 2);
    }
}

#[test]
fn an_unreadable_program_leaves_the_terminal_unchanged() {
    let folder = folder();
    let terminal = Terminal::start(&folder, SMALL, &["play", "no.bas"]);
    assert_eq!(terminal.wait_for_exit().exit_code(), 2);
}

/// The hint is beside the program: a recording with it has the keys of the player only.
#[test]
fn rotate_has_hints() {
    let folder = Folder::with(&[]);
    let args = ["play", "--speed", "max", "--seed", "1", "--sound", "off", "--record", "game.keys"];
    let mut terminal = Terminal::start(&folder, SMALL, &args);
    terminal.wait_for_text("Ctrl-T=hint");
    terminal.type_and_wait("\x14", "There is a hint where ROTATE asks for a move.");
    terminal.type_and_wait("1\r", "waits for a key");
    terminal.type_and_wait("\x14", "(1 move left)");
    terminal.leave("\x03");
    let recorded = folder.read("game.keys");
    assert_eq!(recorded.lines().filter(|line| !line.starts_with("#!")).collect::<Vec<_>>(), ["1{GO}"]);
}

#[test]
fn a_hint_can_be_canceled_and_other_programs_have_none() {
    let folder = folder();
    let args = ["play", "--speed", "max", "--seed", "1", "--sound", "off"];
    let mut terminal = Terminal::start(&folder, SMALL, &args);
    terminal.wait_for_text("Ctrl-T=hint");
    terminal.type_and_wait("40\r", "waits for a key");
    terminal.type_and_wait("\x14", "Looking for a hint … Esc cancels.");
    terminal.type_and_wait("\x1b", "The hint was canceled.");
    terminal.leave("\x03");
    let mut terminal = start(&folder, SMALL, &[]);
    terminal.type_and_wait("\x14", "There are hints for ROTATE of 1982 only");
    terminal.leave("\x03");
}
