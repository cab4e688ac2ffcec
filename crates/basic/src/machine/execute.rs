//! Executing translated lines; arithmetic in 16 bits, with the overflow rules of Palo Alto Tiny BASIC (patb).

use super::{
    Basic, Origin, Pause, Tape,
    input::Entry,
    output::DEFAULT_FIELD_WIDTH,
    stack::{Activation, LOOP_BYTES, ReturnAddress, SUBROUTINE_BYTES, State},
};
use crate::{
    Key, Why, cost,
    op::{Code, Indexed, Op, Operator, Target},
    translate::Begin,
    words::Function,
};

/// The reason why the dispatch loop was left.
pub(super) enum Exit {
    Wait(Pause),
    /// Execution continues at the line with this index; past the last line the program ends.
    Line(usize),
    /// Execution continues with the statement at this place in the program's text.
    Text(u16),
    /// Execution continues at a return address whose cached position may be stale.
    Resume(ReturnAddress),
    /// The translations are stale; execution continues at the place of the instruction just executed.
    Retranslate(Begin),
    /// INPUT has read the keys of this answer, an expression that is to be evaluated.
    Answer(Vec<u8>),
    /// The answer has been evaluated; execution returns to INPUT.
    Answered,
    Halt,
    End,
    Fault(Why),
}

impl Basic {
    /// Executes until the program waits or ends, or `budget` statements have been executed.
    pub fn run(&mut self, budget: u64) -> Pause {
        let limit = self.statements.saturating_add(budget);
        loop {
            if self.tape.has_request() {
                return Pause::Tape;
            }
            if self.control.state == State::Running {
                if let Some(pause) = self.execute(limit) {
                    return pause;
                }
            } else if !self.read_command() {
                return Pause::Prompt;
            }
        }
    }

    fn execute(&mut self, limit: u64) -> Option<Pause> {
        let origin = self.control.at.origin;
        // Taken out, so that the loop can read it while instructions change the machine.
        let code = std::mem::take(self.translations.code_mut(origin));
        let exit = self.dispatch(&code, limit);
        *self.translations.code_mut(origin) = code;
        self.handle_exit(exit)
    }

    /// Executes instructions until one needs work outside the loop. The accumulator, the program counter and the
    /// counts are local, so that they stay in registers.
    fn dispatch(&mut self, code: &Code, limit: u64) -> Exit {
        let mut pc = self.control.at.pc as usize;
        let mut value = self.control.accumulator;
        let allowed = limit.saturating_sub(self.statements);
        let mut left = allowed;
        let mut tstates = 0;
        let origin = self.control.at.origin;

        macro_rules! attempt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(why) => break Exit::Fault(why),
                }
            };
        }
        macro_rules! to_line {
            ($index:expr) => {{
                let index = usize::from($index);
                match self.translations.entry(index) {
                    Some(entry) if origin == Origin::Program => pc = entry as usize,
                    _ => break Exit::Line(index),
                }
            }};
        }
        macro_rules! to_frame {
            ($back:expr) => {{
                let back: ReturnAddress = $back;
                if back.epoch == self.translations.epoch() && back.origin == origin {
                    pc = back.pc as usize;
                } else {
                    break Exit::Resume(back);
                }
            }};
        }

        // Before what depends on the time, or shows something.
        macro_rules! charge {
            () => {
                self.output.console.tstates += std::mem::take(&mut tstates)
            };
        }

        let ops = code.ops.as_slice();
        let exit = loop {
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Statement(cost) => {
                    if left == 0 {
                        pc -= 1;
                        break Exit::Wait(Pause::Budget);
                    }
                    left -= 1;
                    tstates += u64::from(cost);
                }
                Op::Traced(number) => {
                    charge!();
                    self.output.show_trace(number);
                }
                Op::Fail(why) => break Exit::Fault(why),

                Op::Constant(n) => value = n,
                Op::Variable(v) => value = self.variables[usize::from(v & 31)],
                Op::Device(device) => value = self.device(device),
                Op::Element(kind) => value = attempt!(self.element(kind, value)),
                Op::Random => {
                    if value < 1 {
                        break Exit::Fault(Why::NothingToDraw(value));
                    }
                    tstates += if value > 255 { u64::from(cost::RANDOM_WORD) } else { 0 };
                    value = self.random.draw(value);
                }
                Op::Function(function) => {
                    let first = if function == Function::Px { self.operands.pop() } else { 0 };
                    value = attempt!(self.function(function, first, value));
                }
                Op::Key => match self.next_key() {
                    Some(Key::Code(key)) => value = i16::from(key),
                    Some(Key::Pause) => pc -= 1,
                    Some(Key::Halt) => break Exit::Halt,
                    None => {
                        pc -= 1;
                        break Exit::Wait(Pause::Key);
                    }
                },

                Op::Push => self.operands.push(value),
                Op::Operate(operator) => {
                    let first = self.operands.pop();
                    value = attempt!(self.operate(operator, first, value));
                }
                Op::OperateConstant(operator, n) => value = attempt!(self.operate(operator, value, n)),
                Op::OperateVariable(operator, v) => {
                    let second = self.variables[usize::from(v & 31)];
                    value = attempt!(self.operate(operator, value, second));
                }
                Op::Compare(relation) => value = i16::from(relation.holds(self.operands.pop(), value)),
                Op::CompareConstant(relation, n) => value = i16::from(relation.holds(value, n)),
                Op::CompareVariable(relation, v) => {
                    value = i16::from(relation.holds(value, self.variables[usize::from(v & 31)]));
                }

                Op::Address(kind) => {
                    let address = attempt!(self.address(kind, value));
                    self.operands.push(address);
                }
                Op::SetVariable(v) => self.variables[usize::from(v & 31)] = value,
                Op::Set(target) => {
                    charge!();
                    if self.set(target, value) {
                        let Op::Resume(list) = ops[pc] else { continue };
                        break Exit::Retranslate(Begin::WithinList(list));
                    }
                }
                Op::Resume(_) => {}

                Op::Unless(skipped, end) => {
                    if value == 0 {
                        tstates += u64::from(cost::SKIP + cost::BYTE_SKIPPED * u32::from(skipped));
                        pc = end as usize;
                    }
                }
                Op::NextLine(index) => to_line!(index),
                Op::NextText(at) => break Exit::Text(at),
                Op::Jump(index) => {
                    let at = code.places[pc - 1];
                    tstates += self.translations.search_cost(usize::from(index), origin, at);
                    to_line!(index);
                }
                Op::Goto => {
                    let at = code.places[pc - 1];
                    let index = attempt!(self.translations.find_line(value, origin, at));
                    tstates += self.translations.search_cost(index, origin, at);
                    break Exit::Line(index);
                }
                Op::RoomForSubroutine => attempt!(self.stack.check_room(SUBROUTINE_BYTES)),
                Op::RoomForLoop => attempt!(self.stack.check_room(LOOP_BYTES)),
                Op::GosubLine(index) => {
                    let back = self.translations.return_address(origin, code, pc);
                    self.stack.push(Activation::Subroutine(back));
                    tstates += self.translations.search_cost(usize::from(index), origin, back.at);
                    to_line!(index);
                }
                Op::Gosub => {
                    let at = code.places[pc - 1];
                    let index = attempt!(self.translations.find_line(value, origin, at));
                    let back = self.translations.return_address(origin, code, pc);
                    self.stack.push(Activation::Subroutine(back));
                    tstates += self.translations.search_cost(index, origin, at);
                    break Exit::Line(index);
                }
                Op::Return => to_frame!(attempt!(self.stack.pop_subroutine())),
                Op::For(variable) => {
                    let limit = self.operands.pop();
                    self.stack.remove_loop(variable);
                    let back = self.translations.return_address(origin, code, pc);
                    self.stack.push(Activation::Loop { variable, limit, step: value, back });
                }
                Op::Next(variable) => {
                    if matches!(variable, Target::Device(_)) {
                        charge!();
                    }
                    if let Some(back) = attempt!(self.next(variable)) {
                        to_frame!(back);
                    }
                }
                Op::Run => {
                    self.clear_stacks();
                    break Exit::Line(0);
                }
                Op::Stop => break Exit::End,

                Op::PrintStart => self.output.field_width = DEFAULT_FIELD_WIDTH,
                Op::PrintText(from, length) | Op::Prompt(from, length) => {
                    charge!();
                    self.print_text((from, length));
                }
                Op::PrintNumber => {
                    charge!();
                    self.output.print_number(value);
                }
                Op::PrintWidth => {
                    if !(0..=63).contains(&value) {
                        break Exit::Fault(Why::FieldWidth(value));
                    }
                    self.output.field_width = value;
                }
                Op::PrintLine => self.output.end_line(),
                Op::Blank => self.output.print_byte(b' '),
                Op::Input(_) => {
                    charge!();
                    match self.read_answer() {
                        Entry::Complete(keys) => break Exit::Answer(keys),
                        Entry::Halted => break Exit::Halt,
                        Entry::Incomplete => {
                            pc -= 1;
                            break Exit::Wait(Pause::Answer);
                        }
                    }
                }
                Op::Answered => break Exit::Answered,

                Op::Save(from, length) => {
                    attempt!(self.request_tape(Tape::Save, (from, length)));
                    break Exit::Wait(Pause::Tape);
                }
                Op::Load(from, length) => {
                    attempt!(self.request_tape(Tape::Load, (from, length)));
                    break Exit::Wait(Pause::Tape);
                }
                Op::Tape => break Exit::Fault(self.tape.error_without_name()),
                Op::Record => {
                    if !self.output.console.recorder.start() {
                        break Exit::Fault(self.tape.error_without_name());
                    }
                }
                Op::Play => {
                    if !self.tape.player.start() {
                        break Exit::Fault(self.tape.error_without_name());
                    }
                }
                Op::StopTape => self.stop_tape(),

                Op::Box => attempt!(self.draw_box(value)),
                Op::Line => attempt!(self.draw_line(value)),
                Op::Clear => self.output.clear(),
                Op::ListFrom(numbers) => self.begin_list(numbers, value),
                Op::ListNext => {
                    if self.devices.held == Some(Key::Pause) {
                        pc -= 1;
                        break Exit::Wait(Pause::List);
                    }
                    if left == 0 {
                        pc -= 1;
                        break Exit::Wait(Pause::Budget);
                    }
                    left -= 1;
                    charge!();
                    if !self.output.list_next(&self.store) {
                        break Exit::End;
                    }
                    pc -= 1;
                }
                Op::Trace => {
                    self.translations.toggle_tracing();
                    break Exit::Retranslate(Begin::AfterStatement);
                }
            }
        };
        self.control.at.pc = pc as u32;
        self.control.accumulator = value;
        self.statements += allowed - left;
        charge!();
        exit
    }
}

impl Basic {
    /// Computes `a` operator `b`. Multiplication and division use magnitudes, so −32768 is HOW? for them.
    #[inline]
    pub(super) fn operate(&mut self, operator: Operator, a: i16, b: i16) -> Result<i16, Why> {
        match operator {
            Operator::Add => a.checked_add(b).ok_or(Why::Overflow),
            Operator::Subtract => a.checked_sub(b).ok_or(Why::Overflow),
            Operator::Multiply => multiply(a, b),
            Operator::Divide => self.divide(a, b),
        }
    }

    /// Divides, truncating toward zero. RM becomes the remainder of the magnitudes. Evidence: patb, listing.
    fn divide(&mut self, a: i16, b: i16) -> Result<i16, Why> {
        if b == 0 {
            return Err(Why::DivisionByZero);
        }
        let (left, right) = (magnitude(a)?, magnitude(b)?);
        self.devices.remainder = left % right;
        let quotient = left / right;
        Ok(if (a < 0) == (b < 0) { quotient } else { -quotient })
    }

    /// Returns the address of an element; for memory and ports, `n` itself.
    pub(super) fn address(&self, kind: Indexed, n: i16) -> Result<i16, Why> {
        let found = match kind {
            Indexed::Memory | Indexed::Port => return Ok(n),
            _ if n < 0 => return Err(Why::NegativeElement(n)),
            Indexed::At => self.store.at(n),
            Indexed::Star => self.store.star(n),
        };
        found.map(|address| address as i16).ok_or(Why::NoElement(n))
    }

    pub(super) fn element(&self, kind: Indexed, n: i16) -> Result<i16, Why> {
        let address = self.address(kind, n)?;
        Ok(match kind {
            Indexed::Memory => self.peek_word(address),
            Indexed::Port => self.devices.port(address),
            Indexed::At | Indexed::Star => self.store.word(address as usize),
        })
    }
}

fn magnitude(n: i16) -> Result<i16, Why> {
    n.checked_abs().ok_or(Why::Overflow)
}

fn multiply(a: i16, b: i16) -> Result<i16, Why> {
    let product = magnitude(a)?.checked_mul(magnitude(b)?).ok_or(Why::Overflow)?;
    Ok(if (a < 0) == (b < 0) { product } else { -product })
}
