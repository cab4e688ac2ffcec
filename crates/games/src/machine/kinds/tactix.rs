//! TACTIX on 4 × 4. A board is the word of figure 2.

use crate::Tactix;
use arcadian_board::tactix::{Board, FIGURE_2, all_moves};

use super::{Role, Step};
use crate::machine::call::Call;

pub(super) const ROLES: &[Role] = &[
    Role { routine: "TTAKE", about: "makes each move" },
    Role {
        routine: "TSOLVE",
        about: "finds who wins each of the 65,536 boards, once, if the program plays at level 5",
    },
    Role { routine: "TBEST", about: "chooses the moves of the program at level 5" },
];

/// Returns the bytes of a board, or `None` if it is not one of 4 × 4.
pub(crate) fn bytes(board: &Board) -> Option<Vec<u8>> {
    FIGURE_2.from_rows(board).ok().map(|word| FIGURE_2.bytes(word))
}

pub(super) fn calls(step: &Step<Tactix>) -> Option<Vec<Call>> {
    let number = all_moves(4).iter().position(|run| run.to_string() == step.played.text)?;
    Some(vec![Call {
        routine: "TTAKE",
        input: vec![("number", vec![number as u8]), ("board", bytes(step.before.board())?)],
        expected: vec![("board", bytes(step.after.board())?), ("refused", vec![0])],
    }])
}
