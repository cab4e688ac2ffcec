//! Peephole optimizers from outside: their rules ([`rules`]), and the listings of compilers before and after them ([`listing`]). Both
//! become pairs of code to compare.

pub mod listing;
pub mod rules;
