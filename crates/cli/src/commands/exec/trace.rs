//! Observers of a run: the instruction trace and the monitor, and what ends it.

use std::{
    io::{self, ErrorKind, Write},
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_files::{escape, image};
use arcadian_machine::{CallFrame, Machine, MachineCore, Reason, Stop, TracedCore, Until};
use arcadian_program::ending::{Caller, Sentry};

use super::ExecArgs;
use crate::{
    files::{output, pending::Pending},
    number::grouped,
    terminal::{self, Progress},
};

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
        let left = args.max_trace_lines.unwrap_or(most);
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

    pub fn finish(mut self) -> Result<()> {
        if self.omitted > 0 {
            output::note(&format!(
                "note: {} lacks the last {} instructions; --max-trace-lines N raises the limit",
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

/// Listens for Ctrl-C and shows progress.
pub struct Monitor {
    interrupted: Arc<AtomicBool>,
    progress: Progress,
}

impl Monitor {
    /// Starts to listen for Ctrl-C. Shows no progress if `is_traced`, because the trace is on the terminal.
    pub fn new(is_traced: bool) -> Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
        let progress = if is_traced { Progress::hidden() } else { Progress::new() };
        Ok(Self { interrupted, progress })
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    pub fn progress(&self, total: &Stop, pc: u16) {
        self.progress.show(|| {
            let (instructions, cycles) = (grouped(total.instructions), grouped(total.cycles));
            format!("{instructions} instructions, {cycles} cycles, PC={pc:04X}; Ctrl-C stops")
        });
    }

    /// Erases the progress line before other output.
    pub fn erase(&self) {
        self.progress.erase();
    }
}

/// Returns what ends a run. Makes the program a routine that returns, if the stack is free for that.
pub fn sentry<C: MachineCore>(
    machine: &mut Machine<C>,
    args: &ExecArgs,
    loaded: &[Range<usize>],
) -> Result<Sentry> {
    let ends_at_0 = (args.cpm || args.spectrum).then_some(0);
    let has_stack = args.set.iter().any(|setting| matches!(&*setting.name.to_ascii_uppercase(), "S" | "SP"));
    let caller = if ends_at_0.is_some() || has_stack { None } else { push_caller(machine, loaded)? };
    ensure!(
        args.routine.is_none() || caller.is_some(),
        "--routine needs a return address: 0000 or FFFF and the top of the stack must be free, and --set must not set the stack pointer{}",
        if args.program.syntax.dialect.is_some() || image::is_named_as_source(&args.image) {
            "; --load ADDR places a source of another assembler elsewhere"
        } else {
            ""
        }
    );
    Ok(Sentry::new(args.until.iter().copied().chain(ends_at_0).collect(), caller, loaded))
}

/// Pushes the return address, unless the image is in the way.
fn push_caller<C: MachineCore>(machine: &mut Machine<C>, loaded: &[Range<usize>]) -> Result<Option<Caller>> {
    let is_free = |address: &u16| !loaded.iter().any(|part| part.contains(&usize::from(*address)));
    let Some(address) = [0x0000, 0xFFFF].into_iter().find(is_free) else { return Ok(None) };
    let stack = CallFrame::initial_stack(C::PROCESSOR);
    let frame = CallFrame::new(C::PROCESSOR, stack, address);
    if !frame.bytes.iter().all(|(address, _)| is_free(address)) {
        return Ok(None);
    }
    machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack)?;
    frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
    Ok(Some(Caller::of(machine, address)))
}
