//! The machine: memory, screen, keys and the interpreter.

mod call_stack;
mod execute;
mod input;
mod memory;
mod output;
mod stack;
mod tape;
mod translations;

use arcadian_screen::{Colors, Frame, Picture};

use crate::{
    Controller, Dialect, Fault, Key, Line, Random,
    console::Transcript,
    cost,
    op::Op,
    sound::SoundWrite,
    store::{Full, Store},
};
use input::Input;
use output::Devices;
use output::Output;
use stack::{CodeAddress, Control, State};
use stack::{Operands, ReturnAddress, Stack};
use tape::TapeDeck;
use translations::Translations;

pub use call_stack::{BasicFrame, Position};
pub use input::{LONGEST_ANSWER, LONGEST_LINE};
pub use memory::MidStatement;
pub use tape::Tape;

/// A program is too long for the machine (SORRY).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SORRY: line {line} needs {} bytes and {} are free", full.needed, full.free)]
pub struct DoesNotFit {
    /// The first line that does not fit.
    pub line: u16,
    pub full: Full,
}

/// The reason why [`Basic::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The program waits in KP.
    Key,
    /// The program waits for an answer to INPUT.
    Answer,
    /// LIST waits until PAUSE is released.
    List,
    /// The program waits for the host to carry out [`Basic::tape`]; only after [`Basic::attach_tape`].
    Tape,
    /// The prompt waits for a line, and no program runs. [`Basic::ending`] is the end of the last command.
    Prompt,
    /// The budget of statements is used up.
    Budget,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By STOP or after the last statement.
    End,
    Error(Fault),
    Halt,
}

/// The text that an instruction was translated from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Origin {
    #[default]
    Program,
    Direct,
    Answer,
}

/// Bally BASIC with its memory, screen and keys.
///
/// ```
/// use arcadian_basic::{Basic, Dialect, Pause};
/// let mut basic = Basic::new(Dialect::Bally, 1);
/// basic.enter("10 PRINT 2+3×4")?;
/// basic.enter("RUN")?;
/// assert_eq!(basic.run(1_000), Pause::Prompt);
/// assert_eq!(basic.transcript().lines().collect::<Vec<_>>(), ["      14"]);
/// # Ok::<(), arcadian_basic::UnknownCharacter>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basic {
    store: Store,
    /// A to Z, padded to 32 so that an index of five bits is always valid.
    variables: [i16; 32],
    devices: Devices,
    random: Random,
    input: Input,
    output: Output,
    tape: TapeDeck,
    translations: Translations,
    stack: Stack,
    operands: Operands,
    control: Control,
    /// Statements executed since the machine was created.
    statements: u64,
}

impl Basic {
    /// Creates a machine without a program, with all variables zero. Evidence: listing (variables).
    pub fn new(dialect: Dialect, seed: u64) -> Self {
        Self {
            store: Store::default(),
            variables: [0; 32],
            devices: Devices::default(),
            random: Random::new(seed),
            input: Input::default(),
            output: Output::default(),
            tape: TapeDeck::default(),
            translations: Translations::new(dialect),
            stack: Stack::default(),
            operands: Operands::default(),
            control: Control::default(),
            statements: 0,
        }
    }

    /// Stores lines in order; stops at the first that does not fit.
    pub fn load<'a>(&mut self, lines: impl IntoIterator<Item = &'a Line>) -> Result<(), DoesNotFit> {
        for line in lines {
            self.store.insert(line).map_err(|full| DoesNotFit { line: line.number, full })?;
        }
        self.discard_translations();
        Ok(())
    }

    /// Discards the translations after a change of the program.
    fn discard_translations(&mut self) {
        self.translations.discard(&self.store);
        self.update_scroll_cost();
    }

    /// Scrolling takes longer where program bytes have to be kept.
    fn update_scroll_cost(&mut self) {
        self.output.console.scroll_cost = cost::scroll(self.store.unused_screen_bytes());
    }

    /// Presses a key; up to seven wait until the program or the prompt asks for one, and further ones are lost.
    pub fn press(&mut self, key: Key) {
        self.input.press(key);
    }

    /// Holds a key of the pad down, or releases it. `&(20)` to `&(23)` read it, and LIST waits while it is PAUSE. A program or
    /// line gets keys by [`press`](Self::press) only.
    pub fn hold(&mut self, key: Option<Key>) {
        self.devices.held = key;
    }

    pub fn held(&self) -> Option<Key> {
        self.devices.held
    }

    /// Presses HALT: stops whatever runs and drops the waiting keys. At the prompt, drops the line being typed.
    pub fn halt(&mut self) {
        self.input.clear_keys();
        self.stop_tape();
        if self.control.state == State::Running {
            self.output.transcript.end_open_line();
            self.end(Ending::Halt);
        } else if self.input.is_typing() {
            self.output.transcript.end_open_line();
            self.output.console.fresh_line();
            self.stop();
        }
    }

    /// Resets the machine to power-up: no program, all variables zero. Random numbers, counts and the transcript
    /// continue.
    pub fn reset(&mut self) {
        self.output.transcript.end_open_line();
        let mut machine = Self::new(self.dialect(), 0);
        machine.random = self.random.clone();
        machine.devices.controllers = self.devices.controllers;
        machine.devices.held = self.devices.held;
        machine.output.console.sound = std::mem::take(&mut self.output.console.sound);
        machine.output.console.sound.reset(self.tstates());
        machine.output.transcript = std::mem::take(&mut self.output.transcript);
        machine.tape = std::mem::take(&mut self.tape);
        machine.tape.reset();
        machine.output.console.recorder = std::mem::take(&mut self.output.console.recorder);
        machine.output.console.recorder.stop();
        machine.translations = self.translations.successor();
        machine.statements = self.statements;
        machine.output.console.tstates = self.tstates();
        *self = machine;
    }

    /// Returns whether a command or program runs or waits.
    pub fn is_running(&self) -> bool {
        self.control.state == State::Running
    }

    pub fn is_listing(&self) -> bool {
        let CodeAddress { origin, pc } = self.control.at;
        let next = self.translations.code(origin).ops.get(pc as usize);
        self.is_running() && matches!(next, Some(Op::ListNext))
    }

    /// Returns whether a line is being typed at the prompt.
    pub fn is_typing(&self) -> bool {
        self.control.state == State::Prompt && self.input.is_typing()
    }

    /// Returns the keys of the line that is being entered, at the prompt or for INPUT.
    pub fn typed(&self) -> &[u8] {
        self.input.typed()
    }

    /// Returns how the last command ended; `None` while it runs and before the first.
    pub fn ending(&self) -> Option<&Ending> {
        self.control.ending.as_ref().filter(|_| self.control.state == State::Prompt)
    }

    /// Moves a hand controller (1..=4); other numbers do nothing.
    pub fn set_controller(&mut self, number: usize, controller: Controller) {
        if let Some(place) = number.checked_sub(1).and_then(|n| self.devices.controllers.get_mut(n)) {
            *place = controller;
        }
    }

    /// Returns the hand controllers 1..=4.
    pub fn controllers(&self) -> [Controller; 4] {
        self.devices.controllers
    }

    pub fn dialect(&self) -> Dialect {
        self.translations.dialect()
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn variables(&self) -> [i16; 26] {
        std::array::from_fn(|i| self.variables[i])
    }

    /// Returns `@(n)`; `None` outside the free memory.
    pub fn array(&self, n: i16) -> Option<i16> {
        self.store.at(n).map(|address| self.store.word(address))
    }

    /// Returns the number of statements executed since the machine was created.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// Returns the emulated time in T-states, as estimated by [`crate::cost`].
    pub fn tstates(&self) -> u64 {
        self.output.console.tstates
    }

    /// Records writes to the sound ports from now on, and first the values that they have. The host takes them after each run.
    pub fn listen(&mut self) {
        let now = self.tstates();
        self.output.console.sound.listen(now);
    }

    /// Records no more writes to the sound ports, and forgets those that the host has not taken.
    pub fn stop_listening(&mut self) {
        self.output.console.sound.stop_listening();
    }

    /// Returns the writes to the sound ports since the last call, in order, and forgets them.
    pub fn take_sound(&mut self) -> Vec<SoundWrite> {
        let now = self.tstates();
        self.output.console.sound.take(now)
    }

    /// Returns the time in T-states at which the note of BASIC that sounds ends. Until then, it is not among the writes.
    pub fn note_end(&self) -> Option<u64> {
        self.output.console.sound.note_end()
    }

    pub fn transcript(&self) -> &Transcript {
        &self.output.transcript
    }

    pub fn picture(&self) -> &Picture {
        &self.output.console.picture
    }

    /// Returns CX and CY.
    pub fn cursor(&self) -> (i16, i16) {
        (self.output.console.cx, self.output.console.cy)
    }

    pub fn colors(&self) -> Colors {
        self.devices.colors()
    }

    /// Returns everything that determines what the television shows.
    pub fn frame(&self) -> Frame {
        Frame { picture: self.picture().clone(), program: self.program_pixels(), colors: self.colors() }
    }
}

#[cfg(test)]
impl Basic {
    /// Returns a machine that has executed the first statement of a program.
    fn started(program: &[&str]) -> Self {
        let mut basic = Basic::new(Dialect::Bally, 1);
        for line in program {
            basic.enter(line).expect("machine characters");
        }
        basic.enter("RUN").expect("machine characters");
        basic.run(1);
        basic
    }
}
