//! The instruction trace.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result, bail};
use arcadian_machine::{Machine, Reason, Stop, TracedCore, Until};

use super::ExecArgs;
use crate::files::output::{self, Pending};
use arcadian_files::escape;

/// The default limit of a trace in a file: about 100 MB.
const MOST_LINES: u64 = 1_000_000;

/// Writes a line for each instruction.
pub struct Trace {
    path: String,
    out: Output,
    /// The lines that are still written.
    left: u64,
    omitted: u64,
    /// The lines of the last slice.
    lines: String,
}

enum Output {
    Stdout(io::Stdout),
    File(Pending),
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

impl Trace {
    /// Opens the file, if there is a trace; `-` is standard output, unless that is for JSON.
    pub fn create(args: &ExecArgs) -> Result<Option<Self>> {
        let Some(path) = &args.trace else { return Ok(None) };
        let is_stream = escape::is_stream(path);
        if is_stream && args.json {
            bail!("cannot write --trace to standard output, which --json uses; name a file for --trace");
        }
        let (out, most) = if is_stream {
            (Output::Stdout(io::stdout()), u64::MAX)
        } else {
            (Output::File(Pending::new(path)?), MOST_LINES)
        };
        let left = args.trace_limit.unwrap_or(most);
        Ok(Some(Self { path: escape::output_path(path), out, left, omitted: 0, lines: String::new() }))
    }

    /// Executes instructions and writes their lines. A closed pipe ends the run.
    pub fn run<C: TracedCore>(&mut self, machine: &mut Machine<C>, until: &Until) -> Result<Stop> {
        if self.left == 0 {
            let stop = machine.run(until);
            self.omitted += stop.instructions;
            return Ok(stop);
        }
        self.lines.clear();
        let until = until.clone().instructions(until.instructions.min(self.left));
        let mut stop = C::run_traced(machine, &until, &mut self.lines);
        self.left -= stop.instructions;
        let written = self.out.write_all(self.lines.as_bytes());
        if !self.is_open(written)? && stop.reason == Reason::Budget {
            stop.reason = Reason::Requested;
        }
        Ok(stop)
    }

    /// Completes the trace.
    pub fn finish(mut self) -> Result<()> {
        if self.omitted > 0 {
            output::note(&format!(
                "note: {} lacks the last {} instructions; --trace-limit N raises the limit",
                self.path, self.omitted
            ));
        }
        let written = self.out.flush();
        self.is_open(written)?;
        match self.out {
            Output::Stdout(_) => Ok(()),
            Output::File(file) => file.keep(),
        }
    }

    /// Returns whether the output is still open. A closed pipe is not an error.
    fn is_open(&self, written: io::Result<()>) -> Result<bool> {
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).with_context(|| format!("cannot write {}", self.path)),
        }
    }
}
