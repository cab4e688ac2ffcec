//! The current position, the call stack, and control flow outside the dispatch loop: lines, calls, errors and answers.

use super::{
    Basic, CodeAddress, Ending, Origin, Pause, ReturnAddress,
    execute::Exit,
    stack::{Activation, State},
};
use crate::{
    Why, line,
    op::{Op, Pc, Target},
    translate::{self, Begin},
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line's number; 0 for the direct command.
    pub line: u16,
    /// Bytes from the start of the line's text.
    pub at: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BasicFrame {
    /// Between FOR and NEXT.
    Loop {
        variable: String,
        value: i16,
        /// The last value for which the loop continues.
        limit: i16,
        step: i16,
        /// The place of FOR.
        begin: Position,
        /// The place right after FOR, at which NEXT continues.
        back: Position,
    },
    /// Between GOSUB and RETURN.
    Subroutine {
        /// The place of GOSUB.
        begin: Position,
        /// The place right after GOSUB, at which RETURN continues.
        back: Position,
    },
}

impl Basic {
    /// Returns the start of the statement that is executed next, or that waits for a key or an answer. When nothing
    /// runs, it is that of the last statement executed; after HALT, of the statement that was stopped.
    pub fn position(&self) -> Position {
        let (origin, address) = self.statement();
        self.position_of(origin, address)
    }

    /// Returns the active loops and subroutines, the outermost first.
    pub fn call_stack(&self) -> Vec<BasicFrame> {
        self.stack.frames().iter().map(|frame| self.stack_frame(frame)).collect()
    }

    /// Returns the number of active subroutines.
    pub fn depth(&self) -> usize {
        self.stack.frames().iter().filter(|frame| matches!(frame, Activation::Subroutine(_))).count()
    }

    /// Returns the text that contains the statement of [`position`](Self::position), and its address there.
    fn statement(&self) -> (Origin, usize) {
        let CodeAddress { origin, pc } = self.control.asking.unwrap_or(self.control.at);
        let code = self.translations.code(origin);
        let is_stopped = self.control.state == State::Prompt && self.control.ending != Some(Ending::Halt);
        let end = (pc as usize + usize::from(!is_stopped)).min(code.ops.len());
        let begin = code.ops[..end].iter().rposition(|op| matches!(op, Op::Statement(_)));
        (origin, begin.map_or(0, |begin| usize::from(code.places[begin])))
    }

    /// Returns whether a statement has begun but not ended.
    pub(super) fn is_mid_statement(&self) -> bool {
        let CodeAddress { origin, pc } = self.control.at;
        let next = self.translations.code(origin).ops.get(pc as usize);
        self.control.state == State::Running && !matches!(next, Some(Op::Statement(_)))
    }

    /// Translates again from the current statement: the program's bytes have changed.
    pub(super) fn retranslate(&mut self) {
        let (origin, at) = self.statement();
        self.discard_translations();
        self.continue_at(origin, at, Begin::Statement);
        // While nothing runs, `statement` looks at the instructions before this one.
        self.control.at.pc += Pc::from(self.control.state == State::Prompt);
    }

    fn position_of(&self, origin: Origin, address: usize) -> Position {
        let lines = self.translations.lines();
        let before = lines.partition_point(|line| line.text <= address);
        match before.checked_sub(1).and_then(|index| lines.get(index)) {
            Some(line) if origin == Origin::Program => {
                Position { line: line.number, at: address - line.text }
            }
            _ => Position { line: 0, at: address },
        }
    }

    /// Returns the start of the statement that ends at `back`.
    fn statement_before(&self, origin: Origin, back: Position) -> Position {
        let place = self.translations.lines().iter().find(|line| line.number == back.line);
        let text = match (origin, place) {
            (Origin::Program, Some(&place)) => self.store.text(place),
            _ => self.translations.text(Origin::Direct, &self.store),
        };
        let starts = translate::statements(text, self.dialect());
        Position { at: starts.into_iter().rfind(|&start| start < back.at).unwrap_or(0), ..back }
    }

    fn stack_frame(&self, frame: &Activation) -> BasicFrame {
        let address = frame.return_address();
        let back = self.position_of(address.origin, usize::from(address.at));
        let begin = self.statement_before(address.origin, back);
        match *frame {
            Activation::Subroutine(_) => BasicFrame::Subroutine { begin, back },
            Activation::Loop { variable, limit, step, .. } => {
                let value = self.target_value(variable);
                BasicFrame::Loop { variable: name_of(variable), value, limit, step, begin, back }
            }
        }
    }
}

fn name_of(variable: Target) -> String {
    match variable {
        Target::Variable(letter) => char::from(b'A' + letter % 26).to_string(),
        Target::Device(device) => device.name().to_owned(),
        Target::Indexed(_) => String::new(),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Pause};

    /// Returns where each statement of a run begins, and the position after the run.
    fn positions(program: &[&str]) -> Vec<(u16, usize)> {
        let mut basic = Basic::started(program);
        let mut positions = Vec::new();
        while positions.len() < 20 {
            positions.push((basic.position().line, basic.position().at));
            if basic.run(1) != Pause::Budget {
                positions.push((basic.position().line, basic.position().at));
                break;
            }
        }
        positions
    }

    #[test]
    fn positions_of_a_run() {
        assert_eq!(positions(&["10 A=1;B=2", "20 STOP"]), [(10, 0), (10, 4), (20, 0), (20, 0)]);
        assert_eq!(positions(&["10 IF A=0 B=2;C=3"]), [(10, 0), (10, 5), (10, 9), (10, 9)]);
        assert_eq!(positions(&["10 IF A=1 B=2;C=3", "20 .END"]), [(10, 0), (20, 0), (20, 0)]);
        assert_eq!(positions(&["10 A=1;B=1÷0", "20 STOP"]), [(10, 0), (10, 4), (10, 4)]);
        assert_eq!(positions(&["10 FOR I=1TO 2", "20 NEXT I"]), [(10, 0), (20, 0), (20, 0), (20, 0)]);
        assert_eq!(positions(&[]), [(0, 0), (0, 0)]);
    }

    #[test]
    fn a_waiting_statement_is_at_its_start() {
        let mut basic = Basic::started(&["10 A=1;B=1+KP+KP;C=1", "20 PRINT 1;INPUT \"N\"D"]);
        assert_eq!((basic.run(2), basic.position()), (Pause::Key, Position { line: 10, at: 4 }));
        basic.press(Key::Code(b'A'));
        assert_eq!((basic.run(0), basic.position()), (Pause::Key, Position { line: 10, at: 4 }));
        basic.press(Key::Code(b'A'));
        assert_eq!((basic.run(0), basic.position()), (Pause::Budget, Position { line: 10, at: 14 }));
        assert_eq!((basic.run(3), basic.position()), (Pause::Answer, Position { line: 20, at: 3 }));
        // The expression of an answer may wait for a key itself.
        b"KP\r".iter().for_each(|&key| basic.press(Key::Code(key)));
        assert_eq!((basic.run(0), basic.position()), (Pause::Key, Position { line: 20, at: 3 }));
        basic.halt();
        assert_eq!((basic.is_running(), basic.position()), (false, Position { line: 20, at: 3 }));
    }

    #[test]
    fn halt_pressed_before_input_asks() {
        let mut basic = Basic::started(&["10 A=1;B=1;INPUT C"]);
        basic.press(Key::Halt);
        assert_eq!((basic.run(9), basic.ending()), (Pause::Prompt, Some(&Ending::Halt)));
        assert_eq!(basic.position(), Position { line: 10, at: 8 });
    }

    #[test]
    fn halt_before_a_statement() {
        let mut basic = Basic::started(&["10 A=1;B=1"]);
        basic.run(1);
        basic.halt();
        assert_eq!(basic.position(), Position { line: 10, at: 4 });
    }

    #[test]
    fn loops_and_subroutines() {
        let mut basic =
            Basic::started(&["10 A=3;FOR CX=1TO 9STEP A;IF A GOSUB 20;B=1", "20 FOR I=5TO 1STEP -2;A=A+1"]);
        basic.run(5);
        let at = |line, at| Position { line, at };
        let outer = BasicFrame::Loop {
            variable: "CX".into(),
            value: 1,
            limit: 9,
            step: 3,
            begin: at(10, 4),
            back: at(10, 13),
        };
        let call = BasicFrame::Subroutine { begin: at(10, 17), back: at(10, 20) };
        let inner = BasicFrame::Loop {
            variable: "I".into(),
            value: 5,
            limit: 1,
            step: -2,
            begin: at(20, 0),
            back: at(20, 9),
        };
        assert_eq!(basic.call_stack(), [outer, call, inner]);
        assert_eq!(basic.depth(), 1);
    }
}
