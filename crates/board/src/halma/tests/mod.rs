//! Tests of Halma.

mod board;
mod moves;
mod perft;
mod position;
mod slow;
mod text;

use proptest::prelude::*;

use super::*;

/// Plays a game by chance: each number picks one of the moves there are.
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

/// A variant and a position of it that a game led to.
fn positions() -> impl Strategy<Value = (Variant, Position)> {
    let choices = prop::collection::vec(any::<usize>(), 0..120);
    (variants(), choices).prop_map(|(variant, choices)| (variant, played(variant, &choices)))
}

/// Squares with pieces by chance, about so many of 256.
fn crowds() -> impl Strategy<Value = Set> {
    prop::collection::vec(any::<u8>(), 0..200).prop_map(|squares| squares.into_iter().collect())
}

/// The board turned by half a turn with the colours exchanged.
fn turned(position: &Position) -> Position {
    let mut board = Board::empty();
    for colour in Colour::BOTH {
        for (piece, square) in position.board.pieces(colour) {
            board.add_piece(colour.other(), piece, 255 - square);
        }
    }
    Position { board, side: position.side.other() }
}
