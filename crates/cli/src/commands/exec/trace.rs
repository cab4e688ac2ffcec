//! The instruction trace.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use arcadian_isa::{Kind, hex};
use arcadian_machine::{Machine, MachineCore, Reason, Stop, Until};

use super::report::registers;
use arcadian_desk::escape;

/// Writes a line for each instruction.
pub struct Trace {
    path: PathBuf,
    out: BufWriter<Box<dyn Write>>,
}

impl Trace {
    /// Opens the file; `-` is standard output, unless that is for JSON.
    pub fn create(path: &Path, json: bool) -> Result<Self> {
        let out: Box<dyn Write> = match escape::is_stream(path) {
            true if json => {
                bail!("cannot write --trace to standard output, which --json uses; name a file for --trace")
            }
            true => Box::new(io::stdout()),
            false => Box::new(File::create(path).with_context(|| unwritable(path))?),
        };
        Ok(Self { path: path.to_owned(), out: BufWriter::new(out) })
    }

    /// Executes one instruction and writes its line. A closed pipe ends the run.
    pub fn step<C: MachineCore>(&mut self, machine: &mut Machine<C>, until: &Until) -> Result<Stop> {
        let before = StateBefore::of(machine);
        let mut stop = machine.run(until);
        if stop.instructions > 0 {
            let line = before.line(machine, stop.cycles);
            let written = self.out.write_all(line.as_bytes());
            if !self.is_open(written)? && stop.reason == Reason::Budget {
                stop.reason = Reason::Requested;
            }
        }
        Ok(stop)
    }

    /// Flushes the trace.
    pub fn finish(mut self) -> Result<()> {
        let written = self.out.flush();
        self.is_open(written).map(drop)
    }

    /// Returns whether the output is still open. A closed pipe is not an error.
    fn is_open(&self, written: io::Result<()>) -> Result<bool> {
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).with_context(|| unwritable(&self.path)),
        }
    }
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", escape::output_path(path))
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
