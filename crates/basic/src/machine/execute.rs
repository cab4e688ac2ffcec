//! Executing translated lines.

use arcadian_screen::Ink;

use super::{Basic, Ending, FrameOf, LOOP_BYTES, Origin, Pause, Return, SUBROUTINE_BYTES, State};
use crate::{
    Fault, Key, Why, cost, line,
    op::{Code, Indexed, Op, Target},
    store,
    translate::{self, Begin, Source},
    words,
};

/// Lines translated together. More would gain nothing and cost a program that overwrites itself in a loop.
const TOGETHER: usize = 16;

/// Why the inner loop was left.
enum Exit {
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

    fn code_of(&mut self, origin: Origin) -> &mut Code {
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

    /// What to do outside the inner loop; a pause to hand to the caller.
    fn leave(&mut self, exit: Exit) -> Option<Pause> {
        match exit {
            Exit::Wait(pause) => return Some(pause),
            Exit::Line(index) if index < self.lines.len() => self.enter_line(index),
            Exit::Line(_) | Exit::End => self.end(Ending::End),
            Exit::Resume(back) => self.resume(back),
            Exit::Retranslate(begin) => {
                let at = self.place();
                self.forget_translations();
                self.continue_at(self.origin, at, begin);
            }
            Exit::Ask => self.ask(),
            Exit::Answered => {
                if let Some((origin, pc)) = self.asking.take() {
                    (self.origin, self.pc) = (origin, pc);
                }
            }
            Exit::Halt => self.halt(),
            Exit::Fault(why) if self.origin == Origin::Answer => self.ask_again(why),
            Exit::Fault(why) => self.fail(why),
        }
        None
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.stop();
    }

    /// The place in the text of the instruction just executed.
    fn place(&mut self) -> usize {
        let index = (self.pc as usize).saturating_sub(1);
        usize::from(self.code_of(self.origin).places.get(index).copied().unwrap_or(0))
    }

    // Going from text to text.

    /// Begins to execute the direct command.
    pub(super) fn start_direct(&mut self) {
        self.direct.clear();
        self.forget_frames();
        self.state = State::Running;
        self.ending = None;
        self.continue_at(Origin::Direct, 0, Begin::Statement);
    }

    fn enter_line(&mut self, index: usize) {
        if self.entries[index].is_none() {
            self.translate_lines(index);
        }
        self.origin = Origin::Program;
        self.pc = self.entries[index].unwrap_or(0);
    }

    /// Translates a line and those behind it, so that one runs into the next.
    fn translate_lines(&mut self, first: usize) {
        let behind = self.entries[first..].iter().take(TOGETHER).take_while(|entry| entry.is_none()).count();
        for index in first..first + behind {
            let place = self.lines[index];
            self.entries[index] = Some(self.program.next());
            if self.tracing {
                self.program.push(Op::Traced(place.number), place.text);
            }
            let last = index + 1 == first + behind;
            let after = last.then_some(Op::NextLine(index as u16 + 1));
            let source = Source {
                text: self.store.bytes(),
                end: place.end,
                after,
                lines: &self.lines,
                dialect: self.dialect,
            };
            translate::rest(source, place.text, Begin::Statement, &mut self.program);
        }
    }

    /// Translates the rest of a text from `at` and goes on there.
    fn continue_at(&mut self, origin: Origin, at: usize, begin: Begin) {
        let (lines, dialect) = (self.lines.as_slice(), self.dialect);
        self.origin = origin;
        self.pc = match origin {
            Origin::Program => {
                let text = &self.store.bytes()[..self.store.end()];
                let rest = text.get(at..).unwrap_or_default();
                let end = at + rest.iter().position(|&byte| byte == words::code::GO).unwrap_or(rest.len());
                let next = lines.iter().position(|line| line.text > end + 2).unwrap_or(lines.len());
                let after = Some(Op::NextLine(next as u16));
                translate::rest(Source { text, end, after, lines, dialect }, at, begin, &mut self.program)
            }
            Origin::Direct | Origin::Answer => {
                let text = &self.direct_text;
                let source = Source { text, end: text.len(), after: Some(Op::Stop), lines, dialect };
                translate::rest(source, at, begin, &mut self.direct)
            }
        };
    }

    /// Goes back to a frame's place; where the translation it was made in is gone, from the text.
    fn resume(&mut self, back: Return) {
        if back.epoch == self.epoch {
            (self.origin, self.pc) = (back.origin, back.pc);
            return;
        }
        self.continue_at(back.origin, usize::from(back.at), Begin::Behind);
        let (pc, epoch) = (self.pc, self.epoch);
        if let Some(FrameOf::Loop { back: waiting, .. }) = self.frames.last_mut()
            && *waiting == back
        {
            *waiting = Return { pc, epoch, ..back };
        }
    }

    fn ask(&mut self) {
        self.answer.clear();
        let (text, lines) = (self.answer_text.as_slice(), self.lines.as_slice());
        let source =
            Source { text, end: text.len(), after: Some(Op::Answered), lines, dialect: self.dialect };
        translate::answer(source, &mut self.answer);
        self.asking = Some((self.origin, self.pc));
        (self.origin, self.pc) = (Origin::Answer, 0);
    }

    /// A bad answer shows its error and is asked for again. Evidence: patb.
    fn ask_again(&mut self, why: Why) {
        self.show_word(why);
        let Some((origin, pc)) = self.asking.take() else { return };
        self.origin = origin;
        self.depth = 0;
        let input = self.code_of(origin).ops.get((pc as usize).saturating_sub(1)).copied();
        self.pc = if let Some(Op::Input(again)) = input { again } else { pc };
    }

    fn back(&self, code: &Code, pc: usize) -> Return {
        Return { origin: self.origin, at: code.places[pc - 1], pc: pc as u32, epoch: self.epoch }
    }

    fn find_line(&self, number: i16) -> Result<usize, Why> {
        let found = self.lines.iter().position(|line| i32::from(line.number) == i32::from(number));
        found.ok_or(Why::NoSuchLine(number))
    }

    /// T-states of the search for a line from the start of the program.
    fn search_cost(&self, index: usize) -> u64 {
        let bytes = self.lines.get(index).map_or(0, |line| line.text - 2 - store::PROGRAM);
        u64::from(cost::LINE_PASSED) * index as u64 + u64::from(cost::BYTE_PASSED) * bytes as u64
    }

    // Values on the stack.

    #[inline]
    fn push(&mut self, value: i16) {
        self.values[usize::from(self.depth)] = value;
        self.depth = self.depth.wrapping_add(1);
    }

    #[inline]
    fn pop(&mut self) -> i16 {
        self.depth = self.depth.wrapping_sub(1);
        self.values[usize::from(self.depth)]
    }

    /// Sets a target; true if program bytes were overwritten.
    fn set(&mut self, target: Target, value: i16) -> bool {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)] = value,
            Target::Device(device) => self.set_device(device, value),
            Target::Indexed(kind) => {
                let address = self.pop();
                match kind {
                    Indexed::Memory => return self.poke_word(address, value),
                    Indexed::Port => self.set_port(address, value),
                    Indexed::At | Indexed::Star => self.store.set_word(address as usize, value),
                }
            }
        }
        false
    }

    fn target_value(&self, target: Target) -> i16 {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)],
            Target::Device(device) => self.device(device),
            Target::Indexed(_) => 0,
        }
    }

    // Loops and subroutines.

    /// NEXT: the place to go back to, or `None` when the loop is over. Loops inside it are dropped.
    /// Evidence: patb.
    #[inline]
    fn next(&mut self, wanted: Target) -> Result<Option<Return>, Why> {
        loop {
            match self.frames.last() {
                Some(FrameOf::Loop { variable, limit, step, back }) if *variable == wanted => {
                    let (limit, step, back) = (*limit, *step, *back);
                    return Ok(self.turn(wanted, limit, step).then_some(back));
                }
                Some(FrameOf::Loop { .. }) => self.pop_frame(),
                _ => return Err(Why::NextWithoutFor),
            };
        }
    }

    /// Adds the step and compares; false ends the loop. An overflow ends it too and leaves the variable.
    #[inline]
    fn turn(&mut self, variable: Target, limit: i16, step: i16) -> bool {
        let next = self.target_value(variable).checked_add(step);
        if let Some(value) = next {
            self.set(variable, value);
        }
        let again = next.is_some_and(|value| if step < 0 { value >= limit } else { value <= limit });
        if !again {
            self.pop_frame();
        }
        again
    }

    /// A new FOR replaces the active loop of its variable. Evidence: patb.
    fn forget_loop(&mut self, wanted: Target) {
        let here = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame, FrameOf::Subroutine(_)))
            .map_or(0, |i| i + 1);
        let same = |frame: &FrameOf| matches!(frame, FrameOf::Loop { variable, .. } if *variable == wanted);
        if let Some(index) = self.frames[here..].iter().position(same) {
            self.stack -= self.frames.remove(here + index).bytes();
        }
    }

    fn return_from_subroutine(&mut self) -> Result<Return, Why> {
        if !self.frames.iter().any(|frame| matches!(frame, FrameOf::Subroutine(_))) {
            return Err(Why::ReturnWithoutGosub);
        }
        loop {
            match self.pop_frame() {
                Some(FrameOf::Subroutine(back)) => return Ok(back),
                Some(FrameOf::Loop { .. }) => {}
                None => return Err(Why::ReturnWithoutGosub),
            }
        }
    }

    // The screen.

    fn print_byte(&mut self, byte: u8) {
        self.console.put(byte);
        self.transcript.push(byte);
    }

    fn print_text(&mut self, from: u16, length: u16) {
        for at in usize::from(from)..usize::from(from) + usize::from(length) {
            let byte = match self.origin {
                Origin::Program => self.store.bytes().get(at),
                Origin::Direct => self.direct_text.get(at),
                Origin::Answer => self.answer_text.get(at),
            };
            byte.copied().into_iter().for_each(|byte| self.print_byte(byte));
        }
    }

    /// Right-justified in the field; a number too wide is shown in full. Evidence: patb.
    fn print_number(&mut self, value: i16) {
        let text = format!("{value:>width$}", width = self.field as usize);
        self.tstates += u64::from(cost::DIGIT) * text.trim_start().len() as u64;
        text.bytes().for_each(|byte| self.print_byte(byte));
    }

    fn draw_box(&mut self, mode: i16) -> Result<(), Why> {
        let (h, w, y, x) = (self.pop(), self.pop(), self.pop(), self.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let touched = self.console.picture.fill_box(x, y, w, h, ink);
        self.tstates += u64::from(cost::BOX) + u64::from(cost::SCREEN_BYTE) * u64::from(touched);
        Ok(())
    }

    fn draw_line(&mut self, mode: i16) -> Result<(), Why> {
        let (y, x) = (self.pop(), self.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let drawn = self.console.picture.line(self.point, (x, y), ink);
        self.tstates += u64::from(cost::PIXEL) * u64::from(drawn);
        self.point = (x, y);
        Ok(())
    }

    /// LIST, LIST n, LIST n,m. Evidence: patb (from n on), choice (m).
    fn list_from(&mut self, numbers: u8, last: i16) {
        self.listing = match numbers {
            0 => (0, i16::MAX),
            1 => (last, i16::MAX),
            _ => (self.pop(), last),
        };
    }

    /// Shows the next line of LIST; false behind the last.
    fn list_next(&mut self) -> bool {
        let (from, left) = self.listing;
        let line = self.store.lines().find(|line| i32::from(line.number) >= i32::from(from));
        let Some(line) = line.filter(|_| left > 0) else { return false };
        self.show_line(line.number, &line.text, None);
        // Behind the highest number there is nothing: no line has it twice.
        let next = i16::try_from(line.number).ok().and_then(|number| number.checked_add(1));
        self.listing = (next.unwrap_or(i16::MAX), if next.is_some() { left - 1 } else { 0 });
        true
    }

    /// A line as LIST shows it, its number in four columns (patb), with `?` before byte `mark`.
    fn show_line(&mut self, number: u16, text: &[u8], mark: Option<usize>) {
        self.console.put_text(&format!("{number:4} "));
        let mut own_blank = false;
        for at in 0..=text.len() {
            if mark == Some(at) {
                self.console.put(b'?');
            }
            let Some(&byte) = text.get(at) else { break };
            if own_blank {
                self.console.put(b' ');
            }
            self.console.put(byte);
            own_blank = words::word(byte).is_some();
        }
        self.console.new_line();
    }

    fn show_trace(&mut self, number: u16) {
        self.console.put_text(&format!("{number} "));
    }

    /// A new line, the word, a new line. Evidence: patb.
    pub(super) fn show_word(&mut self, why: Why) {
        self.console.new_line();
        self.transcript.moved();
        self.console.put_text(&why.word().to_string());
        self.console.new_line();
    }

    /// Ends the program with an error: the word, and for a program line the line with `?` at the place.
    /// Evidence: patb.
    fn fail(&mut self, why: Why) {
        let at = self.place();
        self.show_word(why);
        let fault = match self.origin {
            Origin::Program => self.fault_in_program(why, at),
            _ => fault(why, None, &self.direct_text, at),
        };
        self.end(Ending::Error(fault));
    }

    fn fault_in_program(&mut self, why: Why, at: usize) -> Fault {
        let Some(place) = self.store.places().filter(|place| place.text <= at).last() else {
            return fault(why, None, &[], 0);
        };
        let text = self.store.text(place).to_vec();
        self.show_line(place.number, &text, Some(at - place.text));
        fault(why, Some(place.number), &text, at - place.text)
    }
}

fn fault(why: Why, line: Option<u16>, text: &[u8], at: usize) -> Fault {
    let number = line.map(|line| format!("{line} ")).unwrap_or_default();
    let source = format!("{number}{}", line::text_of(text));
    let column = number.len() + line::width_before(text, at) + 1;
    Fault { why, line, column: column.min(source.chars().count() + 1), source }
}
