//! Running, keys, changes, ends.

use super::*;

#[test]
fn a_program_begins_before_its_first_statement() {
    let program = program("10 A=1\n20 STOP");
    assert_eq!((program.now(), program.clock(), program.spot()), (0, 0, at(10, 0)));
    assert_eq!((program.kind(), program.furthest(), program.end()), (Kind::Basic, 0, None));
}

#[test]
fn step_by_step_and_back() {
    let mut program = program("10 A=1;B=2\n20 C=3\n30 STOP");
    let mut seen = Vec::new();
    let why = program.run(3, &mut |state| {
        seen.push((state.now(), state.spot()));
        false
    });
    assert_eq!((why, seen), (Why::Steps, vec![(1, at(10, 4)), (2, at(20, 0)), (3, at(30, 0))]));
    program.seek(1);
    assert_eq!((value(&program, "A"), value(&program, "B"), program.furthest()), (1, 0, 3));
    assert_eq!(run(&mut program, u64::MAX), Why::End(End::Finished));
    assert_eq!((program.now(), program.spot(), program.end()), (4, at(30, 0), Some(End::Finished)));
    assert_eq!((run(&mut program, 5), program.now()), (Why::End(End::Finished), 4));
    program.seek(99);
    assert_eq!(program.now(), 4);
    assert_eq!(program.run(1, &mut |_| true), Why::End(End::Finished), "nobody looks when nothing runs");
}

#[test]
fn who_looks_on_can_stop_it() {
    let mut program = program("10 A=A+1\n20 GOTO 10");
    let name = program.name("a").expect("a variable");
    assert_eq!(program.run(u64::MAX, &mut |state| state.value(name) == 1_000), Why::Asked);
    assert_eq!((program.now(), program.furthest()), (1_999, 1_999));
}

#[test]
fn ends() {
    for (text, end) in [
        ("10 A=1", End::Finished),
        ("10 A=1÷0", End::Error("HOW? in line 10, column 9: division by zero".into())),
        ("10 A=KP", End::Key),
        ("10 INPUT A", End::Answer),
    ] {
        let mut program = program(text);
        assert_eq!(run(&mut program, 1), Why::End(end.clone()), "{text}");
        assert_eq!((program.now(), program.spot(), program.end()), (1, at(10, 0), Some(end)), "{text}");
    }
    let mut nothing = program("");
    assert_eq!((run(&mut nothing, 1), nothing.now()), (Why::End(End::Finished), 0));
}

#[test]
fn a_key_finishes_the_statement_that_waits() {
    let mut program = program("10 A=KP+KP\n20 B=KP\n30 STOP");
    run(&mut program, 9);
    program.press(&keys("1")).expect("keys");
    assert_eq!((program.end(), program.spot(), program.now()), (Some(End::Key), at(10, 0), 1));
    program.press(&keys("23")).expect("keys");
    assert_eq!((program.end(), program.spot(), program.now()), (None, at(20, 0), 1));
    assert_eq!(value(&program, "A"), 49 + 50);
    assert_eq!((run(&mut program, 1), value(&program, "B")), (Why::Steps, 51));
    program.seek(0);
    assert_eq!((program.spot(), value(&program, "A")), (at(10, 0), 0));
    assert_eq!((run(&mut program, 9), program.now()), (Why::End(End::Finished), 3));
    assert_eq!((value(&program, "A"), value(&program, "B")), (99, 51));
}

#[test]
fn other_keys_make_another_future() {
    let mut program = program("10 A=KP\n20 B=B+A\n30 GOTO 10");
    run(&mut program, 1);
    program.press(&keys("1")).expect("keys");
    run(&mut program, 3);
    program.press(&keys("2")).expect("keys");
    run(&mut program, 9);
    assert_eq!((program.furthest(), value(&program, "B")), (7, 99));
    program.seek(4);
    program.press(&keys("34")).expect("keys");
    assert_eq!(program.furthest(), 4);
    run(&mut program, 99);
    // The key that was pressed here before is still the first.
    assert_eq!((program.furthest(), value(&program, "B")), (13, 49 + 50 + 51 + 52));
}

#[test]
fn halt_acts_at_once_and_can_be_taken_back() {
    let mut program = program("10 A=A+1\n20 GOTO 10");
    run(&mut program, 6);
    program.press(&keys("X{HALT}Y")).expect("keys");
    assert_eq!((program.end(), program.now(), program.spot()), (Some(End::Halt), 6, at(10, 0)));
    program.seek(5);
    program.press(&[]).expect("no keys");
    assert_eq!((program.end(), program.furthest()), (None, 6));
    assert_eq!(run(&mut program, 9), Why::End(End::Halt));
    program.seek(5);
    set(&mut program, "A", 0).expect("a variable");
    assert_eq!(run(&mut program, 9), Why::Steps);
}

/// Keys given at the start wait until they are asked for; what is left is typed nowhere.
#[test]
fn keys_from_the_start() {
    let setup = Setup { keys: keys("7{GO}8{GO}A=1{GO}"), ..setup("10 INPUT A\n20 B=KP") };
    let mut program = BasicProgram::new(setup).expect("it begins");
    assert_eq!(run(&mut program, 99), Why::End(End::Finished));
    assert_eq!((value(&program, "A"), value(&program, "B"), program.now()), (7, 56, 2));
    assert_eq!(program.printed(), ["A 7"]);
    let halted = Setup { keys: keys("{HALT}"), ..self::setup("10 A=1\n20 B=KP") };
    let mut program = BasicProgram::new(halted).expect("it begins");
    assert_eq!((run(&mut program, 99), program.now()), (Why::End(End::Halt), 2));
}

#[test]
fn what_comes_before_run() {
    let before = |lines: &[&str]| {
        let before = lines.iter().map(|line| (*line).to_owned()).collect();
        BasicProgram::new(Setup { before, ..setup("10 PRINT A") })
    };
    let program = before(&["A=7", "20 PRINT A+1"]).expect("it begins");
    assert_eq!((program.now(), program.clock(), value(&program, "A")), (0, 0, 7));
    assert_eq!(lines_of(program.basic()), ["10 PRINT A", "20 PRINT A+1"]);
    for (line, error) in [
        ("A=~", "`A=~` before RUN: `~` is no character of the machine"),
        ("A=1÷0", "`A=1÷0` before RUN: HOW? division by zero"),
        ("A=KP", "`A=KP` before RUN waits for a key; only the program can be given keys"),
        (
            "FOR A=1TO 2STEP 0;NEXT A",
            "`FOR A=1TO 2STEP 0;NEXT A` before RUN does not end within 10000000 statements",
        ),
    ] {
        assert_eq!(before(&[line]).expect_err("it cannot begin").to_string(), error);
    }
    let long = Setup { lines: vec![Line { number: 1, text: vec![b'A'; 1_802] }], ..Setup::default() };
    let error = BasicProgram::new(long).expect_err("too long");
    assert_eq!(error.to_string(), "SORRY: line 1 needs 1805 bytes and 1804 are free");
}

#[test]
fn a_change_truncates_the_record_and_is_replayed() {
    let mut program = program("10 A=A+1\n20 @(1)=A\n30 GOTO 10");
    run(&mut program, 30);
    program.seek(10);
    set(&mut program, "A", 100).expect("a variable");
    program.set(Target::Element(Space::At, 2), -3).expect("an element");
    assert_eq!(program.furthest(), 10);
    run(&mut program, 20);
    let after = (value(&program, "A"), program.load(Space::At, 1), program.load(Space::At, 2));
    assert_eq!(after, (106, Some(106), Some(-3)));
    program.seek(9);
    assert_eq!((value(&program, "A"), program.load(Space::At, 2)), (3, Some(0)));
    program.seek(30);
    assert_eq!((value(&program, "A"), program.load(Space::At, 2)), (106, Some(-3)));
}

#[test]
fn what_cannot_be_set() {
    let mut program = program("10 A=KP");
    run(&mut program, 1);
    let before = program.history.now().clone();
    let element = Target::Element;
    let mut refused = |target, value| program.set(target, value).expect_err("refused").to_string();
    assert_eq!(refused(Target::Name(Name(0)), 32_768), "32768 does not fit; A holds -32768 to 32767");
    assert_eq!(refused(element(Space::At, 1), -32_769), "-32769 does not fit; @(1) holds -32768 to 32767");
    assert_eq!(refused(element(Space::At, 2_000), 1), "there is nothing at 2000");
    assert_eq!(refused(element(Space::Byte, 0), 1), "there is nothing at 0");
    assert_eq!(refused(element(Space::Byte, i64::MAX), 1), format!("there is nothing at {}", i64::MAX));
    assert_eq!(refused(element(Space::Byte, 20_000), 256), "256 does not fit; [20000] holds 0 to 255");
    let half = refused(element(Space::Memory, 16_384 + 2 * 6), 0);
    assert_eq!(
        half,
        "the program's text at %(16396), while a statement waits half done, can be read but not set"
    );
    for (name, shown) in [("SZ", "SZ"), ("rm", "RM"), ("step", "STEP"), ("TStates", "TSTATES")] {
        let error = set(&mut program, name, 1).expect_err("read only").to_string();
        assert_eq!(error, format!("{shown} can be read but not set"));
    }
    assert!(program.set(Target::Name(Name(usize::MAX)), 1).is_err());
    assert!(*program.history.now() == before);
}

/// A program poked while it is stepped: the statement about to begin is the new one.
#[test]
fn the_program_itself_can_be_changed() {
    let mut program = program("10 A=1\n20 A=2\n30 STOP");
    run(&mut program, 1);
    // Line 20 begins 7 bytes behind the first; its fifth byte is the digit. Its low half is in the second screen byte.
    let address = 16_384 + 2 * (4 + 7 - 1 + 4) + 1;
    let old = program.load(Space::Byte, address).expect("the screen");
    assert_eq!(old & 0x55, 0b0000_0100, "the two of `2`");
    program.set(Target::Element(Space::Byte, address), 0b0100_0001).expect("program text");
    assert_eq!(lines_of(program.basic()), ["10 A=1", "20 A=9", "30 STOP"]);
    run(&mut program, 1);
    assert_eq!(value(&program, "A"), 9);
    program.seek(0);
    assert_eq!(lines_of(program.basic())[1], "20 A=2");
}
