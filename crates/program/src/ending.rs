//! The ending of a run, and the report on it.

use std::fmt;

use arcadian_files::number::grouped;
use arcadian_isa::{Processor, hex};
use arcadian_machine::{Machine, Reason, Stop, TracedCore};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

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

/// The requested end of a run.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Whether the program ends at 0000.
    pub ends_at_0: bool,
    /// Whether it ends at a jump to itself or a halt.
    pub trap: bool,
    /// Whether it ends at certain addresses.
    pub has_addresses: bool,
    /// The maximum number of instructions.
    pub budget: u64,
}

pub struct Ending {
    pub cause: Cause,
    pub processor: Processor,
    pub goal: Goal,
}

impl Ending {
    /// Returns the word of the JSON report, and whether the run ended as requested.
    fn word_and_success(&self) -> (&'static str, bool) {
        let Goal { ends_at_0, trap, has_addresses, .. } = self.goal;
        let has_goal = ends_at_0 || trap || has_addresses;
        let stops_in_place = trap && !has_addresses && !ends_at_0;
        match self.cause {
            Cause::Returned => ("returned", !has_goal),
            Cause::Empty(_) | Cause::NoHandler(_) => ("runaway", false),
            Cause::InputEnded => ("input", false),
            Cause::Interrupted => ("interrupted", false),
            Cause::Machine(reason) => match reason {
                Reason::Address(0) if ends_at_0 => ("end", true),
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

    /// Returns whether the run ended as requested.
    pub fn is_success(&self) -> bool {
        self.word_and_success().1
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
            Cause::Machine(Reason::Address(0)) if self.goal.ends_at_0 => Reason::Ended.to_string(),
            Cause::Machine(Reason::Budget) => format!(
                "the budget of {} instructions is used up; --max-instructions raises it",
                grouped(self.goal.budget)
            ),
            Cause::Machine(Reason::Halted(at)) if self.processor == Processor::Mos6502 => {
                format!("a JAM has stopped the processor before {at:04X}")
            }
            Cause::Machine(reason) => reason.to_string(),
        }
    }
}

/// The report of `exec`: its text is for people, its JSON for scripts.
#[derive(Serialize)]
pub struct RunReport<'a> {
    stopped: &'static str,
    why: String,
    pc: u16,
    instructions: u64,
    cycles: u64,
    registers: Map<String, Value>,
    #[serde(skip)]
    register_line: String,
    printed: &'a str,
    /// The number of bytes that were printed but are not in `printed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    printed_missing: Option<u64>,
    /// Bytes with their first addresses.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "by_address")]
    memory: Vec<(u16, Vec<u8>)>,
}

fn by_address<S: Serializer>(memory: &[(u16, Vec<u8>)], serializer: S) -> Result<S::Ok, S::Error> {
    let parts = memory.iter().map(|(at, bytes)| (format!("{at:04X}"), bytes.as_slice().into()));
    parts.collect::<Map<String, Value>>().serialize(serializer)
}

impl<'a> RunReport<'a> {
    /// Returns the report with the parts of memory at some addresses with some lengths, and with what was printed and the number
    /// of bytes missing there.
    pub fn new<C: TracedCore>(
        machine: &Machine<C>,
        stop: &Stop,
        ending: &Ending,
        dump: &[(u16, u16)],
        (printed, missing): (&'a str, u64),
    ) -> Self {
        let core = &machine.core;
        let registers = C::REGISTERS.iter();
        let bytes = |(at, length): &(u16, u16)| {
            (*at, (0..*length).map(|offset| machine.peek(at.wrapping_add(offset))).collect())
        };
        RunReport {
            stopped: ending.word_and_success().0,
            why: ending.why(),
            pc: core.pc(),
            instructions: stop.instructions,
            cycles: stop.cycles,
            registers: registers.map(|one| (one.name.to_owned(), (one.get)(core).into())).collect(),
            register_line: core.register_line(),
            printed,
            printed_missing: Some(missing).filter(|missing| *missing > 0),
            memory: dump.iter().map(bytes).collect(),
        }
    }
}

impl fmt::Display for RunReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [instructions, cycles] = [self.instructions, self.cycles].map(grouped);
        writeln!(f, "{}\n{instructions} instructions, {cycles} cycles", self.why)?;
        writeln!(f, "PC={:04X} {}", self.pc, self.register_line)?;
        for (first, bytes) in &self.memory {
            for (row, bytes) in (0..).zip(bytes.chunks(16)) {
                writeln!(f, "{:04X}  {}", first.wrapping_add(16 * row), hex::bytes(bytes))?;
            }
        }
        Ok(())
    }
}
