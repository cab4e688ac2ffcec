//! ROTATE, by Robert Newman (listing of September 7, 1982): the puzzle, a solver, and the game key by key.
//!
//! [`Board`] is the puzzle alone and [`Solver`] finds shortest solutions. [`Game`] models the whole program: it waits
//! at a prompt, takes one key, and waits at the next prompt. Where the author's description and his listing differ,
//! it follows the listing; `docs/boards/rotate.md` lists every difference.
//!
//! ```
//! use arcadian_board::rotate::{Board, Game, Prompt};
//!
//! let puzzle: Board = "BCDH FGEP IJKL AMNO".parse()?;
//! let mut game = Game::with_puzzle(puzzle, b"BCFIDGLE");
//! b"ELGDIFC".iter().for_each(|&letter| game.key(letter));
//! assert_eq!(game.board().to_string(), "BFCD AEGH IJKL MNOP");
//! game.key(b'B');
//! assert_eq!(game.shown(), ["YOU WON IN 8 MOVES!", "NEW GAME? (Y/N)"]);
//! assert_eq!(game.prompt(), Prompt::NewGame);
//! # Ok::<(), arcadian_board::rotate::BoardError>(())
//! ```

pub mod board;
mod game;
mod packed;
mod patterns;
mod screen;
mod search;
mod solve;

pub use board::{Board, BoardError, Move, Moves, keys};
pub use game::{DIVIDE, GO, Game, Prompt};
pub use patterns::{LETTERS, Patterns, PatternsError};
pub use screen::{Counters, Screen};
pub use search::Search;
pub use solve::{Bound, PAIRS, Rules, Solution, Solver, Unsolved, Worth};
