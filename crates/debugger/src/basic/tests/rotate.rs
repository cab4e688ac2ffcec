//! ROTATE.

use arcadian_basic::listing::{Form, Listing, errata::Errata};

use super::*;

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
