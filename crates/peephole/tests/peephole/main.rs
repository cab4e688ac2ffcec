//! Rules and listings as pairs of code.

mod regions;
mod rules;
