//! Hints from a database of patterns.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use arcadian_board::rotate::{Moves, Patterns, Search};
use arcadian_files::{Files as _, escape};
use arcadian_games::rotate;
use clap::Args;

use super::Disk;

/// The size of a database of eight letters with special moves, and more.
const LONGEST: u64 = 1 << 30;

/// The database for hints.
#[derive(Args, Debug)]
pub struct HintArgs {
    /// Pattern database for hints of ROTATE, which `arcadian board rotate database` has made
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
}

impl HintArgs {
    /// Reads the database, if there is one. Hints of this process use it.
    pub fn prepare(&self) -> Result<()> {
        let Some(path) = &self.database else { return Ok(()) };
        let patterns = read_patterns(path)?;
        let name = escape::path(path);
        ensure!(
            !patterns.moves().both,
            "{name} is for turns in both directions, and hints need clockwise turns; make one without --both"
        );
        rotate::use_search(Search::new(patterns));
        Ok(())
    }
}

pub fn read_patterns(path: &Path) -> Result<Patterns> {
    let bytes = Disk.bytes(path, "a pattern database", LONGEST)?;
    Patterns::from_bytes(&bytes).with_context(|| {
        format!("cannot use {}; `arcadian board rotate database` makes one", escape::path(path))
    })
}

/// Describes the moves that a database is for.
pub fn described(moves: Moves) -> String {
    let turns = if moves.both { "turns in both directions" } else { "clockwise turns" };
    let special = if moves.special { "with a special move" } else { "without special moves" };
    format!("{turns} {special}")
}
