//! The statements, one function each.

use super::{Follow, Step, Translator};
use crate::{
    Dialect, cost,
    fault::Why,
    op::{Indexed, List, Op, Target},
    words::{Device, Function, Meaning, Spelled, code},
};

impl Translator<'_> {
    pub(super) fn statement(&mut self) -> Result<Follow, Why> {
        let byte = self.peek();
        if byte.is_ascii_uppercase() || matches!(byte, b'@' | b'*' | b'%' | b'&') {
            return self.spelled();
        }
        if byte != code::GO {
            self.at += 1;
        }
        match byte {
            code::PRINT => self.print(),
            code::IF => self.condition(),
            code::FOR => self.for_loop(),
            code::NEXT => self.next(),
            code::GOTO => self.goto(),
            code::GOSUB => self.gosub(),
            code::RETURN => {
                self.cost += cost::RETURN;
                self.last(Op::Return)
            }
            code::RUN => self.last(Op::Run),
            code::INPUT => self.list(List::Input),
            code::BOX => self.drawing(5, Op::Box),
            code::LINE => self.drawing(3, Op::Line),
            code::CLEAR => self.simple(Op::Clear),
            code::LIST => self.list_lines(),
            b'.' => self.remark(),
            b':' => self.tape(),
            b'$' if self.source.dialect == Dialect::Bally => Err(Why::NoCalculator),
            code::GO => Ok(Follow::Separator),
            _ => {
                self.at -= 1;
                Err(Why::NoStatement)
            }
        }
    }

    /// Translates a statement that begins with letters: LET, STOP, TRACE, CALL or an assignment.
    pub(super) fn spelled(&mut self) -> Result<Follow, Why> {
        let Some((meaning, length)) = self.long_name() else { return self.list(List::Assignment) };
        match meaning {
            Meaning::Statement(_) => {
                self.at += length;
                self.cost += cost::SPELLED;
            }
            Meaning::Function(Function::Call) => {
                self.at += length;
                self.expression()?;
                self.peek();
                return Err(Why::NoMachineCode);
            }
            Meaning::Function(_) => return Err(Why::NoStatement),
            Meaning::Device(_) => return self.list(List::Assignment),
        }
        match meaning {
            Meaning::Statement(Spelled::Stop) => self.last(Op::Stop),
            Meaning::Statement(Spelled::Trace) => self.simple(Op::Trace),
            _ => self.list(List::Assignment),
        }
    }

    pub(super) fn simple(&mut self, op: Op) -> Result<Follow, Why> {
        self.emit(op);
        Ok(Follow::Separator)
    }

    /// Translates a statement that must be the last of its line.
    pub(super) fn last(&mut self, op: Op) -> Result<Follow, Why> {
        self.need_end_of_line()?;
        self.emit(op);
        Ok(Follow::Nothing)
    }

    pub(super) fn remark(&mut self) -> Result<Follow, Why> {
        self.skipped = self.source.end - self.at;
        self.cost += cost::BYTE_SKIPPED * self.skipped as u32;
        self.at = self.source.end;
        Ok(Follow::Separator)
    }

    /// Translates a tape statement. Evidence: period (the words), choice (the names, the errors without a tape).
    pub(super) fn tape(&mut self) -> Result<Follow, Why> {
        let (word, place) = (self.peek(), self.at);
        let named = match word {
            code::PRINT => Some(Op::Save as fn(u16, u16) -> Op),
            code::INPUT => Some(Op::Load as fn(u16, u16) -> Op),
            code::LIST | code::RUN => None,
            code::RETURN if self.source.dialect == Dialect::Bally => {
                self.at += 1;
                return self.simple(Op::StopTape);
            }
            _ => return Err(Why::NoTapeStatement),
        };
        self.at += 1;
        match named.filter(|_| self.peek() == b'"') {
            Some(op) => {
                let (from, length) = self.quoted();
                self.out.push(op(from, length), place);
                Ok(Follow::Separator)
            }
            None => {
                let op = match word {
                    code::PRINT if self.at_end() => Op::Record,
                    code::INPUT if self.at_end() => Op::Play,
                    _ => Op::Tape,
                };
                self.out.push(op, place);
                Ok(if op == Op::Tape { Follow::Nothing } else { Follow::Separator })
            }
        }
    }

    /// Translates the elements of an assignment or INPUT, separated by commas. Evidence: patb.
    pub(super) fn list(&mut self, list: List) -> Result<Follow, Why> {
        loop {
            match list {
                List::Assignment => self.assignment()?,
                List::Input => self.input()?,
            }
            if !self.take(b',') {
                return Ok(Follow::Separator);
            }
        }
    }

    pub(super) fn assignment(&mut self) -> Step {
        let target = self.target()?;
        self.need(b'=')?;
        self.expression()?;
        self.set(target, List::Assignment);
        Ok(())
    }

    pub(super) fn set(&mut self, target: Target, list: List) {
        self.cost += cost::SET;
        self.emit(match target {
            Target::Variable(name) => Op::SetVariable(name),
            _ => Op::Set(target),
        });
        self.cost += match target {
            Target::Indexed(Indexed::Port) => cost::SET_PORT,
            Target::Indexed(Indexed::Memory) => cost::SET_MEMORY,
            Target::Indexed(_) => cost::SET_ELEMENT,
            Target::Device(Device::Mu) => cost::SET_MUSIC,
            Target::Device(_) | Target::Variable(_) => 0,
        };
        if target == Target::Indexed(Indexed::Memory) {
            self.emit(Op::Resume(list));
        }
    }

    /// Translates an element of INPUT: `A`, `"LEVEL"D`, or a string alone. Evidence: patb.
    pub(super) fn input(&mut self) -> Step {
        let again = self.out.next();
        let quoted = self.peek() == b'"';
        if quoted {
            self.string();
            if !self.peek().is_ascii_uppercase() && !matches!(self.peek(), b'@' | b'*' | b'%' | b'&') {
                return Ok(());
            }
        }
        self.peek();
        let from = self.at;
        let target = self.target()?;
        if !quoted {
            self.emit(Op::Prompt(from as u16, (self.at - from) as u16));
        }
        self.emit(Op::Blank);
        self.emit(Op::Input(again));
        self.set(target, List::Input);
        Ok(())
    }

    /// Translates PRINT. A trailing comma suppresses the new line. Evidence: period, listing (lines 19 and 36).
    pub(super) fn print(&mut self) -> Result<Follow, Why> {
        self.cost += cost::PRINT;
        self.emit(Op::PrintStart);
        while !self.at_end() {
            self.print_item()?;
            if !self.take(b',') {
                break;
            }
            if self.at_end() {
                return Ok(Follow::Separator);
            }
        }
        self.simple(Op::PrintLine)
    }

    pub(super) fn print_item(&mut self) -> Step {
        match self.peek() {
            b'"' => self.string(),
            b'#' => {
                self.at += 1;
                self.expression()?;
                self.emit(Op::PrintWidth);
            }
            _ => {
                self.expression()?;
                self.emit(Op::PrintNumber);
            }
        }
        Ok(())
    }

    /// Translates a string; an open one ends with the line. Evidence: listing, patb.
    pub(super) fn string(&mut self) {
        let (from, length) = self.quoted();
        self.emit(Op::PrintText(from, length));
    }

    /// Takes a string; returns the position and length of the text between its quotes.
    fn quoted(&mut self) -> (u16, u16) {
        let from = self.at + 1;
        let rest = self.source.text.get(from..self.source.end).unwrap_or_default();
        let length = rest.iter().position(|&b| b == b'"').unwrap_or(rest.len());
        self.at = (from + length + 1).min(self.source.end);
        (from as u16, length as u16)
    }

    pub(super) fn condition(&mut self) -> Result<Follow, Why> {
        self.expression()?;
        self.cost += cost::IF;
        self.skips.push(self.out.ops.len());
        self.emit(Op::Unless(0, 0));
        Ok(Follow::Statement)
    }

    pub(super) fn for_loop(&mut self) -> Result<Follow, Why> {
        self.emit(Op::RoomForLoop);
        let target = self.loop_variable()?;
        self.need(b'=')?;
        self.expression()?;
        self.set(target, List::Assignment);
        self.need_word(code::TO)?;
        self.expression()?;
        self.emit(Op::Push);
        if self.take(code::STEP) {
            self.expression()?;
        } else {
            self.emit(Op::Constant(1));
        }
        self.cost += cost::FOR;
        self.simple(Op::For(target))
    }

    pub(super) fn next(&mut self) -> Result<Follow, Why> {
        let target = self.loop_variable()?;
        self.cost += cost::NEXT;
        self.simple(Op::Next(target))
    }

    /// Takes a variable, or a device that can be set.
    pub(super) fn loop_variable(&mut self) -> Result<Target, Why> {
        if self.peek().is_ascii_uppercase() { self.target() } else { Err(Why::NoVariable) }
    }

    pub(super) fn goto(&mut self) -> Result<Follow, Why> {
        let line = self.line_number()?;
        self.cost += cost::GOTO;
        let place = self.at;
        self.need_end_of_line()?;
        self.out.push(line.map_or(Op::Goto, Op::Jump), place);
        Ok(Follow::Nothing)
    }

    pub(super) fn gosub(&mut self) -> Result<Follow, Why> {
        self.emit(Op::RoomForSubroutine);
        let line = self.line_number()?;
        self.cost += cost::GOSUB;
        self.simple(line.map_or(Op::Gosub, Op::GosubLine))
    }

    /// Translates the expression of a line number. If it is a constant and the line exists, emits nothing and returns
    /// the index of the line.
    pub(super) fn line_number(&mut self) -> Result<Option<u16>, Why> {
        let start = self.out.ops.len();
        self.expression()?;
        let [Op::Constant(number)] = self.out.ops[start..] else { return Ok(None) };
        let found = self.source.lines.iter().position(|line| i32::from(line.number) == i32::from(number));
        if found.is_some() {
            self.out.ops.truncate(start);
            self.out.places.truncate(start);
        }
        Ok(found.map(|index| index as u16))
    }

    /// Translates BOX or LINE, which take a fixed number of expressions.
    pub(super) fn drawing(&mut self, numbers: u32, op: Op) -> Result<Follow, Why> {
        for n in 0..numbers {
            if n > 0 {
                self.need(b',')?;
                self.emit(Op::Push);
            }
            self.expression()?;
        }
        self.simple(op)
    }

    pub(super) fn list_lines(&mut self) -> Result<Follow, Why> {
        let mut numbers = 0;
        if !self.at_end() {
            self.expression()?;
            numbers = 1;
            if self.take(b',') {
                self.emit(Op::Push);
                self.expression()?;
                numbers = 2;
            }
        }
        self.need_end_of_line()?;
        self.emit(Op::ListFrom(numbers));
        self.last(Op::ListNext)
    }
}
