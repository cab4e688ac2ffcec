//! `board rotate database`: pattern databases, made and read.

use crate::files::patterns;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use arcadian_board::rotate::{LETTERS, Moves, Patterns, Search};
use arcadian_files::escape;
use clap::Args;

use crate::{
    files::{ExitStatus, output, pending::Pending},
    number::decimal,
    terminal::Progress,
};

pub const HELP: &str = "\
A database of seven letters has 29 MB and is made in about 20 seconds, one of eight letters 260 MB in some minutes. It doubles with --special. \
It holds for the moves that it was made for. Its checksum is tested whenever it is read; a damaged one must be made again.

Examples:
  arcadian board rotate database rotate.patterns
  arcadian board rotate database both.patterns --both";

/// The letters of a database that is not kept.
const LETTERS_AT_ONCE: usize = 6;

/// The moves that a solution can have.
#[derive(Args, Clone, Copy, Debug)]
pub struct MovesArgs {
    /// Allow one special move
    #[arg(long)]
    pub special: bool,
    /// Count a turn in either direction as one move
    #[arg(long)]
    pub both: bool,
}

impl From<MovesArgs> for Moves {
    fn from(MovesArgs { special, both }: MovesArgs) -> Self {
        Moves { both, special }
    }
}

/// The options of a search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    #[command(flatten)]
    pub moves: MovesArgs,
    /// Pattern database that `board rotate database` has made
    #[arg(long, value_name = "FILE", conflicts_with = "letters")]
    pub database: Option<PathBuf>,
    /// Number of letters of the database that is made first
    #[arg(long, value_name = "N", default_value_t = LETTERS_AT_ONCE, value_parser = decimal::<usize>(1..=8))]
    pub letters: usize,
}

/// The arguments of `database`.
#[derive(Args, Debug)]
pub struct DatabaseArgs {
    /// File to write
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Number of letters
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = decimal::<usize>(1..=8))]
    pub letters: usize,
    #[command(flatten)]
    pub moves: MovesArgs,
}

impl SearchArgs {
    /// Reads the database, or makes one.
    pub fn open(&self, progress: &Progress) -> Result<Search> {
        let moves = self.moves.into();
        let Some(path) = &self.database else {
            return Ok(Search::new(build(self.letters, moves, progress)?));
        };
        let patterns = patterns::read_patterns(path)?;
        let has = patterns.moves();
        ensure!(
            has == moves,
            "{} is for {}, and {} was asked for; make one with the same options",
            escape::path(path),
            patterns::described(has),
            patterns::described(moves)
        );
        Ok(Search::new(patterns))
    }
}

fn build(letters: usize, moves: Moves, progress: &Progress) -> Result<Patterns> {
    debug_assert!(LETTERS.contains(&letters), "the option allows no other number");
    let shown = |distance, count| {
        progress.show(|| format!("making a pattern database: {count} placements at distance {distance}"));
    };
    Ok(Patterns::build(letters, moves, shown)?)
}

/// Makes a database and writes it.
pub fn write(args: &DatabaseArgs) -> Result<ExitStatus> {
    let file = Pending::binary(&args.file)?;
    let progress = Progress::new();
    let patterns = build(args.letters, args.moves.into(), &progress)?;
    progress.erase();
    let bytes = patterns.to_bytes();
    file.finish(&bytes)?;
    output::note(&format!(
        "{}: {} letters, {}, {} bytes",
        escape::path(&args.file),
        patterns.letters(),
        patterns::described(patterns.moves()),
        bytes.len()
    ));
    Ok(ExitStatus::Holds)
}
