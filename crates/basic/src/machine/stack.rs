//! The stack of loops and subroutines, the operands of expressions, the state of execution, and what assignments, INPUT, FOR and
//! NEXT set.
//!
//! Loops and subroutines are kept as positions in the text. The translated position is a cache, valid for one `epoch`.

use super::{Basic, Ending, Origin};
use crate::{
    Why,
    op::{Indexed, Pc, Target},
};

// The limits are those of our cartridge: 426 bytes of memory follow the variables. Evidence: choice.
/// Bytes that a loop takes: its place in the text, limit, step and variable.
pub(super) const LOOP_BYTES: usize = 7;
/// Bytes that a subroutine takes: its place in the text and a tag.
pub(super) const SUBROUTINE_BYTES: usize = 3;
/// Bytes for the direct command, loops and subroutines.
const STACK_BYTES: usize = 192;
/// The most bytes of a direct command.
pub(super) const LONGEST_COMMAND: usize = STACK_BYTES / 2 - 1;

/// A return address. `at`, in the text, is authoritative; `pc` is a cache, valid while `epoch` is current.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReturnAddress {
    pub(super) origin: Origin,
    pub(super) at: u16,
    pub(super) pc: Pc,
    pub(super) epoch: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    Loop { variable: Target, limit: i16, step: i16, back: ReturnAddress },
    Subroutine(ReturnAddress),
}

impl Activation {
    fn bytes(&self) -> usize {
        match self {
            Activation::Loop { .. } => LOOP_BYTES,
            Activation::Subroutine(_) => SUBROUTINE_BYTES,
        }
    }

    fn is_subroutine(&self) -> bool {
        matches!(self, Activation::Subroutine(_))
    }

    fn is_loop_of(&self, wanted: Target) -> bool {
        matches!(self, Activation::Loop { variable, .. } if *variable == wanted)
    }

    pub(super) fn return_address(&self) -> ReturnAddress {
        let (Activation::Loop { back, .. } | Activation::Subroutine(back)) = self;
        *back
    }
}

/// The data of the innermost loop of a variable for NEXT.
#[derive(Clone, Copy)]
pub(super) struct ActiveLoop {
    pub(super) limit: i16,
    pub(super) step: i16,
    pub(super) back: ReturnAddress,
}

/// The active loops and subroutines, the innermost last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stack {
    frames: Vec<Activation>,
    bytes: usize,
    /// Bytes of the direct command, which shares the memory of the stack.
    command: usize,
}

impl Stack {
    pub(super) fn frames(&self) -> &[Activation] {
        &self.frames
    }

    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.bytes = 0;
    }

    /// Makes room for a direct command of this length; its bytes and its end take two bytes each, as program bytes do.
    pub(super) fn set_command_length(&mut self, length: usize) {
        self.command = 2 * (length + 1);
    }

    /// Returns SORRY if a frame of this size does not fit.
    pub(super) fn check_room(&self, bytes: usize) -> Result<(), Why> {
        if self.command + self.bytes + bytes <= STACK_BYTES { Ok(()) } else { Err(Why::StackFull) }
    }

    pub(super) fn push(&mut self, frame: Activation) {
        self.bytes += frame.bytes();
        self.frames.push(frame);
    }

    pub(super) fn pop(&mut self) -> Option<Activation> {
        let frame = self.frames.pop()?;
        self.bytes -= frame.bytes();
        Some(frame)
    }

    /// Returns the active loop of a variable, which becomes the top of the stack: loops inside it are dropped.
    /// Evidence: patb.
    #[inline]
    pub(super) fn unwind_to_loop(&mut self, wanted: Target) -> Result<ActiveLoop, Why> {
        loop {
            match self.frames.last() {
                Some(&Activation::Loop { variable, limit, step, back }) if variable == wanted => {
                    return Ok(ActiveLoop { limit, step, back });
                }
                Some(Activation::Loop { .. }) => self.pop(),
                _ => return Err(Why::NextWithoutFor),
            };
        }
    }

    /// Removes the active loop of a variable: a new FOR replaces it. Evidence: patb.
    pub(super) fn remove_loop(&mut self, variable: Target) {
        let innermost = self.frames.iter().rposition(Activation::is_subroutine).map_or(0, |index| index + 1);
        if let Some(index) = self.frames[innermost..].iter().position(|frame| frame.is_loop_of(variable)) {
            self.bytes -= self.frames.remove(innermost + index).bytes();
        }
    }

    /// Pops the innermost subroutine and the loops inside it.
    pub(super) fn pop_subroutine(&mut self) -> Result<ReturnAddress, Why> {
        if !self.frames.iter().any(Activation::is_subroutine) {
            return Err(Why::ReturnWithoutGosub);
        }
        loop {
            match self.pop() {
                Some(Activation::Subroutine(back)) => return Ok(back),
                Some(Activation::Loop { .. }) => {}
                None => return Err(Why::ReturnWithoutGosub),
            }
        }
    }

    /// Updates the cached position of the innermost loop if `back` is its return address.
    pub(super) fn refresh_loop(&mut self, back: ReturnAddress, pc: Pc, epoch: u32) {
        if let Some(Activation::Loop { back: cached, .. }) = self.frames.last_mut()
            && *cached == back
        {
            *cached = ReturnAddress { pc, epoch, ..back };
        }
    }
}

/// The operands that wait while an expression is computed. The translator bounds their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operands {
    values: [i16; 256],
    depth: u8,
}

impl Default for Operands {
    fn default() -> Self {
        Self { values: [0; 256], depth: 0 }
    }
}

impl Operands {
    // An index of eight bits needs no bounds check.
    #[inline]
    pub(super) fn push(&mut self, value: i16) {
        self.values[usize::from(self.depth)] = value;
        self.depth = self.depth.wrapping_add(1);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> i16 {
        self.depth = self.depth.wrapping_sub(1);
        self.values[usize::from(self.depth)]
    }

    pub(super) fn clear(&mut self) {
        self.depth = 0;
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Prompt,
    /// A command or program runs, or waits for a key.
    Running,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CodeAddress {
    pub(super) origin: Origin,
    pub(super) pc: Pc,
}

/// The registers of the interpreter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) state: State,
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

impl Basic {
    /// Sets a target; returns whether program bytes were overwritten.
    pub(super) fn set(&mut self, target: Target, value: i16) -> bool {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)] = value,
            Target::Device(device) => self.set_device(device, value),
            Target::Indexed(kind) => {
                let address = self.operands.pop();
                match kind {
                    Indexed::Memory => return self.poke_word(address, value),
                    Indexed::Port => self.set_port(address, value),
                    Indexed::At | Indexed::Star => {
                        self.store.set_word(address as usize, value);
                        self.update_scroll_cost();
                    }
                }
            }
        }
        false
    }

    pub(super) fn target_value(&self, target: Target) -> i16 {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)],
            Target::Device(device) => self.device(device),
            Target::Indexed(_) => 0,
        }
    }

    /// Executes NEXT; returns where the loop continues, or `None` when it is over. An overflow ends the loop and
    /// leaves the variable unchanged. Evidence: patb.
    #[inline]
    pub(super) fn next(&mut self, variable: Target) -> Result<Option<ReturnAddress>, Why> {
        let ActiveLoop { limit, step, back } = self.stack.unwind_to_loop(variable)?;
        let next = self.target_value(variable).checked_add(step);
        if let Some(value) = next {
            self.set(variable, value);
        }
        let continues = next.is_some_and(|value| if step < 0 { value >= limit } else { value <= limit });
        if !continues {
            self.stack.pop();
        }
        Ok(continues.then_some(back))
    }
}
