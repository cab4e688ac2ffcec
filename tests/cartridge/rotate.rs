//! ROTATE in the cartridge.

use arcadian_basic::{
    Dialect, Line,
    listing::{Form, Listing, account::account, errata::Errata},
};

use super::{
    generator::Dice,
    pair::{Session, at_the_prompt},
    shrink::assert_equal,
};

fn listing() -> Listing {
    let rotate = arcadian_roms::ROTATE;
    let mut listing =
        Listing::read(rotate.listing, Form::of(rotate.listing_name, rotate.listing)).expect("the listing");
    Errata::parse(rotate.errata).and_then(|errata| errata.apply(&mut listing)).expect("the errata");
    listing
}

/// A game with random keys: a level, then moves, special moves, mistakes.
fn session(seed: u64) -> Session {
    let mut dice = Dice::new(seed);
    let mut keys =
        format!("{}{{GO}}", dice.pick(&["1", "2", "4", "8", "20", "40", "54", "0", "-1", "A", "99999"]));
    for _ in 0..dice.below(30) {
        keys += match dice.below(20) {
            0 => "{GO}",
            1 => "*",
            2 => "+",
            3 => "{ERASE}",
            4 => "1{GO}",
            _ => dice.pick(&[
                "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                "S", "T", "U",
            ]),
        };
    }
    let lines = listing().lines().iter().map(Line::to_text).collect();
    Session { lines, is_run: true, keys, seed, budget: 4_000, ..Session::default() }
}

#[test]
fn random_games() {
    (1..=12).for_each(|seed| assert_equal(&format!("game {seed}"), &session(seed)));
}

#[test]
fn the_printed_numbers_are_those_of_the_cartridge() {
    let listing = listing();
    let account = account(&listing);
    assert_eq!((listing.dialect(), account.lines.len()), (Dialect::Bally, 53));
    let mut basic = at_the_prompt();
    basic.set_typed(true);
    for (line, counted) in listing.lines().iter().zip(&account.lines) {
        basic.load(std::slice::from_ref(line)).expect("it can be typed");
        assert_eq!(i64::from(counted.sz), basic.free() as i64, "after line {}", line.number);
    }
    assert_eq!(basic.lines(), listing.lines());
}
