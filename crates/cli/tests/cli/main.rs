//! End-to-end tests: real processes, real files, and a pseudo-terminal.

#![allow(clippy::disallowed_methods, reason = "tests do not print file names to a terminal")]

mod assembler;
mod bad_input;
mod bally;
#[cfg(unix)]
mod bally_play;
#[cfg(unix)]
mod bally_sound;
mod bally_tape;
mod board;
mod breakpoints;
mod commands;
mod compare;
mod compare_listing;
mod compare_mutants;
mod dap;
#[cfg(target_os = "linux")]
mod deadline;
mod debug_data;
mod documents;
mod exec;
mod files;
mod games;
mod hidden_characters;
#[cfg(unix)]
mod hostile;
mod kinds;
mod lines;
mod listings;
mod lsp;
mod man;
mod mending;
#[cfg(unix)]
mod names;
mod on_bally;
mod outputs;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod play_sound;
#[cfg(unix)]
mod players;
mod programs;
#[cfg(unix)]
mod progress;
mod rules;
mod rules_random;
mod run;
mod shorten;
mod standard_streams;
mod step;
#[cfg(unix)]
mod step_view;
mod support;
mod tactix;
mod tape;
#[cfg(unix)]
mod terminal;
mod test;
mod uai;
mod verify;
