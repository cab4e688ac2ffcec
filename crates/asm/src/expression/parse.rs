//! The expression parser (precedence climbing).

use std::ops::Range;
use std::rc::Rc;

use super::operator::{self, NOT_LEVEL, Unary};
use super::{Expression, Name, Scope, Step, number};
use arcadian_isa::Processor;

use crate::fault::Fault;
use crate::scan::{Apostrophe, At, blanks, byte, character, content, opens, quoted, slice, trim, word};
use crate::words::Words;

/// The maximum nesting depth of parentheses and prefix operators.
const DEEPEST: usize = 64;

/// The hint for a value that begins with `#`.
const WITHOUT_MARK: &str = "an immediate operand is written without `#`";

/// What an expression may refer to.
pub(crate) struct Context<'a> {
    pub(crate) words: &'a Words,
    /// The value of `$`, and of `*` where a value is expected.
    pub(crate) here: i64,
    pub(crate) scope: &'a Rc<Scope>,
    pub(crate) style: Apostrophe,
}

/// Parses the expression in this range.
pub(crate) fn parse(text: &str, range: Range<usize>, context: &Context<'_>) -> Result<Expression, At> {
    let span = trim(text, range);
    let line = slice(text, 0..span.end);
    let mut parser = Parser { text: line, at: span.start, context, depth: 0, steps: Vec::new() };
    parser.level(0)?;
    parser.skip();
    if parser.at < span.end { Err(parser.unexpected()) } else { Ok(Expression { steps: parser.steps, span }) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    context: &'a Context<'a>,
    depth: usize,
    steps: Vec<Step>,
}

/// Prefix operators: spelling, operator, precedence of the operand. `<` and `>` apply to everything that follows, as in
/// MOS assemblers; HIGH and LOW to one value, as in Intel's.
const PREFIXES: [(&str, Option<Unary>, u8); 8] = [
    ("NOT", Some(Unary::Not), NOT_LEVEL),
    ("LOW", Some(Unary::Low), 9),
    ("HIGH", Some(Unary::High), 9),
    ("<", Some(Unary::Low), 0),
    (">", Some(Unary::High), 0),
    ("~", Some(Unary::Not), 9),
    ("-", Some(Unary::Minus), 9),
    ("+", None, 9),
];

impl Parser<'_> {
    fn skip(&mut self) {
        self.at = blanks(self.text, self.at);
    }

    /// Parses operators with at least this precedence, and their operands.
    fn level(&mut self, least: u8) -> Result<(), At> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(At::new(Fault::TooNested(DEEPEST), self.at..self.at + 1));
        }
        self.value()?;
        loop {
            self.skip();
            match operator::binary(self.text, self.at) {
                Some((operator, level, end)) if level >= least => {
                    let span = self.at..end;
                    self.at = end;
                    self.level(level + 1)?;
                    self.steps.push(Step::Binary(operator, span));
                }
                _ => break,
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn value(&mut self) -> Result<(), At> {
        self.skip();
        let name = word(self.text, self.at);
        let sign = if name.is_empty() { character(self.text, self.at) } else { name.clone() };
        let sign_text = slice(self.text, sign.clone());
        let prefix = PREFIXES.iter().find(|(spelling, ..)| spelling.eq_ignore_ascii_case(sign_text));
        if let Some((_, unary, level)) = prefix {
            self.at = sign.end;
            self.level(*level)?;
            self.steps.extend(unary.map(Step::Unary));
            return Ok(());
        }
        let hash = self.context.words.processor == Processor::Z80;
        let is_marked = byte(self.text, self.at) == Some(b'#');
        match number::at(self.text, self.at, hash) {
            Some(Ok((value, end))) => return self.push(Step::Number(value), end),
            Some(Err(at)) => return Err(if is_marked { at.hint(WITHOUT_MARK) } else { at }),
            None => {}
        }
        match byte(self.text, self.at) {
            Some(b'#') if self.context.words.processor != Processor::Mos6502 => {
                Err(self.unexpected().hint(WITHOUT_MARK))
            }
            Some(b'(') => self.parenthesis(),
            Some(b'$' | b'*') => self.push(Step::Here(self.context.here), self.at + 1),
            Some(_) if opens(self.text, self.at) => self.string(),
            Some(_) if !name.is_empty() => self.name(name),
            None => Err(At::new(Fault::ExpectedValue, self.at.saturating_sub(1)..self.at)),
            Some(_) => Err(self.unexpected()),
        }
    }

    fn push(&mut self, step: Step, end: usize) -> Result<(), At> {
        self.steps.push(step);
        self.at = end;
        Ok(())
    }

    fn parenthesis(&mut self) -> Result<(), At> {
        let open = self.at..self.at + 1;
        self.at += 1;
        self.level(0)?;
        self.skip();
        match byte(self.text, self.at) {
            Some(b')') => self.at += 1,
            None => return Err(At::new(Fault::MissingClose, open)),
            Some(_) => return Err(self.unexpected()),
        }
        Ok(())
    }

    /// Parses a string of one character, or of two with the first as the high byte.
    fn string(&mut self) -> Result<(), At> {
        let end = quoted(self.text, self.at, self.context.style)
            .ok_or_else(|| At::new(Fault::Unterminated, self.at..self.text.len()))?;
        let span = self.at..end;
        let value = match *content(self.text, span.clone())? {
            [one] => i64::from(one),
            [high, low] => i64::from(high) << 8 | i64::from(low),
            ref other => return Err(At::new(Fault::LongString(other.len()), span)),
        };
        self.push(Step::Number(value), end)
    }

    fn name(&mut self, span: Range<usize>) -> Result<(), At> {
        let name = slice(self.text, span.clone());
        if self.context.words.is_register(name) {
            return Err(At::new(Fault::Register(name.to_owned()), span));
        }
        if operator::is_operator(name) {
            return Err(At::new(Fault::ExpectedValue, span));
        }
        let end = span.end;
        let scope = Rc::clone(self.context.scope);
        self.push(Step::Name(Name { name: name.into(), scope, span }), end)
    }

    fn unexpected(&self) -> At {
        let mut span = word(self.text, self.at);
        if span.is_empty() {
            span = character(self.text, self.at);
        }
        At::new(Fault::Unexpected(slice(self.text, span.clone()).to_owned()), span)
    }
}
