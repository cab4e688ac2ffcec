//! Any text as a position, a move, a square or a board of each game. Written values must read back.
#![no_main]

use std::{fmt::Display, str::FromStr};

use arcadian_board::{ataxx, halma, rotate, sliders, tactix};
use arcadian_fuzz::choice_and_text;
use libfuzzer_sys::fuzz_target;

/// Parses a value and checks that its text reads back.
fn round_trip<T: FromStr + Display + PartialEq>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let written = value.to_string();
    assert!(written.parse::<T>().is_ok_and(|read| read == value), "{text:?} {written:?}");
    Some(value)
}

fn ataxx(text: &str) {
    let Some(position) = round_trip::<ataxx::Position>(text) else { return };
    assert_eq!(position.moves().len(), if position.is_over() { 0 } else { position.move_count() as usize });
    if let Some(played) = position.moves().first() {
        assert!(position.play(*played).is_ok());
    }
    assert_eq!(ataxx::Board::unpack(&position.board.pack()), Ok(position.board));
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    match choice % 8 {
        0 | 1 => ataxx(text),
        2 | 3 => drop(round_trip::<halma::Position>(text)),
        4 => drop(round_trip::<ataxx::Move>(text)),
        5 => drop(round_trip::<halma::Move>(text)),
        6 => drop((round_trip::<ataxx::Square>(text), round_trip::<sliders::Square>(text))),
        _ => drop((round_trip::<rotate::Board>(text), round_trip::<tactix::Board>(text))),
    }
});
