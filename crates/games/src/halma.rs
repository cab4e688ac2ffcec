//! Games of Halma.

mod player;
mod view;
mod work;

pub use player::{choose, search};
