//! `bally` in a pseudo-terminal.

use std::{fs, process::Command, thread, time::Duration};

use serde_json::Value;

use crate::{
    support::Folder,
    terminal::{Terminal, rows},
};

const LARGE: (u16, u16) = (160, 53);
const SMALL: (u16, u16) = (80, 24);

const PAUSE: &str = "\x10";
const FRAME: &str = "\x0e";
const FAST: &str = "\x06";
const SAVE: &str = "\x13";
const LOAD: &str = "\x0f";
const SCREENSHOT: &str = "\x07";
const GIF: &str = "\x05";
const LEAVE: &str = "\x03";

fn start(folder: &Folder, size: (u16, u16), more: &[&str]) -> Terminal {
    let terminal = Terminal::start(folder, size, &[&["bally", "--sound", "off"][..], more].concat());
    terminal.wait_for_text("runs");
    terminal
}

#[test]
fn a_small_terminal_shows_the_text_of_the_cartridge() {
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, (40, 12), &["--basic"]);
    terminal.wait_for_text(">");
    terminal.type_and_wait("PRINT 6*7\r", "42");
    for (columns, rows) in [(60, 20), (27, 12), (79, 23)] {
        terminal.resize(columns, rows);
        terminal.wait_for_text("42");
    }
    terminal.leave(LEAVE);
    // A picture without text is drawn in dots.
    let terminal = start(&folder, (40, 12), &[]);
    terminal.wait_for("dots", |screen| screen.contents().contains('⣿'));
    terminal.leave(LEAVE);
}

#[test]
fn a_session_in_a_small_terminal() {
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, SMALL, &[]);
    terminal.wait_for_text("Enter=GO");
    terminal.wait_for("braille", |screen| screen.contents().contains('⡏'));
    terminal.wait_for("the speed", |screen| {
        screen.contents().contains("runs, ") && screen.contents().contains(" %")
    });
    terminal.resize(79, 11);
    terminal.wait_for_text("needs 27 columns and 12 rows; the terminal has 79 and 11");
    terminal.resize(SMALL.0, SMALL.1);
    terminal.type_and_wait(PAUSE, "paused");
    terminal.type_and_wait(FRAME, "^N runs the next one");
    terminal.type_and_wait(SAVE, "Written: bally.state");
    terminal.type_and_wait(FAST, "fast");
    terminal.type_and_wait(LOAD, "Loaded bally.state.");
    terminal.type_and_wait(PAUSE, "paused");
    terminal.type_and_wait(SCREENSHOT, ".png");
    terminal.type_and_wait(GIF, ".gif");
    terminal.leave(LEAVE);
    assert_eq!(folder.names().len(), 3, "{:?}", folder.names());
    let gif = folder.names().into_iter().find(|name| name.ends_with(".gif")).expect("a GIF");
    assert!(fs::read(folder.path(&gif)).is_ok_and(|file| file.starts_with(b"GIF89a")));
    let continued = folder.run(&["bally", "--frames", "5", "--load-state", "bally.state"]);
    assert_eq!(continued.status, Some(0), "{}", continued.err);
}

#[test]
fn a_recording_replays_to_the_identical_state() {
    let folder = Folder::with(&[]);
    // After a second the test card is complete.
    let card = folder.run(&["bally", "--frames", "60", "--save-state", "card.state"]);
    assert_eq!(card.status, Some(0), "{}", card.err);
    let args = ["--load-state", "card.state", "--record", "a.keys", "--save-state", "played.state"];
    let mut terminal = start(&folder, LARGE, &args);
    // The last character of the card is the T of handle 4.
    terminal.wait_for("the test card", |screen| rows(screen, 51)[46].chars().count() > 140);
    let before = terminal.rows(51);
    terminal.type_keys("5");
    terminal.wait_for("the inverted key", |screen| rows(screen, 51) != before);
    terminal.wait_for("the released key", |screen| rows(screen, 51) == before);
    terminal.type_keys("\x1b[D]");
    terminal.wait_for("the inverted L", |screen| rows(screen, 51) != before);
    terminal.leave(LEAVE);

    let keys = folder.read("a.keys");
    let frames = keys.rsplit_once("{AT ").and_then(|(_, end)| end.trim().strip_suffix('}')).expect(&keys);
    let load = ["bally", "--load-state", "card.state", "--save-state", "replayed.state"];
    let replay = [&load[..], &["--frames", frames, "--keys-file", "a.keys"]].concat();
    assert_eq!(folder.run(&replay).status, Some(0));
    let state = |name: &str| fs::read(folder.path(name)).expect("a state");
    assert!(keys.contains("{+K") && keys.contains("{JX1=-1}"), "{keys}");
    assert_eq!(state("replayed.state"), state("played.state"), "{keys}");
}

#[test]
fn files_that_cannot_be_written_at_the_end_lose_nothing_else() {
    let folder = Folder::with(&[]);
    let gone = folder.path("gone");
    fs::create_dir(&gone).expect("a folder");
    let args = ["--screenshot", "gone/a.png", "--save-state", "gone/a.state", "--record", "a.keys"];
    let mut terminal = start(&folder, LARGE, &args);
    fs::remove_dir(&gone).expect("an empty folder");
    terminal.type_keys("5");
    thread::sleep(Duration::from_millis(300));
    terminal.type_keys(LEAVE);
    let screen = std::cell::RefCell::new(String::new());
    terminal.wait_for("where the state is", |shown| {
        let text = shown.contents().replace('\n', "");
        *screen.borrow_mut() = text.clone();
        text.contains(" instead") && text.contains("cannot write gone/a.png")
    });
    assert!(!terminal.wait_for_exit().success());
    assert!(folder.read("a.keys").contains("{+K"));
    let text = screen.into_inner();
    let kept = text.split_once("the content is in ").and_then(|(_, rest)| rest.split_once(" instead"));
    let kept = kept.expect(&text).0.replace(' ', "");
    assert!(fs::metadata(&kept).is_ok_and(|state| state.len() > 1000), "{kept}");
    fs::remove_file(&kept).expect("the state");
}

#[test]
fn the_mouse_is_the_light_pen_and_keys_turn_the_knob() {
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, SMALL, &["--pen", "--record", "a.keys"]);
    terminal.type_and_wait("\x1b[<0;1;1M", "runs, ");
    terminal.type_keys("\x1b[<32;80;22M");
    terminal.type_and_wait(FRAME, "^N runs the next one");
    terminal.type_keys("\x1b[<0;80;22m]{");
    terminal.type_keys(FRAME);
    terminal.leave(LEAVE);
    let keys = folder.read("a.keys");
    assert!(keys.contains("{KN1=7}"), "{keys}");
    assert!(
        keys.contains("{PEN=1,2}") && keys.contains("{PEN=159,93}") && keys.contains("{PEN=OFF}"),
        "{keys}"
    );
}

/// Returns the number of foreground pixels in a saved state.
fn foreground(folder: &Folder, state: &str) -> usize {
    let args = ["bally", "--basic", "--load-state", state, "--frames", "1", "--json"];
    let report = folder.run(&args).json();
    let rows = report["screen"].as_array().expect("rows");
    rows.iter()
        .filter_map(|row| row.as_str())
        .flat_map(str::chars)
        .filter(|pixel| matches!(pixel, '2' | '3'))
        .count()
}

#[test]
fn characters_are_typed_for_the_basic_cartridge() {
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, LARGE, &["--basic"]);
    terminal.wait_for_text("letters digits symbols");
    terminal.type_and_wait(FAST, "fast");
    terminal.type_keys("box 0,0,160,88,8/8\r");
    let is_filled = (0..100).any(|_| {
        terminal.type_and_wait(SAVE, "Written: basic.state");
        foreground(&folder, "basic.state") > 13_000
    });
    assert!(is_filled, "{:?}", terminal.rows(53));
    terminal.leave(LEAVE);
}

/// Ctrl-R, Ctrl-O and Ctrl-C ask first.
#[test]
fn unsaved_lines_of_the_cartridge_are_not_lost() {
    const RESET: &str = "\x12";
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, SMALL, &["--basic"]);
    terminal.wait_for_text("letters digits symbols");
    terminal.type_and_wait(FAST, "fast");
    terminal.type_and_wait("\x1b[200~10 A=7/2“\n\x1b[201~", "Typed “ as \", / as ÷ (line 10)");
    // Until the line is entered, nothing is unsaved, and there is no file to load.
    let question = "Load basic.state over them?";
    let is_asked = (0..100).any(|_| {
        terminal.type_keys(LOAD);
        thread::sleep(Duration::from_millis(100));
        terminal.rows(24).concat().contains(question)
    });
    assert!(is_asked, "{:?}", terminal.rows(24));
    terminal.type_keys("n");
    terminal.type_and_wait(RESET, "Lines are not saved. Erase the program?");
    terminal.type_keys("n");
    terminal.type_and_wait(LEAVE, "S saves them");
    terminal.leave("sx\r");
    assert_eq!(folder.read("basicx.bas"), "10 A=7÷2\"\n");
}

#[test]
fn a_program_is_played_on_the_machine() {
    let folder = Folder::with(&[("x.bas", "10 K=KP;TV=K;GOTO 10\n")]);
    let args = ["play", "x.bas", "--on", "bally", "--seed", "1", "--speed", "max"];
    let mut terminal = Terminal::start(&folder, SMALL, &args);
    terminal.wait_for_text("^C leaves");
    terminal.type_keys(SAVE);
    // A message about missing sound may replace that of the file.
    terminal.wait_for("the file", |_| folder.path("x.state").exists());
    terminal.leave(LEAVE);
    folder.run(&["play", "x.bas", "--on", "bally"]).is_refused(&["`play` needs a terminal"]);
}

/// Reads the pad, a handle and keys, and draws forever after `!`.
const GAME: &str = "\
10 PRINT \"SCORE\",RND(1000);A=0
20 A=A+JX(1)+&(23);IF A=0IF KN(1)=0GOTO 20
30 PRINT A,KN(1);INPUT \"NAME\"B
40 K=KP;TV=K;IF K#33GOTO 40
50 BOX RND(100)-50,RND(60)-30,9,9,3;GOTO 50
";

/// Plays a game on the machine up to a key that the program waits for. The text is that of a small terminal.
fn play_game(folder: &Folder, speed: &str) -> Terminal {
    let args = ["play", "x.bas", "--on", "bally", "--seed", "7", "--speed", speed, "--record", "x.keys"];
    let mut terminal = Terminal::start(folder, (40, 12), &args);
    terminal.wait_for_text("SCORE");
    terminal.type_and_wait("]", "NAME");
    terminal.type_and_wait("7+\x7f*6\rq", "waits for a key");
    terminal.type_and_wait("!", if speed == "max" { "runs at full speed" } else { "runs as in 1982" });
    terminal.type_and_wait("\x1b", "ready");
    terminal
}

#[test]
fn a_recorded_game_is_repeated_by_the_machine() {
    for speed in ["max", "period"] {
        let folder = Folder::with(&[("x.bas", GAME)]);
        let mut terminal = play_game(&folder, speed);
        terminal.type_keys("\x1b[200~PRINT B,RND(99)\nRUN\n\x1b[201~");
        terminal.wait_for("the second score", |screen| screen.contents().matches("SCORE").count() == 2);
        terminal.type_keys("[");
        terminal.wait_for("the second question", |screen| screen.contents().matches("NAME").count() == 2);
        let shown = terminal.rows(12).join("\n");
        terminal.leave("\x03");

        let keys = folder.read("x.keys");
        let header = "#! arcadian keys\n#! program: x.bas\n#! dialect: bally\n#! seed: 7\n#! statements: ";
        assert!(keys.starts_with(header) && keys.contains("{KN1=8}") && keys.contains("{HALT}"), "{keys}");
        let report = folder.run(&["run", "x.bas", "--on", "bally", "--keys-file", "x.keys", "--json"]).json();
        assert_eq!(
            (&report["stopped"], &report["variables"]["B"]),
            (&"waiting".into(), &42.into()),
            "{keys}"
        );
        let statements = format!("#! statements: {}\n", report["statements"]);
        assert!(keys.contains(&statements), "{statements} in {keys}");
        // The small terminal shows the characters, in other columns.
        let printed = report["printed"].as_array().expect("rows").iter().filter_map(Value::as_str);
        for word in printed.flat_map(str::split_whitespace).filter(|word| *word != "7×6") {
            assert!(shown.contains(word), "{word} in {shown}");
        }
    }
}

/// RND goes on as in the replay, although time passes at the prompt.
#[test]
fn a_recording_at_the_prompt_of_the_machine() {
    let folder = Folder::with(&[]);
    let args = ["play", "--new", "--on", "bally", "--seed", "7", "--record", "x.keys"];
    let mut terminal = Terminal::start(&folder, (40, 12), &args);
    terminal.wait_for_text(">");
    thread::sleep(Duration::from_millis(300));
    terminal.type_keys("a=rnd (9999);print \"A=\",a\r");
    terminal.wait_for("the next prompt", |screen| screen.contents().matches('>').count() == 2);
    let shown = terminal.rows(12).concat();
    terminal.type_and_wait("\x0f", "A recording cannot load a state");
    terminal.type_and_wait("10 stop\r", "10 STOP");
    terminal.type_and_wait("\x03", "Lines are not saved.");
    terminal.leave("sx\r");
    assert_eq!(folder.read("basicx.bas"), "10 STOP\n");
    for on in ["bally", "interpreter"] {
        let report = folder.run(&["run", "--new", "--on", on, "--keys-file", "x.keys", "--json"]).json();
        let number = report["variables"]["A"].to_string();
        assert!(shown.contains(&number), "{on}: {number} in {shown}");
        assert_eq!(report["sz"], 1797, "{on}: {}", folder.read("x.keys"));
    }
}

#[test]
fn a_signal_keeps_the_recording_and_the_lines_of_the_machine() {
    let folder = Folder::with(&[("x.bas", "10 A=A+1;GOTO 10\n")]);
    let args = ["play", "x.bas", "--on", "bally", "--record", "x.keys"];
    let mut terminal = Terminal::start(&folder, SMALL, &args);
    terminal.wait_for_text("runs as in 1982");
    terminal.type_and_wait("\x1b", "ready");
    terminal.type_keys("20 a=7/2\r");
    terminal.type_and_wait("run\r", "runs as in 1982");
    let killed = Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    terminal.wait_for_text("note: the unsaved lines of the program are in x-rescued.bas");
    assert_eq!(terminal.wait_for_exit().signal(), Some("Terminated"));
    assert_eq!(folder.read("x-rescued.bas"), "10 A=A+1;GOTO 10\n20 A=7÷2\n");
    let report = folder.run(&["run", "x.bas", "--on", "bally", "--keys-file", "x.keys", "--json"]).json();
    assert_eq!(report["stopped"], "halt", "{}", folder.read("x.keys"));
    let terminal = Terminal::start(&folder, SMALL, &[&args[..], &["--type"]].concat());
    terminal.wait_for_text("--record cannot be used with --type");
    assert_eq!(terminal.wait_for_exit().exit_code(), 2);
}

#[test]
fn the_keys_of_the_recorder() {
    let files = [
        ("tape.asm", include_str!("../../../../roms/bally/tape.asm")),
        ("bally.inc", include_str!("../../../../roms/bally/bally.inc")),
    ];
    let folder = Folder::with(&files);
    let args = ["bally", "--cart", "tape.asm", "--frames", "150", "--tape-out", "data.wav", "--keys"];
    folder.run(&[&args[..], &["{AT 30}{JY1=1}{AT 40}{JY1=0}"]].concat());
    let tapes = ["--cart", "tape.asm", "--tape-in", "data.wav", "--tape-out", "new.wav", "--record", "keys"];
    let mut terminal = start(&folder, LARGE, &tapes);
    terminal.wait_for_text("tape stopped 0:00/0:01");
    terminal.wait_for_text("^T tape");
    terminal.type_and_wait("\x14", "tape plays 0:01/0:01");
    terminal.type_and_wait("\x14", "tape stopped 0:01/0:01");
    terminal.type_and_wait("\x17", "tape stopped 0:00/0:01");
    terminal.type_keys("\x1b[A");
    thread::sleep(Duration::from_secs(3));
    terminal.leave(LEAVE);
    let keys = folder.read("keys");
    assert!(keys.contains("{TAPE=PLAY}") && keys.contains("{TAPE=REWIND}"), "{keys}");
    let (old, new) = (fs::read(folder.path("data.wav")), fs::read(folder.path("new.wav")));
    assert!(old.expect("a tape") == new.expect("another tape"));
    let mut without = start(&folder, LARGE, &["--cart", "tape.asm"]);
    without.type_and_wait("\x14", "There is no tape in the recorder (--tape-in).");
    without.leave(LEAVE);
}

/// The cartridge itself shows only WHAT? and SORRY.
#[test]
fn commands_that_the_cartridge_lacks_are_answered() {
    let folder = Folder::with(&[]);
    let mut terminal = start(&folder, (40, 16), &["--basic"]);
    terminal.wait_for_text(">");
    terminal.type_and_wait(":print \"x\"\r", "There is no tape: Ctrl-S saves");
    terminal.wait_for_text("SORRY");
    terminal.type_and_wait("help\r", "F1 or Ctrl-K shows the keys.");
    terminal.type_and_wait("\x0b", "Ctrl-S saves the");
    terminal.wait_for_text("Space=page 2/");
    terminal.type_and_wait("x", "WHAT");
    terminal.leave(LEAVE);
}
