//! ROTATE. A board is its sixteen letters.

use crate::{Position, Rotate};

use super::{Role, Step};
use crate::machine::call::Call;

pub(super) const ROLES: &[Role] = &[
    Role { routine: "RKEY", about: "turns the group of a letter" },
    Role { routine: "RFIND", about: "finds the letter of the special move" },
    Role { routine: "RSPEC", about: "makes the special move" },
    Role { routine: "RTURN", about: "takes a turn back, by three more turns" },
    Role { routine: "RDONE", about: "tests after each move whether the letters are in order" },
];

pub(super) fn calls(step: &Step<Rotate>) -> Option<Vec<Call>> {
    let (before, after) = (step.before.board(), step.after.board());
    let mut calls = match step.played.text.as_bytes() {
        b"T" => {
            let square = step.played.squares.first()?;
            let position = 4 * square.row + square.column + 1;
            let mut board = *before;
            let turn = |_| {
                let before = *board.letters();
                board.turn(position);
                Call {
                    routine: "RTURN",
                    input: vec![("position", vec![position as u8]), ("board", before.to_vec())],
                    expected: made(board.letters()),
                }
            };
            (0..3).map(turn).collect()
        }
        b"R" => Vec::new(),
        [b'S', letter] => {
            let position = before.find(*letter)? as u8;
            let find = Call {
                routine: "RFIND",
                input: vec![("letter", vec![*letter]), ("board", before.letters().to_vec())],
                expected: vec![("position", vec![position]), ("missing", vec![0])],
            };
            let exchange = Call {
                routine: "RSPEC",
                input: vec![("position", vec![position]), ("board", before.letters().to_vec())],
                expected: made(after.letters()),
            };
            vec![find, exchange]
        }
        [letter] => vec![Call {
            routine: "RKEY",
            input: vec![("letter", vec![*letter]), ("board", before.letters().to_vec())],
            expected: made(after.letters()),
        }],
        _ => return None,
    };
    calls.push(Call {
        routine: "RDONE",
        input: vec![("board", after.letters().to_vec())],
        expected: vec![("solved", vec![step.after.outcome().is_some().into()])],
    });
    Some(calls)
}

/// Returns the outputs of a legal move.
fn made(letters: &[u8; 16]) -> Vec<(&'static str, Vec<u8>)> {
    vec![("board", letters.to_vec()), ("refused", vec![0])]
}
