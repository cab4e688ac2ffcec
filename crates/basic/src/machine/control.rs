//! The state of execution and its costs.

use super::{Ending, Origin};
use crate::op::Pc;

/// Whether anything is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    /// The prompt waits for a line.
    #[default]
    Prompt,
    /// A command or program runs, or waits for a key.
    Running,
}

/// The address of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CodeAddress {
    pub(super) origin: Origin,
    pub(super) pc: Pc,
}

/// The registers of the interpreter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) state: State,
    /// How the last command ended.
    pub(super) ending: Option<Ending>,
    /// The next instruction.
    pub(super) at: CodeAddress,
    pub(super) accumulator: i16,
    /// The instruction after INPUT, while its answer is computed.
    pub(super) asking: Option<CodeAddress>,
}

impl Control {
    /// Returns to the INPUT whose answer was computed; returns false if there is none.
    pub(super) fn return_to_input(&mut self) -> bool {
        let asking = self.asking.take();
        self.at = asking.unwrap_or(self.at);
        asking.is_some()
    }
}
