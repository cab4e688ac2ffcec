//! What a script does: it runs the machine, presses and holds keys, and moves hand controllers.

use arcadian_bally::Input;
use arcadian_basic::{Controller, Ending, Key, Pause, script::Scripted};
use arcadian_cpu::Core;

use super::{
    BasicBally,
    addresses::{CODE, GETKEY, KEYDOWN, KEYLAST, PROMPT, SEED, SLIST_NEXT, SLIST_PAUSE, STATEA},
    execute::LONGEST,
    keypad::strokes,
};
use crate::bally::keys;

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
