//! The rook's W system: a numbering of the chess board by H. G. Muller, with which rooks on squares that are turns of
//! each other share one table of attacks.
//!
//! A magic multiplication brings the occupied squares of the rook's rays together in a key, and the key is looked up.
//! Bits are numbered in groups of three that stand in rings, so that a quarter turn of the board is a shift of the
//! rings, and one and the same key comes from all four turned squares. `docs/boards/rook.md` tells why it works.
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
