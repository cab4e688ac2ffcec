//! ROTATE itself.

use arcadian_basic::listing::{Form, Listing, errata::Errata};

use super::*;

const LISTING: &str = arcadian_roms::ROTATE.listing;
const ERRATA: &str = arcadian_roms::ROTATE.errata;

fn rotate(script: &str) -> Setup {
    let mut listing = Listing::read(LISTING, Form::Listing).expect("the listing");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata");
    let source = Source::of("rotate-1982.lst", LISTING, &listing);
    Setup { lines: listing.lines(), seed: 1, keys: keys(script), source, ..Setup::default() }
}

#[test]
fn forward_and_back() {
    let mut program = BasicProgram::new(rotate("8{GO}A")).expect("it begins");
    assert_eq!(run(&mut program, u64::MAX), Why::End(End::Key));
    let end = program.history.now().clone();
    let furthest = program.furthest();
    assert!(furthest > 300, "{furthest}");
    let stride = furthest / 37;
    let mut moments = Vec::new();
    for step in (0..37).map(|n| n * stride) {
        program.seek(step);
        moments.push(program.history.now().clone());
    }
    // In one go, with another spacing, it is the same.
    let mut other = forgetful(rotate("8{GO}A"), 100);
    for moment in &moments {
        let steps = moment.now() - other.now();
        run(&mut other, steps);
        assert!(other.history.now() == moment, "step {}", moment.now());
    }
    for moment in moments.iter().rev() {
        other.seek(moment.now());
        assert!(other.history.now() == moment, "back to step {}", moment.now());
    }
    program.seek(furthest);
    assert!(*program.history.now() == end);
}

/// Keys pressed while it runs lead where keys given at the start lead.
#[test]
fn keys_pressed_when_it_asks() {
    let mut given = BasicProgram::new(rotate("8{GO}A")).expect("it begins");
    run(&mut given, u64::MAX);
    let mut pressed = BasicProgram::new(rotate("")).expect("it begins");
    for key in keys("8{GO}A") {
        assert!(matches!(run(&mut pressed, u64::MAX), Why::End(End::Key | End::Answer)));
        pressed.press(&[key]).expect("keys");
    }
    assert_eq!(run(&mut pressed, u64::MAX), Why::End(End::Key));
    assert!(given.history.now() == pressed.history.now());
    pressed.seek(0);
    run(&mut pressed, u64::MAX);
    assert!(given.history.now() == pressed.history.now());
}

#[test]
fn every_statement_has_its_place_in_the_file() {
    let program = BasicProgram::new(rotate("")).expect("it begins");
    let all = program.all_code();
    assert!(all.len() > 100, "{}", all.len());
    let places: Vec<_> = all.iter().map(|&spot| program.source(spot).expect("a place")).collect();
    assert!(places.is_sorted_by_key(|line| (line.line, line.column)));
    for (spot, place) in all.iter().zip(&places) {
        let found = program.spot_in("rotate-1982.lst", place.line).expect("a statement");
        assert!(found <= *spot && program.source(found).expect("a place").line == place.line);
    }
}
