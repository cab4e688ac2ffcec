//! Any text as a position, a move, a square or a board of each game. What is written reads back.
#![no_main]

use std::{fmt::Display, str::FromStr};

use arcadian_board::{ataxx, halma, rook, rotate, tactix};
use arcadian_fuzz::choice_and_text;
use libfuzzer_sys::fuzz_target;

fn round<T: FromStr + Display + PartialEq>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let written = value.to_string();
    assert!(written.parse::<T>().is_ok_and(|again| again == value), "{text:?} {written:?}");
    Some(value)
}

fn ataxx(text: &str) {
    let Some(position) = round::<ataxx::Position>(text) else { return };
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
        2 | 3 => drop(round::<halma::Position>(text)),
        4 => drop(round::<ataxx::Move>(text)),
        5 => drop(round::<halma::Move>(text)),
        6 => drop((round::<ataxx::Square>(text), round::<rook::Square>(text))),
        _ => drop((round::<rotate::Board>(text), round::<tactix::Board>(text))),
    }
});
