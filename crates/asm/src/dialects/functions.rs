//! Functions in expressions.

use super::engine::Engine;
use super::expression::Reader;
use super::operator::Function;
use super::statement::split;
use super::token::{Kind, Token, content};
use super::value::Value;
use crate::fault::Fault;
use crate::scan::At;

impl Engine<'_> {
    pub(super) fn function(&self, word: &str) -> Option<Function> {
        let is = |row: &&(&str, Function)| row.0.eq_ignore_ascii_case(word);
        self.table.functions.iter().find(is).map(|(_, function)| *function)
    }

    pub(super) fn are_alike(&self, left: &[Token<'_>], right: &[Token<'_>], exact: bool) -> bool {
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| {
                let kind = std::mem::discriminant(&left.kind) == std::mem::discriminant(&right.kind);
                let same = left.text.eq_ignore_ascii_case(right.text);
                kind && (same || !exact && left.kind != Kind::Sign && !self.words.is_register(left.text))
            })
    }
}

impl<'e, 't> Reader<'e, '_, 't> {
    /// Reads the operands of a function and returns its value.
    pub(super) fn call(&mut self, function: Function, name: &Token<'t>) -> Result<Value, At> {
        let truth = self.engine.table.truth;
        let is = |holds: bool| Ok(Value::number(if holds { truth } else { 0 }));
        match function {
            Function::Fixed(number) => return Ok(Value::number(number)),
            Function::Processor => return Ok(Value::number(self.engine.processor_bits())),
            Function::Arguments => return Ok(Value::number(self.engine.argument_count())),
            Function::Apply(unary) => {
                self.expect("(")?;
                let value = self.level(0)?.unary(unary, truth);
                self.expect(")")?;
                return Ok(value);
            }
            _ => {}
        }
        let operands = self.operands()?;
        let operand = |index: usize| operands.get(index).copied().unwrap_or(&[]);
        let missing = || At::new(Fault::NeedsOperand(name.text.to_owned()), name.span());
        match function {
            Function::Defined | Function::Referenced => {
                let token = operand(0).first().filter(|token| token.is_name()).ok_or_else(missing)?;
                self.engine.note_test(token);
                let found = if function == Function::Defined {
                    self.engine.is_name_defined(token.text)
                } else {
                    self.engine.is_name_used(token.text)
                };
                is(found)
            }
            Function::Blank => is(unbraced(operand(0)).is_empty()),
            Function::Constant => {
                // An inner name may still be defined below, so an outer one is not known yet.
                let outer = self.engine.pass.outer_names;
                let value = self.engine.evaluate(operand(0));
                let is_inner = self.engine.pass.outer_names == outer;
                is(is_inner
                    && value.is_ok_and(|value| !value.is_forward && value.base == super::value::Base::Number))
            }
            Function::Size => self.engine.size_of(operand(0), name),
            Function::Length => Ok(Value::number(self.string(operand(0), name)?.len() as i64)),
            Function::Character => {
                let text = self.string(operand(0), name)?;
                let index = self.engine.number(operand(1))?;
                let byte = usize::try_from(index).ok().and_then(|index| text.get(index));
                byte.map(|byte| Value::number(i64::from(*byte))).ok_or_else(missing)
            }
            Function::Match | Function::ExactMatch => {
                let exact = function == Function::ExactMatch;
                is(self.engine.are_alike(unbraced(operand(0)), unbraced(operand(1)), exact))
            }
            Function::Count => Ok(Value::number(unbraced(operand(0)).len() as i64)),
            Function::Greatest | Function::Smallest => {
                let (left, right) = (self.engine.evaluate(operand(0))?, self.engine.evaluate(operand(1))?);
                Ok(if (left.number > right.number) == (function == Function::Greatest) {
                    left
                } else {
                    right
                })
            }
            Function::Apply(_) | Function::Arguments | Function::Processor | Function::Fixed(_) => {
                Err(missing())
            }
        }
    }

    /// Returns the tokens between parentheses, split at commas.
    fn operands(&mut self) -> Result<Vec<&'e [Token<'t>]>, At> {
        self.expect("(")?;
        let tokens: &'e [Token<'t>] = self.tokens;
        let rest = tokens.get(self.at..).unwrap_or(&[]);
        let mut depth = 0_usize;
        for (index, token) in rest.iter().enumerate() {
            match token.text {
                "(" => depth += 1,
                ")" if depth == 0 => {
                    self.at += index + 1;
                    return Ok(split(rest.get(..index).unwrap_or(&[])));
                }
                ")" => depth -= 1,
                _ => {}
            }
        }
        self.at = tokens.len();
        self.expect(")").map(|()| Vec::new())
    }

    fn string(&mut self, tokens: &[Token<'_>], name: &Token<'_>) -> Result<Vec<u8>, At> {
        match tokens {
            [token] => content(token, &self.engine.table.lexis),
            _ => Err(At::new(Fault::NeedsOperand(name.text.to_owned()), name.span())),
        }
    }
}

/// Returns tokens without the braces around them.
pub(super) fn unbraced<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    match tokens {
        [open, inner @ .., close] if open.is("{") && close.is("}") => inner,
        other => other,
    }
}
