//! The reasons why a move is refused or a game cannot start.

use arcadian_board::{
    ataxx::{self, Square as At},
    halma,
};

use crate::ataxx::PictureError;

/// The reason why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A move of TACTIX.
    #[error(transparent)]
    Tactix(#[from] IllegalTactix),
    #[error(transparent)]
    HalmaText(#[from] halma::MoveError),
    /// A move of Halma.
    #[error(transparent)]
    Halma(#[from] IllegalHalma),
    /// A move of Ataxx.
    #[error(transparent)]
    Ataxx(#[from] IllegalAtaxx),
    /// A move of ROTATE.
    #[error(transparent)]
    Rotate(#[from] IllegalRotate),
    /// A square outside the board.
    #[error("there is no square in row {row}, column {column} (from 0)")]
    Outside { row: usize, column: usize },
}

/// The reason why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The name is not that of a game.
    #[error("`{}` is not a game; the games are tactix, halma, ataxx and rotate", .0.escape_debug())]
    Game(String),
    /// The rules are not among those of the game.
    #[error("`{}` is not a rule of {game}; write {rules}", .found.escape_debug())]
    Rules {
        found: String,
        game: &'static str,
        /// The notation.
        rules: &'static str,
    },
    #[error("not a position of TACTIX: {0}")]
    Tactix(#[from] arcadian_board::tactix::TactixError),
    #[error("TACTIX is played on boards of 2 to 6 squares on a side, not {0}")]
    Size(usize),
    #[error("not a position of Halma: {0}")]
    Halma(#[from] halma::TextError),
    /// A side of Halma without pieces.
    #[error("{0} has no pieces; each side needs at least one")]
    NoPieces(halma::Color),
    #[error("not a position of Ataxx: {0}")]
    Ataxx(#[from] ataxx::FenError),
    /// A picture of a board of Ataxx.
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("not a board of ROTATE: {0}")]
    Rotate(#[from] arcadian_board::rotate::BoardError),
    #[error("a level of ROTATE is a number of turns from 1 to 40, not {0}")]
    Turns(u64),
    #[error("the game is over in this position: {0}; start from another one")]
    Over(String),
}

/// The reason why a move of TACTIX is refused. Squares are two digits, row and column from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTactix {
    #[error("`{}` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03", .0.escape_debug())]
    Text(String),
    /// A square that the board does not have.
    #[error("{square} is outside the board; rows and columns are 0 to {last}")]
    Outside {
        square: String,
        /// The last row and column.
        last: usize,
    },
    /// The squares are not in a line.
    #[error("{first} and {last} are neither in one row nor in one column")]
    Line {
        /// One end.
        first: String,
        /// The other end.
        last: String,
    },
    /// A square without a counter.
    #[error("{0} has no counter; a move takes counters without a gap")]
    Gap(String),
    #[error("the game is over: no counters are left")]
    Over,
}

/// The reason why a move of Halma is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalHalma {
    /// By the rules of the reference model.
    #[error(transparent)]
    Rules(#[from] halma::Illegal),
    #[error("the piece on {0} cannot move")]
    Stuck(u8),
    #[error("the game is over: {0}")]
    Over(String),
}

/// The reason why a move of Ataxx is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAtaxx {
    #[error("`{}`: {reason}", .text.escape_debug())]
    Text { text: String, reason: ataxx::MoveError },
    /// The stone would jump too far.
    #[error("{from} and {to} are {distance} squares apart; a clone goes 1 square, a jump 2")]
    Far {
        from: At,
        /// The destination.
        to: At,
        distance: usize,
    },
    /// The origin has no stone.
    #[error("{0} has no stone")]
    Empty(At),
    #[error("{0} is a wall")]
    Wall(At),
    /// The destination is not free.
    #[error("{0} is occupied")]
    Occupied(At),
    /// The origin has a stone of the opponent.
    #[error("the stone on {from} is not {side}'s, and {side} is to move")]
    Theirs {
        from: At,
        /// The side to move.
        side: char,
    },
    /// No stone can be cloned to the destination.
    #[error("no stone of {side} is next to {to}, so none can be cloned there; write two squares for a jump")]
    NoParent {
        /// The destination.
        to: At,
        /// The side to move.
        side: char,
    },
    #[error("the stone on {0} cannot move: no square within distance 2 is free")]
    Stuck(At),
    /// A pass while there are moves.
    #[error("{side} can move, so it must not pass")]
    Pass {
        /// The side to move.
        side: char,
    },
    #[error("the game is over: {0}")]
    Over(String),
}

/// The reason why a move of ROTATE is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalRotate {
    #[error("`{}` is not a move; write a letter A to P, S and a letter for the special move, T or R", .0.escape_debug())]
    Text(String),
    /// The letter is not at the upper left of a group.
    #[error("{} has no group: it is in the bottom row or the right column", char::from(*.0))]
    NoGroup(u8),
    /// The letter has no right neighbor.
    #[error("{} has no right neighbor to be exchanged with", char::from(*.0))]
    NoNeighbor(u8),
    #[error("the special move has been made; R starts again with a new one")]
    Spent,
    #[error("T takes back the turn just made, and there is none")]
    NoTurn,
    /// Two squares that are no move.
    #[error("select the same letter twice for a turn, or its right neighbor for the special move")]
    Pair,
    /// The puzzle is solved.
    #[error("the game is over: {0}")]
    Over(String),
}
