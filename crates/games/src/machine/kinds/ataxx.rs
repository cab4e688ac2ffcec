//! Ataxx. A board is fourteen bytes, two bits for each cell.

use crate::Ataxx;
use arcadian_board::ataxx::{Board, Move, Side, Square};

use super::{Role, Step};
use crate::machine::call::{Call, Values};

pub(super) const ROLES: &[Role] = &[
    Role { routine: "ACLONE", about: "clones a stone" },
    Role { routine: "AJUMP", about: "moves a stone by two squares" },
    Role {
        routine: "AANY",
        about: "tests whether the side that is to move next can move, or else must pass",
    },
];

pub(super) fn calls(step: &Step<Ataxx>) -> Option<Vec<Call>> {
    let (before, after) = (step.before.position(), step.after.position());
    let side = ("side", vec![before.side as u8]);
    let made = vec![("board", after.board.pack().to_vec()), ("refused", vec![0])];
    let board = ("board", before.board.pack().to_vec());
    let any_after = any(&after.board, after.side);
    Some(match step.played.text.parse().ok()? {
        Move::Clone(to) => {
            let input = [square(["row", "column"], to), vec![side, board]].concat();
            vec![Call { routine: "ACLONE", input, expected: made }, any_after]
        }
        Move::Jump { from, to } => {
            let squares = [square(["from_row", "from_column"], from), square(["row", "column"], to)];
            let input = [squares.concat(), vec![side, board]].concat();
            vec![Call { routine: "AJUMP", input, expected: made }, any_after]
        }
        // A pass changes no square; what must hold is that there was no other move.
        Move::Pass => vec![any(&before.board, before.side)],
    })
}

fn any(board: &Board, side: Side) -> Call {
    Call {
        routine: "AANY",
        input: vec![("side", vec![side as u8]), ("board", board.pack().to_vec())],
        expected: vec![("any", vec![u8::from(!board.reach(side).is_empty())])],
    }
}

fn square([row, column]: [&'static str; 2], square: Square) -> Values {
    vec![(row, vec![square.row() as u8]), (column, vec![square.column() as u8])]
}
