//! `sz`: checks the byte counts of a listing, line by line, and writes repairs.

mod answers;

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use arcadian_basic::listing::{account::of_survey, doubts::Choice};
use arcadian_files::{escape, program};
use arcadian_play::sz::{
    self,
    mending::{self, Mending},
    walk::Walk,
};
use clap::Args;

use crate::{
    files::{
        Disk, ExitStatus, ReadingArgs,
        output::{self, Pending},
    },
    terminal,
};
use answers::{Answer, Answers};

const SZ_HELP: &str = "\
Repairs are numbered in the report. --write writes the listing with those that you choose; everything else of the file stays as it is. \
Errata are written, too, except with --as-printed. --walk shows each doubtful line and asks: a number takes the repair, `e` types the \
line anew, `s` skips it, `q` stops, and `?` shows the keys.

Examples:
  arcadian sz game.lst                                             check it
  arcadian sz game.lst --write fixed.lst --repair 31:2             the second repair of line 31
  arcadian sz game.lst --write fixed.lst --repair single           each line that has exactly one repair
  arcadian sz game.lst --write fixed.lst --walk                    line by line

Exit status: 0 all counts are right, with --write those of the written listing; 1 something is still wrong; 2 bad arguments, or nothing \
was written.";

/// The arguments of `sz`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = SZ_HELP)]
pub struct SzArgs {
    /// Listing with the value of SZ in parentheses before each line, or `rotate`; - is standard input
    pub listing: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Write the listing with the chosen repairs to a file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Repair to write, as the report numbers it: LINE:N, rowROW:N, or `single` for each line that has exactly one; may be repeated
    #[arg(long, value_name = "CHOICE", requires = "write")]
    pub repair: Vec<Choice>,
    /// Show each doubtful line and ask what to write
    #[arg(long, requires = "write", conflicts_with_all = ["repair", "json"])]
    pub walk: bool,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Checks the byte counts of a listing.
pub fn run(args: &SzArgs) -> Result<ExitStatus> {
    if args.json {
        output::claim("--json")?;
    }
    if args.walk && escape::is_stream(&args.listing) {
        bail!("cannot read the listing from standard input: --walk reads its answers there; name a file");
    }
    let read = program::survey(&Disk, &args.listing, &args.reading.into())?;
    read.damage.iter().for_each(|damage| output::note(damage));
    if let Some(path) = &args.write {
        return write(args, path, Mending::new(read)?);
    }
    let account = of_survey(&read.survey);
    if args.json {
        output::print_json(&sz::json(&account))?;
    } else {
        output::print(&sz::table(&account))?;
    }
    Ok(ExitStatus::of(account.ok()))
}

/// Writes the listing with the chosen repairs.
fn write(args: &SzArgs, path: &Path, mut mending: Mending) -> Result<ExitStatus> {
    let file = Pending::new(path)?;
    let mut is_interrupted = false;
    if args.walk {
        (mending, is_interrupted) = walk(mending)?;
    } else {
        mending.choose(&args.repair)?;
    }
    file.finish(mending.text().as_bytes())?;
    let name = escape::output_path(path);
    if args.json {
        output::print_json(&mending::json(&mending, &name))?;
    } else {
        output::print(&mending::report(&mending, &name))?;
    }
    if is_interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(mending.account().ok()))
}

/// The columns for which the walk is laid out in a pipe.
const PIPED_COLUMNS: usize = 80;

fn columns() -> usize {
    let size = std::io::stdout().is_terminal().then(crossterm::terminal::size);
    size.and_then(Result::ok).map_or(PIPED_COLUMNS, |(columns, _)| columns.into())
}

/// Asks about each doubtful line. Returns whether Ctrl-C ended it.
fn walk(mending: Mending) -> Result<(Mending, bool)> {
    let mut answers = Answers::new()?;
    let mut walk = Walk::new(mending, columns());
    while let Some(prompt) = walk.prompt() {
        if !output::send(&prompt)? {
            break;
        }
        match answers.next()? {
            Answer::Line(line) => {
                let said = walk.answer(&line);
                output::print(&if answers.is_echoed() { said } else { format!("{line}\n{said}") })?;
            }
            Answer::End => {
                output::print("\nNo more answers: the rest stays as printed.\n\n")?;
                return Ok((walk.into_mending(), false));
            }
            Answer::Interrupt => {
                output::print("\nInterrupted: the rest stays as printed.\n\n")?;
                return Ok((walk.into_mending(), true));
            }
        }
    }
    output::print("\n")?;
    Ok((walk.into_mending(), false))
}
