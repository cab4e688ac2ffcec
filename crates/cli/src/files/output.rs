//! Writing to standard output and standard error, and the exit status. Untrusted text is escaped; only `print_graphics` and
//! `note_graphics` do not escape, for the program's own colors and pictures. Named pipes (FIFOs): opening one waits for the program at
//! its other end, but not forever; this differs by platform.

use std::{
    borrow::Cow,
    fs::{File, Metadata},
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
    process::ExitCode,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result, bail, ensure};
use arcadian_files::{diagnostic::Diagnostic, escape, program::LoadedProgram};
use arcadian_play::bally::basic::BasicBally;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value, json};

#[cfg(unix)]
pub use unix::{is_pipe, reader, writer};

/// Whether an option uses standard output, for a file named `-` or for JSON.
static IS_CLAIMED: AtomicBool = AtomicBool::new(false);
/// Whether a file is written to standard output. Reports then go to standard error.
static IS_FILE: AtomicBool = AtomicBool::new(false);

/// Writes text to standard output, with hidden characters escaped.
pub fn print(text: &str) -> Result<()> {
    send(text).map(drop)
}

/// Writes text as [`print`] does. Returns whether standard output is still open.
pub fn send(text: &str) -> Result<bool> {
    let text = escape::text(text);
    if IS_FILE.load(Ordering::Relaxed) {
        Ok(io::stderr().lock().write_all(text.as_bytes()).is_ok())
    } else {
        write_out(text.as_bytes())
    }
}

/// The command that runs, as it is typed.
static COMMAND: OnceLock<String> = OnceLock::new();

/// Whether the command reports as JSON.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// States which command runs, and whether it reports as JSON.
pub fn name_command(command: String, is_json: bool) {
    let _ = COMMAND.set(command);
    IS_JSON.store(is_json, Ordering::Relaxed);
}

/// Returns the command that runs, as it is typed.
pub fn command() -> &'static str {
    COMMAND.get().map_or("", String::as_str)
}

pub fn is_json() -> bool {
    IS_JSON.load(Ordering::Relaxed)
}

/// Prints an answer as text, or as a report with the rows of the text.
pub fn answer(status: ExitStatus, text: &str, mut report: Value) -> Result<ExitStatus> {
    if is_json() {
        report["text"] = text.lines().map(str::trim_end).collect();
        print_report(status == ExitStatus::Holds, &report)?;
    } else {
        print(text)?;
    }
    Ok(status)
}

/// The rows of a table that is reported as JSON.
static ROWS: Mutex<String> = Mutex::new(String::new());

/// Prints a table, row by row as it is computed, or collects its rows as [`answer`] does.
pub struct Table(());

impl Table {
    pub fn new(head: &str) -> Result<Self> {
        let mut table = Self(());
        table.add(head)?;
        Ok(table)
    }

    pub fn add(&mut self, row: &str) -> Result<()> {
        if is_json() {
            *rows() += row;
            return Ok(());
        }
        print(row)
    }

    pub fn finish(self, status: ExitStatus, report: Value) -> Result<ExitStatus> {
        let text = std::mem::take(&mut *rows());
        answer(status, &text, report)
    }
}

fn rows() -> MutexGuard<'static, String> {
    ROWS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes the report of a command that a signal ends: the rows that its table has so far.
pub fn print_interrupted() {
    if !IS_REPORTED.load(Ordering::Relaxed) && !IS_FILE.load(Ordering::Relaxed) {
        let text: Vec<String> = rows().lines().map(|row| row.trim_end().to_owned()).collect();
        let error = json!({ "message": "interrupted" });
        let _ = print_report(false, &json!({ "error": error, "interrupted": true, "text": text }));
    }
}

/// Whether the report is written.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Writes a report as one line of JSON to standard output. Every report begins with the version, the command, and whether all is well.
pub fn print_report(ok: bool, report: &impl Serialize) -> Result<()> {
    let text = escape::json(&enveloped(ok, report)?)? + "\n";
    IS_REPORTED.store(true, Ordering::Relaxed);
    print(&text)
}

/// Writes the report of a command with its exit status. What cannot be judged has an error, whose message `why` returns.
pub fn print_judged(status: ExitStatus, report: &impl Serialize, why: impl FnOnce() -> String) -> Result<()> {
    let mut report = serde_json::to_value(report)?;
    if status == ExitStatus::Unjudged {
        report["error"] = json!({ "message": why() });
    }
    print_report(status == ExitStatus::Holds, &report)
}

fn enveloped(ok: bool, report: &impl Serialize) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    all.insert("arcadian".to_owned(), env!("CARGO_PKG_VERSION").into());
    all.insert("command".to_owned(), command().into());
    all.insert("ok".to_owned(), ok.into());
    let Value::Object(report) = serde_json::to_value(report)? else { bail!("a report is a JSON object") };
    all.extend(report.into_iter().filter(|(name, _)| name != "ok"));
    Ok(all)
}

/// Writes the report of a command that failed, unless standard output is for a file.
pub fn print_failure(error: &anyhow::Error) -> Result<()> {
    if IS_FILE.load(Ordering::Relaxed) {
        return Ok(());
    }
    let message = format!("{error:#}");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    print_report(false, &json!({ "error": { "message": message } }))
}

/// Writes text with escape sequences to standard output unchanged. The text must not contain untrusted input.
pub fn print_graphics(text: &str) -> Result<()> {
    if IS_FILE.load(Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    write_out(text.as_bytes()).map(drop)
}

/// The words that say whether something holds, with their colors: red and green.
const VERDICTS: [(&str, &str); 5] = [
    ("FAILS", "\x1b[31m"),
    ("refuted", "\x1b[31m"),
    ("different: ", "\x1b[31m"),
    ("not the same", "\x1b[31m"),
    ("proven", "\x1b[32m"),
];

/// Writes a report. The first verdict in each line is colored if standard output has colors.
pub fn print_verdicts(text: &str) -> Result<()> {
    let is_colored = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    if !is_colored || IS_FILE.load(Ordering::Relaxed) {
        return print(text);
    }
    print_graphics(&text.split_inclusive('\n').map(colored).collect::<String>())
}

fn colored(line: &str) -> String {
    let line = escape::text(line);
    let places = VERDICTS.iter().filter_map(|verdict| Some((line.find(verdict.0)?, verdict)));
    match places.min_by_key(|(start, _)| *start) {
        Some((_, (word, color))) => line.replacen(word, &format!("{color}{word}\x1b[0m"), 1),
        None => line.into_owned(),
    }
}

/// Writes a file to standard output, with hidden characters escaped only if that is a terminal.
pub fn print_file(bytes: &[u8]) -> Result<()> {
    write_out(&shown(bytes, io::stdout().is_terminal())).map(drop)
}

/// Returns the bytes of a file as a device gets them: with hidden characters escaped if it is a terminal.
pub fn shown(bytes: &[u8], is_terminal: bool) -> Cow<'_, [u8]> {
    if is_terminal {
        escape::text(&String::from_utf8_lossy(bytes)).into_owned().into_bytes().into()
    } else {
        bytes.into()
    }
}

/// Writes bytes to standard output. Returns whether it is still open; a closed pipe is not an error.
pub fn write_out(bytes: &[u8]) -> Result<bool> {
    let mut out = io::stdout().lock();
    check(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Returns whether standard output is still open after it was written; a closed pipe is not an error.
pub fn check(written: io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write to standard output"),
    }
}

/// Says why a link to a path cannot be used.
pub fn missing_target(target: &Path) -> String {
    format!("it is a symbolic link to {}, which does not exist", escape::path(target))
}

/// Writes a message to standard error, with hidden characters escaped. Ignores a closed standard error.
pub fn note(text: &str) {
    note_graphics(&escape::text(text));
}

/// Whether notes and progress are left out.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

pub fn be_quiet(is_quiet: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes a message that nobody needs to act on, unless `--quiet` leaves it out.
pub fn remark(text: &str) {
    if !is_quiet() {
        note(text);
    }
}

/// Writes a message with escape sequences to standard error unchanged. The message must not contain untrusted input.
pub fn note_graphics(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes an error with its source excerpt to standard error, in color on a terminal.
pub fn show(diagnostic: &Diagnostic) {
    if AutoStream::choice(&io::stderr()) != ColorChoice::Never {
        note_graphics(diagnostic.styled());
    } else {
        note(&diagnostic.to_string());
    }
}

/// Writes an error to standard error: with its source excerpt if it has one, otherwise as one line with its causes.
pub fn report(error: &anyhow::Error) {
    let diagnostic = match error.downcast_ref() {
        Some(arcadian_files::Error::Diagnostic(diagnostic)) => Some(diagnostic),
        _ => error.downcast_ref::<Diagnostic>(),
    };
    match diagnostic {
        Some(diagnostic) => show(diagnostic),
        None => show(&Diagnostic::without_excerpt(&format!("{error:#}"))),
    }
}

/// Reserves standard output for one option, such as `--json`. Fails if another option has reserved it.
pub fn claim(what: &str) -> Result<()> {
    if IS_CLAIMED.swap(true, Ordering::Relaxed) {
        // Nothing more is written there.
        IS_FILE.store(true, Ordering::Relaxed);
        bail!("cannot use standard output for {what}: another option uses it; name a file for one of them");
    }
    Ok(())
}

/// Reserves standard output for a file. Reports then go to standard error.
pub fn claim_for_file() -> Result<()> {
    claim("an output file `-`")?;
    IS_FILE.store(true, Ordering::Relaxed);
    Ok(())
}

/// The result of a command that ran. It determines the exit status; failures to run are errors instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The command found no problem.
    Holds,
    /// The command found a problem: an error in the program, a used-up budget, a wrong byte count.
    Fails,
    /// The command could not judge: there is nothing to do, or the source has errors.
    Unjudged,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Holds => ExitCode::SUCCESS,
            ExitStatus::Fails => ExitCode::from(1),
            ExitStatus::Unjudged => ExitCode::from(2),
        }
    }
}

impl ExitStatus {
    pub fn of(holds: bool) -> Self {
        if holds { ExitStatus::Holds } else { ExitStatus::Fails }
    }
}

#[cfg(unix)]
mod unix {
    use super::{File, Metadata, Path, io};
    use std::{
        fs::OpenOptions,
        io::{Cursor, ErrorKind, Read},
        os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _},
        thread,
        time::{Duration, Instant},
    };

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        fs::{OFlags, fcntl_setfl},
        io::Errno,
    };

    /// The time in which the other end is opened.
    const PATIENCE: Duration = Duration::from_secs(1);
    const INTERVAL: Duration = Duration::from_millis(10);

    pub fn is_pipe(file: &Metadata) -> bool {
        file.file_type().is_fifo()
    }

    fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
        options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
    }

    /// Opens a pipe for reading. A program that has opened it may take any time to write.
    pub fn reader(path: &Path) -> io::Result<impl Read + use<>> {
        let mut file = open(path, OpenOptions::new().read(true))?;
        let patience = Timespec { tv_sec: PATIENCE.as_secs().cast_signed(), tv_nsec: 0 };
        match poll(&mut [PollFd::new(&file, PollFlags::IN)], Some(&patience)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut first = [0];
        let count = match file.read(&mut first) {
            Ok(0) => return Err(io::Error::other("it is a pipe, and no program writes to it")),
            Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
            read => read?,
        };
        fcntl_setfl(&file, OFlags::empty())?;
        Ok(Cursor::new(first).take(count as u64).chain(file))
    }

    pub fn writer(path: &Path) -> io::Result<File> {
        let start = Instant::now();
        loop {
            match open(path, OpenOptions::new().write(true)) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                    if start.elapsed() >= PATIENCE {
                        return Err(io::Error::other("it is a pipe, and no program reads from it"));
                    }
                    thread::sleep(INTERVAL);
                }
                file => {
                    let file = file?;
                    fcntl_setfl(&file, OFlags::empty())?;
                    return Ok(file);
                }
            }
        }
    }
}

#[cfg(not(unix))]
pub fn is_pipe(_file: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
pub fn reader(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(not(unix))]
pub fn writer(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Options for where a program runs.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlatformArgs {
    /// Where the program runs
    #[arg(long, value_enum, default_value_t)]
    pub engine: On,
    /// With --engine bally: type the program and all keys on the keypad
    #[arg(long = "type")]
    pub is_typed: bool,
}

/// Where a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum On {
    /// The interpreter
    #[default]
    Interpreter,
    /// An emulated Bally with the BASIC cartridge of this project
    Bally,
}

impl PlatformArgs {
    /// Checks that the options fit together.
    pub fn check(&self) -> Result<()> {
        ensure!(
            self.engine == On::Bally || !self.is_typed,
            "--type needs --engine bally: the interpreter has no keypad to type on"
        );
        Ok(())
    }

    /// Returns a Bally with a program in its memory, and the seed of RND.
    pub fn bally(&self, loaded: &LoadedProgram, seed: u64, sample_rate: u32) -> Result<BasicBally> {
        Ok(BasicBally::loaded(loaded, seed, self.is_typed, sample_rate)?)
    }
}
