//! Tests of Halma.

mod board;
mod moves;
mod slow;

use proptest::prelude::*;

use super::*;

/// Plays a random game: each number selects one of the legal moves.
fn played(variant: Variant, choices: &[usize]) -> Position {
    choices.iter().fold(Position::start(), |position, &choice| {
        let moves = position.moves(variant);
        let picked = moves.get(choice % moves.len().max(1));
        picked.map_or(position, |&picked| position.play(picked, variant).expect("a move of the list"))
    })
}

fn variants() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::Kangaroo)]
}

/// Generates a variant and a position reached by random moves.
fn positions() -> impl Strategy<Value = (Variant, Position)> {
    let choices = prop::collection::vec(any::<usize>(), 0..120);
    (variants(), choices).prop_map(|(variant, choices)| (variant, played(variant, &choices)))
}

/// Generates random sets of occupied squares.
fn occupancies() -> impl Strategy<Value = Set> {
    prop::collection::vec(any::<u8>(), 0..200).prop_map(|squares| squares.into_iter().collect())
}

/// Returns the position after a half turn of the board with the colors exchanged.
fn turned(position: &Position) -> Position {
    let mut board = Board::empty();
    for color in Color::BOTH {
        for (piece, square) in position.board.pieces(color) {
            board.add_piece(color.other(), piece, 255 - square);
        }
    }
    Position { board, side: position.side.other() }
}
