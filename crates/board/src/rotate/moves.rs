//! Moves, named by position.

use std::fmt;

use super::Board;

/// A move of the player, named by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The regular move: the group with this upper left position turns clockwise.
    Turn(usize),
    /// The special move: the letter at this position and its right neighbor change places.
    Special(usize),
    /// A counterclockwise turn of the group with this upper left position, which the game lacks: three regular moves.
    Unturn(usize),
}

impl Move {
    /// Returns its position.
    pub const fn position(self) -> usize {
        match self {
            Self::Turn(position) | Self::Special(position) | Self::Unturn(position) => position,
        }
    }

    /// Makes the move. Does nothing if the position does not allow it.
    pub fn play(self, board: &mut Board) {
        match self {
            Self::Turn(position) => board.turn(position),
            Self::Special(position) => board.swap(position),
            Self::Unturn(position) => board.unturn(position),
        }
    }

    /// Returns the keys for this move on a board: `E`, `SE` for the special move, or the three of a counterclockwise turn.
    pub fn keys(self, board: &Board) -> String {
        if let Self::Unturn(position) = self {
            return keys(*board, &[Self::Turn(position); 3]).concat();
        }
        let letter = board.at(self.position()).map(char::from);
        let special = matches!(self, Self::Special(_)).then_some('S');
        special.into_iter().chain(letter).collect()
    }
}

/// Writes the position, with the prefix `S` for a special move and `-` for a counterclockwise turn.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(position) => f.pad(&position.to_string()),
            Self::Special(position) => f.pad(&format!("S{position}")),
            Self::Unturn(position) => f.pad(&format!("-{position}")),
        }
    }
}

/// Returns the keys for a sequence of moves from a board, one string for each move.
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
