//! Why a move is refused, and why a game cannot start.

use arcadian_board::halma;

use crate::{ataxx, rotate, tactix};

/// The reason why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A move of TACTIX.
    #[error(transparent)]
    Tactix(#[from] tactix::Illegal),
    /// A text that is not a move of Halma.
    #[error(transparent)]
    HalmaText(#[from] halma::MoveError),
    /// A move of Halma.
    #[error(transparent)]
    Halma(#[from] crate::halma::Illegal),
    /// A move of Ataxx.
    #[error(transparent)]
    Ataxx(#[from] ataxx::Illegal),
    /// A move of ROTATE.
    #[error(transparent)]
    Rotate(#[from] rotate::Illegal),
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
        /// The text.
        found: String,
        game: &'static str,
        /// What can be written.
        rules: &'static str,
    },
    /// A position of TACTIX.
    #[error("not a position of TACTIX: {0}")]
    Tactix(#[from] arcadian_board::tactix::TactixError),
    /// A number of squares that is not that of a board of TACTIX.
    #[error("TACTIX is played on boards of 2 to 6 squares on a side, not {0}")]
    Size(usize),
    /// A position of Halma.
    #[error("not a position of Halma: {0}")]
    Halma(#[from] halma::TextError),
    /// A side of Halma without pieces.
    #[error("{0} has no pieces; each side needs at least one")]
    NoPieces(halma::Color),
    /// A position of Ataxx.
    #[error("not a position of Ataxx: {0}")]
    Ataxx(#[from] arcadian_board::ataxx::FenError),
    /// A picture of a board of Ataxx.
    #[error(transparent)]
    Picture(#[from] ataxx::PictureError),
    #[error("not a board of ROTATE: {0}")]
    Rotate(#[from] arcadian_board::rotate::BoardError),
    /// A level of ROTATE.
    #[error("a level of ROTATE is a number of turns from 1 to 40, not {0}")]
    Turns(u64),
    /// A position in which the game is over.
    #[error("the game is over in this position: {0}; start from another one")]
    Over(String),
}
