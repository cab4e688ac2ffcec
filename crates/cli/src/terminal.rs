//! The terminal: its modes and what comes from it, its colors, and an orderly exit.

pub mod color;
pub mod events;
mod exit;
mod modes;

pub use exit::die;
pub use modes::{Terminal, is_dumb};
