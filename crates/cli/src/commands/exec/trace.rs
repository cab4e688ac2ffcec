//! The instruction trace.

use std::io::{self, BufWriter, ErrorKind, Write};

use anyhow::{Context, Result, bail};
use arcadian_isa::{Kind, hex};
use arcadian_machine::{Machine, MachineCore, Reason, Stop, Until};

use super::{ExecArgs, report::registers};
use crate::files::output::{self, Pending};
use arcadian_desk::escape;

/// The default limit of a trace in a file: about 100 MB.
const MOST_LINES: u64 = 1_000_000;

/// Writes a line for each instruction.
pub struct Trace {
    path: String,
    out: BufWriter<Output>,
    /// The lines that are still written.
    left: u64,
    omitted: u64,
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
        let (out, most) = if !escape::is_stream(path) {
            (Output::File(Pending::new(path)?), MOST_LINES)
        } else if args.json {
            bail!("cannot write --trace to standard output, which --json uses; name a file for --trace")
        } else {
            (Output::Stdout(io::stdout()), u64::MAX)
        };
        let left = args.trace_limit.unwrap_or(most);
        Ok(Some(Self { path: escape::output_path(path), out: BufWriter::new(out), left, omitted: 0 }))
    }

    /// Executes one instruction and writes its line. A closed pipe ends the run.
    pub fn step<C: MachineCore>(&mut self, machine: &mut Machine<C>, until: &Until) -> Result<Stop> {
        if self.left == 0 {
            let stop = machine.run(until);
            self.omitted += stop.instructions;
            return Ok(stop);
        }
        let before = StateBefore::of(machine);
        let mut stop = machine.run(until);
        if stop.instructions > 0 {
            self.left -= 1;
            let line = before.line(machine, stop.cycles);
            let written = self.out.write_all(line.as_bytes());
            if !self.is_open(written)? && stop.reason == Reason::Budget {
                stop.reason = Reason::Requested;
            }
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
        match self.out.into_parts().0 {
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

/// The state before an instruction.
struct StateBefore {
    pc: u16,
    stack: u16,
    bytes: [u8; 4],
    /// Whether a device requests an interrupt.
    is_interrupt_pending: bool,
}

impl StateBefore {
    fn of<C: MachineCore>(machine: &Machine<C>) -> Self {
        let pc = machine.core.pc();
        let bytes = [0, 1, 2, 3].map(|offset| machine.peek(pc.wrapping_add(offset)));
        let is_interrupt_pending = machine.backplane.is_irq_active() || machine.backplane.is_nmi_pending();
        Self { pc, stack: machine.core.stack(), bytes, is_interrupt_pending }
    }

    fn line<C: MachineCore>(&self, machine: &Machine<C>, cycles: u64) -> String {
        let (bytes, text) = self.instruction(machine);
        format!("{:04X}  {bytes:<11}  {text:<20}  {}  {cycles}\n", self.pc, registers(&machine.core))
    }

    fn instruction<C: MachineCore>(&self, machine: &Machine<C>) -> (String, String) {
        let Ok(instruction) = C::PROCESSOR.decode(&self.bytes) else { return (String::new(), String::new()) };
        // An interrupt is a separate step. A changed stack pointer reveals it.
        let pushes = instruction.row.bus.has(Kind::Push);
        if self.is_interrupt_pending && !pushes && machine.core.stack() != self.stack {
            return (String::new(), "(interrupt)".to_owned());
        }
        (hex::bytes(&instruction.bytes()).to_string(), instruction.at(self.pc).to_string())
    }
}
