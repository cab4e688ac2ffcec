//! Moves by position, and words of them.

use std::fmt;

use super::Board;

/// A move that the player may make, by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The regular move: the group with this upper left position turns clockwise.
    Turn(usize),
    /// The special move: the letter at this position and its right neighbour change places.
    Special(usize),
}

impl Move {
    /// The position it is named by.
    pub const fn position(self) -> usize {
        match self {
            Self::Turn(position) | Self::Special(position) => position,
        }
    }

    /// Makes it. Where there is no such move nothing happens.
    pub fn play(self, board: &mut Board) {
        match self {
            Self::Turn(position) => board.turn(position),
            Self::Special(position) => board.swap(position),
        }
    }

    /// The keys that the player of this board presses: `E`, or `SE` for the special move.
    pub fn keys(self, board: &Board) -> String {
        let letter = board.at(self.position()).map(char::from);
        let special = matches!(self, Self::Special(_)).then_some('S');
        special.into_iter().chain(letter).collect()
    }
}

/// The position, behind an S if the move is special.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(position) => f.pad(&position.to_string()),
            Self::Special(position) => f.pad(&format!("S{position}")),
        }
    }
}

/// The keys that the player of this board presses, one text a move.
pub fn keys(mut board: Board, moves: &[Move]) -> Vec<String> {
    moves
        .iter()
        .map(|step| {
            let keys = step.keys(&board);
            step.play(&mut board);
            keys
        })
        .collect()
}
