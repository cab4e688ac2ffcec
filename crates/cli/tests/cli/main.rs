//! End-to-end tests: real processes, real files, and a pseudo-terminal.

#![allow(clippy::disallowed_methods, reason = "tests do not print file names to a terminal")]

mod bally;
#[cfg(unix)]
mod bally_play;
mod board;
mod breakpoints;
mod cases;
mod compare;
mod compare_mutants;
mod dap;
#[cfg(target_os = "linux")]
mod deadline;
mod documents;
mod exec;
mod games;
mod hidden_characters;
#[cfg(unix)]
mod hostile;
mod inputs;
mod json;
mod listings;
mod lsp;
mod outputs;
#[cfg(unix)]
mod play;
mod programs;
mod project;
mod rules;
mod rules_random;
mod run;
mod shorten;
#[cfg(unix)]
mod sound;
mod step;
#[cfg(unix)]
mod step_view;
mod support;
mod tape;
#[cfg(unix)]
mod terminal;
mod test;
mod verify;
