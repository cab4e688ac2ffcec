//! The native oracle: old games in the plainest Rust, to hold other ways of running them against.
//!
//! The crate depends on nothing, shares no code with what it judges, does no input or output and reads no
//! clock. Equal inputs give equal answers, and no input makes it panic.
//!
//! - [`rotate`]: Robert Newman's ROTATE of 1982, a 4 × 4 board of letters turned in groups of four.

pub mod ataxx;
pub mod halma;
pub mod rook;
pub mod rotate;
pub mod tactix;
