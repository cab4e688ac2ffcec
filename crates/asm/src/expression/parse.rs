//! Parsing an expression of our own syntax into steps.

use std::rc::Rc;

use arcadian_isa::Processor;

use super::{Expression, Name, Scope, Step};
use crate::fault::Fault;
use crate::syntax::expression::{Meaning, Reader, read};
use crate::syntax::number;
use crate::syntax::operator::{Binary, Unary, is_operator};
use crate::syntax::scan::{At, content};
use crate::syntax::token::{Kind, Token, span, unexpected};
use crate::tables::own::TABLE;
use crate::words::Words;

/// The hint for a value that begins with `#`.
const WITHOUT_MARK: &str = "an immediate operand is written without `#`";

/// The surroundings of an expression.
pub(crate) struct Context<'a> {
    pub(crate) words: &'a Words,
    /// The value of `$`, and of `*` where a value is expected.
    pub(crate) here: i64,
    pub(crate) scope: &'a Rc<Scope>,
}

/// Parses tokens, which must be one expression.
pub(crate) fn parse(tokens: &[Token<'_>], context: &Context<'_>) -> Result<Expression, At> {
    let mut parser = Parser { context, depth: 0, steps: Vec::new() };
    read(&mut parser, tokens)?;
    Ok(Expression { steps: parser.steps, span: span(tokens) })
}

struct Parser<'a> {
    context: &'a Context<'a>,
    depth: usize,
    steps: Vec<Step>,
}

impl<'t> Meaning<'t> for Parser<'_> {
    type Value = ();

    fn depth(&mut self) -> &mut usize {
        &mut self.depth
    }

    fn operators(&self) -> &[(&'static str, Binary, u8)] {
        TABLE.operators
    }

    fn prefixes(&self) -> &[(&'static str, Unary, u8)] {
        TABLE.prefixes
    }

    fn operand(reader: &mut Reader<'_, 't, Self>, token: &Token<'t>) -> Result<(), At> {
        if token.is("'") || token.is("\"") {
            let end = reader.tokens.last().map_or(0, Token::end);
            return Err(At::new(Fault::Unterminated, token.at..end));
        }
        let step = reader.meaning.step(token)?;
        reader.meaning.steps.push(step);
        Ok(())
    }

    fn unary(&mut self, operator: Unary, (): (), _: &Token<'t>) -> Result<(), At> {
        if operator != Unary::Plus {
            self.steps.push(Step::Unary(operator));
        }
        Ok(())
    }

    fn binary(&mut self, operator: Binary, (): (), (): (), sign: &Token<'t>) -> Result<(), At> {
        self.steps.push(Step::Binary(operator, sign.span()));
        Ok(())
    }
}

impl Parser<'_> {
    fn step(&self, token: &Token<'_>) -> Result<Step, At> {
        match token.kind {
            Kind::Number(value) => Ok(Step::Number(value)),
            Kind::Wrong => Err(wrong_number(token)),
            Kind::Text => string(token),
            Kind::Sign if matches!(token.text, "$" | "*") => Ok(Step::Here(self.context.here)),
            Kind::Sign if token.text == "#" && self.context.words.processor != Processor::Mos6502 => {
                Err(unexpected(token).hint(WITHOUT_MARK))
            }
            Kind::Sign => Err(unexpected(token)),
            Kind::Name if self.context.words.is_register(token.text) => {
                Err(At::new(Fault::Register(token.text.to_owned()), token.span()))
            }
            Kind::Name if is_operator(token.text) => Err(At::new(Fault::ExpectedValue, token.span())),
            Kind::Name => {
                let scope = Rc::clone(self.context.scope);
                Ok(Step::Name(Name { name: token.text.into(), scope, span: token.span() }))
            }
        }
    }
}

fn wrong_number(token: &Token<'_>) -> At {
    match number::at(token.text, 0, true) {
        Some(Err(at)) => {
            let hint = token.text.starts_with('#').then(|| WITHOUT_MARK.into()).or(at.hint);
            At { span: token.span(), hint, ..at }
        }
        _ => unexpected(token),
    }
}

/// Reads a string of one character, or of two with the first as the high byte.
fn string(token: &Token<'_>) -> Result<Step, At> {
    match *content(token.text, token.at)? {
        [one] => Ok(Step::Number(i64::from(one))),
        [high, low] => Ok(Step::Number(i64::from(high) << 8 | i64::from(low))),
        ref other => Err(At::new(Fault::LongString(other.len()), token.span())),
    }
}
