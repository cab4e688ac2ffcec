//! Tests of boards as text.

use crate::Debugger;
use arcadian_files::NoFiles;

use super::Figures;
use crate::step::{request::StepRequest, subject::Subject};

/// Returns the boards of a routine and a debugger at its start.
fn start(name: &str, fields: &str) -> (Figures, Debugger) {
    let request =
        StepRequest { target: Some(name.into()), inputs: vec![fields.to_owned()], ..StepRequest::default() };
    let subject = Subject::load(&NoFiles, &request).expect("a routine");
    let input = subject.input().expect("an input");
    let debugger = Debugger::new(subject.start(&input).expect("a start"));
    let routine = subject.routine().expect("a routine");
    (Figures::new(routine, &input.bytes, debugger.program()), debugger)
}

fn text(name: &str, fields: &str) -> String {
    let (figures, debugger) = start(name, fields);
    figures.text(debugger.program()).expect("a board")
}

#[test]
fn a_board_of_bits() {
    let (figures, mut debugger) = start("T2CW", "board=1B2F");
    debugger.step(2);
    insta::assert_snapshot!(figures.text(debugger.program()).expect("a board"));
    debugger.resume();
    let end = figures.text(debugger.program()).expect("a board");
    assert!(end.ends_with("board = B2F1, as the oracle says"), "{end}");
}

#[test]
fn copies_of_the_center() {
    insta::assert_snapshot!(text("T4CW", "board=4142434C"));
}

#[test]
fn letters_by_positions() {
    insta::assert_snapshot!(text("RTURN", "position=01,board=4142434445464748494A4B4C4D4E4F50"));
}

#[test]
fn a_chess_board_by_bits() {
    insta::assert_snapshot!(text("WTURN", "board=0100000000000080"));
}

#[test]
fn cells_with_their_bytes() {
    insta::assert_snapshot!(text("ACOUNT", "board=0120C00000000000000000000210"));
}

#[test]
fn sets_of_pieces() {
    let board = "01".to_owned() + &"00".repeat(30) + "80" + &"00".repeat(31) + "80" + &"11".repeat(38);
    insta::assert_snapshot!(text("HTEST", &format!("square=00,board={board}")));
}

#[test]
fn walls_and_the_board_they_make() {
    insta::assert_snapshot!(text("AWALLS", "mask=2004"));
}

#[test]
fn every_routine_is_drawn_and_compared() {
    for sheet in arcadian_claims::sheets() {
        let routine = arcadian_claims::read(sheet).expect(sheet.file);
        let request = StepRequest {
            target: Some(routine.name.clone().into()),
            cpu: Some(routine.processor()),
            ..StepRequest::default()
        };
        let subject = Subject::load(&NoFiles, &request).expect(sheet.file);
        let input = subject.input().expect(sheet.file);
        let mut debugger = Debugger::new(subject.start(&input).expect(sheet.file));
        let figures = Figures::new(&routine, &input.bytes, debugger.program());
        assert_eq!(
            figures.is_empty(),
            routine.specification.claim().map(|claim| claim.name) == Some("w_bit"),
            "{}",
            sheet.file
        );
        assert_eq!(figures.verdict(debugger.program()), None);
        debugger.resume();
        let verdict = figures.verdict(debugger.program()).expect(sheet.file);
        let agrees = |line: &str| line.ends_with("as the oracle says");
        assert!(verdict.lines().all(agrees), "{}: {verdict}", sheet.file);
    }
}

#[test]
fn the_oracle_is_not_called_for_an_invalid_input() {
    let request = StepRequest {
        target: Some("AGET".into()),
        inputs: vec!["row=00".to_owned()],
        ..StepRequest::default()
    };
    let subject = Subject::load(&NoFiles, &request).expect("a routine");
    let input = subject.input().expect("an input");
    let mut debugger = Debugger::new(subject.start(&input).expect("a start"));
    let mut wrong = input.bytes.clone();
    wrong[0] = 9;
    let figures = Figures::new(subject.routine().expect("a routine"), &wrong, debugger.program());
    debugger.resume();
    let verdict = figures.verdict(debugger.program()).expect("the end");
    assert_eq!(verdict, "the specification does not apply: `row` cannot have this value");
}
