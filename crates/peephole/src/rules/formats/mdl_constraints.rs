//! The constraints of mdlz80optimizer.
//!
//! Source of the facts: mdl `src/main/java/workers/pattopt/Pattern.java`, `checkConstraint` and `regpairConstraint`.

use super::{Line, infix, mdl};
use crate::rules::{
    rule::{Condition, Piece, RuleError},
    text::in_parentheses,
    value::{Function, Value},
};

/// The flags of mdl, with the names that conditions use.
const FLAGS: [(&str, &str); 6] =
    [("S", "sf"), ("Z", "zf"), ("H", "hf"), ("P/V", "pf"), ("N", "nf"), ("C", "cf")];

/// The arguments of a constraint.
struct Arguments<'a> {
    texts: Vec<&'a str>,
    /// The numbers of the lines of the pattern, in order.
    numbers: &'a [i64],
}

type Build = fn(&Arguments) -> Result<Condition, String>;

const MEANINGS: &[(&str, Build)] = &[
    ("regsNotUsedAfter", |arguments| arguments.dead(arguments.values(1)?)),
    ("flagsNotUsedAfter", |arguments| arguments.dead(flag_values(arguments.texts.iter().skip(1).copied())?)),
    ("regsNotModified", |arguments| Ok(Condition::Keeps(arguments.block()?, arguments.values(1)?))),
    ("regsNotUsed", |arguments| Ok(Condition::Ignores(arguments.block()?, arguments.values(1)?))),
    ("flagsNotModified", |arguments| {
        Ok(Condition::Keeps(arguments.block()?, flag_values(arguments.texts.iter().skip(1).copied())?))
    }),
    ("flagsNotUsed", |arguments| {
        Ok(Condition::Ignores(arguments.block()?, flag_values(arguments.texts.iter().skip(1).copied())?))
    }),
    ("memoryNotWritten", |arguments| Ok(Condition::Keeps(arguments.block()?, arguments.memory(1)?))),
    ("memoryNotUsed", |arguments| Ok(Condition::Ignores(arguments.block()?, arguments.memory(1)?))),
    ("equal", |arguments| Ok(Condition::Equal(arguments.value(0)?, arguments.value(1)?))),
    ("notEqual", |arguments| Ok(Condition::NotEqual(arguments.value(0)?, arguments.value(1)?))),
    ("in", |arguments| Ok(Condition::Among(arguments.value(0)?, arguments.operands(1)?))),
    ("notIn", |arguments| Ok(Condition::NoneOf(arguments.value(0)?, arguments.operands(1)?))),
    ("regpair", |arguments| {
        Ok(Condition::Pair(arguments.value(0)?, arguments.value(1)?, arguments.value(2)?))
    }),
    // It is about the distance of a jump.
    ("reachableByJr", |_| Ok(Condition::Always)),
    // The block is an unknown function, which returns with the stack as it was.
    ("evenPushPopsSPNotRead", |_| Ok(Condition::Always)),
    // It keeps delays that do nothing else.
    ("atLeastOneCPUOp", |_| Ok(Condition::Always)),
    // The verdict about a jump in place of a call says so too.
    ("noStackArguments", |_| Ok(Condition::Always)),
    // The files have it only for rules of one instruction.
    ("regFlagEffectsNotUsedAfter", |arguments| match arguments.numbers {
        [_] => Ok(Condition::EffectsDead),
        _ => Ok(Condition::Unknown("it asks what one of several lines sets".to_owned())),
    }),
];

/// Reads a constraint; `numbers` are those of the lines of the pattern.
pub(super) fn read(line: Line, text: &str, numbers: &[i64]) -> Result<Condition, RuleError> {
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    // After the closing parenthesis, `:1` says when the constraint is checked.
    let Some((arguments, when)) = rest.rsplit_once(')') else {
        return Err(line.error(text, "a constraint is a name with arguments in parentheses"));
    };
    if !matches!(when.trim().strip_prefix(':').map(|when| when.trim().parse::<u32>()), None | Some(Ok(_))) {
        return Err(line.error(when, "only `:` and the number of a line can follow a constraint"));
    }
    let name = name.trim();
    let Some((_, build)) = MEANINGS.iter().find(|(other, _)| *other == name) else {
        return Ok(Condition::Unknown(format!("the constraint {name} is not known")));
    };
    let arguments = Arguments { texts: split(arguments), numbers };
    build(&arguments).map_err(|part| line.error(&part, format!("wrong argument `{part}` of {name}")))
}

/// Returns the conditions that flags are dead, or the name that is not a flag.
pub(super) fn dead_flags<'a>(flags: impl Iterator<Item = &'a str>) -> Result<Vec<Condition>, String> {
    let values = flag_values(flags)?;
    Ok(if values.is_empty() { Vec::new() } else { vec![Condition::Dead(values)] })
}

fn flag_values<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Value>, String> {
    let one = |name: &str| {
        let flag = FLAGS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name.trim()));
        flag.map(|(_, flag)| Value::text(*flag)).ok_or_else(|| name.to_owned())
    };
    names.map(one).collect()
}

/// Returns the parts between commas outside of parentheses.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(str::trim).collect()
}

impl Arguments<'_> {
    fn value(&self, index: usize) -> Result<Value, String> {
        let text = self.texts.get(index).copied().unwrap_or("");
        infix::read(text).ok_or_else(|| text.to_owned())
    }

    fn values(&self, from: usize) -> Result<Vec<Value>, String> {
        (from..self.texts.len()).map(|index| self.value(index)).collect()
    }

    /// Returns operands of instructions, of which those in parentheses are memory.
    fn operands(&self, from: usize) -> Result<Vec<Value>, String> {
        let operand = |index: usize| {
            let text = self.texts.get(index).copied().unwrap_or("").replace(' ', "").to_ascii_lowercase();
            match in_parentheses(&text) {
                Some(inner) => Ok(memory(inner)),
                None => self.value(index),
            }
        };
        (from..self.texts.len()).map(operand).collect()
    }

    fn number(&self) -> Result<i64, String> {
        let text = self.texts.first().copied().unwrap_or("");
        text.parse().map_err(|_| text.to_owned())
    }

    fn block(&self) -> Result<String, String> {
        self.number().map(mdl::block)
    }

    /// The memory at an address, as an operand.
    fn memory(&self, index: usize) -> Result<Vec<Value>, String> {
        Ok(vec![memory(&self.texts.get(index).copied().unwrap_or("").replace(' ', ""))])
    }

    /// What is not read after the last line is dead. After another line, the rest of the pattern can still set it.
    fn dead(&self, values: Vec<Value>) -> Result<Condition, String> {
        let number = self.number()?;
        Ok(match self.numbers.last() {
            Some(last) if *last != number => Condition::Unknown(format!(
                "it asks what is used after line {number}, which is not the last one"
            )),
            _ => Condition::Dead(values),
        })
    }
}

/// Returns an address in parentheses.
fn memory(address: &str) -> Value {
    let pieces = mdl::template(address).0.into_iter().map(|piece| match piece {
        Piece::Variable(name) => Value::Variable(name),
        Piece::Text(text) => Value::Text(text),
        _ => Value::text(""),
    });
    let values: Vec<Value> =
        std::iter::once(Value::text("(")).chain(pieces).chain([Value::text(")")]).collect();
    Value::apply(Function::Concatenate, values)
}
