//! Games of Ataxx.

mod player;

pub use player::{choose, search};
