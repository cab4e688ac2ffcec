//! Screens of games with ratatui's buffer. The snapshots were read before they were accepted.

use std::sync::Arc;

use arcadian_board::{
    ataxx::Walls,
    halma::{self, Variant},
    tactix::{Board, Rule},
};
use arcadian_claims::BundledFiles;
use arcadian_games::machine::GameCode;
use arcadian_games::{Ataxx, Game, Halma, Level, Player, Position, Rotate, SetupError, Tactix};
use arcadian_isa::Processor;
use arcadian_proof::Routine;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};

use super::{
    Machine, Setup,
    app::{App, Flow},
    draw,
    geometry::Geometry,
    records::Records,
};

const PERSONS: [Player; 2] = [Player::Person; 2];

fn against(level: u8) -> [Player; 2] {
    [Player::Person, Level::new(level).map(Player::Program).expect("a level")]
}

fn app<P: Position + 'static>(start: fn(u64) -> Result<P, SetupError>, players: [Player; 2]) -> App {
    let start = move |seed| Ok(Arc::new(start(seed)?) as Arc<dyn Position>);
    App::new(Setup::new(Box::new(start), players, 1).expect("a game"), Records::default(), false)
}

/// Starts a game in which the machine code of a processor makes the moves.
fn on<P: Position + 'static>(
    processor: Processor,
    start: fn(u64) -> Result<P, SetupError>,
    players: [Player; 2],
) -> App {
    let start = move |seed| Ok(Arc::new(start(seed)?) as Arc<dyn Position>);
    let mut setup = Setup::new(Box::new(start), players, 1).expect("a game");
    setup.machine = Some(Machine::new(processor, &setup.game).expect("routines"));
    App::new(setup, Records::default(), false)
}

fn control(letter: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)
}

fn tactix(players: [Player; 2]) -> App {
    app(|_| Tactix::new(Board::full(4)?, Rule::Misere), players)
}

fn halma(players: [Player; 2]) -> App {
    app(|_| Halma::new(halma::Position::start(), Variant::Standard), players)
}

fn ataxx(players: [Player; 2]) -> App {
    app(|_| Ataxx::with_walls(Walls::new(0x01A2).expect("a mask")), players)
}

fn rotate() -> App {
    app(|seed| Rotate::shuffled(8, seed), PERSONS)
}

/// Presses keys; `⏎` is Enter, `⎋` Escape, `⌫` Backspace, `⇥` Tab, `←↑→↓` are arrows, and `⇤` is Home.
fn press(app: &mut App, keys: &str) {
    for letter in keys.chars() {
        let code = match letter {
            '⏎' => KeyCode::Enter,
            '⎋' => KeyCode::Esc,
            '⌫' => KeyCode::Backspace,
            '⇥' => KeyCode::Tab,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⇤' => KeyCode::Home,
            letter => KeyCode::Char(letter),
        };
        assert_eq!(app.key(&KeyEvent::from(code)), Flow::Stay, "{letter} of {keys}");
    }
}

/// Waits until the program has moved or the hint is there.
fn wait(app: &mut App) {
    app.think().expect("a thread");
    while app.is_thinking() {
        std::thread::yield_now();
        app.think().expect("a thread");
    }
}

fn drawn(app: &App, width: u16, height: u16) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw::draw(app, &mut buffer);
    buffer
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let buffer = drawn(app, width, height);
    let rows = buffer.content().chunks(width.into());
    let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    rows.map(|row| format!("{}\n", text(row).trim_end())).collect()
}

#[test]
fn a_new_game_of_tactix() {
    insta::assert_snapshot!(screen(&tactix(against(5)), 80, 24));
}

#[test]
fn a_run_of_tactix_is_selected() {
    let mut app = tactix(PERSONS);
    press(&mut app, "12⏎→⏎→");
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn a_piece_of_halma_and_where_it_can_go() {
    let mut app = halma(PERSONS);
    press(&mut app, "4-21⏎251-234⏎↓⏎→↓");
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn an_answer_of_the_program() {
    let mut app = tactix(against(5));
    press(&mut app, "00-03⏎");
    wait(&mut app);
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn what_changes_the_position_ends_the_search_for_a_hint() {
    let mut app = ataxx(PERSONS);
    press(&mut app, "a6⏎h");
    assert!(app.is_thinking() && !app.is_programs_turn());
    press(&mut app, "u");
    assert!(!app.is_thinking() && app.game().at() == 0);
}

#[test]
fn rotate_is_played_by_its_keys() {
    let mut app = rotate();
    press(&mut app, "eSgt");
    assert!(app.message.is_error, "T takes back a turn only");
    press(&mut app, "⇥");
    wait(&mut app);
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn a_search_for_a_hint_is_canceled() {
    let mut app = app(|_| Rotate::new("PONMLKJIHGFEDCBA".parse().expect("a board"), None), PERSONS);
    for cancels in ["⎋", "⇥"] {
        press(&mut app, "⇥");
        assert!(app.is_thinking());
        assert_eq!(app.message.text, "Looking for a hint … Esc cancels.");
        press(&mut app, cancels);
        assert!(!app.is_thinking());
        assert_eq!(app.message.text, "The hint was canceled.");
    }
}

#[test]
fn the_help_of_each_game_fits() {
    insta::assert_snapshot!("help_of_halma", help(halma(PERSONS)));
    insta::assert_snapshot!("help_of_rotate", help(rotate()));
}

fn help(mut app: App) -> String {
    press(&mut app, "?");
    let shown = screen(&app, 80, 24);
    press(&mut app, "q");
    assert!(!app.shows_help, "any key closes the help, and does nothing else");
    shown
}

#[test]
fn the_end_of_a_game() {
    let mut app = tactix(PERSONS);
    for line in ["00-03", "10-13", "20-23", "30-32", "33"] {
        press(&mut app, &format!("{line}⏎"));
    }
    insta::assert_snapshot!(screen(&app, 80, 24));
    press(&mut app, "00⏎");
    assert_eq!(app.message.text, "the game is over: no counters are left");
    press(&mut app, "h");
    assert_eq!(app.message.text, "the game is over");
}

#[test]
fn stepping_through_a_game() {
    let mut app = tactix(against(1));
    press(&mut app, "00⏎");
    wait(&mut app);
    press(&mut app, "<");
    insta::assert_snapshot!(screen(&app, 80, 24));
    wait(&mut app);
    assert_eq!(app.game().at(), 1, "the program does not move while one steps");
    press(&mut app, "⇤→→→←");
    assert_eq!(app.game().at(), 1);
    press(&mut app, "11⏎");
    assert_eq!(app.message.text, "these are the moves of the record; c continues the game from here");
    press(&mut app, "c");
    assert_eq!(app.input().as_deref(), Some("Continue here without the 1 later move? "));
    press(&mut app, "nc");
    assert_eq!(app.game().steps().len(), 2, "nothing is lost without an answer");
    press(&mut app, "y");
    assert_eq!(app.game().steps().len(), 1);
    wait(&mut app);
    assert_eq!(app.game().steps().len(), 2, "the program moves where the game continues");
}

#[test]
fn every_board_in_small_terminals() {
    insta::assert_snapshot!("small_halma", screen(&halma(PERSONS), 53, 21));
    insta::assert_snapshot!("too_small_for_halma", screen(&halma(PERSONS), 40, 12));
    insta::assert_snapshot!("small_tactix", screen(&tactix(PERSONS), 30, 10));
    for width in 0..60 {
        for height in 0..30 {
            for app in [halma(PERSONS), tactix(PERSONS), rotate()] {
                drawn(&app, width, height);
            }
        }
    }
}

#[test]
fn a_click_is_a_touch() {
    let mut app = halma(PERSONS);
    let area = Rect::new(0, 0, 80, 24);
    let geometry = Geometry::new(&app.game().position().grid(), area).expect("room");
    for (from, to) in [((0, 4), (1, 5)), ((15, 11), (14, 10))] {
        for (row, column) in [from, to] {
            let (x, y) = geometry.place(arcadian_games::Square::new(row, column));
            assert_eq!(app.click(area, (x + 1, y)), Flow::Stay);
        }
    }
    let moves: Vec<&str> = app.game().steps().iter().map(|played| &played.text[..]).collect();
    assert_eq!(moves, ["4-21", "251-234"]);
    app.click(area, (0, 0));
    app.click(area, (79, 23));
    assert_eq!(app.game().selected(), None);
}

#[test]
fn unsaved_games_are_asked_about() {
    let mut app = tactix(PERSONS);
    assert_eq!(app.key(&control('c')), Flow::Quit, "nothing is lost");
    press(&mut app, "00⏎q");
    assert_eq!(app.input().as_deref(), Some("Leave without writing the game? "));
    press(&mut app, "n");
    assert_eq!(app.input(), None);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    press(&mut app, &format!("qwx⌫{}⏎", path.to_str().expect("a name in UTF-8")));
    assert_eq!(std::fs::read_to_string(&path).expect("the record"), app.game().record());
    assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('q'))), Flow::Quit, "{:?}", app.message);
    press(&mut app, "11⏎q");
    assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('y'))), Flow::Quit);
    press(&mut app, "q");
    assert_eq!(app.key(&control('c')), Flow::Quit);
    press(&mut app, "w/no/such/folder/x⏎");
    assert!(app.message.is_error && app.message.text.starts_with("cannot write"), "{:?}", app.message);
}

/// The games with two moves of each, and the key for another game.
fn begun() -> [(App, &'static str, KeyEvent); 4] {
    let r = KeyEvent::from(KeyCode::Char('r'));
    let mut games = [
        (tactix(PERSONS), "00⏎11⏎", r),
        (halma(PERSONS), "4-21⏎251-234⏎", r),
        (ataxx(PERSONS), "a6⏎", r),
        (rotate(), "ef", control('n')),
    ];
    for (app, moves, _) in &mut games {
        press(app, moves);
        assert!(app.game().at() > 0, "{moves}: {:?}", app.message);
    }
    games
}

#[test]
fn while_one_steps_back_the_whole_game_is_asked_about_and_written() {
    for (mut app, _, new) in begun() {
        let (whole, moves) = (app.game().record(), app.game().steps().len());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.txt");
        press(&mut app, "<");
        app.key(&KeyEvent::from(KeyCode::Home));
        assert_eq!(app.game().at(), 0);
        // Leaving and another game ask, also at the start; u and c drop nothing.
        for key in [KeyEvent::from(KeyCode::Char('q')), control('c'), new] {
            assert_eq!(app.key(&key), Flow::Stay, "{key:?}");
            assert!(app.question.is_some(), "{key:?}");
            press(&mut app, "⎋");
        }
        press(&mut app, "c⎋");
        app.key(&control('u'));
        press(&mut app, "u");
        assert_eq!(app.game().steps().len(), moves);
        app.key(&KeyEvent::from(KeyCode::Char('q')));
        press(&mut app, &format!("w{}⏎", path.to_str().expect("a name in UTF-8")));
        assert_eq!(std::fs::read_to_string(&path).expect("the record"), whole);
        assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('q'))), Flow::Quit, "{:?}", app.message);
    }
}

#[test]
fn each_game_of_a_recorded_session_has_a_file() {
    for (mut app, moves, new) in begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let read = |name: &str| std::fs::read_to_string(file(name)).unwrap_or_default();
        std::fs::write(file("game-2.txt"), "another file").expect("a file");
        app.record_to(Records::new(Some(&file("game.txt"))).expect("a file"));
        let first = app.game().record();
        app.key(&KeyEvent::from(KeyCode::Home));
        for answer in ["n", "y"] {
            app.key(&new);
            press(&mut app, answer);
        }
        assert_eq!(read("game.txt"), first);
        assert!(app.message.text.ends_with("game-3.txt."), "{:?}", app.message);
        assert_eq!((app.game().seed(), app.game().steps().len()), (2, 0));
        if app.game().start().kind().name == "rotate" {
            return;
        }
        press(&mut app, moves);
        let second = app.game().record();
        press(&mut app, "<");
        app.finish().expect("a file");
        assert_eq!(
            (read("game.txt"), read("game-2.txt"), read("game-3.txt")),
            (first, "another file".into(), second)
        );
    }
}

#[test]
fn a_game_without_moves_replaces_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "an old game").expect("a file");
    let mut app = tactix(PERSONS);
    app.record_to(Records::new(Some(&path)).expect("a file"));
    app.finish().expect("nothing to write");
    assert_eq!(std::fs::read_to_string(&path).expect("it"), "an old game");
    // A file that is named for the record is replaced after a question only.
    let mut app = tactix(PERSONS);
    press(&mut app, &format!("00⏎w{}⏎", path.to_str().expect("a name in UTF-8")));
    assert!(app.input().is_some_and(|asked| asked.starts_with("Replace ")), "{:?}", app.input());
    press(&mut app, "n");
    assert_eq!(std::fs::read_to_string(&path).expect("it"), "an old game");
    press(&mut app, &format!("w{}⏎y", path.to_str().expect("a name in UTF-8")));
    assert_eq!(std::fs::read_to_string(&path).expect("it"), app.game().record());
}

#[cfg(unix)]
#[test]
fn a_game_that_cannot_be_written_is_kept_elsewhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let (gone, path) = (folder.path().join("gone"), folder.path().join("gone/game.txt"));
    std::fs::create_dir(&gone).expect("a folder");
    let mut app = tactix(PERSONS);
    app.record_to(Records::new(Some(&path)).expect("a file"));
    press(&mut app, "00⏎");
    std::fs::remove_dir(&gone).expect("an empty folder");
    let error = format!("{:#}", app.finish().expect_err("no folder"));
    let (_, rest) = error.split_once("the game is in ").expect("a place");
    let (kept, _) = rest.split_once(" instead").expect("a place");
    assert_eq!(std::fs::read_to_string(kept).expect("the record"), app.game().record());
    std::fs::remove_file(kept).expect("the record");
    // A full disk.
    if std::path::Path::new("/dev/full").exists() {
        let link = folder.path().join("full.txt");
        symlink("/dev/full", &link).expect("a link");
        let mut app = tactix(PERSONS);
        app.record_to(Records::new(Some(&link)).expect("a device"));
        press(&mut app, "00⏎");
        let error = format!("{:#}", app.finish().expect_err("it is full"));
        assert!(error.contains("full-rescued.txt instead") && error.contains("No space left"), "{error}");
        let kept = folder.path().join("full-rescued.txt");
        assert_eq!(std::fs::read_to_string(kept).expect("the record"), app.game().record());
    }
}

#[test]
fn a_new_game_has_another_seed() {
    let mut app = rotate();
    let first = app.game().start().text();
    press(&mut app, "e");
    let new = control('n');
    app.key(&new);
    press(&mut app, "⎋");
    assert_eq!(app.game().at(), 1);
    app.key(&new);
    press(&mut app, "y");
    assert_eq!((app.game().at(), app.game().seed()), (0, 2));
    assert_ne!(app.game().start().text(), first);
}

#[test]
fn keys_work_while_the_program_thinks() {
    let mut app = halma([Level::new(5).map(Player::Program).expect("a level"), Player::Person]);
    app.think().expect("a thread");
    assert!(app.is_programs_turn());
    assert!(screen(&app, 80, 24).contains("thinking …"));
    press(&mut app, "4-21⏎");
    wait(&mut app);
    assert_eq!(app.game().at(), 1, "Enter makes the program move now");
}

#[test]
fn sides_and_marks_have_colors_and_signs() {
    let mut app = halma(PERSONS);
    app.has_colors = true;
    let (x, white, black) = (5, 2, 17);
    let colored = drawn(&app, 80, 24);
    assert_eq!(colored[(x, white)].fg, Color::Yellow);
    assert_eq!(colored[(50, black)].fg, Color::Cyan);
    assert!(colored[(x, white)].modifier.contains(Modifier::UNDERLINED), "a camp");
    app.has_colors = false;
    let plain = drawn(&app, 80, 24);
    assert!(plain.content().iter().all(|cell| cell.fg == Color::Reset));
}

#[test]
fn the_machine_code_of_a_move() {
    let mut app = on(Processor::I8080, |seed| Rotate::shuffled(8, seed), PERSONS);
    app.key(&control('s'));
    assert_eq!(app.message.text, "cannot step: no routine has made a move");
    press(&mut app, "e");
    insta::assert_snapshot!(screen(&app, 80, 24));
    app.key(&control('s'));
    assert_eq!(app.input().as_deref(), Some("Step through: 1 RKEY  2 RDONE? "));
    press(&mut app, "3");
    assert_eq!(app.input(), None, "two routines ran, so 3 opens nothing");
    app.key(&control('s'));
    assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('2'))), Flow::Debug(1));
    let (stepping, label) = app.stepping(1).expect("a routine");
    assert_eq!((label, stepping.program().steps()), ("RDONE", 0));
    assert!(app.stepping(2).is_err());
}

#[test]
fn the_machine_code_of_the_program() {
    let players = [Player::Person, Level::new(5).map(Player::Program).expect("a level")];
    let mut app = on(Processor::Mos6502, |_| Tactix::new(Board::full(4)?, Rule::Misere), players);
    assert_eq!(app.message.text, "TSOLVE on the 6502: 29,668,254 cycles, 9,733,381 instructions");
    press(&mut app, "00-03⏎");
    wait(&mut app);
    insta::assert_snapshot!(screen(&app, 80, 24));
    press(&mut app, "<");
    insta::assert_snapshot!(screen(&app, 80, 24));
    assert_eq!(app.key(&KeyEvent::from(KeyCode::Char('s'))), Flow::Debug(0), "TTAKE alone");
}

/// In Halma the machine finds where the selected piece can go.
#[test]
fn the_machine_code_of_a_selected_piece() {
    let start = |_| Halma::new(halma::Position::start(), Variant::Kangaroo);
    let mut app = on(Processor::Z80, start, PERSONS);
    press(&mut app, "4-21⏎");
    assert!(
        app.text().starts_with("HSTEPS on the Z80: ") && app.text().contains("; HMAKE: "),
        "{}",
        app.text()
    );
    press(&mut app, "251-234⏎⏎");
    assert!(app.game().selected().is_some());
    assert!(app.text().contains("; HKHOPS: "), "{}", app.text());
    press(&mut app, "s");
    assert_eq!(app.input().as_deref(), Some("Step through: 1 HSTEPS  2 HKHOPS? "));
    press(&mut app, "⎋⎋");
    assert!(app.text().contains("; HMAKE: "), "the last move again: {}", app.text());
}

#[test]
fn the_help_with_machine_code_fits() {
    let app = on(Processor::Z80, |seed| Rotate::shuffled(8, seed), PERSONS);
    insta::assert_snapshot!(help(app));
}

#[test]
fn without_machine_code_there_is_nothing_to_step_through() {
    let mut app = tactix(PERSONS);
    press(&mut app, "s");
    assert!(
        app.message.text.starts_with("cannot step: no machine code makes the moves"),
        "{:?}",
        app.message
    );
}

/// A routine that is wrong ends the game with what it returned.
#[test]
fn wrong_machine_code_ends_the_game() {
    let mut app = on(Processor::I8080, |seed| Rotate::shuffled(8, seed), PERSONS);
    let sheet = arcadian_claims::sheets().find(|sheet| sheet.file == "8080/rkey.asm").expect("a sheet");
    let text =
        sheet.text().replace("0123  70                   MOV M,B", "0123  77                   MOV M,A");
    let wrong = Routine::read("rkey.asm", &text, &mut BundledFiles, arcadian_claims::all()).expect("a sheet");
    let game = Game::new(Arc::clone(app.game().start()), PERSONS, 1);
    let mut code = GameCode::new(Processor::I8080, &game).expect("routines");
    code.replace(wrong);
    app.use_machine(Machine::of(code));
    press(&mut app, "e");
    let error = app.think().expect_err("a difference").to_string();
    insta::assert_snapshot!(error);
}
