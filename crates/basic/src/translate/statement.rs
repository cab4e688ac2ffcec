//! The statements, one function each.

use super::{Flow, Step, Translator};
use crate::{
    Dialect, cost,
    fault::Why,
    op::{Indexed, List, Op, Target},
    words::{Function, Meaning, Spelled, code},
};

impl Translator<'_> {
    pub(super) fn statement(&mut self) -> Result<Flow, Why> {
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
            code::RETURN => self.ending(Op::Return),
            code::RUN => self.ending(Op::Run),
            code::INPUT => self.list(List::Input),
            code::BOX => self.drawing(5, Op::Box),
            code::LINE => self.drawing(3, Op::Line),
            code::CLEAR => self.simple(Op::Clear),
            code::LIST => self.list_lines(),
            b'.' => self.remark(),
            b':' => self.tape(),
            b'$' if self.source.dialect == Dialect::Bally => Err(Why::NoCalculator),
            code::GO => Ok(Flow::Separator),
            _ => {
                self.at -= 1;
                Err(Why::NoStatement)
            }
        }
    }

    /// A statement that begins with letters: LET, STOP, TRACE, CALL or an assignment.
    pub(super) fn spelled(&mut self) -> Result<Flow, Why> {
        let Some((meaning, length)) = self.long_name() else { return self.list(List::Assignment) };
        match meaning {
            Meaning::Statement(_) => self.at += length,
            Meaning::Function(Function::Call) => {
                self.factor()?;
                return Ok(Flow::Separator);
            }
            Meaning::Function(_) => return Err(Why::NoStatement),
            Meaning::Device(_) => return self.list(List::Assignment),
        }
        match meaning {
            Meaning::Statement(Spelled::Stop) => self.ending(Op::Stop),
            Meaning::Statement(Spelled::Trace) => self.simple(Op::Trace),
            _ => self.list(List::Assignment),
        }
    }

    pub(super) fn simple(&mut self, op: Op) -> Result<Flow, Why> {
        self.emit(op);
        Ok(Flow::Separator)
    }

    /// A statement that must end its line.
    pub(super) fn ending(&mut self, op: Op) -> Result<Flow, Why> {
        self.last()?;
        self.emit(op);
        Ok(Flow::Ended)
    }

    pub(super) fn remark(&mut self) -> Result<Flow, Why> {
        self.at = self.source.end;
        Ok(Flow::Separator)
    }

    /// The tape statements. Evidence: period (the words), choice (the names, what they do without a tape).
    pub(super) fn tape(&mut self) -> Result<Flow, Why> {
        let (word, place) = (self.peek(), self.at);
        let named = match word {
            code::PRINT => Some(Op::Save as fn(u16, u16) -> Op),
            code::INPUT => Some(Op::Load as fn(u16, u16) -> Op),
            code::LIST | code::RUN => None,
            code::RETURN if self.source.dialect == Dialect::Bally => None,
            _ => return Err(Why::NoTapeStatement),
        };
        self.at += 1;
        match named.filter(|_| self.peek() == b'"') {
            Some(op) => {
                let (from, length) = self.quoted();
                self.out.push(op(from, length), place);
                Ok(Flow::Separator)
            }
            None => {
                self.out.push(Op::Tape, place);
                Ok(Flow::Ended)
            }
        }
    }

    /// The elements of an assignment or of INPUT, separated by commas. Evidence: patb.
    pub(super) fn list(&mut self, list: List) -> Result<Flow, Why> {
        loop {
            match list {
                List::Assignment => self.assignment()?,
                List::Input => self.input()?,
            }
            if !self.take(b',') {
                return Ok(Flow::Separator);
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
        self.cost += cost::VALUE;
        self.emit(match target {
            Target::Variable(name) => Op::SetVariable(name),
            _ => Op::Set(target),
        });
        if target == Target::Indexed(Indexed::Memory) {
            self.emit(Op::Resume(list));
        }
    }

    /// One element of INPUT: `A`, `"LEVEL"D`, or a string alone. Evidence: patb.
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

    /// A trailing comma keeps the line open. Evidence: period, listing (lines 19 and 36).
    pub(super) fn print(&mut self) -> Result<Flow, Why> {
        self.emit(Op::PrintStart);
        while !self.at_end() {
            self.print_item()?;
            if !self.take(b',') {
                break;
            }
            if self.at_end() {
                return Ok(Flow::Separator);
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

    /// A string; an open quote closes at the end of the line. Evidence: listing, patb.
    pub(super) fn string(&mut self) {
        let (from, length) = self.quoted();
        self.emit(Op::PrintText(from, length));
    }

    /// Takes a string; the place and length of what is between its quotes.
    fn quoted(&mut self) -> (u16, u16) {
        let from = self.at + 1;
        let rest = self.source.text.get(from..self.source.end).unwrap_or_default();
        let length = rest.iter().position(|&b| b == b'"').unwrap_or(rest.len());
        self.at = (from + length + 1).min(self.source.end);
        (from as u16, length as u16)
    }

    pub(super) fn condition(&mut self) -> Result<Flow, Why> {
        self.expression()?;
        self.skips.push(self.out.ops.len());
        self.emit(Op::Unless(0, 0));
        Ok(Flow::Statement)
    }

    pub(super) fn for_loop(&mut self) -> Result<Flow, Why> {
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
        self.cost += cost::LOOP;
        self.simple(Op::For(target))
    }

    pub(super) fn next(&mut self) -> Result<Flow, Why> {
        let target = self.loop_variable()?;
        self.cost += cost::LOOP;
        self.simple(Op::Next(target))
    }

    /// A letter, or a device that can be set.
    pub(super) fn loop_variable(&mut self) -> Result<Target, Why> {
        if self.peek().is_ascii_uppercase() { self.target() } else { Err(Why::NoVariable) }
    }

    pub(super) fn goto(&mut self) -> Result<Flow, Why> {
        let line = self.line_number()?;
        let place = self.at;
        self.last()?;
        self.out.push(line.map_or(Op::Goto, Op::Jump), place);
        Ok(Flow::Ended)
    }

    pub(super) fn gosub(&mut self) -> Result<Flow, Why> {
        self.emit(Op::RoomForSubroutine);
        let line = self.line_number()?;
        self.cost += cost::SUBROUTINE;
        self.simple(line.map_or(Op::Gosub, Op::GosubLine))
    }

    /// An expression for a line number. Where it is a plain number of a line that exists, its place in
    /// the table of lines, and nothing is left to compute.
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

    /// BOX and LINE: so many numbers.
    pub(super) fn drawing(&mut self, numbers: u32, op: Op) -> Result<Flow, Why> {
        for n in 0..numbers {
            if n > 0 {
                self.need(b',')?;
                self.emit(Op::Push);
            }
            self.expression()?;
        }
        self.simple(op)
    }

    pub(super) fn list_lines(&mut self) -> Result<Flow, Why> {
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
        self.last()?;
        self.emit(Op::ListFrom(numbers));
        self.ending(Op::ListNext)
    }
}
