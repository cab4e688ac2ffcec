//! `sz`: checks the byte counts of a listing, line by line.

use std::path::PathBuf;

use anyhow::Result;
use arcadian_basic::listing::account::account;
use arcadian_files::program;
use arcadian_play::sz;
use clap::Args;

use crate::files::{Disk, ExitStatus, ReadingArgs, output};

/// The arguments of `sz`.
#[derive(Args, Debug)]
pub struct SzArgs {
    /// Listing with the value of SZ in parentheses before each line, or `rotate`; - is standard input
    pub listing: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Checks the byte counts of a listing.
pub fn run(args: &SzArgs) -> Result<ExitStatus> {
    let read = program::read(&Disk, &args.listing, &args.reading.into())?;
    read.damage.iter().for_each(|damage| output::note(damage));
    let account = account(&read.listing);
    if args.json {
        output::print_json(&sz::json(&account))?;
    } else {
        output::print(&sz::table(&account))?;
    }
    Ok(ExitStatus::of(account.ok()))
}
