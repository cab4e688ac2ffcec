mod inspection;
mod properties;

use arcadian_basic::{Line, scan_text};

use super::{
    PERCENT,
    state::{AT, STAR},
    *,
};

/// Parses a program, one line per row.
fn lines(program: &str) -> Vec<Line> {
    let line = |row: &str| {
        let (number, text) = row.trim().split_once(' ').expect("a number and a text");
        Line { number: number.parse().expect("a number"), text: scan_text(text).expect("machine characters") }
    };
    program.lines().filter(|row| !row.trim().is_empty()).map(line).collect()
}

fn events(script: &str) -> Vec<Event> {
    key::parse(script).expect("a key script")
}

fn setup(program: &str) -> Setup {
    Setup { lines: lines(program), seed: 1, ..Setup::default() }
}

fn program(text: &str) -> BasicProgram {
    BasicProgram::new(setup(text)).expect("it starts")
}

/// Creates a program with checkpoints every few steps and memory for few of them.
fn with_limits(setup: Setup, spacing: u64) -> BasicProgram {
    let history = History::with_limits(setup.start().expect("it starts"), spacing, 100_000);
    BasicProgram { history, source: setup.source }
}

fn run(program: &mut BasicProgram, steps: u64) -> Outcome {
    program.run(steps, &mut |_| false)
}

fn value(program: &BasicProgram, name: &str) -> i64 {
    program.value(program.resolve(name).expect("a name"))
}

fn set(program: &mut BasicProgram, name: &str, value: i64) -> Result<(), SetError> {
    program.set(Lvalue::Value(program.resolve(name).expect("a name")), value)
}

fn at(line: u32, byte: u32) -> Location {
    Location(line << 16 | byte)
}

fn lines_of(basic: &Basic) -> Vec<String> {
    basic.store().lines().map(|line| line.to_text()).collect()
}

#[test]
fn a_program_starts_before_its_first_statement() {
    let program = program("10 A=1\n20 STOP");
    assert_eq!((program.steps(), program.cycles(), program.location()), (0, 0, at(10, 0)));
    assert_eq!((program.recorded(), program.end()), (0, None));
}

#[test]
fn steps_forward_and_backward() {
    let mut program = program("10 A=1;B=2\n20 C=3\n30 STOP");
    let mut seen = Vec::new();
    let why = program.run(3, &mut |state| {
        seen.push((state.steps(), state.location()));
        false
    });
    assert_eq!((why, seen), (Outcome::Done, vec![(1, at(10, 4)), (2, at(20, 0)), (3, at(30, 0))]));
    program.seek(1);
    assert_eq!((value(&program, "A"), value(&program, "B"), program.recorded()), (1, 0, 3));
    assert_eq!(run(&mut program, u64::MAX), Outcome::Ended(End::Finished));
    assert_eq!((program.steps(), program.location(), program.end()), (4, at(30, 0), Some(End::Finished)));
    assert_eq!((run(&mut program, 5), program.steps()), (Outcome::Ended(End::Finished), 4));
    program.seek(99);
    assert_eq!(program.steps(), 4);
    assert_eq!(
        program.run(1, &mut |_| true),
        Outcome::Ended(End::Finished),
        "nothing to observe when nothing runs"
    );
}

#[test]
fn the_observer_can_stop_a_run() {
    let mut program = program("10 A=A+1\n20 GOTO 10");
    let name = program.resolve("a").expect("a variable");
    assert_eq!(program.run(u64::MAX, &mut |state| state.value(name) == 1_000), Outcome::Stopped);
    assert_eq!((program.steps(), program.recorded()), (1_999, 1_999));
}

#[test]
fn ends_of_programs() {
    for (text, end) in [
        ("10 A=1", End::Finished),
        ("10 A=1÷0", End::Error("HOW? in line 10, column 9: division by zero".into())),
        ("10 A=KP", End::NeedsKey),
        ("10 INPUT A", End::NeedsInput),
    ] {
        let mut program = program(text);
        assert_eq!(run(&mut program, 1), Outcome::Ended(end.clone()), "{text}");
        assert_eq!((program.steps(), program.location(), program.end()), (1, at(10, 0), Some(end)), "{text}");
    }
    let mut nothing = program("");
    assert_eq!((run(&mut nothing, 1), nothing.steps()), (Outcome::Ended(End::Finished), 0));
}

#[test]
fn a_key_completes_the_waiting_statement() {
    let mut program = program("10 A=KP+KP\n20 B=KP\n30 STOP");
    run(&mut program, 9);
    program.press("1").expect("keys");
    assert_eq!((program.end(), program.location(), program.steps()), (Some(End::NeedsKey), at(10, 0), 1));
    program.press("23").expect("keys");
    assert_eq!((program.end(), program.location(), program.steps()), (None, at(20, 0), 1));
    assert_eq!(value(&program, "A"), 49 + 50);
    assert_eq!((run(&mut program, 1), value(&program, "B")), (Outcome::Done, 51));
    program.seek(0);
    assert_eq!((program.location(), value(&program, "A")), (at(10, 0), 0));
    assert_eq!((run(&mut program, 9), program.steps()), (Outcome::Ended(End::Finished), 3));
    assert_eq!((value(&program, "A"), value(&program, "B")), (99, 51));
}

#[test]
fn other_keys_replace_the_history() {
    let mut program = program("10 A=KP\n20 B=B+A\n30 GOTO 10");
    run(&mut program, 1);
    program.press("1").expect("keys");
    run(&mut program, 3);
    program.press("2").expect("keys");
    run(&mut program, 9);
    assert_eq!((program.recorded(), value(&program, "B")), (7, 99));
    program.seek(4);
    program.press("34").expect("keys");
    assert_eq!(program.recorded(), 4);
    run(&mut program, 99);
    // The key pressed at this step before still comes first.
    assert_eq!((program.recorded(), value(&program, "B")), (13, 49 + 50 + 51 + 52));
}

#[test]
fn halt_acts_immediately_and_can_be_undone() {
    let mut program = program("10 A=A+1\n20 GOTO 10");
    run(&mut program, 6);
    program.press("X{HALT}Y").expect("keys");
    assert_eq!((program.end(), program.steps(), program.location()), (Some(End::Interrupted), 6, at(10, 0)));
    program.seek(5);
    program.press("").expect("no keys");
    assert_eq!((program.end(), program.recorded()), (None, 6));
    assert_eq!(run(&mut program, 9), Outcome::Ended(End::Interrupted));
    program.seek(5);
    set(&mut program, "A", 0).expect("a variable");
    assert_eq!(run(&mut program, 9), Outcome::Done);
}

/// Keys given at the start wait until they are read. Those that remain are not typed at the prompt.
#[test]
fn keys_from_the_start() {
    let keys = Setup { events: events("7{GO}8{GO}A=1{GO}"), ..setup("10 INPUT A\n20 B=KP") };
    let mut program = BasicProgram::new(keys).expect("it starts");
    assert_eq!(run(&mut program, 99), Outcome::Ended(End::Finished));
    assert_eq!((value(&program, "A"), value(&program, "B"), program.steps()), (7, 56, 2));
    assert_eq!(program.output(), ["A 7"]);
    let halted = Setup { events: events("{HALT}"), ..setup("10 A=1\n20 B=KP") };
    let mut program = BasicProgram::new(halted).expect("it starts");
    assert_eq!((run(&mut program, 99), program.steps()), (Outcome::Ended(End::Interrupted), 2));
}

/// Reads hand controller 1 and keys, and notes what it saw.
const CONTROLLED: &str =
    "10 K=KP\n20 FOR I=1TO 60;S=S+JX(1)×10+TR(1)+JY(2)×100;NEXT I\n30 L=KP;S=S+JX(1);GOTO 20";

/// Keys and hand controllers act at the same statements as in `run --keys-file`, in both directions.
#[test]
fn a_recorded_script_is_replayed() {
    for script in [
        "A{AT 40}{JX1=1}{AT 77}{TR1=1}{JY2=-1}{AT 100}{JX1=0}B{JX1=-1}C{AT 300}{HALT}",
        "{JX1=1}A{HOLD PAUSE}B{RELEASE}{TR1=1}C",
        "A{AT 90}{HALT}",
        "{AT 5}A",
    ] {
        let mut program =
            BasicProgram::new(Setup { events: events(script), ..setup(CONTROLLED) }).expect("it starts");
        let outcome = run(&mut program, 10_000);
        let mut driven = Basic::new(Default::default(), 0);
        driven.load(&lines(CONTROLLED)).expect("it fits");
        driven.enter("RUN").expect("a command");
        arcadian_basic::script::drive(&mut driven, &events(script), 10_000, 100, &mut |_, _| {});
        assert_eq!(program.basic().variables(), driven.variables(), "{script} {outcome:?}");
        assert_eq!(program.basic().statements(), driven.statements(), "{script} {outcome:?}");
        let end = program.steps();
        for step in (0..end).rev().step_by(7) {
            program.seek(step);
            run(&mut program, end - step);
            assert_eq!(program.basic().variables(), driven.variables(), "{script} from {step}");
        }
    }
}

#[test]
fn hand_controllers_are_moved() {
    let mut program = BasicProgram::new(setup("10 A=JX(1);B=TR(1);GOTO 10")).expect("it starts");
    let values = |program: &mut BasicProgram| {
        run(program, 3);
        (value(program, "A"), value(program, "B"))
    };
    assert_eq!(values(&mut program), (0, 0));
    program.press("{JX1=1}").expect("a script");
    assert_eq!(values(&mut program), (1, 0));
    // What the script does not name stays.
    program.press("{TR1=1}").expect("a script");
    assert_eq!(values(&mut program), (1, 1));
    program.seek(3);
    assert_eq!(values(&mut program), (1, 0));
}

#[test]
fn lines_entered_before_run() {
    let before = |lines: &[&str]| {
        let before = lines.iter().map(|line| (*line).to_owned()).collect();
        BasicProgram::new(Setup { before, ..setup("10 PRINT A") })
    };
    let program = before(&["A=7", "20 PRINT A+1"]).expect("it starts");
    assert_eq!((program.steps(), program.cycles(), value(&program, "A")), (0, 0, 7));
    assert_eq!(lines_of(program.basic()), ["10 PRINT A", "20 PRINT A+1"]);
    for (line, error) in [
        ("A=~", "cannot enter `A=~` before RUN: `~` is not a character of the machine"),
        ("A=1÷0", "`A=1÷0` fails before RUN: HOW? division by zero"),
        ("A=KP", "`A=KP` waits for a key before RUN; only the program can be given keys"),
        (
            "FOR A=1TO 2STEP 0;NEXT A",
            "`FOR A=1TO 2STEP 0;NEXT A` does not end before RUN within 10000000 statements",
        ),
    ] {
        assert_eq!(before(&[line]).expect_err("it cannot start").to_string(), error);
    }
    let long = Setup { lines: vec![Line { number: 1, text: vec![b'A'; 1_802] }], ..Setup::default() };
    let error = BasicProgram::new(long).expect_err("too long");
    assert_eq!(error.to_string(), "SORRY: line 1 needs 1805 bytes and 1804 are free");
}

#[test]
fn a_change_truncates_the_history_and_is_replayed() {
    let mut program = program("10 A=A+1\n20 @(1)=A\n30 GOTO 10");
    run(&mut program, 30);
    program.seek(10);
    set(&mut program, "A", 100).expect("a variable");
    program.set(Lvalue::Element(AT, 2), -3).expect("an element");
    assert_eq!(program.recorded(), 10);
    run(&mut program, 20);
    let after = (value(&program, "A"), program.load(AT, 1), program.load(AT, 2));
    assert_eq!(after, (106, Some(106), Some(-3)));
    program.seek(9);
    assert_eq!((value(&program, "A"), program.load(AT, 2)), (3, Some(0)));
    program.seek(30);
    assert_eq!((value(&program, "A"), program.load(AT, 2)), (106, Some(-3)));
}

#[test]
fn values_that_cannot_be_set() {
    let mut program = program("10 A=KP");
    run(&mut program, 1);
    let before = program.history.state().clone();
    let element = Lvalue::Element;
    let mut refused = |target, value| program.set(target, value).expect_err("refused").to_string();
    assert_eq!(refused(Lvalue::Value(ValueId(0)), 32_768), "32768 does not fit in A (-32768 to 32767)");
    assert_eq!(refused(element(AT, 1), -32_769), "-32769 does not fit in @(1) (-32768 to 32767)");
    assert_eq!(refused(element(AT, 2_000), 1), "2000 is not a valid address or index");
    assert_eq!(refused(element(Space::Byte, 0), 1), "0 is not a valid address or index");
    assert_eq!(
        refused(element(Space::Byte, i64::MAX), 1),
        format!("{} is not a valid address or index", i64::MAX)
    );
    assert_eq!(refused(element(Space::Byte, 19_992), 256), "256 does not fit in [19992] (0 to 255)");
    let in_use = refused(element(PERCENT, 16_384 + 2 * 6), 0);
    assert_eq!(in_use, "%(16396) is program text, read-only while a statement waits for input");
    for (name, shown) in [("SZ", "SZ"), ("rm", "RM"), ("step", "STEP"), ("TStates", "TSTATES")] {
        let error = set(&mut program, name, 1).expect_err("read only").to_string();
        assert_eq!(error, format!("{shown} is read-only"));
    }
    assert!(program.set(Lvalue::Value(ValueId(usize::MAX)), 1).is_err());
    assert!(*program.history.state() == before);
}

/// A poke into the program text changes the next statement.
#[test]
fn the_program_itself_can_be_changed() {
    let mut program = program("10 A=1\n20 A=2\n30 STOP");
    run(&mut program, 1);
    // Line 20 starts 7 bytes after the first; its fifth byte is the digit. The second screen byte has its even bits.
    let address = 16_384 + 2 * (7 - 1 + 4) + 1;
    let old = program.load(Space::Byte, address).expect("the screen");
    assert_eq!(old & 0x55, 0b0001_0000, "bits 6, 4, 2 and 0 of `2`");
    program.set(Lvalue::Element(Space::Byte, address), 0b0001_0001).expect("program text");
    assert_eq!(lines_of(program.basic()), ["10 A=1", "20 A=3", "30 STOP"]);
    run(&mut program, 1);
    assert_eq!(value(&program, "A"), 3);
    program.seek(0);
    assert_eq!(lines_of(program.basic())[1], "20 A=2");
}
