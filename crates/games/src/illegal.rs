//! The reasons why a move is refused or a game cannot start.

use arcadian_board::{
    ataxx::{self, Square as At},
    halma,
};

use crate::ataxx::PictureError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error(transparent)]
    Tactix(#[from] IllegalTactix),
    #[error(transparent)]
    HalmaText(#[from] halma::MoveError),
    #[error(transparent)]
    Halma(#[from] IllegalHalma),
    #[error(transparent)]
    Ataxx(#[from] IllegalAtaxx),
    #[error(transparent)]
    Rotate(#[from] IllegalRotate),
    #[error("there is no square in row {row}, column {column} (from 0)")]
    Outside { row: usize, column: usize },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("`{}` is not a game; the games are tactix, halma, ataxx and rotate", .0.escape_debug())]
    Game(String),
    #[error("`{}` is not a rule of {game}; write {rules}", .found.escape_debug())]
    Rules { found: String, game: &'static str, rules: &'static str },
    #[error("not a position of TACTIX: {0}")]
    Tactix(#[from] arcadian_board::tactix::TactixError),
    #[error("TACTIX is played on boards of 2 to 6 squares on a side, not {0}")]
    Size(usize),
    #[error("not a position of Halma: {0}")]
    Halma(#[from] halma::TextError),
    #[error("{0} has no pieces; each side needs at least one")]
    NoPieces(halma::Color),
    #[error("not a position of Ataxx: {0}")]
    Ataxx(#[from] ataxx::FenError),
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
    #[error("{square} is outside the board; rows and columns are 0 to {last}")]
    Outside { square: String, last: usize },
    #[error("{first} and {last} are neither in one row nor in one column")]
    Line { first: String, last: String },
    #[error("{0} has no counter; a move takes counters without a gap")]
    Gap(String),
    #[error("the game is over: no counters are left")]
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalHalma {
    #[error(transparent)]
    Rules(#[from] halma::Illegal),
    #[error("the piece on {0} cannot move")]
    Stuck(u8),
    #[error("the game is over: {0}")]
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAtaxx {
    #[error("`{}`: {reason}", .text.escape_debug())]
    Text { text: String, reason: ataxx::MoveError },
    #[error("{from} and {to} are {distance} squares apart; a clone goes 1 square, a jump 2")]
    Far { from: At, to: At, distance: usize },
    #[error("{0} has no stone")]
    Empty(At),
    #[error("{0} is a wall")]
    Wall(At),
    #[error("{0} is occupied")]
    Occupied(At),
    #[error("the stone on {from} is not {side}'s, and {side} is to move")]
    Theirs { from: At, side: char },
    #[error("no stone of {side} is next to {to}, so none can be cloned there; write two squares for a jump")]
    NoParent { to: At, side: char },
    #[error("the stone on {0} cannot move: no square within distance 2 is free")]
    Stuck(At),
    #[error("{side} can move, so it must not pass")]
    Pass { side: char },
    #[error("the game is over: {0}")]
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalRotate {
    #[error("`{}` is not a move; write a letter A to P, S and a letter for the special move, T or R", .0.escape_debug())]
    Text(String),
    #[error("{} has no group: it is in the bottom row or the right column", char::from(*.0))]
    NoGroup(u8),
    #[error("{} has no right neighbor to be exchanged with", char::from(*.0))]
    NoNeighbor(u8),
    #[error("the special move has been made; R starts again with a new one")]
    Spent,
    #[error("T takes back the turn just made, and there is none")]
    NoTurn,
    /// Two squares that are no move.
    #[error("select the same letter twice for a turn, or its right neighbor for the special move")]
    Pair,
    #[error("the game is over: {0}")]
    Over(String),
}
