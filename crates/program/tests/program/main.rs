//! The debug data of other tools, the parts whose cycles are stated, and projects.

mod cycles;
mod formats;
mod project;
