//! Rooks and bishops in the W system: a numbering of the chess board by H. G. Muller in which rotated squares share one attack table.
//!
//! A magic multiplication gathers the occupied squares on the rays of the piece into a key, and the key indexes a table.
//! Bits are numbered in groups of three that form rings, so that a quarter turn of the board rotates the rings and all
//! four rotated squares yield the same key. `docs/boards/rook.md` explains why it works.
//!
//! ```
//! use arcadian_board::sliders::{Piece, Square, Tables, bits};
//!
//! let rook: Square = "h8".parse()?;
//! let occupied = bits(["c8".parse()?, "h2".parse()?]);
//! assert_eq!(Piece::Rook.attacks(rook, occupied).count_ones(), 11);
//! assert_eq!(Tables::new(Piece::Rook).attacks(rook, occupied), Piece::Rook.attacks(rook, occupied));
//! # Ok::<(), arcadian_board::sliders::SquareError>(())
//! ```

mod carries;
mod key;
mod piece;
mod search;
mod square;
mod tables;

pub use carries::{Answer, Conditions, Decision, Form, Literal, Solver};
pub use key::Key;
pub use piece::{Axis, Piece, Symmetry, reflect, subsets, turn, turns};
pub use search::{Family, Found, Search, Shared};
pub use square::{CORNERS, GROUPS, Group, RINGS, Ring, Square, SquareError, bits, group, squares};
pub use tables::{Orbit, Tables, base_sets};
