//! From the bytes of a line to instructions.
//!
//! The scan is the one of Palo Alto Tiny BASIC (patb): left to right, blanks skipped between elements,
//! and every error placed where that interpreter stopped reading. An error is translated too: what
//! stands to its left is executed first.

use crate::{
    Dialect, cost,
    fault::{ShortWord, Why, Word},
    op::{Code, Indexed, List, Op, Operator, Pc, Relation, Target},
    store::{self, Place},
    words::{self, Device, Function, Meaning, Spelled, code},
};

/// Parentheses and functions inside each other. Evidence: choice.
const DEEPEST: u32 = 32;

/// The text that is translated and what it can reach.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// A buffer and the place in it where the text ends.
    pub(crate) text: &'a [u8],
    pub(crate) end: usize,
    /// What follows the end of the text; `None` where the next line's instructions come right behind.
    pub(crate) after: Option<Op>,
    pub(crate) lines: &'a [Place],
    pub(crate) dialect: Dialect,
}

/// Where in a line translation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// At a statement.
    Statement,
    /// Behind a statement, at `;` or the end.
    Behind,
    /// Behind one element of a list, where `,` may go on with it.
    Within(List),
}

/// Translates the rest of a line from `at`; the place of its first instruction.
pub(crate) fn rest(source: Source, at: usize, begin: Begin, code: &mut Code) -> Pc {
    let first = code.next();
    let mut translator = Translator::new(source, at, code);
    let result = translator.statements(begin);
    translator.close(result);
    first
}

/// Translates an answer to INPUT: one expression and nothing behind it.
pub(crate) fn answer(source: Source, code: &mut Code) {
    let mut translator = Translator::new(source, 0, code);
    let result = translator.expression().and_then(|()| translator.last());
    translator.close(result);
}

/// The first place of a line's text that is WHAT? whatever the variables hold, and why. A text longer
/// than the machine's memory is not looked at.
pub fn first_error(text: &[u8], dialect: Dialect) -> Option<(usize, Why)> {
    if text.len() > store::EMPTY {
        return None;
    }
    let mut code = Code::default();
    let source = Source { text, end: text.len(), after: None, lines: &[], dialect };
    rest(source, 0, Begin::Statement, &mut code);
    code.ops.iter().zip(&code.places).find_map(|(op, &place)| match op {
        Op::Fail(why) if why.word() == Word::What => Some((usize::from(place), *why)),
        _ => None,
    })
}

type Step = Result<(), Why>;

/// Whether anything may follow a statement.
#[derive(PartialEq, Eq)]
enum Flow {
    /// `;` or the end of the line.
    Separator,
    /// Another statement without a separator (IF).
    Statement,
    /// Nothing: it ended its line.
    Ended,
}

struct Translator<'a> {
    source: Source<'a>,
    at: usize,
    out: &'a mut Code,
    /// T-states of the statement at hand.
    cost: u32,
    depth: u32,
    /// False IFs that wait for the end of the line.
    skips: Vec<usize>,
}

impl<'a> Translator<'a> {
    fn new(source: Source<'a>, at: usize, out: &'a mut Code) -> Self {
        Self { source, at, out, cost: 0, depth: 0, skips: Vec::new() }
    }

    // Reading the text.

    /// The byte at hand, without skipping blanks; a carriage return at the end.
    fn byte(&self) -> u8 {
        if self.at < self.source.end { self.source.text[self.at] } else { code::GO }
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> u8 {
        while self.byte() == b' ' {
            self.at += 1;
        }
        self.byte()
    }

    /// Takes `byte` if it is the next one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, byte: u8) -> Step {
        if self.take(byte) { Ok(()) } else { Err(Why::Missing(byte)) }
    }

    fn need_word(&mut self, word: u8) -> Step {
        if self.take(word) { Ok(()) } else { Err(Why::MissingWord(ShortWord(word))) }
    }

    /// Whether a statement is complete here.
    fn at_end(&mut self) -> bool {
        matches!(self.peek(), b';' | code::GO)
    }

    /// The statement must be the last of its line. Evidence: patb.
    fn last(&mut self) -> Step {
        if self.peek() == code::GO { Ok(()) } else { Err(Why::NotLast) }
    }

    fn emit(&mut self, op: Op) {
        self.out.push(op, self.at);
    }

    // Statements.

    fn statements(&mut self, begin: Begin) -> Step {
        let mut flow = match begin {
            Begin::Statement => Flow::Statement,
            Begin::Behind => Flow::Separator,
            Begin::Within(list) => {
                self.counted(|t| if t.take(b',') { t.list(list) } else { Ok(Flow::Separator) })?
            }
        };
        while flow != Flow::Ended {
            if flow == Flow::Separator && !self.separator()? {
                break;
            }
            flow = self.counted(Self::statement)?;
        }
        Ok(())
    }

    /// Takes `;`; false at the end of the line. An empty statement is legal only there. Evidence: patb.
    fn separator(&mut self) -> Result<bool, Why> {
        match self.peek() {
            code::GO => Ok(false),
            b';' => {
                self.at += 1;
                Ok(self.peek() != code::GO)
            }
            sign @ (b'/' | b'*') => Err(Why::NoOperator(sign)),
            _ => Err(Why::TextLeft),
        }
    }

    /// Translates one statement behind the instruction that counts it and its time.
    fn counted(&mut self, statement: impl FnOnce(&mut Self) -> Result<Flow, Why>) -> Result<Flow, Why> {
        let (start, from) = (self.out.ops.len(), self.at);
        self.cost = cost::STATEMENT;
        self.emit(Op::Statement(0));
        let flow = statement(self);
        self.out.ops[start] = Op::Statement(self.cost + cost::BYTE * (self.at - from) as u32);
        flow
    }

    /// The end of the text: an error becomes an instruction, false IFs arrive here.
    fn close(&mut self, result: Step) {
        if let Err(why) = result {
            self.emit(Op::Fail(why));
        }
        let end = self.out.next();
        for &skip in &self.skips {
            let skipped = self.source.end.saturating_sub(usize::from(self.out.places[skip]));
            self.out.ops[skip] = Op::Unless(skipped as u16, end);
        }
        self.at = self.source.end;
        self.source.after.into_iter().for_each(|op| self.emit(op));
    }

    fn statement(&mut self) -> Result<Flow, Why> {
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
    fn spelled(&mut self) -> Result<Flow, Why> {
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

    fn simple(&mut self, op: Op) -> Result<Flow, Why> {
        self.emit(op);
        Ok(Flow::Separator)
    }

    /// A statement that must end its line.
    fn ending(&mut self, op: Op) -> Result<Flow, Why> {
        self.last()?;
        self.emit(op);
        Ok(Flow::Ended)
    }

    fn remark(&mut self) -> Result<Flow, Why> {
        self.at = self.source.end;
        Ok(Flow::Separator)
    }

    /// The tape statements. Evidence: period (the words), choice (what they do without a tape).
    fn tape(&mut self) -> Result<Flow, Why> {
        match self.peek() {
            code::PRINT | code::LIST | code::INPUT | code::RUN => Err(Why::NoTape),
            code::RETURN if self.source.dialect == Dialect::Bally => Err(Why::NoTape),
            _ => Err(Why::NoTapeStatement),
        }
    }

    /// The elements of an assignment or of INPUT, separated by commas. Evidence: patb.
    fn list(&mut self, list: List) -> Result<Flow, Why> {
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

    fn assignment(&mut self) -> Step {
        let target = self.target()?;
        self.need(b'=')?;
        self.expression()?;
        self.set(target, List::Assignment);
        Ok(())
    }

    fn set(&mut self, target: Target, list: List) {
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
    fn input(&mut self) -> Step {
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
    fn print(&mut self) -> Result<Flow, Why> {
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

    fn print_item(&mut self) -> Step {
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
    fn string(&mut self) {
        let from = self.at + 1;
        let rest = self.source.text.get(from..self.source.end).unwrap_or_default();
        let length = rest.iter().position(|&b| b == b'"').unwrap_or(rest.len());
        self.at = (from + length + 1).min(self.source.end);
        self.emit(Op::PrintText(from as u16, length as u16));
    }

    fn condition(&mut self) -> Result<Flow, Why> {
        self.expression()?;
        self.skips.push(self.out.ops.len());
        self.emit(Op::Unless(0, 0));
        Ok(Flow::Statement)
    }

    fn for_loop(&mut self) -> Result<Flow, Why> {
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

    fn next(&mut self) -> Result<Flow, Why> {
        let target = self.loop_variable()?;
        self.cost += cost::LOOP;
        self.simple(Op::Next(target))
    }

    /// A letter, or a device that can be set.
    fn loop_variable(&mut self) -> Result<Target, Why> {
        if self.peek().is_ascii_uppercase() { self.target() } else { Err(Why::NoVariable) }
    }

    fn goto(&mut self) -> Result<Flow, Why> {
        let line = self.line_number()?;
        let place = self.at;
        self.last()?;
        self.out.push(line.map_or(Op::Goto, Op::Jump), place);
        Ok(Flow::Ended)
    }

    fn gosub(&mut self) -> Result<Flow, Why> {
        self.emit(Op::RoomForSubroutine);
        let line = self.line_number()?;
        self.cost += cost::SUBROUTINE;
        self.simple(line.map_or(Op::Gosub, Op::GosubLine))
    }

    /// An expression for a line number. Where it is a plain number of a line that exists, its place in
    /// the table of lines, and nothing is left to compute.
    fn line_number(&mut self) -> Result<Option<u16>, Why> {
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
    fn drawing(&mut self, numbers: u32, op: Op) -> Result<Flow, Why> {
        for n in 0..numbers {
            if n > 0 {
                self.need(b',')?;
                self.emit(Op::Push);
            }
            self.expression()?;
        }
        self.simple(op)
    }

    fn list_lines(&mut self) -> Result<Flow, Why> {
        let mut numbers = 0;
        if self.peek() != code::GO {
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

    // Names.

    fn long_name(&self) -> Option<(Meaning, usize)> {
        words::longest_name(&self.source.text[self.at..self.source.end], self.source.dialect)
    }

    /// What can be set.
    fn target(&mut self) -> Result<Target, Why> {
        let byte = self.peek();
        if let Some(kind) = indexed(byte) {
            self.at += 1;
            self.argument()?;
            self.cost += cost::ELEMENT;
            self.emit(Op::Address(kind));
            return Ok(Target::Indexed(kind));
        }
        if !byte.is_ascii_uppercase() {
            return Err(Why::NoVariable);
        }
        if let Some(letter) = self.letter() {
            return Ok(Target::Variable(letter));
        }
        match self.name()? {
            Meaning::Device(Device::Kp | Device::Sz | Device::Rm) => Err(Why::ReadOnly),
            Meaning::Device(device) => Ok(Target::Device(device)),
            Meaning::Function(_) | Meaning::Statement(_) => Err(Why::ReadOnly),
        }
    }

    fn name(&mut self) -> Result<Meaning, Why> {
        let (meaning, length) = self.long_name().ok_or(Why::NoSuchName)?;
        self.at += length;
        Ok(meaning)
    }

    /// A single letter, 0..=25: one that no other letter follows. Evidence: listing (lines 3, 36, 42).
    fn letter(&mut self) -> Option<u8> {
        let next_is_letter =
            self.at + 1 < self.source.end && self.source.text[self.at + 1].is_ascii_uppercase();
        let letter = self.byte().checked_sub(b'A').filter(|n| *n < 26 && !next_is_letter)?;
        self.at += 1;
        Some(letter)
    }

    // Expressions.

    /// A sum, or two compared: one comparison at most. Evidence: patb, listing.
    fn expression(&mut self) -> Step {
        self.sum()?;
        let Some(relation) = self.relation() else { return Ok(()) };
        self.cost += cost::COMPARE;
        self.operand(Self::sum, Op::Compare(relation), |operand| match operand {
            Op::Constant(n) => Some(Op::CompareConstant(relation, n)),
            Op::Variable(v) => Some(Op::CompareVariable(relation, v)),
            _ => None,
        })
    }

    fn relation(&mut self) -> Option<Relation> {
        let sign = self.peek();
        if !matches!(sign, b'=' | b'#' | b'<' | b'>') {
            return None;
        }
        self.at += 1;
        Some(match sign {
            b'=' => Relation::Equal,
            b'#' => Relation::NotEqual,
            b'<' if self.take(b'=') => Relation::LessOrEqual,
            b'<' => Relation::Less,
            _ if self.take(b'=') => Relation::GreaterOrEqual,
            _ => Relation::Greater,
        })
    }

    /// Terms added and subtracted; only the first may have a sign, which subtracts it from 0. Evidence: patb.
    fn sum(&mut self) -> Step {
        if self.take(b'-') {
            self.emit(Op::Constant(0));
            self.operate(Self::term, Operator::Subtract)?;
        } else {
            self.take(b'+');
            self.term()?;
        }
        loop {
            let operator = match self.peek() {
                b'+' => Operator::Add,
                b'-' => Operator::Subtract,
                _ => return Ok(()),
            };
            self.at += 1;
            self.operate(Self::term, operator)?;
        }
    }

    fn term(&mut self) -> Step {
        self.factor()?;
        loop {
            let operator = match self.peek() {
                code::TIMES => Operator::Multiply,
                code::DIVIDE => Operator::Divide,
                _ => return Ok(()),
            };
            self.at += 1;
            self.operate(Self::factor, operator)?;
        }
    }

    fn operate(&mut self, right: fn(&mut Self) -> Step, operator: Operator) -> Step {
        self.cost += match operator {
            Operator::Add | Operator::Subtract => cost::ADD,
            Operator::Multiply => cost::MULTIPLY,
            Operator::Divide => 0, // Depends on the quotient: counted when it runs.
        };
        self.operand(right, Op::Operate(operator), |operand| match operand {
            Op::Constant(n) => Some(Op::OperateConstant(operator, n)),
            Op::Variable(v) => Some(Op::OperateVariable(operator, v)),
            _ => None,
        })
    }

    /// The right operand and the operation; one instruction where the operand is a number or a letter.
    fn operand(&mut self, right: fn(&mut Self) -> Step, op: Op, short: impl Fn(Op) -> Option<Op>) -> Step {
        let mark = self.out.ops.len();
        self.emit(Op::Push);
        right(self)?;
        let fused = if self.out.ops.len() == mark + 2 { short(self.out.ops[mark + 1]) } else { None };
        if fused.is_some() {
            self.out.ops.truncate(mark);
            self.out.places.truncate(mark);
        }
        self.emit(fused.unwrap_or(op));
        self.fold_sign(mark);
        Ok(())
    }

    /// `0` and `- n` are the number −n.
    fn fold_sign(&mut self, mark: usize) {
        let Some(first) = mark.checked_sub(1) else { return };
        if let [Op::Constant(0), Op::OperateConstant(Operator::Subtract, n)] = self.out.ops[first..] {
            self.out.ops.truncate(mark);
            self.out.places.truncate(mark);
            self.out.ops[first] = Op::Constant(-n);
        }
    }

    fn factor(&mut self) -> Step {
        let byte = self.peek();
        if byte.is_ascii_digit() {
            return self.number();
        }
        if byte.is_ascii_uppercase() {
            return self.named_value();
        }
        if let Some(kind) = indexed(byte) {
            self.at += 1;
            self.cost += cost::ELEMENT;
            return self.function(Op::Element(kind));
        }
        match byte {
            b'(' => {
                self.cost += cost::PARENTHESES;
                self.argument()
            }
            code::RND => {
                self.at += 1;
                self.cost += cost::RANDOM;
                self.function(Op::Random)
            }
            b'$' if self.source.dialect == Dialect::Bally => Err(Why::NoCalculator),
            _ => Err(Why::NoValue),
        }
    }

    fn function(&mut self, op: Op) -> Step {
        self.argument()?;
        self.emit(op);
        Ok(())
    }

    /// An expression in parentheses.
    fn argument(&mut self) -> Step {
        self.arguments(1)
    }

    fn arguments(&mut self, count: u32) -> Step {
        self.need(b'(')?;
        if self.depth == DEEPEST {
            return Err(Why::TooDeep);
        }
        self.depth += 1;
        for n in 0..count {
            if n > 0 {
                self.need(b',')?;
                self.emit(Op::Push);
            }
            self.expression()?;
        }
        self.depth -= 1;
        self.need(b')')
    }

    /// Digits; nothing else ends a number. Evidence: patb.
    fn number(&mut self) -> Step {
        let mut value = 0i16;
        let mut fits = true;
        while self.byte().is_ascii_digit() {
            let digit = i16::from(self.byte() - b'0');
            match value.checked_mul(10).and_then(|v| v.checked_add(digit)) {
                Some(next) => value = next,
                None => fits = false,
            }
            self.at += 1;
        }
        self.cost += cost::VALUE;
        self.emit(Op::Constant(value));
        if fits { Ok(()) } else { Err(Why::NumberTooLarge) }
    }

    fn named_value(&mut self) -> Step {
        self.cost += cost::VALUE;
        if let Some(letter) = self.letter() {
            self.emit(Op::Variable(letter));
            return Ok(());
        }
        let start = self.at;
        match self.name()? {
            Meaning::Device(Device::Kp) => self.emit(Op::Key),
            Meaning::Device(device) => self.emit(Op::Device(device)),
            Meaning::Function(function) => {
                self.cost += cost::FUNCTION;
                self.arguments(if function == Function::Px { 2 } else { 1 })?;
                self.emit(Op::Function(function));
            }
            Meaning::Statement(_) => {
                self.at = start;
                return Err(Why::NoValue);
            }
        }
        Ok(())
    }
}

fn indexed(byte: u8) -> Option<Indexed> {
    match byte {
        b'@' => Some(Indexed::At),
        b'*' => Some(Indexed::Star),
        b'%' => Some(Indexed::Memory),
        b'&' => Some(Indexed::Port),
        _ => None,
    }
}
