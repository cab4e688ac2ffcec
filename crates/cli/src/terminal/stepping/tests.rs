//! Tests of the view with ratatui's test backend.

use std::fs;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    style::{Color, Modifier},
};

use super::{
    app::{App, Flow},
    draw,
    layout::{Theme, panels_of},
    view_terminal::{Base, RunningProgram},
};
use crate::files::Disk;
use arcadian_debugger::step::{
    request::StepRequest,
    stepping::{Stepping, ViewKind},
    subject::Subject,
};

/// Opens a program in the view.
fn open(name: &str, request: &StepRequest) -> App {
    let subject = Subject::load(&Disk, request).expect("a program");
    let stepping = Stepping::start(&subject).expect("a start");
    App::new(stepping, name, Theme { colors: true, ..Theme::default() })
}

fn start(target: &str, request: StepRequest) -> App {
    open(target, &StepRequest { target: Some(target.into()), ..request })
}

fn routine(name: &str, given: &str) -> App {
    start(name, StepRequest { inputs: vec![given.to_owned()], ..StepRequest::default() })
}

fn for_6502(name: &str, given: &str) -> App {
    let cpu = Some(arcadian_isa::Processor::Mos6502);
    start(name, StepRequest { cpu, inputs: vec![given.to_owned()], ..StepRequest::default() })
}

/// Opens a program that is written to a file first.
fn written(name: &str, text: &str) -> App {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    let mut app = start(path.to_str().expect("a temporary folder"), StepRequest::default());
    app.name = name.to_owned();
    app
}

/// Presses keys; `⏎` is Enter, `⇥` Tab, `↓` and `↑` arrows, `⎋` Escape, `⇟` Page Down.
fn press(app: &mut App, keys: &str) {
    for letter in keys.chars() {
        let code = match letter {
            '⏎' => KeyCode::Enter,
            '⇥' => KeyCode::Tab,
            '↓' => KeyCode::Down,
            '↑' => KeyCode::Up,
            '⎋' => KeyCode::Esc,
            '⇟' => KeyCode::PageDown,
            letter => KeyCode::Char(letter),
        };
        assert_eq!(app.key(&KeyEvent::from(code)), Flow::Stay, "{keys}");
    }
}

fn drawn(app: &App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let picture = terminal.draw(|frame| {
        draw::draw(app, frame.area(), frame.buffer_mut());
    });
    picture.expect("a picture");
    terminal.backend().buffer().clone()
}

fn rows(buffer: &Buffer) -> Vec<String> {
    let rows = buffer.content().chunks(buffer.area.width.max(1).into());
    let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    rows.map(|row| text(row).trim_end().to_owned()).collect()
}

fn screen(app: &App, width: u16, height: u16) -> String {
    rows(&drawn(app, width, height)).join("\n")
}

#[track_caller]
fn shows(app: &App, text: &str) {
    let screen = screen(app, 110, 40);
    assert!(screen.contains(text), "no `{text}` in\n{screen}");
}

#[test]
fn an_8080_routine_in_the_middle_of_a_turn() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "ssss");
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn a_board_that_changed_in_a_wide_terminal() {
    let board = "0100800000000000000000000000";
    let mut app = routine("AJUMP", &format!("from_row=0,from_column=0,row=1,column=1,side=0,board={board}"));
    press(&mut app, "c");
    assert!(app.message.text.contains("refused = 01, as the oracle says"), "{:?}", app.message);
    let to = format!("from_row=0,from_column=0,row=1,column=2,side=0,board={board}");
    let mut app = routine("AJUMP", &to);
    press(&mut app, "cbb");
    insta::assert_snapshot!(screen(&app, 130, 32));
}

#[test]
fn a_6502_routine() {
    let mut app = for_6502("T2CW", "board=1B2F");
    press(&mut app, "sssss");
    insta::assert_snapshot!(screen(&app, 100, 28));
}

#[test]
fn a_basic_program() {
    let mut app =
        written("sum.bas", "10 FOR I=1TO 3;A=A+I×I;NEXT I\n20 GOSUB 100;STOP\n100 PRINT \"SUM\",A;RETURN\n");
    press(&mut app, ":continue⏎");
    press(&mut app, "bb");
    insta::assert_snapshot!(screen(&app, 100, 30));
}

#[test]
fn a_small_terminal() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "ss");
    insta::assert_snapshot!(screen(&app, 40, 12));
    press(&mut app, "⇥⇥⇥");
    assert!(screen(&app, 40, 12).contains("▸Memory"), "{}", screen(&app, 40, 12));
}

#[test]
fn help() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "?");
    insta::assert_snapshot!(screen(&app, 80, 50));
    press(&mut app, "⇟");
    assert!(screen(&app, 80, 24).contains("break (b)"), "{}", screen(&app, 80, 24));
    press(&mut app, "⎋");
    assert!(app.overlay.is_none());
}

#[test]
fn resizing_leaves_no_trace_of_the_old_size() {
    let steps = |sizes: &[(u16, u16)]| {
        let mut app = routine("T2CW", "board=1B2F");
        for (width, height) in sizes {
            press(&mut app, "s");
            drawn(&app, *width, *height);
        }
        screen(&app, 130, 40)
    };
    assert_eq!(steps(&[(80, 24), (20, 5), (130, 40)]), steps(&[(130, 40), (130, 40), (130, 40)]));
}

#[test]
fn every_terminal_size_shows_something() {
    let mut routine = routine("HADD", "square=11,color=01,piece=02");
    press(&mut routine, "snsn");
    let mut basic = written("x.bas", "10 PRINT \"HELLO\";GOTO 10\n");
    press(&mut basic, "sssss");
    for app in [&mut routine, &mut basic] {
        for overlaid in ["", "?", "⎋:print 1+"] {
            press(app, overlaid);
            for (width, height) in (1..180).step_by(7).flat_map(|w| (1..60).step_by(3).map(move |h| (w, h))) {
                let buffer = drawn(app, width, height);
                let is_blank = buffer.content().iter().all(|cell| cell.symbol() == " ");
                assert!(!is_blank || width < 8, "{width} × {height}");
            }
        }
        press(app, "⎋");
    }
    assert!(screen(&routine, 20, 5).contains('▶'), "{}", screen(&routine, 20, 5));
}

#[test]
fn the_oracle_judges_the_result_at_the_end() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "c");
    insta::assert_snapshot!(app.message.text, @"the routine has returned: board = B2F1, as the oracle says");
    assert!(screen(&app, 80, 24).contains("DAD  H"), "the code is still shown");
    press(&mut app, "b");
    assert_eq!(app.message.text, "");
    press(&mut app, ":set HL = 1234⏎s");
    shows(&app, "but the oracle says");
}

#[test]
fn breakpoints_and_the_cursor() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "↓↓ ");
    shows(&app, "●›0102");
    shows(&app, "● 1: 0102, hit 0 times");
    press(&mut app, "c");
    shows(&app, "●▶0102");
    assert_eq!(app.message.text, "breakpoint 1, 0102");
    press(&mut app, " ");
    shows(&app, " ▶0102");
    press(&mut app, "↓↓↓u");
    shows(&app, " ▶0105");
    press(&mut app, "C");
    assert_eq!(app.message.text, "start of the program");
    press(&mut app, "g7⏎");
    shows(&app, "step 7");
    press(&mut app, "⏎");
    assert!(!app.message.failed);
}

#[test]
fn memory_watches_and_replies() {
    let mut app = routine("HINCL", "element=09");
    shows(&app, "Memory at 4000");
    press(&mut app, "mHL+1⏎");
    shows(&app, "▸Memory at HL+1 = 4001");
    press(&mut app, "mno such place⏎");
    assert!(app.message.failed);
    press(&mut app, "w[HL]⏎");
    shows(&app, "1: [HL] = ");
    press(&mut app, ":print A⏎");
    shows(&app, "$09");
    press(&mut app, ":help⏎");
    assert_eq!(app.overlay.as_ref().map(|overlay| overlay.title.as_str()), Some("help"));
    press(&mut app, "s");
    assert!(app.overlay.is_none() && app.program().steps() == 1, "the key acts too");
    press(&mut app, ":nonsense⏎");
    assert!(app.message.failed && app.message.text.contains("nonsense"), "{:?}", app.message);
}

#[test]
fn completion_and_history() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, ":disa⇥");
    assert_eq!(app.prompt.as_ref().map(|prompt| prompt.line.as_str()), Some("disable "));
    press(&mut app, "⎋:back⇥");
    assert!(app.message.text.contains("back-next"), "{:?}", app.message);
    press(&mut app, "⎋:until T2⇥⏎:↑");
    assert_eq!(app.prompt.as_ref().map(|prompt| prompt.line.as_str()), Some("until T2CW"));
    press(&mut app, "⎋");
    assert!(app.prompt.is_none());
}

#[test]
fn keys_for_a_basic_program() {
    let mut app = written("k.bas", "10 K=KP\n20 PRINT K;GOTO 10\n");
    press(&mut app, "c");
    assert_eq!(app.message.text, "the program is waiting for a key");
    press(&mut app, "kA⏎nn");
    shows(&app, "'K 65");
    assert_eq!(app.panels(), panels_of(ViewKind::Basic));
}

#[test]
fn changes_are_marked_with_and_without_colors() {
    let mut app = routine("T2CW", "board=1B2F");
    press(&mut app, "ss");
    let reversed = |app: &App, text: &str| {
        let buffer = drawn(app, 110, 40);
        let rows = rows(&buffer);
        let at = rows
            .iter()
            .zip(0..)
            .find_map(|(row, y)| Some((row[..row.find(text)?].chars().count() as u16, y)));
        let at = at.unwrap_or_else(|| panic!("no `{text}` in\n{}", rows.join("\n")));
        buffer[at].modifier.contains(Modifier::REVERSED)
    };
    for colors in [true, false] {
        app.theme = Theme { colors, ..Theme::default() };
        assert!(reversed(&app, ">HL ") && reversed(&app, "0102  17") && !reversed(&app, " BC "));
        let is_colored = drawn(&app, 110, 40)
            .content()
            .iter()
            .any(|cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset));
        assert_eq!(is_colored, colors);
    }
}

#[test]
fn control_c_does_not_quit() {
    let mut app = routine("T2CW", "board=1B2F");
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.key(&control_c), Flow::Stay);
    press(&mut app, ":abc");
    assert_eq!(app.key(&control_c), Flow::Stay);
    assert!(app.prompt.is_none());
    assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('q'))), Flow::Quit);
}

#[test]
fn random_keys_never_panic() {
    let letters: Vec<char> = "snfcubBFCrg kmw:/⇥↓↑⇟⏎⎋?hj19HLA .@()\u{e9}".chars().collect();
    for seed in 0..6 {
        let mut random = arcadian_proof::Random::new(seed);
        let mut app = match seed % 3 {
            0 => routine("HISIN", "element=81"),
            1 => for_6502("T2CW", "board=1B2F"),
            _ => written(
                "x.bas",
                "10 FOR I=1TO 9;PRINT I;NEXT I\n20 K=KP;GOSUB 40\n30 INPUT A;STOP\n40 RETURN\n",
            ),
        };
        for _ in 0..400 {
            let letter = letters[random.below(letters.len() as u32) as usize];
            press(&mut app, letter.encode_utf8(&mut [0; 4]));
            if random.below(4) == 0 {
                drawn(&app, 1 + random.below(150) as u16, 1 + random.below(60) as u16);
            }
        }
    }
}

/// No cell contains a control character or an invisible character.
#[test]
fn hidden_characters_are_shown() {
    const HOSTILE: &str = "\u{1b}[31m\u{7}\u{9b}\u{202e}\u{200b}\u{fe0f}";
    let text = format!(";! cpu: 8080\n;! title: {HOSTILE}\nSTART: NOP ; {HOSTILE}\n NOP\n RET\n");
    let mut app = written("x.asm", &text);
    app.name = format!("{HOSTILE}.asm");
    app.show_title(HOSTILE);
    press(&mut app, ":");
    app.paste(HOSTILE);
    for overlaid in ["", "⏎", "?"] {
        press(&mut app, overlaid);
        let buffer = drawn(&app, 100, 30);
        let cells = buffer.content().iter().flat_map(|cell| cell.symbol().chars());
        assert_eq!(cells.filter(|letter| arcadian_files::escape::is_hidden(*letter)).collect::<String>(), "");
        let shown = screen(&app, 100, 30);
        assert!(shown.contains("\\u{1b}[31m\\u{7}\\u{9b}\\u{202e}\\u{200b}\\u{fe0f}"), "{shown}");
    }
}

/// Returns the screen during a run at the current state, drawn over an earlier screen.
fn running(app: &App, base: &Base) -> String {
    let theme = Theme { colors: true, ..Theme::default() };
    let running = RunningProgram { name: app.name.clone(), language: app.program().language(), theme };
    rows(&running.drawn(base, base.buffer.area, app.program())).join("\n")
}

fn base(app: &App, width: u16, height: u16) -> Base {
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
    let parts = draw::draw_base(app, buffer.area, &mut buffer);
    Base { buffer, parts }
}

const COMMENTED: &str = "        CPU 8080
        ORG 100H
LOOP:   INR A           ; a counter that never ends, however long a caller waits for it
        JMP LOOP        ; and again
";

#[test]
fn a_run_shows_its_progress() {
    let mut app = written("forever.asm", COMMENTED);
    let screens = [(80, 24), (120, 40), (30, 3)].map(|(width, height)| base(&app, width, height));
    press(&mut app, ":step 1234567⏎");
    let [small, large, tiny] = screens.map(|base| running(&app, &base));
    insta::assert_snapshot!(small);
    insta::assert_snapshot!(large);
    assert!(tiny.ends_with("1,234,567 steps; any key stops"), "{tiny}");
}

/// The progress line also erases the keys and the last message.
#[test]
fn progress_replaces_the_keys() {
    let mut app = written("loop.bas", "10 A=0\n20 GOTO 20\n");
    press(&mut app, ":brek⏎");
    let base = base(&app, 80, 24);
    press(&mut app, ":go 5000⏎");
    let shown = running(&app, &base);
    let lines: Vec<_> = shown.lines().collect();
    assert!(lines[0].starts_with(" loop.bas  BASIC  step 5,000  in line 20  "), "{shown}");
    let progress = lines.iter().position(|line| *line == " running; any key stops").expect("progress");
    assert_eq!(progress, 24 - usize::from(base.parts.below), "{shown}");
    assert!(lines[progress + 1..].iter().all(|line| line.is_empty()), "{shown}");
    assert!(!shown.contains("brek"), "{shown}");
}

/// The program's screen is updated during a run.
#[test]
fn a_run_shows_the_screen_of_the_program() {
    let mut app = written("loop.bas", "10 PRINT \"ON AND ON\"\n20 GOTO 20\n");
    let base = base(&app, 120, 40);
    assert!(!rows(&base.buffer).join("\n").contains("⠕⠝"), "nothing is printed yet");
    press(&mut app, ":go 5000⏎");
    insta::assert_snapshot!(running(&app, &base));
}

#[test]
fn long_comments_are_whole_where_there_is_room() {
    let words = "a counter that never ends, however long a caller waits for it";
    let flat = |app: &App, width, height| {
        let text = screen(app, width, height);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // A short program leaves room for wrapped comments.
    let mut app = written("forever.asm", COMMENTED);
    insta::assert_snapshot!(screen(&app, 80, 24));
    press(&mut app, "s");
    let left: String =
        screen(&app, 80, 24).lines().map(|line| line.chars().take(44).collect::<String>() + "\n").collect();
    assert!(left.split_whitespace().collect::<Vec<_>>().join(" ").contains(words), "{left}");
    assert!(flat(&app, 200, 40).contains(words));
    // In a long program only the comment at the program counter is wrapped.
    let others = "        INR B           ; this comment is a long one as well, but not at the focus\n";
    let long = COMMENTED.to_owned() + &others.repeat(40);
    let app = written("long.asm", &long);
    insta::assert_snapshot!(screen(&app, 80, 24));
}

/// Opens an example cartridge.
fn cartridge(name: &str) -> App {
    let path = format!("{}/../../roms/bally/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut request = StepRequest::default();
    request.bally.parts.cart = Some((&path).into());
    open(name, &request)
}

#[test]
fn a_cartridge_in_the_middle_of_a_frame() {
    let mut app = cartridge("picture.asm");
    press(&mut app, ":until LOOP⏎:until line 120⏎");
    insta::assert_snapshot!(screen(&app, 80, 24));
    insta::assert_snapshot!(screen(&app, 160, 46));
    let quiet = |row: u16| drawn(&app, 160, 46)[(117, row)].style().add_modifier.contains(Modifier::DIM);
    assert!(!quiet(6) && quiet(20), "what the last frame left is dim");
}

#[test]
fn a_tune_at_the_interrupt_of_each_frame() {
    let mut app = cartridge("tune.asm");
    press(&mut app, ":catch interrupt⏎ccc:delete all⏎vl");
    insta::assert_snapshot!(screen(&app, 120, 34));
    press(&mut app, "VV");
    shows(&app, "raster line 240, vertical blanking");
}

#[test]
fn keys_of_a_cartridge() {
    let mut app = cartridge("picture.asm");
    press(&mut app, ":go 30000⏎k{JX1=1}{+5}⏎⇥⇥⇥");
    shows(&app, ">HANDLE1 08");
    press(&mut app, "b");
    shows(&app, ">HANDLE1 00");
    press(&mut app, "k{GOO}⏎");
    shows(&app, "no key of the keypad is called `GOO`");
    assert!(app.message.failed || app.overlay.is_some());
}

#[test]
fn the_screen_of_a_cartridge_during_a_run() {
    let mut app = cartridge("picture.asm");
    let base = base(&app, 80, 24);
    press(&mut app, ":go 16372⏎");
    insta::assert_snapshot!(running(&app, &base));
}
