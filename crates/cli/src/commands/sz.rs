//! `sz`: checks the byte counts of a listing, line by line, and writes repairs.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, bail};
use arcadian_basic::listing::{account::Account, doubts::Choice};
use arcadian_files::{escape, program};
use arcadian_play::sz::{
    self,
    mending::{self, Mending},
    walk::Walk,
};
use clap::Args;

use crate::{
    files::{Disk, ExitStatus, ReadingArgs, input::take_standard_input, output, pending::Pending},
    terminal,
};

const SZ_HELP: &str = "\
Repairs are numbered in the report. --write writes the listing with those that you choose; everything else of the file stays as it is. \
Errata are written, too, except with --as-printed. --walk shows each doubtful line and asks: a number takes the repair, `e` types the \
line anew, `s` skips it, `q` stops, and `?` shows the keys. Ctrl-C ends it, and nothing is written.

Examples:
  arcadian sz game.lst                                             check it
  arcadian sz game.lst --write fixed.lst --repair 31:2             the second repair of line 31
  arcadian sz game.lst --write fixed.lst --repair single           each line that has exactly one repair
  arcadian sz game.lst --write fixed.lst --walk                    line by line

Exit status: 0 all counts are right, with --write those of the written listing; 1 something is still wrong; 2 bad arguments, no \
printed number, or nothing was written.";

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
    read.tape.iter().for_each(|notes| output::note(&notes.text));
    if let Some(path) = &args.write {
        let encoding = read.encoding;
        let status = write(args, path, Mending::new(read)?)?;
        if let Some(encoding) = encoding {
            let name = escape::output_path(path);
            output::remark(&format!("note: {name} is written as UTF-8, not as {}", encoding.name()));
        }
        return Ok(status);
    }
    let account = read.survey.account();
    if args.json {
        output::print_judged(status(&account), &sz::json(&account), || UNNUMBERED.to_owned())?;
    } else {
        output::print(&sz::table(&account))?;
    }
    Ok(judged(&account))
}

/// Writes the listing with the chosen repairs.
fn write(args: &SzArgs, path: &Path, mut mending: Mending) -> Result<ExitStatus> {
    let file = Pending::new(path)?;
    if args.walk {
        if path.is_file() {
            let name = escape::output_path(path);
            output::remark(&format!("note: {name} exists; it is replaced if you change a line"));
        }
        let Some(walked) = walk(mending)? else {
            output::print(&format!("\n\nInterrupted: {} is not written.\n", escape::output_path(path)))?;
            terminal::end_interrupted();
            return Ok(ExitStatus::Unjudged);
        };
        mending = walked;
        if mending.changes().is_empty() {
            output::print(&format!("No changes: {} is not written.\n", escape::output_path(path)))?;
            return Ok(ExitStatus::Unjudged);
        }
    } else {
        mending.choose(&args.repair)?;
    }
    file.finish(mending.text().as_bytes())?;
    let name = escape::output_path(path);
    if args.json {
        let account = mending.account();
        let report = mending::json(&mending, &name);
        output::print_judged(status(account), &report, || UNNUMBERED.to_owned())?;
    } else {
        output::print(&mending::report(&mending, &name))?;
    }
    Ok(judged(mending.account()))
}

const UNNUMBERED: &str =
    "no count was judged: no row has the value of SZ in parentheses before its line, as in (1798) 10 A=1";

/// Returns the exit status. Without a printed number no count can be judged.
fn status(account: &Account) -> ExitStatus {
    match !account.ok() || sz::is_numbered(account) {
        true => ExitStatus::of(account.ok()),
        false => ExitStatus::Unjudged,
    }
}

/// Returns the exit status, and says why nothing was judged.
fn judged(account: &Account) -> ExitStatus {
    let status = status(account);
    if status == ExitStatus::Unjudged {
        output::note(&format!("note: {UNNUMBERED}"));
    }
    status
}

/// The columns for which the walk is laid out in a pipe.
const PIPED_COLUMNS: usize = 80;

fn columns() -> usize {
    let size = io::stdout().is_terminal().then(crossterm::terminal::size);
    size.and_then(Result::ok).map_or(PIPED_COLUMNS, |(columns, _)| columns.into())
}

/// Asks about each doubtful line. Returns `None` if Ctrl-C ended it.
fn walk(mending: Mending) -> Result<Option<Mending>> {
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
                return Ok(Some(walk.into_mending()));
            }
            Answer::Interrupt => return Ok(None),
        }
    }
    output::print("\n")?;
    Ok(Some(walk.into_mending()))
}

/// The longest answer in bytes. No line of a listing is longer.
const LONGEST: usize = 1 << 16;

pub enum Answer {
    /// A line without its end.
    Line(String),
    End,
    Interrupt,
}

pub struct Answers {
    interrupted: Arc<AtomicBool>,
    /// The part of the next lines that was read.
    read: Vec<u8>,
    has_ended: bool,
}

impl Answers {
    /// Takes standard input and Ctrl-C.
    pub fn new() -> Result<Self> {
        take_standard_input("answers")?;
        let interrupted = Arc::new(AtomicBool::new(false));
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
        Ok(Self { interrupted, read: Vec::new(), has_ended: false })
    }

    /// Returns whether the terminal shows what is typed.
    pub fn is_echoed(&self) -> bool {
        io::stdin().is_terminal()
    }

    pub fn next(&mut self) -> Result<Answer> {
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(Answer::Interrupt);
            }
            if let Some(line) = self.line() {
                return Ok(Answer::Line(line));
            }
            if self.has_ended {
                return Ok(Answer::End);
            }
            if self.read.len() > LONGEST {
                bail!("an answer is longer than {} KB", LONGEST >> 10);
            }
            if source::is_ready().context("cannot read from standard input")? {
                self.more()?;
            }
        }
    }

    /// Takes a line from what was read. The last one may have no end.
    fn line(&mut self) -> Option<String> {
        let end = self.read.iter().position(|byte| *byte == b'\n');
        let is_last = self.has_ended && !self.read.is_empty();
        let end = end.map(|end| end + 1).or(is_last.then_some(self.read.len()))?;
        let line: Vec<u8> = self.read.drain(..end).collect();
        Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
    }

    fn more(&mut self) -> Result<()> {
        let mut piece = [0; 4096];
        match source::read(&mut piece) {
            Ok(count) => {
                self.has_ended = count == 0;
                self.read.extend_from_slice(&piece[..count]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot read from standard input"),
        }
        Ok(())
    }
}

#[cfg(unix)]
mod source {
    use std::io;

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
        stdio::stdin,
    };

    /// The longest time until Ctrl-C is noticed if it comes just before the wait.
    const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

    /// Waits a moment, or until a signal comes. Returns whether there is something to read.
    pub fn is_ready() -> io::Result<bool> {
        match poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], Some(&PATIENCE)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads what there is. `Stdin` would keep bytes in its own buffer, where `is_ready` does not see them.
    pub fn read(piece: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(stdin(), piece)?)
    }
}

/// Without signals of Unix, Ctrl-C ends the process.
#[cfg(not(unix))]
mod source {
    use std::io::{self, Read};

    pub fn is_ready() -> io::Result<bool> {
        Ok(true)
    }

    pub fn read(piece: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(piece)
    }
}
