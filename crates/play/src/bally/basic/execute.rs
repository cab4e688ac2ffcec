//! Execution, from one stop of the cartridge to the next, and what a script does with it: it presses and holds keys, and moves
//! hand controllers.

use super::memory::HALT_BIT;
use arcadian_bally::{Input, frame_end};
use arcadian_basic::{Controller, Ending, Key, Pause, script::Scripted};
use arcadian_cpu::Core;
use arcadian_machine::{Reason, Until};

use super::{
    BasicBally,
    enter::strokes,
    memory::{
        CODE, CURX, CURY, FRAME, GETKEY, KEYDOWN, KEYLAST, KEYPUT, KEYTAKE, PROMPT, SEED, SHOWCODE,
        SLIST_NEXT, SLIST_PAUSE, STATEA, TRACING,
    },
    pause,
};
use crate::bally::keys;

/// KEYDOWN while PAUSE is held.
const PAUSE_DOWN: u8 = 7;

/// The longest time in cycles that the cartridge may take without a statement, a character or a look at the keys: a minute.
/// The longest LINE takes ten seconds.
pub(super) const LONGEST: u64 = 60 * 1_789_772;

impl BasicBally {
    /// Returns whether nothing runs and no key waits.
    pub(super) fn is_at_prompt(&self) -> bool {
        match self.bally.machine().core.pc() {
            PROMPT => !self.has_keys(),
            GETKEY => self.waits_for_key() == Some(Pause::Prompt),
            _ => false,
        }
    }

    /// Returns whether the prompt or the program waits at GETKEY.
    pub(super) fn waits_for_key(&self) -> Option<Pause> {
        let waits = !self.has_keys() && self.peek(TRACING) & HALT_BIT == 0;
        waits.then(|| pause(&self.bally))
    }

    /// Returns whether LIST waits.
    pub(super) fn waits_for_release(&self) -> Option<Pause> {
        let is_listing = matches!(self.bally.machine().core.pc(), SLIST_NEXT | SLIST_PAUSE);
        let is_held = self.peek(KEYDOWN) == PAUSE_DOWN && self.peek(TRACING) & HALT_BIT == 0;
        (is_listing && is_held).then_some(Pause::List)
    }

    pub(super) fn has_keys(&self) -> bool {
        self.peek(KEYPUT) != self.peek(KEYTAKE)
    }

    /// Counts a statement, or a line of LIST. The empty end of a line after IF is a statement.
    pub(super) fn begin_statement(&mut self, limit: u64) -> Option<Pause> {
        let is_paused = self.waits_for_release().is_some();
        if is_paused || self.statements >= limit {
            self.is_before_statement = true;
            return (!is_paused).then_some(Pause::Budget);
        }
        self.count_statement();
        None
    }

    pub(super) fn count_statement(&mut self) {
        self.is_before_statement = false;
        self.statements += 1;
    }

    pub(super) fn until_prompt(&mut self) {
        self.is_before_statement = false;
        while self.next_stop(LONGEST).is_some_and(|address| address != PROMPT && CODE.contains(&address)) {}
    }

    /// Runs to the end of the frame. Calls `act` wherever a script can act: where the machine waits, and before each statement.
    pub fn play_frame(&mut self, mut act: impl FnMut(&mut Self, Pause)) {
        let end = frame_end(self.bally.cycles());
        while self.bally.cycles() < end {
            let pause = match self.next_stop(end - self.bally.cycles()) {
                Some(GETKEY) => self.waits_for_key(),
                Some(SLIST_PAUSE) => self.waits_for_release(),
                Some(STATEA | SLIST_NEXT) => {
                    self.is_before_statement = true;
                    self.waits_for_release().or(Some(Pause::Budget))
                }
                Some(_) => None,
                // Time passes although the processor may be halted for good.
                None => {
                    let left = end.saturating_sub(self.bally.cycles());
                    if left > 0 {
                        self.bally.machine_mut().run(&Until::never().cycles(left));
                    }
                    break;
                }
            };
            if let Some(pause) = pause {
                self.restore_seed(pause);
                act(self, pause);
            }
            if self.is_before_statement && self.waits_for_release().is_none() {
                self.count_statement();
            }
        }
        self.bally.take_sound();
    }

    /// Runs to where a script can act.
    pub fn finish_statement(&mut self) -> Pause {
        let pause = self.run_until(self.statements);
        self.restore_seed(pause);
        pause
    }

    /// A script cannot repeat the time that passes at the prompt, which changes the sequence of RND.
    fn restore_seed(&mut self, pause: Pause) {
        if pause == Pause::Prompt {
            self.set_word(SEED, self.seed);
        }
    }

    pub(super) fn pass(&mut self, cycles: u64) {
        let end = self.bally.cycles() + cycles;
        while self.bally.cycles() < end && self.runaway().is_none() {
            if let Some(STATEA | SLIST_NEXT) = self.next_stop(end - self.bally.cycles()) {
                let _counted = self.begin_statement(u64::MAX);
            }
        }
    }

    /// Runs to the next stop and returns its address, or to the end of the time.
    pub(super) fn next_stop(&mut self, cycles: u64) -> Option<u16> {
        let end = self.bally.cycles().saturating_add(cycles);
        self.leave_stop();
        loop {
            let cursor = self.cursor();
            self.until.cycles = self.record_until(end).saturating_sub(self.bally.cycles());
            let reason = self.bally.machine_mut().run(&self.until).reason;
            self.record_sound();
            match reason {
                Reason::Address(address) => {
                    self.observe(address);
                    return Some(address);
                }
                Reason::Watched { .. } if self.cursor() != cursor => self.observe_cursor(),
                Reason::Watched { .. } => {}
                Reason::Budget if self.bally.cycles() < end => {}
                _ => return None,
            }
        }
    }

    /// Executes the instruction at the present stop. If an interrupt comes before it, the stop is reached a second time.
    fn leave_stop(&mut self) {
        let at = self.bally.machine().core.pc();
        while self.until.addresses.contains(at) && self.bally.machine().core.pc() == at {
            let _cost = self.bally.machine_mut().step();
            if self.bally.machine().core.pc() == FRAME {
                self.until.cycles = LONGEST;
                self.bally.machine_mut().run(&self.until);
            }
        }
    }

    fn observe(&mut self, address: u16) {
        self.observe_output(address);
        match address {
            STATEA => self.is_command = true,
            SHOWCODE => self.has_failed = true,
            GETKEY => self.observe_line(),
            PROMPT => self.observe_end(),
            _ => {}
        }
    }

    /// Keeps the line that is being entered, which the cartridge overwrites when it is complete.
    fn observe_line(&mut self) {
        if let Some(line) = self.ram().line_at_prompt() {
            self.line = line;
        }
    }

    /// A line that is empty, stored, or discarded by HALT is not a command: the last command is the one before it.
    fn observe_end(&mut self) {
        self.is_before_statement = false;
        self.seed = self.word(SEED);
        let is_command = std::mem::replace(&mut self.is_command, false);
        let has_failed = std::mem::replace(&mut self.has_failed, false);
        match self.last_ending() {
            _ if !is_command && !has_failed => {}
            Ending::Error(fault) if !is_command => self.ending = Ending::Error(self.refusal(fault)),
            ending => self.ending = ending,
        }
    }

    fn cursor(&self) -> (u16, u16) {
        (self.word(CURX), self.word(CURY))
    }
}

/// The code of PAUSE.
const PAUSE: u8 = 1;

impl Scripted for BasicBally {
    fn statements(&self) -> u64 {
        self.statements
    }

    fn ending(&self) -> Option<&Ending> {
        Some(&self.ending)
    }

    fn run_until(&mut self, limit: u64) -> Pause {
        if self.is_at_prompt() {
            return Pause::Prompt;
        }
        if self.is_before_statement && self.waits_for_release().is_none() {
            if self.statements >= limit {
                return Pause::Budget;
            }
            self.count_statement();
        }
        loop {
            let pause = match self.next_stop(LONGEST) {
                Some(PROMPT) => (!self.has_keys()).then_some(Pause::Prompt),
                Some(GETKEY) => self.waits_for_key(),
                Some(STATEA | SLIST_NEXT) => self.begin_statement(limit),
                Some(SLIST_PAUSE) => self.waits_for_release(),
                Some(address) if CODE.contains(&address) => None,
                _ => Some(Pause::Budget),
            };
            if let Some(pause) = pause {
                return pause;
            }
        }
    }

    /// A key at the prompt is shown after the prompt. If too many keys wait, it is lost.
    fn press(&mut self, key: Key) {
        if key != Key::Halt {
            self.show_prompt();
        }
        match key {
            _ if self.is_typed => self.type_key(key),
            Key::Halt => self.press_halt(),
            Key::Code(code) => self.put_key(code),
            Key::Pause => self.put_key(PAUSE),
        }
    }

    /// `&(20)` to `&(23)` read the key, and LIST waits while it is PAUSE. The key is not pressed for the program, unless it
    /// is typed.
    fn hold(&mut self, key: Option<Key>) {
        self.held = key;
        let pad_key = key.and_then(strokes).and_then(|keys| keys.last().copied());
        self.input.columns = Input::default().columns;
        pad_key.into_iter().for_each(|key| self.input.press(key));
        self.bally.set_input(&self.input);
        if !self.is_typed {
            // As if the interrupt had seen it before.
            let number = pad_key.map_or(0, |key| 6 * key.column() + key.row() + 1);
            self.poke(KEYLAST, number);
            self.poke(KEYDOWN, number);
        }
    }

    fn set_controller(&mut self, number: usize, controller: Controller) {
        let Some(handle) = number.checked_sub(1).and_then(|index| self.input.handles.get_mut(index)) else {
            return;
        };
        *handle = keys::handle(controller);
        self.bally.set_input(&self.input);
    }

    /// Presses the RESET button. Random numbers and counts continue, and a held key does not count as a new one.
    fn reset(&mut self) {
        let (seed, held) = (self.word(SEED), self.held);
        self.hold(None);
        self.printed.end_open_line();
        self.bally.reset();
        self.boot();
        self.set_seed(seed.into());
        self.hold(held);
    }

    fn show_prompt(&mut self) {
        if self.bally.machine().core.pc() == PROMPT {
            while self.next_stop(LONGEST).is_some_and(|address| address != GETKEY) {}
        }
    }
}
