//! Rules and listings as pairs of code.

mod no_panic;
mod regions;
mod rules;
