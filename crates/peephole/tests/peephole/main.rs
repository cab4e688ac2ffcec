//! Rules and listings as pairs of code.

mod no_panic;
mod refusals;
mod regions;
mod rules;
