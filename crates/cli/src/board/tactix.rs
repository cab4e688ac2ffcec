//! `board tactix`.

use anyhow::Result;
use clap::Subcommand;

use crate::Verdict;

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {}

/// Does it.
pub fn run(command: &Command) -> Result<Verdict> {
    match *command {}
}
