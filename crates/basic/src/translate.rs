//! The translator: compiles the bytes of a line to instructions.
//!
//! The scan is that of Palo Alto Tiny BASIC (patb): from left to right, skipping blanks between elements. An error is
//! reported where that interpreter stopped, and is an instruction itself: everything to its left is executed first.

mod expression;
mod statement;

use std::ops::Range;

use crate::{
    Dialect, cost,
    fault::{ErrorCode, ShortWord, Why},
    op::{Code, Indexed, List, Op, Pc, Target},
    store::{self, LinePlace},
    words::code,
};

#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// A buffer that contains the text.
    pub(crate) text: &'a [u8],
    /// The end of the text in the buffer.
    pub(crate) end: usize,
    /// The last instruction; `None` if the instructions of the next line follow.
    pub(crate) after: Option<Op>,
    /// The lines to which constant numbers can be resolved.
    pub(crate) lines: &'a [LinePlace],
    pub(crate) dialect: Dialect,
}

/// The syntactic context in which translation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    Statement,
    /// After a statement, at `;` or the end.
    AfterStatement,
    /// After an element of a list, where `,` may continue it.
    WithinList(List),
}

/// Translates the rest of a line from `at`; returns the position of its first instruction.
pub(crate) fn rest(source: Source, at: usize, begin: Begin, code: &mut Code) -> Pc {
    let first = code.next();
    let mut translator = Translator::new(source, at, code);
    let result = translator.statements(begin);
    translator.close(result);
    first
}

/// Translates an answer to INPUT: one expression and nothing after it.
pub(crate) fn answer(source: Source, code: &mut Code) {
    let mut translator = Translator::new(source, 0, code);
    let result = translator.expression().and_then(|()| translator.need_end_of_line());
    translator.close(result);
}

/// Returns where the statements of a line's text begin, in bytes: at its start, after each `;`, and after the
/// condition of each IF, because what follows it counts as a statement. There are none after an error, and none in
/// a text that is longer than the machine's memory.
pub fn statements(text: &[u8], dialect: Dialect) -> Vec<usize> {
    let code = translate_line(text, dialect);
    let begins = |(op, &place): (&Op, &u16)| matches!(op, Op::Statement(_)).then_some(usize::from(place));
    code.ops.iter().zip(&code.places).filter_map(begins).collect()
}

/// Returns the first syntax error (WHAT?) of a line's text: its position and kind. A text that is longer than the
/// machine's memory is not checked.
pub fn first_error(text: &[u8], dialect: Dialect) -> Option<(usize, Why)> {
    let code = translate_line(text, dialect);
    code.ops.iter().zip(&code.places).find_map(|(op, &place)| match op {
        Op::Fail(why) if why.code() == ErrorCode::What => Some((usize::from(place), *why)),
        _ => None,
    })
}

/// Translates a line outside a program. For a line that is longer than the memory, the result is empty.
pub(crate) fn translate_line(text: &[u8], dialect: Dialect) -> Code {
    let mut code = Code::default();
    if text.len() <= store::EMPTY {
        let source = Source { text, end: text.len(), after: None, lines: &[], dialect };
        rest(source, 0, Begin::Statement, &mut code);
    }
    code
}

type Step = Result<(), Why>;

/// The text that may follow a statement.
#[derive(PartialEq, Eq)]
enum Follow {
    /// `;` or the end of the line.
    Separator,
    /// Another statement without a separator (IF).
    Statement,
    /// No statement: it must be the last of its line.
    Nothing,
}

struct Translator<'a> {
    source: Source<'a>,
    at: usize,
    out: &'a mut Code,
    /// T-states of the current statement.
    cost: u32,
    /// T-states of the next statement because it is the first of its line.
    line_cost: u32,
    /// Bytes of a remark at the end of the current statement, which cost less than others.
    skipped: usize,
    /// Bytes of what waits in the current expression: open parentheses and operators.
    waiting: u32,
    /// The IFs whose jump to the end of the line is not resolved yet.
    skips: Vec<usize>,
}

impl<'a> Translator<'a> {
    fn new(source: Source<'a>, at: usize, out: &'a mut Code) -> Self {
        Self { source, at, out, cost: 0, line_cost: 0, skipped: 0, waiting: 0, skips: Vec::new() }
    }

    /// Returns the current byte, which may be a blank; a carriage return at the end.
    fn byte(&self) -> u8 {
        if self.at < self.source.end { self.source.text[self.at] } else { code::GO }
    }

    /// Skips blanks and returns the current byte.
    fn peek(&mut self) -> u8 {
        while self.byte() == b' ' {
            self.at += 1;
        }
        self.byte()
    }

    /// Takes `byte` if it is next.
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

    /// Returns whether a statement may end here.
    fn at_end(&mut self) -> bool {
        matches!(self.peek(), b';' | code::GO)
    }

    /// Returns an error unless the statement is the last of its line. Evidence: patb.
    fn need_end_of_line(&mut self) -> Step {
        if self.peek() == code::GO { Ok(()) } else { Err(Why::NotLast) }
    }

    fn emit(&mut self, op: Op) {
        self.out.push(op, self.at);
    }

    fn statements(&mut self, begin: Begin) -> Step {
        let mut follow = match begin {
            Begin::Statement => {
                self.line_cost = cost::LINE_START;
                Follow::Statement
            }
            Begin::AfterStatement => Follow::Separator,
            // The statement was counted and charged when it began.
            Begin::WithinList(list) if self.take(b',') => self.list(list)?,
            Begin::WithinList(_) => Follow::Separator,
        };
        while follow != Follow::Nothing {
            if follow == Follow::Separator && !self.separator()? {
                break;
            }
            follow = self.counted(Self::statement)?;
        }
        Ok(())
    }

    /// Takes `;`; returns false at the end of the line. Only there a statement may be empty. Evidence: patb.
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

    /// Translates a statement, preceded by the instruction that counts it.
    fn counted(&mut self, statement: impl FnOnce(&mut Self) -> Result<Follow, Why>) -> Result<Follow, Why> {
        let (start, from) = (self.out.ops.len(), self.at);
        self.cost = cost::STATEMENT + std::mem::take(&mut self.line_cost);
        self.emit(Op::Statement(0));
        let follow = statement(self);
        let read = self.at - from - std::mem::take(&mut self.skipped);
        self.out.ops[start] = Op::Statement(self.cost + cost::BYTE * read as u32);
        follow
    }

    /// Ends the text: emits an error, if any, and resolves the jumps of the IFs.
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

/// The effect of a line, up to its first error.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The first error that the line always has: its place and kind.
    pub(crate) error: Option<(usize, Why)>,
    /// Constant numbers of lines that GOTO and GOSUB name, with their places.
    pub(crate) targets: Vec<(Range<usize>, i16)>,
    /// Variables that are read (0 to 25), with their places.
    pub(crate) reads: Vec<(usize, u8)>,
    pub(crate) sets: Vec<u8>,
    /// Variables of FOR.
    pub(crate) loops: Vec<Target>,
    /// Variables of NEXT, with their places.
    pub(crate) nexts: Vec<(usize, Target)>,
    /// Whether it writes memory, in which the variables are.
    pub(crate) has_poke: bool,
}

impl Uses {
    pub(crate) fn of(text: &[u8], dialect: Dialect) -> Self {
        let code = translate_line(text, dialect);
        let mut uses = Uses::default();
        (0..code.ops.len()).for_each(|index| uses.add(text, &code, index));
        uses
    }

    fn add(&mut self, text: &[u8], code: &Code, index: usize) {
        let end = usize::from(code.places[index]);
        // An instruction is emitted after its text, and blanks after it may have been skipped.
        let at = text[..end.min(text.len())].iter().rposition(|byte| *byte != b' ').unwrap_or(0);
        match code.ops[index] {
            Op::Fail(why) => self.error = self.error.or(Some((end, why))),
            Op::Variable(name) | Op::OperateVariable(_, name) | Op::CompareVariable(_, name) => {
                self.reads.push((at, name));
            }
            Op::SetVariable(name) | Op::Set(Target::Variable(name)) => self.sets.push(name),
            Op::Set(Target::Indexed(Indexed::Memory)) => self.has_poke = true,
            Op::For(target) => self.loops.push(target),
            Op::Next(target) => self.nexts.push((at, target)),
            Op::Goto | Op::Gosub => {
                let number = constant(&code.ops[..index]);
                self.targets.extend(number.map(|number| (digits(text, at), number)));
            }
            _ => {}
        }
    }
}

/// Returns the number of the line that a jump after these instructions names, if it is a constant.
fn constant(before: &[Op]) -> Option<i16> {
    match before {
        [.., Op::Statement(_) | Op::RoomForSubroutine, Op::Constant(number)] => Some(*number),
        _ => None,
    }
}

/// Returns the last digits that end at or before a place.
fn digits(text: &[u8], at: usize) -> Range<usize> {
    let end = text[..=at].iter().rposition(u8::is_ascii_digit).map_or(at, |last| last + 1);
    let count = text[..end].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    end - count..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan_text;

    #[test]
    fn starts_of_statements() {
        for (text, expected) in [
            ("A=1", &[0][..]),
            ("A=1;B=2; C=3", &[0, 4, 9]),
            ("PRINT \"A;B\";A=1", &[0, 7]),
            ("IF A=1 B=2;C=3", &[0, 5, 9]),
            ("IF A IF B GOTO 5", &[0, 3, 6]),
            (".A;B", &[0]),
            ("A=1;.B;C", &[0, 4]),
            ("A=1;", &[0]),
            ("A=1;;B=1", &[0, 4]),
            ("PRINT 1 2;A=1", &[0]),
            ("GOTO 5;A=1", &[0]),
            ("", &[0]),
        ] {
            let bytes = scan_text(text).expect("machine characters");
            assert_eq!(statements(&bytes, Dialect::Bally), expected, "{text}");
        }
        assert_eq!(statements(&[b'A'; store::EMPTY + 1], Dialect::Bally), []);
    }
}
