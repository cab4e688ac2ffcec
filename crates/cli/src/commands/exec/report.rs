//! The report on a run: how it ended, what was printed, as text and as JSON.

use std::fmt::Write;

use anyhow::Result;
use arcadian_isa::{Processor, hex};
use arcadian_machine::{Machine, MachineCore, Reason, Stop, TracedCore};
use serde_json::{Map, Value, json};

use super::{ExecArgs, write_out};
use crate::{files::ExitStatus, number::grouped};

pub fn text<C: TracedCore>(machine: &Machine<C>, stop: &Stop, ending: &Ending) -> String {
    let mut text = format!(
        "{}\n{} instructions, {} cycles\nPC={:04X} {}\n",
        ending.why(),
        grouped(stop.instructions),
        grouped(stop.cycles),
        machine.core.pc(),
        machine.core.register_line(),
    );
    for (at, length) in &ending.args.dump {
        dump(machine, *at, *length, &mut text);
    }
    text
}

fn dump<C: MachineCore>(machine: &Machine<C>, at: u16, length: u16, text: &mut String) {
    for line in (0..length).step_by(16) {
        let offsets = line..length.min(line.saturating_add(16));
        let bytes: Vec<u8> = offsets.map(|offset| machine.peek(at.wrapping_add(offset))).collect();
        let _ = writeln!(text, "{:04X}  {}", at.wrapping_add(line), hex::bytes(&bytes));
    }
}

/// Returns the JSON object of `exec --json`.
pub fn json<C: MachineCore>(machine: &Machine<C>, stop: &Stop, ending: &Ending, screen: &Printed) -> Value {
    let registers: Map<String, Value> = C::REGISTERS
        .iter()
        .map(|register| (register.name.to_owned(), (register.get)(&machine.core).into()))
        .collect();
    let memory: Map<String, Value> = ending
        .args
        .dump
        .iter()
        .map(|(at, length)| {
            let bytes: Vec<u8> = (0..*length).map(|offset| machine.peek(at.wrapping_add(offset))).collect();
            (format!("{at:04X}"), bytes.into())
        })
        .collect();
    let mut report = json!({
        "stopped": ending.word(),
        "why": ending.why(),
        "pc": machine.core.pc(),
        "instructions": stop.instructions,
        "cycles": stop.cycles,
        "registers": registers,
        "printed": screen.text(),
    });
    if screen.missing() > 0 {
        report["printed_missing"] = screen.missing().into();
    }
    if !memory.is_empty() {
        report["memory"] = memory.into();
    }
    report
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Machine(Reason),
    Returned,
    /// The next instruction is in empty memory.
    Empty(u16),
    /// The BRK at this address has no handler.
    NoHandler(u16),
    /// The program waits for input, which has ended.
    InputEnded,
    Interrupted,
}

pub struct Ending<'a> {
    pub cause: Cause,
    pub processor: Processor,
    pub args: &'a ExecArgs,
}

impl Ending<'_> {
    fn ends_at_0(&self) -> bool {
        self.args.cpm || self.args.spectrum
    }

    /// Returns the word of the JSON report, and whether the run ended as requested.
    fn word_and_success(&self) -> (&'static str, bool) {
        let args = self.args;
        let has_goal = self.ends_at_0() || args.trap || !args.until.is_empty();
        let stops_in_place = args.trap && args.until.is_empty() && !self.ends_at_0();
        match self.cause {
            Cause::Returned => ("returned", !has_goal),
            Cause::Empty(_) | Cause::NoHandler(_) => ("runaway", false),
            Cause::InputEnded => ("input", false),
            Cause::Interrupted => ("interrupted", false),
            Cause::Machine(reason) => match reason {
                Reason::Address(0) if self.ends_at_0() => ("end", true),
                Reason::Address(_) => ("until", true),
                Reason::Ended => ("end", true),
                Reason::Trap(_) => ("trap", stops_in_place),
                // Of the 6502 only a JAM, which no program executes on purpose.
                Reason::Halted(_) if self.processor == Processor::Mos6502 => ("jammed", false),
                Reason::Halted(_) => ("halted", stops_in_place),
                Reason::Budget | Reason::Requested => ("budget", false),
                Reason::NeedsInput | Reason::PollsInput => ("input", false),
                Reason::UnknownFunction { .. } | Reason::EndlessString { .. } => ("unserved", false),
                Reason::StrayWrite { .. } | Reason::Watched { .. } | Reason::Event(_) => ("watched", false),
            },
        }
    }

    /// Returns the word of the JSON report.
    pub fn word(&self) -> &'static str {
        self.word_and_success().0
    }

    pub fn exit_status(&self) -> ExitStatus {
        ExitStatus::of(self.word_and_success().1)
    }

    pub fn why(&self) -> String {
        match self.cause {
            Cause::Returned => "the routine has returned".to_owned(),
            Cause::Empty(at) => format!("the program has run into empty memory at {at:04X}"),
            Cause::NoHandler(at) => {
                format!("the BRK at {at:04X} has no handler: the vector at FFFE is 0000")
            }
            Cause::InputEnded => "the program waits for input, which has ended".to_owned(),
            Cause::Interrupted => "interrupted".to_owned(),
            Cause::Machine(Reason::Address(0)) if self.ends_at_0() => Reason::Ended.to_string(),
            Cause::Machine(Reason::Budget) => format!(
                "the budget of {} instructions is used up; --budget raises it",
                grouped(self.args.budget)
            ),
            Cause::Machine(Reason::Halted(at)) if self.processor == Processor::Mos6502 => {
                format!("a JAM has stopped the processor before {at:04X}")
            }
            Cause::Machine(reason) => reason.to_string(),
        }
    }
}

/// The maximum number of bytes kept for the report.
const MOST: usize = 1 << 24;

/// Decodes printed bytes, and shows them or keeps them for the report.
pub struct Printed {
    /// Whether control codes are those of the ZX Spectrum rather than of CP/M.
    is_spectrum: bool,
    /// Whether the text is kept for the report instead of shown.
    is_captured: bool,
    /// The number of operand bytes of a control code still to skip.
    skip: u8,
    kept: String,
    /// Whether the last line has no line end yet.
    in_line: bool,
    /// The number of bytes printed so far.
    seen: u64,
    /// The number of bytes dropped by the machine's buffer or by the limit for the report.
    missing: u64,
}

impl Printed {
    pub fn new(is_spectrum: bool, is_captured: bool) -> Self {
        Self { is_spectrum, is_captured, skip: 0, kept: String::new(), in_line: false, seen: 0, missing: 0 }
    }

    /// Processes the last bytes of `count` printed in total. Returns whether standard output is still open.
    pub fn show(&mut self, bytes: &[u8], count: u64) -> Result<bool> {
        self.missing += count.saturating_sub(self.seen).saturating_sub(bytes.len() as u64);
        self.seen = count;
        let text: String = bytes.iter().filter_map(|byte| self.character(*byte)).collect();
        if let Some(last) = text.chars().last() {
            self.in_line = last != '\n';
        }
        if !self.is_captured {
            return if text.is_empty() { Ok(true) } else { write_out(&text) };
        }
        if self.kept.len() + text.len() > MOST {
            self.missing += text.len() as u64;
        } else {
            self.kept += &text;
        }
        Ok(true)
    }

    /// Returns whether the cursor of the terminal is within a line.
    pub fn is_in_line(&self) -> bool {
        self.in_line && !self.is_captured
    }

    /// Ends the last line, and reports missing bytes.
    pub fn end(&self) -> Result<()> {
        if self.is_in_line() {
            write_out("\n")?;
        }
        if self.missing > 0 && !self.is_captured {
            write_out(&format!("({} bytes were printed too fast and are missing)\n", self.missing))?;
        }
        Ok(())
    }

    /// Returns the number of bytes that are neither shown nor kept.
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// Returns the text kept for the report.
    pub fn text(&self) -> &str {
        &self.kept
    }

    /// Returns the character of a byte. Control codes of the Spectrum other than line ends become a blank or nothing. Those of
    /// CP/M are kept, except NUL, and escaped on output as `\u{1b}`.
    fn character(&mut self, byte: u8) -> Option<char> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        match (self.is_spectrum, byte) {
            (true, 13) => Some('\n'),
            // INK to OVER have one operand, AT and TAB two.
            (true, 16..=21) => {
                self.skip = 1;
                None
            }
            (true, 22 | 23) => {
                self.skip = 2;
                Some(' ')
            }
            (true, 127) => Some('©'),
            (false, 0 | b'\r') => None,
            (false, control @ (..b' ' | 127)) => Some(char::from(control)),
            (_, b' '..=b'~') => Some(char::from(byte)),
            _ => None,
        }
    }
}
