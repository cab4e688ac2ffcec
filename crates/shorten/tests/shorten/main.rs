//! Tests of the search for shorter code: its contract, its defaults, the tables of idioms, and the bundled sheets.

mod contract;
mod idioms;
mod sheets;
