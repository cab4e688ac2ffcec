//! Expressions: numbers, names and operators.
//!
//! Expressions are stored in postfix order, so that neither evaluating nor dropping a long one needs a deep stack. Arithmetic is
//! exact in 32 bits and does not wrap at 16; the range of a value is checked where it is used.

use std::rc::Rc;

use arcadian_isa::Processor;

use crate::fault::Fault;
use crate::syntax::expression::read;
use crate::syntax::{
    Arithmetic, At, Binary, Checked, Kind, Meaning, OWN_WORDS, Reader, Table, Token, Unary, content,
    is_one_of, span, unexpected,
};
use crate::syntax::{Span, number};
use crate::tables::own::TABLE;
use crate::words::Words;

/// The scope of local labels: the last ordinary label, or a macro expansion.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) name: String,
    /// The routine of the included sheet that the names belong to.
    pub(crate) sheet: Option<Rc<str>>,
    /// For a macro expansion: the scope of the call, whose local labels may be arguments.
    pub(crate) outer: Option<Rc<Scope>>,
}

/// An expression in postfix order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expression {
    pub(crate) steps: Vec<Step>,
    pub(crate) span: Span,
}

/// A name in an expression.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) name: Rc<str>,
    pub(crate) scope: Rc<Scope>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Number(i64),
    /// `$`, the address of the line, with its value.
    Here(i64),
    Name(Name),
    Unary(Unary),
    Binary(Binary, Span),
}

impl Expression {
    /// Whether the value is 0 to 255 for any values of its names.
    pub(crate) fn is_always_byte(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Unary(Unary::Low | Unary::High)))
    }

    /// Returns the first name in the expression.
    pub(crate) fn name(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            Step::Name(name) => Some(&*name.name),
            _ => None,
        })
    }

    /// Evaluates the expression; `lookup` gives the values of names.
    pub(crate) fn evaluate<E: From<At>>(
        &self,
        lookup: impl FnMut(&Name) -> Result<i64, E>,
    ) -> Result<i64, E> {
        self.resume(&mut Evaluation::default(), lookup)
    }

    /// Continues an evaluation. If `lookup` fails, it can be continued at the same name.
    pub(crate) fn resume<E: From<At>>(
        &self,
        evaluation: &mut Evaluation,
        mut lookup: impl FnMut(&Name) -> Result<i64, E>,
    ) -> Result<i64, E> {
        let Evaluation { stack, next } = evaluation;
        while let Some(step) = self.steps.get(*next) {
            let value = match step {
                Step::Number(value) | Step::Here(value) => *value,
                Step::Name(name) => lookup(name)?,
                Step::Unary(unary) => Arithmetic::Own.unary(*unary, stack.pop().unwrap_or(0), TABLE.truth),
                Step::Binary(binary, span) => {
                    let right = stack.pop().unwrap_or(0);
                    let left = stack.pop().unwrap_or(0);
                    Arithmetic::Own
                        .binary(*binary, left, right, TABLE.truth)
                        .map_err(|fault| At::new(fault, span.clone()))?
                }
            };
            if i32::try_from(value).is_err() {
                return Err(At::new(Fault::Overflow, self.span.clone()).into());
            }
            stack.push(value);
            *next += 1;
        }
        Ok(stack.last().copied().unwrap_or(0))
    }

    /// Returns the name at which an evaluation stopped.
    pub(crate) fn name_at(&self, evaluation: &Evaluation) -> Option<&Name> {
        match self.steps.get(evaluation.next) {
            Some(Step::Name(name)) => Some(name),
            _ => None,
        }
    }
}

/// An evaluation that stopped at a name without a value: the operands so far, and the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    stack: Vec<i64>,
    next: usize,
}

/// The hint for a value that begins with `#`.
const WITHOUT_MARK: &str = "an immediate operand is written without `#`";

/// Parses tokens, which must be one expression. `here` is the value of `$`, and of `*` where a value is expected.
pub(crate) fn parse(
    tokens: &[Token<'_>],
    words: &Words,
    here: i64,
    scope: &Rc<Scope>,
) -> Checked<Expression> {
    let mut parser = Parser { words, here, scope, depth: 0, steps: Vec::new() };
    read(&mut parser, tokens)?;
    Ok(Expression { steps: parser.steps, span: span(tokens) })
}

struct Parser<'a> {
    words: &'a Words,
    here: i64,
    scope: &'a Rc<Scope>,
    depth: usize,
    steps: Vec<Step>,
}

impl<'t> Meaning<'t> for Parser<'_> {
    type Value = ();

    fn depth(&mut self) -> &mut usize {
        &mut self.depth
    }

    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn operand(reader: &mut Reader<'_, 't, Self>, token: &Token<'t>) -> Checked {
        if token.is("'") || token.is("\"") {
            let end = reader.tokens.last().map_or(0, Token::end);
            return Err(At::new(Fault::Unterminated, token.at..end));
        }
        let step = reader.meaning.step(token)?;
        reader.meaning.steps.push(step);
        Ok(())
    }

    fn unary(&mut self, operator: Unary, (): (), _: &Token<'t>) -> Checked {
        if operator != Unary::Plus {
            self.steps.push(Step::Unary(operator));
        }
        Ok(())
    }

    fn binary(&mut self, operator: Binary, (): (), (): (), sign: &Token<'t>) -> Checked {
        self.steps.push(Step::Binary(operator, sign.span()));
        Ok(())
    }
}

impl Parser<'_> {
    fn step(&self, token: &Token<'_>) -> Checked<Step> {
        match token.kind {
            Kind::Number(value) => Ok(Step::Number(value)),
            Kind::Wrong => Err(wrong_number(token)),
            Kind::Text => string(token),
            Kind::Sign if matches!(token.text, "$" | "*") => Ok(Step::Here(self.here)),
            Kind::Sign if token.text == "#" && self.words.processor != Processor::Mos6502 => {
                Err(unexpected(token).hint(WITHOUT_MARK))
            }
            Kind::Sign => Err(unexpected(token)),
            Kind::Name if self.words.is_register(token.text) => Err(token.fault(Fault::Register)),
            Kind::Name if is_one_of(OWN_WORDS, token.text) => {
                Err(At::new(Fault::ExpectedValue, token.span()))
            }
            Kind::Name => {
                let scope = Rc::clone(self.scope);
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
fn string(token: &Token<'_>) -> Checked<Step> {
    match *content(token, &TABLE.lexis)? {
        [one] => Ok(Step::Number(i64::from(one))),
        [high, low] => Ok(Step::Number(i64::from(high) << 8 | i64::from(low))),
        ref other => Err(At::new(Fault::LongString(other.len()), token.span())),
    }
}
