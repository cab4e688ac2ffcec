//! Test vectors of libataxx and of the encodings, property tests, and a slow move generator for comparison.

mod encoding;
mod rules;
mod slow;
mod text;

use proptest::prelude::*;

use super::{Board, Cell, Position, Side, Square};

/// The initial position without walls.
const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Generates arbitrary boards.
fn boards() -> impl Strategy<Value = Board> {
    proptest::collection::vec(0..4_u8, 49).prop_map(|cells| {
        let mut board = Board::default();
        Square::all().zip(cells).for_each(|(square, bits)| board.set(square, Cell::from_bits(bits)));
        board
    })
}

fn positions() -> impl Strategy<Value = Position> {
    (boards(), any::<bool>(), 0..110_u16, 0..500_u16).prop_map(|(board, is_x, half_moves, full_moves)| {
        Position { board, side: if is_x { Side::X } else { Side::O }, half_moves, full_moves }
    })
}
