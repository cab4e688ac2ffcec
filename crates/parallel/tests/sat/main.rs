//! The SAT solver, its checker, and circuits decided by it.

mod checker;
mod circuits;
