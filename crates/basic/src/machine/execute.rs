//! Executing translated lines.

use super::{Basic, FrameOf, LOOP_BYTES, Origin, Pause, Return, SUBROUTINE_BYTES, State, Tape};
use crate::{
    Key, Why, cost,
    op::{Code, Op},
    translate::Begin,
    words,
};

/// Why the inner loop was left.
pub(super) enum Exit {
    Wait(Pause),
    /// To a line by its place in the table; behind the last line the program ends.
    Line(usize),
    Resume(Return),
    /// The translations are stale; go on at the place of the instruction just executed.
    Retranslate(Begin),
    /// INPUT has its answer: compute it.
    Ask,
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
            if self.request.is_some() {
                return Pause::Tape;
            }
            if self.state == State::Running {
                if let Some(pause) = self.execute(limit) {
                    return pause;
                }
            } else if !self.read_command() {
                return Pause::Prompt;
            }
        }
    }

    fn execute(&mut self, limit: u64) -> Option<Pause> {
        let origin = self.origin;
        let code = std::mem::take(self.code_of(origin));
        let exit = self.dispatch(&code, limit);
        *self.code_of(origin) = code;
        self.leave(exit)
    }

    pub(super) fn code_of(&mut self, origin: Origin) -> &mut Code {
        match origin {
            Origin::Program => &mut self.program,
            Origin::Direct => &mut self.direct,
            Origin::Answer => &mut self.answer,
        }
    }

    /// The table of instructions. The loop keeps the accumulator, the place and the counts in registers.
    fn dispatch(&mut self, code: &Code, limit: u64) -> Exit {
        let mut pc = self.pc as usize;
        let mut value = self.accumulator;
        let mut left = limit.saturating_sub(self.statements);
        let allowed = left;
        let mut spent = 0;
        let in_program = self.origin == Origin::Program;

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
                match self.entries.get(index) {
                    Some(Some(entry)) if in_program => pc = *entry as usize,
                    _ => break Exit::Line(index),
                }
            }};
        }
        macro_rules! to_frame {
            ($back:expr) => {{
                let back: Return = $back;
                if back.epoch == self.epoch && back.origin == self.origin {
                    pc = back.pc as usize;
                } else {
                    break Exit::Resume(back);
                }
            }};
        }

        let ops = code.ops.as_slice();
        let exit = loop {
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Statement(tstates) => {
                    if left == 0 {
                        pc -= 1;
                        break Exit::Wait(Pause::Budget);
                    }
                    left -= 1;
                    spent += u64::from(tstates);
                }
                Op::Traced(number) => self.show_trace(number),
                Op::Fail(why) => break Exit::Fault(why),

                Op::Constant(n) => value = n,
                Op::Variable(v) => value = self.variables[usize::from(v & 31)],
                Op::Device(device) => value = self.device(device),
                Op::Element(kind) => value = attempt!(self.element(kind, value)),
                Op::Random => {
                    if value < 1 {
                        break Exit::Fault(Why::NothingToDraw(value));
                    }
                    value = self.random.draw(value);
                }
                Op::Function(function) => {
                    let first = if function == words::Function::Px { self.pop() } else { 0 };
                    value = attempt!(self.function(function, first, value));
                }
                Op::Key => match self.keys.pop_front() {
                    Some(Key::Code(key)) => value = i16::from(key),
                    Some(Key::Pause) => pc -= 1,
                    Some(Key::Halt) => break Exit::Halt,
                    None => {
                        pc -= 1;
                        break Exit::Wait(Pause::Key);
                    }
                },

                Op::Push => self.push(value),
                Op::Operate(operator) => {
                    let first = self.pop();
                    value = attempt!(self.operate(operator, first, value));
                }
                Op::OperateConstant(operator, n) => value = attempt!(self.operate(operator, value, n)),
                Op::OperateVariable(operator, v) => {
                    let second = self.variables[usize::from(v & 31)];
                    value = attempt!(self.operate(operator, value, second));
                }
                Op::Compare(relation) => value = i16::from(relation.holds(self.pop(), value)),
                Op::CompareConstant(relation, n) => value = i16::from(relation.holds(value, n)),
                Op::CompareVariable(relation, v) => {
                    value = i16::from(relation.holds(value, self.variables[usize::from(v & 31)]));
                }

                Op::Address(kind) => {
                    let address = attempt!(self.address(kind, value));
                    self.push(address);
                }
                Op::SetVariable(v) => self.variables[usize::from(v & 31)] = value,
                Op::Set(target) => {
                    if self.set(target, value) {
                        let Op::Resume(list) = ops[pc] else { continue };
                        break Exit::Retranslate(Begin::Within(list));
                    }
                }
                Op::Resume(_) => {}

                Op::Unless(skipped, end) => {
                    if value == 0 {
                        spent += u64::from(cost::BYTE_SKIPPED) * u64::from(skipped);
                        pc = end as usize;
                    }
                }
                Op::NextLine(index) => to_line!(index),
                Op::Jump(index) => {
                    spent += self.search_cost(usize::from(index));
                    to_line!(index);
                }
                Op::Goto => {
                    let index = attempt!(self.find_line(value));
                    spent += self.search_cost(index);
                    break Exit::Line(index);
                }
                Op::RoomForSubroutine => attempt!(self.room_for(SUBROUTINE_BYTES)),
                Op::RoomForLoop => attempt!(self.room_for(LOOP_BYTES)),
                Op::GosubLine(index) => {
                    self.push_frame(FrameOf::Subroutine(self.back(code, pc)));
                    spent += self.search_cost(usize::from(index));
                    to_line!(index);
                }
                Op::Gosub => {
                    let index = attempt!(self.find_line(value));
                    self.push_frame(FrameOf::Subroutine(self.back(code, pc)));
                    spent += self.search_cost(index);
                    break Exit::Line(index);
                }
                Op::Return => {
                    spent += u64::from(cost::SUBROUTINE);
                    to_frame!(attempt!(self.return_from_subroutine()));
                }
                Op::For(variable) => {
                    let limit = self.pop();
                    self.forget_loop(variable);
                    let back = self.back(code, pc);
                    self.push_frame(FrameOf::Loop { variable, limit, step: value, back });
                }
                Op::Next(variable) => {
                    if let Some(back) = attempt!(self.next(variable)) {
                        to_frame!(back);
                    }
                }
                Op::Run => {
                    self.forget_frames();
                    break Exit::Line(0);
                }
                Op::Stop => break Exit::End,

                Op::PrintStart => self.field = 8,
                Op::PrintText(from, length) => self.print_text(from, length),
                Op::PrintNumber => self.print_number(value),
                Op::PrintWidth => {
                    if !(0..=63).contains(&value) {
                        break Exit::Fault(Why::FieldWidth(value));
                    }
                    self.field = value;
                }
                Op::PrintLine => {
                    self.console.new_line();
                    self.transcript.end_line();
                }
                Op::Prompt(from, length) => self.print_text(from, length),
                Op::Blank => self.print_byte(b' '),
                Op::Input(_) => match self.read_answer() {
                    Some(answer) => {
                        self.answer_text = answer;
                        break Exit::Ask;
                    }
                    None if self.state == State::Prompt => return self.count(allowed - left, spent),
                    None => {
                        pc -= 1;
                        break Exit::Wait(Pause::Answer);
                    }
                },
                Op::Answered => break Exit::Answered,

                Op::Save(from, length) => {
                    attempt!(self.ask_for_tape(Tape::Save, (from, length)));
                    break Exit::Wait(Pause::Tape);
                }
                Op::Load(from, length) => {
                    attempt!(self.ask_for_tape(Tape::Load, (from, length)));
                    break Exit::Wait(Pause::Tape);
                }
                Op::Tape => break Exit::Fault(if self.has_tape { Why::NoName } else { Why::NoTape }),

                Op::Box => attempt!(self.draw_box(value)),
                Op::Line => attempt!(self.draw_line(value)),
                Op::Clear => {
                    self.console.clear();
                    self.transcript.moved();
                }
                Op::ListFrom(numbers) => self.list_from(numbers, value),
                Op::ListNext => {
                    if left == 0 {
                        pc -= 1;
                        break Exit::Wait(Pause::Budget);
                    }
                    left -= 1;
                    if !self.list_next() {
                        break Exit::End;
                    }
                    pc -= 1;
                }
                Op::Trace => {
                    self.tracing = !self.tracing;
                    break Exit::Retranslate(Begin::Behind);
                }
            }
        };
        self.pc = pc as u32;
        self.accumulator = value;
        self.count(allowed - left, spent);
        exit
    }

    /// Adds what the inner loop counted.
    fn count(&mut self, statements: u64, tstates: u64) -> Exit {
        self.statements += statements;
        self.tstates += tstates;
        Exit::Halt
    }
}
