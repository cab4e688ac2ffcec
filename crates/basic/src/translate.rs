//! From the bytes of a line to instructions.
//!
//! The scan is the one of Palo Alto Tiny BASIC (patb): left to right, blanks skipped between elements,
//! and every error placed where that interpreter stopped reading. An error is translated too: what
//! stands to its left is executed first.

mod expression;
mod names;
mod statement;

use crate::{
    Dialect, cost,
    fault::{ShortWord, Why, Word},
    op::{Code, Indexed, List, Op, Pc},
    store::{self, Place},
    words::code,
};

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
    AfterStatement,
    /// Behind one element of a list, where `,` may go on with it.
    WithinList(List),
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

/// Where the statements of a line's text begin, in bytes: at its start, behind each `;`, and behind the
/// condition of each IF, whose consequence is counted as a statement. Nothing behind an error is one. A text
/// longer than the machine's memory has none.
pub fn statements(text: &[u8], dialect: Dialect) -> Vec<usize> {
    let code = alone(text, dialect);
    let begins = |(op, &place): (&Op, &u16)| matches!(op, Op::Statement(_)).then_some(usize::from(place));
    code.ops.iter().zip(&code.places).filter_map(begins).collect()
}

/// The first place of a line's text that is WHAT? whatever the variables hold, and why. A text longer
/// than the machine's memory is not looked at.
pub fn first_error(text: &[u8], dialect: Dialect) -> Option<(usize, Why)> {
    let code = alone(text, dialect);
    code.ops.iter().zip(&code.places).find_map(|(op, &place)| match op {
        Op::Fail(why) if why.word() == Word::What => Some((usize::from(place), *why)),
        _ => None,
    })
}

/// The translation of a line that belongs to no program; empty for one that no machine could hold.
fn alone(text: &[u8], dialect: Dialect) -> Code {
    let mut code = Code::default();
    if text.len() <= store::EMPTY {
        let source = Source { text, end: text.len(), after: None, lines: &[], dialect };
        rest(source, 0, Begin::Statement, &mut code);
    }
    code
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

    // Statement after statement.

    fn statements(&mut self, begin: Begin) -> Step {
        let mut flow = match begin {
            Begin::Statement => Flow::Statement,
            Begin::AfterStatement => Flow::Separator,
            Begin::WithinList(list) => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan_text;

    #[test]
    fn where_statements_begin() {
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
