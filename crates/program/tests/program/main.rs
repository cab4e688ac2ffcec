//! The debug data of other tools, and the parts whose cycles are stated.

mod cycles;
mod formats;
