//! Games of TACTIX, Halma, Ataxx and ROTATE: what the program plays, levels, hints, moves taken back, records.
//!
//! The rules are in `arcadian-board`, the reference model. A host (the terminal or the web page) draws the board and gives this crate moves;
//! it also decides how long the program may think, because this crate reads no clock.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arcadian_board::tactix::{Board, Rule};
//! use arcadian_games::{Game, Level, Player, Square, Tactix, Touch};
//!
//! // A person starts, and the program plays as well as it can.
//! let start = Tactix::new(Board::full(2)?, Rule::Misere)?;
//! let mut game = Game::new(Arc::new(start), [Player::Person, Player::Program(Level::HIGHEST)], 1);
//!
//! // A finger touches the first and the last counter of a run.
//! assert_eq!(game.touch(Square::new(0, 0))?, Touch::Selected);
//! assert_eq!(game.touch(Square::new(0, 1))?, Touch::Played);
//! assert_eq!(game.play("01").unwrap_err().to_string(), "01 has no counter; a move takes counters without a gap");
//!
//! // The host gives the program as much time as it wants, here all that it needs.
//! let task = game.task().expect("the program is to move");
//! let choice = task.choose(&mut || false).expect("there is a move");
//! assert_eq!(choice.reason, "wins with best play");
//! game.play(&choice.text)?;
//! assert_eq!(game.status(), "The first player to move; 1 counter; the last one loses");
//!
//! // A record is a text, and reading it gives the same game.
//! let read: Game = game.record().parse()?;
//! assert_eq!(read.record(), game.record());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - [`Position`] is what a host sees of each game: [`Tactix`], [`Halma`], [`Ataxx`], [`Rotate`]. [`Kind`] lists them.
//! - [`Game`] is a game that is being played: moves by notation or by squares, taken back and made again, marks, tasks for the program.
//! - A record is read with `str::parse` and written with [`Game::record`].
//! - [`search`] finds the moves of Ataxx and Halma; TACTIX is solved, and so is ROTATE.
//! - `machine`, with the feature of this name, makes the moves with the routines of a processor.

pub mod ataxx;
pub mod halma;
#[cfg(feature = "machine")]
pub mod machine;
pub mod position;
pub mod rotate;
pub mod search;
pub mod tactix;

mod game;
mod record;

pub use ataxx::Ataxx;
pub use game::{Game, Hint, Mark, Player, Task, Touch};
pub use halma::Halma;
pub use position::{
    Cell, Choice, Grid, Illegal, IllegalAtaxx, IllegalHalma, IllegalRotate, IllegalTactix, Kind, Level, Move,
    Outcome, Played, Position, Read, SetupError, Side, Square,
};
pub use record::{RecordError, RecordFault};
pub use rotate::Rotate;
pub use tactix::Tactix;
