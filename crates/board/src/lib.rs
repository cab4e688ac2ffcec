//! The reference model ("oracle"): games and board encodings in plain Rust.
//!
//! Interpreters, processor cores and hand-assembled routines are verified against this crate. It shares no code with
//! them and has no dependencies. It does no I/O and reads no clock, equal inputs give equal results, and no input
//! makes it panic.
//!
//! ```
//! use arcadian_board::tactix::{Board, FIGURE_2, Rule, Solution, Symmetry};
//!
//! // In the layout of figure 2 a quarter turn of the board is a rotation of a 16-bit word by 4.
//! let board: Board = "x.../.x../..xx/....".parse()?;
//! let word = FIGURE_2.from_rows(&board)?;
//! assert_eq!(word, 0x050C);
//! assert_eq!(FIGURE_2.image(word, Symmetry::Clockwise), 0x50C0);
//!
//! // The player to move wins the misère game by taking the counter in row 2, column 2.
//! let solution = Solution::new(board, Rule::Misere)?;
//! let best = solution.best_move(&board).unwrap();
//! assert_eq!(best.to_string(), "22");
//! # Ok::<(), arcadian_board::tactix::TactixError>(())
//! ```
//!
//! # Modules
//!
//! - [`tactix`]: TACTIX on boards of up to 6 × 6 squares, in layouts in which a quarter turn is a byte shift; a solver.
//! - [`rotate`]: Robert Newman's ROTATE of 1982: the puzzle, the program key by key, and shortest solutions.
//! - [`sliders`]: the attacks of rooks and bishops, and the W system of shared magic tables.
//! - [`halma`]: Halma and Kangaroo Halma on 16 × 16 squares: moves, positions, perft.
//! - [`ataxx`]: Ataxx with walls: packed boards, rules, perft, and the protocol of engines.
//!
//! Boards, positions and moves have a text form: they implement `FromStr` and `Display`. The byte forms of boards are
//! those that the routines in `asm` use.

pub mod ataxx;
pub mod halma;
pub mod rotate;
pub mod sliders;
pub mod tactix;
