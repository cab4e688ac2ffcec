//! Halma and Kangaroo Halma. A board is two sets of squares and the lists of pieces.

use crate::Halma;
use arcadian_board::halma::{Board, Color, Move, PIECES, Variant, hops, steps};

use super::{Role, Step};
use crate::machine::call::Call;

pub(super) const ROLES: &[Role] = &[
    Role { routine: "HSTEPS", about: "finds the squares that a piece can step to" },
    Role { routine: "HHOPS", about: "finds the squares that it can reach by hops" },
    Role { routine: "HKHOPS", about: "does that in Kangaroo Halma" },
    Role { routine: "HMAKE", about: "makes the move in both sets and the list" },
];

pub(super) fn calls(step: &Step<Halma>) -> Option<Vec<Call>> {
    let (before, after) = (step.before.position(), step.after.position());
    let Move { from, to } = step.played.text.parse().ok()?;
    let piece = before.board.pieces(before.side).find(|&(_, square)| square == from)?.0;
    let [step_find, hop_find] = reach(step.before, from);
    let find = if is_adjacent(from, to) { step_find } else { hop_find };
    let make = Call {
        routine: "HMAKE",
        input: vec![
            ("color", vec![before.side as u8]),
            ("piece", vec![piece as u8]),
            ("destination", vec![to]),
            ("board", bytes(&before.board)),
        ],
        expected: vec![("board", bytes(&after.board))],
    };
    Some(vec![find, make])
}

/// Returns the calls that find where a piece can step and hop.
pub(super) fn reach(halma: &Halma, from: u8) -> [Call; 2] {
    let occupied = halma.position().board.occupied();
    let variant = halma.variant();
    let hopper = match variant {
        Variant::Standard => "HHOPS",
        Variant::Kangaroo => "HKHOPS",
    };
    let found = [("HSTEPS", steps(occupied, from)), (hopper, hops(occupied, from, variant))];
    found.map(|(routine, reach)| Call {
        routine,
        input: vec![("square", vec![from]), ("occupied", occupied.to_bytes().to_vec())],
        expected: vec![("reach", reach.to_bytes().to_vec())],
    })
}

/// Hops lead to squares whose row and column differ by even numbers, so never to an adjacent one.
fn is_adjacent(from: u8, to: u8) -> bool {
    (from / 16).abs_diff(to / 16) <= 1 && (from % 16).abs_diff(to % 16) <= 1
}

/// Returns the bytes of a board. The slot of a missing piece is 0; no routine looks at it.
fn bytes(board: &Board) -> Vec<u8> {
    let sets = [board.occupied().to_bytes(), board.color().to_bytes()].concat();
    let slots = Color::BOTH.into_iter().flat_map(|color| (0..PIECES).map(move |piece| (color, piece)));
    sets.into_iter().chain(slots.map(|(color, piece)| board.piece(color, piece).unwrap_or(0))).collect()
}
