//! Observers of a run: the instruction trace, the monitor, and the sentry that stops code where it must not go.

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
use arcadian_isa::Processor;
use arcadian_machine::{Addresses, CallFrame, Machine, MachineCore, Reason, Stop, TracedCore, Until};

use super::{Cause, ExecArgs};
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

/// The number of consecutive zeros that make memory count as empty. Code that a program writes does not begin with that many.
const EMPTY: u16 = 16;

/// The bit of a 6502's status on the stack that is set if a BRK pushed it.
const BREAK: u8 = 0x10;

/// The addresses at which a run is inspected.
pub struct Sentry {
    /// The addresses at which it ends as requested.
    requested: Vec<u16>,
    caller: Option<Caller>,
    /// By address, whether code is not expected there: nothing was loaded to it, and the program has not put code in its page.
    is_unexpected: Vec<bool>,
}

/// The address that a routine returns to, and the stack pointer.
struct Caller {
    address: u16,
    /// The stack pointer after the return.
    stack: u16,
}

impl Sentry {
    /// Makes the program a routine that returns, if the stack is free for that.
    pub fn new<C: MachineCore>(
        machine: &mut Machine<C>,
        args: &ExecArgs,
        loaded: &[Range<usize>],
    ) -> Result<Self> {
        let ends_at_0 = (args.cpm || args.spectrum).then_some(0);
        let has_stack = args.set.iter().any(|(name, _)| matches!(&*name.to_ascii_uppercase(), "S" | "SP"));
        let caller = if ends_at_0.is_some() || has_stack { None } else { Caller::push(machine, loaded)? };
        ensure!(
            args.routine.is_none() || caller.is_some(),
            "--routine needs a return address: 0000 or FFFF and the top of the stack must be free, and --set must not set the stack pointer{}",
            if args.program.syntax.dialect.is_some() || image::is_named_as_source(&args.image) {
                "; --load ADDR places a source of another assembler elsewhere"
            } else {
                ""
            }
        );
        let is_loaded = |address: usize| loaded.iter().any(|part| part.contains(&address));
        Ok(Self {
            requested: args.until.iter().copied().chain(ends_at_0).collect(),
            caller,
            is_unexpected: (0..=0xFFFF).map(|address| !is_loaded(address)).collect(),
        })
    }

    /// Returns the addresses at which a run stops to be [judged](Self::judge).
    pub fn addresses<C: MachineCore>(&self) -> Addresses {
        let unexpected = (0..=0xFFFF_u16).filter(|address| self.is_unexpected[usize::from(*address)]);
        let caller = self.caller.iter().map(|caller| caller.address);
        // 0000 is where a BRK without a handler goes.
        let without_handler = (C::PROCESSOR == Processor::Mos6502).then_some(0);
        unexpected.chain(self.requested.iter().copied()).chain(caller).chain(without_handler).collect()
    }

    /// Returns why a run ends before an address, or `None` if it goes on.
    pub fn judge<C: MachineCore>(&self, machine: &Machine<C>, at: u16) -> Option<Cause> {
        let has_returned = |caller: &Caller| (at, machine.core.stack()) == (caller.address, caller.stack);
        if self.requested.contains(&at) {
            return Some(Cause::Machine(Reason::Address(at)));
        }
        if machine.is_halted_forever() {
            return Some(Cause::Machine(Reason::Halted(at)));
        }
        if self.caller.as_ref().is_some_and(has_returned) {
            return Some(Cause::Returned);
        }
        if let Some(at) = break_without_handler(machine) {
            return Some(Cause::NoHandler(at));
        }
        let is_runaway =
            self.is_unexpected[usize::from(at)] && !machine.core.is_halted() && is_empty(machine, at);
        is_runaway.then_some(Cause::Empty(at))
    }

    /// Expects code in the page of an address from now on. Returns whether that changes the [addresses](Self::addresses).
    pub fn expect_code(&mut self, at: u16) -> bool {
        let page = usize::from(at & 0xFF00);
        let is_new = self.is_unexpected[usize::from(at)];
        self.is_unexpected[page..page + 0x100].fill(false);
        is_new
    }
}

impl Caller {
    /// Pushes the return address, unless the image is in the way.
    fn push<C: MachineCore>(machine: &mut Machine<C>, loaded: &[Range<usize>]) -> Result<Option<Self>> {
        let is_free = |address: &u16| !loaded.iter().any(|part| part.contains(&usize::from(*address)));
        let Some(address) = [0x0000, 0xFFFF].into_iter().find(is_free) else { return Ok(None) };
        let stack = CallFrame::initial_stack(C::PROCESSOR);
        let frame = CallFrame::new(C::PROCESSOR, stack, address);
        if !frame.bytes.iter().all(|(address, _)| is_free(address)) {
            return Ok(None);
        }
        let register = C::PROCESSOR.stack_pointer();
        machine.set_register(register, stack)?;
        let stack = machine.core.stack();
        machine.set_register(register, frame.stack)?;
        frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
        Ok(Some(Caller { address, stack }))
    }
}

fn is_empty<C: MachineCore>(machine: &Machine<C>, at: u16) -> bool {
    (0..EMPTY).all(|offset| machine.peek(at.wrapping_add(offset)) == 0)
}

/// Returns the address of the BRK that a 6502 has just executed, if the vector of its handler is 0000.
fn break_without_handler<C: MachineCore>(machine: &Machine<C>) -> Option<u16> {
    let word = |low, high| u16::from_le_bytes([machine.peek(low), machine.peek(high)]);
    let has_no_handler = || machine.core.pc() == 0 && word(0xFFFE, 0xFFFF) == 0;
    if C::PROCESSOR != Processor::Mos6502 || !has_no_handler() {
        return None;
    }
    let pushed = |count: u8| 0x0100 | u16::from((machine.core.stack() as u8).wrapping_add(count));
    let at = word(pushed(2), pushed(3)).wrapping_sub(2);
    (machine.peek(pushed(1)) & BREAK != 0 && machine.peek(at) == 0).then_some(at)
}
