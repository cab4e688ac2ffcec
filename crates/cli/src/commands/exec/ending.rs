//! How a run ended.

use arcadian_isa::Processor;
use arcadian_machine::Reason;

use super::ExecArgs;
use crate::files::ExitStatus;
use crate::number::grouped;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// For a reason of the machine.
    Machine(Reason),
    /// The routine returned.
    Returned,
    /// The next instruction is in empty memory.
    Empty(u16),
    /// The BRK at this address has no handler.
    NoHandler(u16),
    /// The program waits for input, which has ended.
    InputEnded,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// The ending of a run with these arguments.
pub struct Ending<'a> {
    pub cause: Cause,
    pub processor: Processor,
    pub args: &'a ExecArgs,
}

impl Ending<'_> {
    /// Returns whether the program ends at 0000.
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

    /// Returns the reason as a sentence.
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
