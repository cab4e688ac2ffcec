//! Control flow outside the dispatch loop: lines, calls, errors and answers.

use super::{Basic, CodeAddress, Ending, Origin, Pause, ReturnAddress, control::State, execute::Exit};
use crate::{Why, line, op::Op, translate::Begin};

impl Basic {
    /// Handles an exit from the dispatch loop; returns the pause if execution cannot continue.
    pub(super) fn handle_exit(&mut self, exit: Exit) -> Option<Pause> {
        match exit {
            Exit::Wait(pause) => return Some(pause),
            Exit::Line(index) if index < self.translations.lines().len() => self.enter_line(index),
            Exit::Line(_) | Exit::End => self.end(Ending::End),
            Exit::Text(at) => self.continue_at(Origin::Program, usize::from(at), Begin::Statement),
            Exit::Resume(back) => self.resume(back),
            Exit::Retranslate(begin) => {
                let at = self.place();
                self.discard_translations();
                self.continue_at(self.control.at.origin, at, begin);
            }
            Exit::Answer(keys) => self.compute_answer(&keys),
            Exit::Answered => {
                self.control.return_to_input();
            }
            Exit::Halt => self.halt(),
            Exit::Fault(why) if self.control.at.origin == Origin::Answer => self.ask_again(why),
            Exit::Fault(why) => self.fail(why),
        }
        None
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.control.ending = Some(ending);
        self.stop();
    }

    /// Returns to the prompt; loops and subroutines are dropped. Evidence: patb.
    pub(super) fn stop(&mut self) {
        self.control.state = State::Prompt;
        self.input.clear_line();
        self.tape.clear_request();
        // The position after a stop is that of the INPUT in the program, not one in its answer.
        self.control.return_to_input();
        self.clear_stacks();
    }

    pub(super) fn clear_stacks(&mut self) {
        self.stack.clear();
        self.operands.clear();
    }

    /// Returns the place in the text of the instruction just executed.
    pub(super) fn place(&self) -> usize {
        let CodeAddress { origin, pc } = self.control.at;
        let index = (pc as usize).saturating_sub(1);
        usize::from(self.translations.code(origin).places.get(index).copied().unwrap_or(0))
    }

    /// Begins to execute a direct command.
    pub(super) fn start_direct(&mut self, text: Vec<u8>) {
        self.clear_stacks();
        self.stack.set_command_length(text.len());
        self.translations.set_direct(text);
        self.control.state = State::Running;
        self.control.ending = None;
        self.continue_at(Origin::Direct, 0, Begin::Statement);
    }

    fn enter_line(&mut self, index: usize) {
        let pc = self.translations.enter_line(index, &self.store);
        self.control.at = CodeAddress { origin: Origin::Program, pc };
    }

    /// Translates the rest of a text from `at` and continues there.
    pub(super) fn continue_at(&mut self, origin: Origin, at: usize, begin: Begin) {
        let pc = self.translations.translate_rest(origin, at, begin, &self.store);
        self.control.at = CodeAddress { origin, pc };
    }

    /// Continues at a return address; if its translation has been discarded, the text is translated from there.
    fn resume(&mut self, back: ReturnAddress) {
        let epoch = self.translations.epoch();
        if back.epoch == epoch {
            self.control.at = CodeAddress { origin: back.origin, pc: back.pc };
            return;
        }
        self.continue_at(back.origin, usize::from(back.at), Begin::AfterStatement);
        self.stack.refresh_loop(back, self.control.at.pc, epoch);
    }

    fn compute_answer(&mut self, keys: &[u8]) {
        self.control.asking = Some(self.control.at);
        match line::scan_keys(keys, keys.len() + 1) {
            Some(text) => {
                self.translations.set_answer(text);
                self.control.at = CodeAddress { origin: Origin::Answer, pc: 0 };
            }
            // A word key in a string, which is not an expression in any case.
            None => self.ask_again(Why::NoValue),
        }
    }

    /// Shows the error of a bad answer and repeats its INPUT. Evidence: patb.
    fn ask_again(&mut self, why: Why) {
        self.output.show_error_code(why);
        if !self.control.return_to_input() {
            return;
        }
        self.operands.clear();
        let CodeAddress { origin, pc } = self.control.at;
        let input = self.translations.code(origin).ops.get((pc as usize).saturating_sub(1));
        if let Some(&Op::Input(again)) = input {
            self.control.at.pc = again;
        }
    }
}
