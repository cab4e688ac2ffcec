//! Games in which machine code makes the moves: the bundled routines on an 8080, a Z80 or a 6502.
//!
//! The game itself goes on by the reference model. After each move [`GameCode::runs`] runs the routines that do the same, and compares all
//! that they return with the positions of the game. A difference is a [`Fault`]. In TACTIX the machine also chooses moves.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arcadian_games::{Game, Player, Rotate};
//! use arcadian_isa::Processor;
//! use arcadian_games::machine::GameCode;
//!
//! let puzzle = Rotate::new("BCDH FGEP IJKL AMNO".parse()?, None)?;
//! let mut game = Game::new(Arc::new(puzzle), [Player::Person; 2], 1);
//! let code = GameCode::new(Processor::I8080, &game)?;
//! game.play("E")?;
//! let runs = code.runs(&game)?;
//! assert_eq!((runs[0].routine, runs[0].cost.cycles), ("RKEY", 510));
//! assert_eq!(code.input(&runs[0]), "letter=45,board=4243444846474550494A4B4C414D4E4F");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - [`Role`] says what a routine does in a game; `kinds` has a table of roles for each game, and the calls that a move needs.
//! - [`GameCode`] reads the routines and runs the calls, and has the solution of TACTIX on the machine.

mod code;
mod kinds;

pub use code::GameCode;
pub use kinds::{Fault, Run, SetupError};
pub use kinds::{Role, roles};
