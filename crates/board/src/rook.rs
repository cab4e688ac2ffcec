//! The rook's W system: a numbering of the chess board by H. G. Muller in which rotated squares share one attack table.
//!
//! A magic multiplication gathers the occupied squares on the rook's rays into a key, and the key indexes a table.
//! Bits are numbered in groups of three that form rings, so that a quarter turn of the board rotates the rings and all
//! four rotated squares yield the same key. `docs/boards/rook.md` explains why it works.
//!
//! ```
//! use arcadian_board::rook::{Square, Tables, attacks, bits};
//!
//! let rook: Square = "h8".parse()?;
//! let occupied = bits(["c8".parse()?, "h2".parse()?]);
//! assert_eq!(attacks(rook, occupied).count_ones(), 11);
//! assert_eq!(Tables::new().attacks(rook, occupied), attacks(rook, occupied));
//! # Ok::<(), arcadian_board::rook::SquareError>(())
//! ```

mod found;
mod key;
mod numbering;
mod orbit;
mod rays;
mod search;
mod square;
mod symmetry;
mod tables;

pub use found::{SHARED, Shared};
pub use key::Key;
pub use numbering::{CORNERS, GROUPS, Group, RINGS, Ring, bits, group, squares};
pub use orbit::Orbit;
pub use rays::{attack_sets, attacks, mask, subsets};
pub use search::{Family, Found, Search};
pub use square::{Square, SquareError};
pub use symmetry::{Axis, Symmetry, reflect, turn, turns};
pub use tables::{Tables, base_sets};
