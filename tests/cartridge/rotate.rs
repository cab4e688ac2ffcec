//! ROTATE in the cartridge.

use arcadian_basic::{
    Dialect, Line,
    listing::{Form, Listing, account::account, errata::Errata},
};

use super::{
    generator::fill,
    grammar::Random,
    pair::{Outcome, Scenario, assert_equal, at_the_prompt, cartridge, interpreter},
};
use crate::rotate::keys;

pub(super) fn listing() -> Listing {
    let mut listing = Listing::read(
        arcadian_basic::rotate::LISTING,
        Form::of(arcadian_basic::rotate::LISTING_NAME, arcadian_basic::rotate::LISTING),
    )
    .expect("the listing");
    Errata::parse(arcadian_basic::rotate::ERRATA)
        .and_then(|errata| errata.apply(&mut listing))
        .expect("the errata");
    listing
}

fn scenario(seed: u64, keys: String) -> Scenario {
    let lines = listing().lines().iter().map(Line::to_text).collect();
    Scenario { lines, is_run: true, keys, seed, budget: 100_000, ..Scenario::default() }
}

#[test]
fn random_games() {
    (1..=12).for_each(|seed| {
        assert_equal(&format!("game {seed}"), &scenario(seed, fill(&Random::new(seed), "{game}")));
    });
}

pub(super) fn player_scenario(seed: u64) -> Scenario {
    scenario(seed, keys(seed, 60, 4))
}

/// The random player also wins, resets and quits.
#[test]
fn scenarios_of_the_random_player() {
    let mut won = 0;
    for seed in 1..=24 {
        let scenario = player_scenario(seed);
        assert_equal(&format!("scenario {seed}"), &scenario);
        let (_, outcome) = cartridge(&scenario).expect("characters of the machine");
        won += usize::from(outcome.results.printed.iter().any(|line| line.contains("YOU WON")));
    }
    assert!(won > 4, "only {won} scenarios were won");
}

/// The time of the interpreter is estimated from measurements of the cartridge.
#[test]
fn the_period_speed_is_that_of_the_cartridge() {
    for seed in 1..=4 {
        let scenario = player_scenario(seed);
        let time = |outcome: Outcome| outcome.results.tstates as f64;
        let interpreter = time(interpreter(&scenario).expect("characters of the machine").1);
        let cartridge = time(cartridge(&scenario).expect("characters of the machine").1);
        let ratio = interpreter / cartridge;
        assert!(
            (0.9..1.1).contains(&ratio),
            "scenario {seed}: {interpreter} and {cartridge} T-states, ratio {ratio:.3}"
        );
    }
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
