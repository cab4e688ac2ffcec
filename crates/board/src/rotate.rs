//! ROTATE, by Robert Newman (listing of September 7, 1982): the board, and the game key by key.
//!
//! [`Board`] is the puzzle alone. [`Game`] is the whole program as its player meets it: it stands at a
//! question, takes one key and stands at the next. Where the author's description and his listing differ,
//! the listing is followed; `docs/boards/rotate.md` names every such place.
//!
//! ```
//! use arcadian_board::rotate::{Asks, Board, Game};
//!
//! let puzzle: Board = "BCDH FGEP IJKL AMNO".parse()?;
//! let mut game = Game::with_puzzle(puzzle, b"BCFIDGLE");
//! b"ELGDIFC".iter().for_each(|&letter| game.key(letter));
//! assert_eq!(game.board().to_string(), "BFCD AEGH IJKL MNOP");
//! game.key(b'B');
//! assert_eq!(game.shown(), ["YOU WON IN 8 MOVES!", "NEW GAME? (Y/N)"]);
//! assert_eq!(game.asks(), Asks::NewGame);
//! # Ok::<(), arcadian_board::rotate::BoardError>(())
//! ```

mod board;
pub mod cells;
mod counters;
mod game;
mod layers;
mod messages;
mod moves;
mod packed;
mod screen;
mod solve;
mod special;

pub use board::{Board, BoardError};
pub use counters::Counters;
pub use game::{Asks, DIVIDE, GO, Game};
pub use moves::{Move, keys};
pub use screen::Screen;
pub use solve::{Bound, Rules, Solution, Solver, Unsolved};
pub use special::{PAIRS, Worth};
