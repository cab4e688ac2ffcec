//! `play` in a pseudo-terminal.

use std::process::Command;

use crate::{
    support::Folder,
    terminal::{Terminal, rows},
};

/// Shows the keys it is given; `!` makes it busy.
const PROGRAM: &str = "\
10 PRINT \"HELLO\"
20 K=KP;TV=K;IF K#33GOTO 20
30 BOX RND(100)-50,RND(60)-30,9,9,3;GOTO 30
";

/// How a recording with the seed 7 begins.
const HEADER: &str = "#! arcadian keys\n#! program: x.bas\n#! dialect: bally\n#! seed: 7\n";

const LARGE: (u16, u16) = (160, 45);
const SMALL: (u16, u16) = (80, 24);

fn folder() -> Folder {
    Folder::with(&[("x.bas", PROGRAM)])
}

fn start(folder: &Folder, size: (u16, u16), more: &[&str]) -> Terminal {
    let terminal = Terminal::start(folder, size, &[&["play", "x.bas"][..], more].concat());
    terminal.wait_for_text("waits for a key");
    terminal
}

/// The picture that `run` ends with, in half blocks.
fn picture(folder: &Folder, args: &[&str]) -> Vec<String> {
    let ran = folder.run(&[&["run", "x.bas", "--screen", "blocks"][..], args].concat());
    ran.out.lines().map(|row| row.trim_end().to_owned()).collect()
}

/// Waits until the terminal shows the picture that `run` ends with after these keys.
#[track_caller]
fn shows(terminal: &Terminal, folder: &Folder, keys: &str) {
    let picture = picture(folder, &["--keys", keys]);
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

    terminal.resize(40, 10);
    terminal.wait_for_text("needs 80x23");
    terminal.resize(79, 24);
    terminal.wait_for_text("needs 80 columns and 23 rows; here are 79 and 24");
    terminal.resize(LARGE.0, LARGE.1);
    shows(&terminal, &folder, "AB{DIV}{MUL}/*");

    terminal.type_keys("\x1b");
    terminal.wait_for_text("ready");
    terminal.type_keys("25 gox\x7fto 20\rlist\r");
    shows(&terminal, &folder, "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}{PROMPT}");
    // The right arrow brings the next character of the stored line.
    terminal.type_keys("20\x1b[C\x1b[C");
    shows(&terminal, &folder, "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}20K={PROMPT}");
    // Escape forgets the line; on an empty one it leaves.
    terminal.type_keys("\x1b");
    shows(&terminal, &folder, "AB{DIV}{MUL}/*{HALT}25 GOTO 20{GO}LIST{GO}20K={HALT}{PROMPT}");
    terminal.type_keys("\x1b");
    assert!(terminal.given_back().success());
}

#[test]
fn the_classic_terminal_shows_braille_and_the_keys() {
    let folder = folder();
    let mut terminal = start(&folder, SMALL, &["--speed", "max"]);
    terminal.wait_for_text("Esc=HALT");
    assert!(terminal.rows(22)[..2].concat().contains('⡇'), "{:?}", terminal.rows(22));
    terminal.type_keys("\x03");
    assert!(terminal.given_back().success());
}

#[test]
fn a_recording_replays_to_the_identical_picture() {
    for speed in ["max", "period"] {
        let folder = folder();
        let args = ["--seed", "7", "--speed", speed, "--record", "x.keys"];
        let mut terminal = start(&folder, LARGE, &args);
        terminal.type_keys("q!");
        terminal.wait_for_text("runs ");
        terminal.type_keys("\x1b");
        terminal.wait_for_text("ready");
        terminal.type_keys("run\r");
        terminal.wait_for_text("waits for a key");
        let before = terminal.rows(44);
        terminal.type_keys("z");
        terminal.wait_for("the Z", |screen| rows(screen, 44) != before);
        let last = terminal.rows(44);
        terminal.type_keys("\x03");
        assert!(terminal.given_back().success());

        let keys = folder.read("x.keys");
        assert!(keys.starts_with(HEADER) && keys.contains("\n#! statements: "), "{keys}");
        assert!(keys.contains("\nQ!{AT "), "{keys}");
        assert!(!keys.ends_with('\n'));
        assert_eq!(picture(&folder, &["--keys-file", "x.keys"]), last, "{keys}");
    }
}

#[test]
fn leaving_a_running_program_records_where() {
    let folder = folder();
    let mut terminal = start(&folder, SMALL, &["--seed", "7", "--record", "x.keys"]);
    terminal.type_keys("!");
    terminal.wait_for_text("runs as in 1982");
    terminal.type_keys("\x03");
    assert!(terminal.given_back().success());
    let ran = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!(ran.json()["stopped"], "halt", "{}", folder.read("x.keys"));
}

#[test]
fn a_signal_gives_the_terminal_back_and_keeps_the_recording() {
    let folder = folder();
    let mut terminal = start(&folder, SMALL, &["--seed", "7", "--record", "x.keys"]);
    terminal.type_keys("ab!");
    terminal.wait_for_text("runs as in 1982");
    let killed = Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    let status = terminal.given_back();
    assert_eq!(status.signal(), Some("Terminated"), "{status:?}");
    let keys = folder.read("x.keys");
    assert!(keys.starts_with(HEADER) && keys.ends_with("{HALT}"), "{keys}");
    assert_eq!(folder.names(), ["x.bas", "x.keys"]);
}

#[test]
fn a_hand_controller_on_the_arrow_keys() {
    let program = "10 X=JX(1);Y=JY(1);T=TR(1);N=KN(1)\n20 IF X=-1IF N=8PRINT \"DONE\";K=KP\n30 GOTO 10\n";
    let folder = Folder::with(&[("x.bas", program)]);
    let mut terminal = Terminal::start(&folder, SMALL, &["play", "x.bas", "--record", "x.keys"]);
    terminal.wait_for_text("arrows=JX");
    terminal.wait_for_text("runs as in 1982");
    terminal.type_keys("]\x1b[D");
    terminal.wait_for_text("waits for a key");
    terminal.type_keys("\x03");
    assert!(terminal.given_back().success());
    let ran = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!(ran.json()["printed"][0], "DONE", "{}", folder.read("x.keys"));
}

#[test]
fn a_program_that_cannot_be_read_leaves_the_terminal_alone() {
    let folder = folder();
    let terminal = Terminal::start(&folder, SMALL, &["play", "no.bas"]);
    assert_eq!(terminal.given_back().exit_code(), 2);
}
