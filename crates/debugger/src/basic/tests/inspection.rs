//! Locations, names, frames, values, rows, source lines; ROTATE; the number and size of checkpoints.

use arcadian_basic::listing::{Form, Listing, errata::Errata};

use super::*;
use crate::debuggee::Variable;

const NESTED: &str = "10 FOR I=1TO 3STEP 2\n20 GOSUB 100\n30 NEXT I\n100 A=A+I;IF A=4 B=1;C=2\n110 RETURN";

#[test]
fn locations_as_users_write_them() {
    let program = program("10 A=1;PRINT \";\";B=2\n20 IF A=1 B=2;C=3\n30 .END;A=1\n40 A=1;STOP");
    for (text, expected) in [
        ("10", at(10, 0)),
        (" 10.2 ", at(10, 4)),
        ("10.3", at(10, 9)),
        ("20.2", at(20, 5)),
        ("20.3", at(20, 9)),
        ("30", at(30, 0)),
        ("010.02", at(10, 4)),
    ] {
        assert_eq!(program.find_location(text), Ok(expected), "{text}");
    }
    for (text, next) in
        [("15", Some("20")), ("10.4", Some("20")), ("30.2", Some("40")), ("50", None), ("99999", None)]
    {
        let expected = LocationError::NoCode { text: text.into(), next: next.map(str::to_owned) };
        assert_eq!(program.find_location(text), Err(expected), "{text}");
    }
    for text in ["", "A", "10.", ".1", "10.0", "-1", "10.x", "+10", "10.+1", "99999999999999999999999"] {
        assert!(matches!(program.find_location(text), Err(LocationError::Invalid { .. })), "{text}");
    }
}

/// Every step starts at a location of the list.
#[test]
fn all_locations_are_where_steps_start() {
    let mut program = program(NESTED);
    let all = program.all_locations();
    assert!(all.is_sorted() && all.len() == 8, "{all:?}");
    program.run(u64::MAX, &mut |state| {
        assert!(all.contains(&state.location()));
        false
    });
    assert_eq!(value(&program, "C"), 2);
}

#[test]
fn names_of_each_dialect() {
    let bally = program("10 A=7÷4;STOP");
    let names = bally.names();
    assert_eq!(names.len(), 26 + 2 + 10);
    assert_eq!(names[26..31], ["STEP", "TSTATES", "CX", "CY", "BC"]);
    assert!(names.iter().all(|name| bally.resolve(&name.to_lowercase()).is_some()));
    assert!(["KP", "AA", "", "MO", "PRINT"].iter().all(|name| bally.resolve(name).is_none()));
    let astro = Setup { dialect: Dialect::Astro, ..setup("10 MO=5") };
    let mut astro = BasicProgram::new(astro).expect("it starts");
    run(&mut astro, 1);
    assert_eq!((value(&astro, "MO"), bally.symbol("A")), (5, None));
}

#[test]
fn values_of_names_and_elements() {
    let mut program = program("10 A=7÷4;@(2)=5;*(0)=-6\n20 CX=3;STOP");
    run(&mut program, 99);
    let values = ["a", "rm", "CX", "BC", "SZ", "STEP"].map(|name| value(&program, name));
    assert_eq!(values, [1, 3, 3, 7, 1_804 - 23 - 12, 5]);
    assert_eq!(value(&program, "TSTATES") as u64, program.cycles());
    assert_eq!(program.value(ValueId(usize::MAX)), 0);
    let load = |space, index| program.load(space, index);
    assert_eq!((load(AT, 2), load(STAR, 0), load(AT, -1)), (Some(5), Some(-6), None));
    assert_eq!((load(PERCENT, 19_994), load(PERCENT, 0)), (Some(1), Some(-1)));
    assert_eq!((load(PERCENT, 32_768), load(Space::Byte, 19_994)), (None, Some(1)));
    assert_eq!((load(Space::Word, 19_994), load(Space::Word, 20_045)), (Some(1), None));
    assert_eq!((load(Space::Byte, 70_000), load(Space::Word, i64::MIN)), (None, None));
}

#[test]
fn loops_and_subroutines() {
    let mut program = program(NESTED);
    run(&mut program, 2);
    assert_eq!(program.depth(), 1);
    let frame = |name: &str, is_call, from, at| StackFrame { name: name.into(), is_call, from, at };
    let outer = frame("FOR I=1TO 3STEP 2, I is 1", false, at(10, 0), at(20, 0));
    assert_eq!(program.frames(), [frame("GOSUB 100", true, at(20, 0), at(100, 0)), outer]);
    run(&mut program, 7);
    let outer = frame("FOR I=1TO 3STEP 2, I is 3", false, at(10, 0), at(20, 0));
    assert_eq!(program.frames(), [frame("GOSUB 100", true, at(20, 0), at(100, 11)), outer]);
    run(&mut program, u64::MAX);
    assert_eq!((program.frames(), program.depth()), (vec![], 0));
}

/// A loop continues after its FOR is overwritten, under a shorter name.
#[test]
fn a_loop_whose_text_was_overwritten() {
    let mut program = program("10 FOR I=1TO 3\n20 NEXT I");
    run(&mut program, 1);
    // A carriage return replaces `=`, after the line number and two bytes.
    for (address, bits) in [(16_392, 0b0000_0100), (16_393, 0b0000_0101)] {
        program.set(Lvalue::Element(Space::Byte, address), bits).expect("program text");
    }
    let names: Vec<_> = program.frames().into_iter().map(|frame| frame.name).collect();
    assert_eq!(names, ["FOR I, I is 1"]);
    assert_eq!((run(&mut program, 1), value(&program, "I")), (Outcome::Done, 2));
}

#[test]
fn groups_of_values() {
    let mut program = program("10 Z=-1;@(0)=9;FOR I=5TO 50;@(I)=I;NEXT I;CY=4");
    run(&mut program, u64::MAX);
    let groups = program.groups();
    let [variables, array, devices] = &groups[..] else { panic!("{groups:?}") };
    assert_eq!((variables.name, array.name, devices.name), ("variables", "array", "devices"));
    assert_eq!((variables.values.len(), array.values.len(), devices.values.len()), (26, 32, 10));
    let first = Variable {
        name: "@(0)".into(),
        target: Some(Lvalue::Element(AT, 0)),
        value: 9,
        bits: 16,
        is_derived: false,
    };
    assert_eq!((&array.values[0], array.values[31].name.as_str()), (&first, "@(35)"));
    assert_eq!((variables.values[25].name.as_str(), variables.values[25].value), ("Z", -1));
    for variable in variables.values.iter().chain(&devices.values) {
        assert_eq!(value(&program, &variable.name), variable.value);
    }
}

#[test]
fn rows_of_the_listing() {
    let program = program("10 A=1; PRINT \"A;B\" ;B=2\n20 GOTO 10\n30 STOP\n40 .END");
    let rows = program.rows(at(10, 5), 5, 1);
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].text.as_str(), rows[0].statement.clone()), ("A=1; PRINT \"A;B\" ;B=2", Some(5..16)));
    assert_eq!((rows[0].location, rows[1].location, rows[1].statement.clone()), (at(10, 0), at(20, 0), None));
    assert_eq!(rows[1].bytes, [20, 0, 110, b'1', b'0', 13]);
    let texts = |around, before, after| {
        program.rows(around, before, after).into_iter().map(|row| row.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(at(30, 0), 1, 0), ["GOTO 10", "STOP"]);
    assert_eq!(texts(at(25, 0), 0, usize::MAX), ["STOP", ".END"]);
    assert_eq!(texts(at(999, 0), 0, 0), [".END"]);
    assert_eq!(program.rows(at(20, 77), 0, 0)[0].statement, Some(0..7));
    assert_eq!(super::program("").rows(at(10, 0), 9, 9), []);
}

#[test]
fn lines_of_the_source_file() {
    let text = "#! e: =\n\n(1) 10 Ae0;IF Ae0\n    Be0\n(1) 30 STOP\n(1) 20 Ce0\n";
    let listing = Listing::read(text, Form::Listing).expect("a listing");
    let source = Source::of("a.lst", text, &listing);
    let program =
        BasicProgram::new(Setup { lines: listing.lines(), source, ..Setup::default() }).expect("it starts");
    let line = |location| program.source_line(location).map(|line| (line.line, line.column));
    let positions = program.all_locations().into_iter().map(line).collect::<Vec<_>>();
    assert_eq!(positions, [(3, 8), (3, 12), (4, 5), (6, 8), (5, 8)].map(Some));
    assert_eq!((line(at(10, 99)), line(at(99, 0))), (Some((4, 7)), None));
    assert_eq!(program.source_line(at(10, 0)).expect("a line").file, "a.lst");
    for (row, found) in [
        (1, Some((3, at(10, 0)))),
        (3, Some((3, at(10, 0)))),
        (4, Some((4, at(10, 8)))),
        (5, Some((5, at(30, 0)))),
        (6, Some((6, at(20, 0)))),
        (7, None),
    ] {
        let found = found.map(|(row, location)| (row, vec![location]));
        assert_eq!(program.locations_in_source("a.lst", row), found, "{row}");
    }
    assert_eq!(program.locations_in_source("b.lst", 3), None);
    assert_eq!(super::program("10 STOP").source_line(at(10, 0)), None);
}

#[test]
fn the_screen_and_the_output() {
    let mut program = program("10 PRINT 1;TV=65");
    run(&mut program, 9);
    assert_eq!(program.output(), ["       1"]);
    let Some(Screen::Basic(frame)) = program.screen() else { panic!("a screen") };
    assert_eq!(frame.picture, *program.basic().picture());
    program.seek(0);
    assert!(program.output().is_empty());
}

const LISTING: &str = arcadian_basic::rotate::LISTING;
const ERRATA: &str = arcadian_basic::rotate::ERRATA;

fn rotate(script: &str) -> Setup {
    let mut listing = Listing::read(LISTING, Form::Listing).expect("the listing");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata");
    let source = Source::of("rotate-1982.lst", LISTING, &listing);
    Setup { lines: listing.lines(), seed: 1, events: events(script), source, ..Setup::default() }
}

#[test]
fn forward_and_backward() {
    let mut program = BasicProgram::new(rotate("8{GO}A")).expect("it starts");
    assert_eq!(run(&mut program, u64::MAX), Outcome::Ended(End::NeedsKey));
    let end = program.history.state().clone();
    let furthest = program.recorded();
    assert!(furthest > 300, "{furthest}");
    let stride = furthest / 37;
    let mut states = Vec::new();
    for step in (0..37).map(|n| n * stride) {
        program.seek(step);
        states.push(program.history.state().clone());
    }
    // One run with another spacing leads to the same states.
    let mut other = with_limits(rotate("8{GO}A"), 100);
    for state in &states {
        let steps = state.steps() - other.steps();
        run(&mut other, steps);
        assert!(other.history.state() == state, "step {}", state.steps());
    }
    for state in states.iter().rev() {
        other.seek(state.steps());
        assert!(other.history.state() == state, "back to step {}", state.steps());
    }
    program.seek(furthest);
    assert!(*program.history.state() == end);
}

/// Keys pressed during the run have the same effect as keys given at the start.
#[test]
fn keys_pressed_when_the_program_waits() {
    let mut given = BasicProgram::new(rotate("8{GO}A")).expect("it starts");
    run(&mut given, u64::MAX);
    let mut pressed = BasicProgram::new(rotate("")).expect("it starts");
    for key in events("8{GO}A") {
        assert!(matches!(run(&mut pressed, u64::MAX), Outcome::Ended(End::NeedsKey | End::NeedsInput)));
        pressed.press_keys(vec![key]);
    }
    assert_eq!(run(&mut pressed, u64::MAX), Outcome::Ended(End::NeedsKey));
    assert!(given.history.state() == pressed.history.state());
    pressed.seek(0);
    run(&mut pressed, u64::MAX);
    assert!(given.history.state() == pressed.history.state());
}

#[test]
fn every_statement_has_a_position_in_the_file() {
    let program = BasicProgram::new(rotate("")).expect("it starts");
    let all = program.all_locations();
    assert!(all.len() > 100, "{}", all.len());
    let lines: Vec<_> =
        all.iter().map(|&location| program.source_line(location).expect("a position")).collect();
    assert!(lines.is_sorted_by_key(|line| (line.line, line.column)));
    for (location, position) in all.iter().zip(&lines) {
        let found = program.locations_in_source("rotate-1982.lst", position.line).expect("a statement");
        assert!(found.0 == position.line && found.1[0] <= *location);
        assert_eq!(program.source_line(found.1[0]).expect("a position").line, position.line);
    }
}

/// Checkpoints stay below their limit in long runs, and every step can still be reached.
#[test]
fn memory_is_bounded() {
    let mut program = with_limits(setup("10 PRINT\n20 A=RND(30000)\n30 GOTO 10"), 16);
    for _ in 0..100 {
        run(&mut program, 500);
        let (count, bytes) = program.history.checkpoints();
        assert!(count >= 2 && bytes <= 100_000, "{count} take {bytes}");
    }
    let here = program.history.state().clone();
    for step in [0, 49_999, 25_000, 24_999, 50_000] {
        program.seek(step);
        assert_eq!(program.steps(), step);
        assert!(program.history.checkpoints().1 <= 100_000);
    }
    assert!(*program.history.state() == here);
}

/// Statements that draw thousands of characters have checkpoints at shorter intervals.
#[test]
fn slow_statements_have_more_checkpoints() {
    let slow = format!("10 PRINT \"{}\",\n20 GOTO 10", "X".repeat(1_700));
    let counts = ["10 A=A+1\n20 A=A-1\n30 GOTO 10", &slow].map(|text| {
        let mut program = program(text);
        run(&mut program, 400);
        program.history.checkpoints().0
    });
    assert_eq!(counts[0], 1);
    assert!(counts[1] > 5, "{counts:?}");
}

#[test]
fn a_change_discards_later_checkpoints() {
    let mut program = with_limits(setup("10 A=A+1\n20 GOTO 10"), 4);
    run(&mut program, 40);
    let before = program.history.checkpoints().0;
    program.seek(8);
    set(&mut program, "A", -100).expect("a variable");
    assert!(program.history.checkpoints().0 < before);
    run(&mut program, 40);
    program.seek(20);
    assert_eq!(value(&program, "A"), -94);
}
