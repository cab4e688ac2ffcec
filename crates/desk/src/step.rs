//! Programs for `arcadian step` and the debug adapter: routines, sources, binaries and BASIC programs.

mod chips;
pub mod command_line;
pub mod coverage;
pub mod figure;
pub mod options;
pub mod request;
pub mod snapshot;
pub mod stepping;
pub mod subject;
