//! The conditions of SDCC and z88dk.
//!
//! Source of the facts: SDCC `src/SDCCpeeph.c`, a function for each name, and `src/z80/peep.c`.

use super::{Line, digits};
use crate::rules::{
    rule::{Condition, RuleError},
    term::Operator,
    value::{Function, Part, Value},
};

/// Reads conditions, which commas separate.
pub(super) fn read(line: Line, text: &str) -> Result<Vec<Condition>, RuleError> {
    calls(text).into_iter().map(|call| condition(line, call)).collect()
}

/// Returns the parts between commas outside of parentheses.
fn calls(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

type Build = fn(&[Value]) -> Option<Condition>;

/// The meaning of each name. What only counts references or measures distances does not change the meaning of code.
const MEANINGS: &[(&str, Build)] = &[
    ("notUsed", |list| some(list, Condition::Dead)),
    ("notUsedFrom", |list| {
        let (label, what) = list.split_first()?;
        some(what, |what| Condition::DeadAt(label.clone(), what))
    }),
    ("deadMove", |_| Some(Condition::Dead(vec![Value::Variable("%1".to_owned())]))),
    ("same", |list| list.split_first().map(|(first, rest)| Condition::Among(first.clone(), rest.to_vec()))),
    ("notSame", |list| some(list, Condition::Distinct)),
    ("notSimilar", |list| some(list, Condition::NotContained)),
    ("operandsNotRelated", |list| some(list, Condition::Unrelated)),
    ("canAssign", |list| matches!(list.len(), 2 | 3).then(|| Condition::Assignable(list.to_vec()))),
    ("operandsLiteral", |list| some(list, Condition::Literals)),
    // Names of C are constants as well.
    ("operandsLitOrSym", |_| Some(Condition::Always)),
    ("notVolatile", |list| Some(Condition::NotVolatile(list.to_vec()))),
    ("immdInRange", in_range),
    ("inSequence", in_sequence),
    ("labelRefCount", |list| match list {
        [label, Value::Text(count)] => Some(Condition::References(label.clone(), count.parse().ok()?)),
        _ => None,
    }),
    ("labelRefCountChange", |_| Some(Condition::Always)),
    ("labelInRange", |_| Some(Condition::Always)),
    ("labelJTInRange", |_| Some(Condition::Always)),
    ("notInJumpTable", |_| Some(Condition::Always)),
    ("optimizeReturn", |_| Some(Condition::Always)),
    ("optimizeFor", |_| Some(Condition::Always)),
    ("labelIsReturnOnly", |list| Some(Condition::Returns(first_or(list, "%5")))),
    // The label is always %5, and the target becomes %6.
    ("labelIsUncondJump", |_| Some(Condition::Jumps(Value::Variable("%5".to_owned()), "%6".to_owned()))),
    ("newLabel", |list| Some(Condition::Bind(name(list.first()?)?, Value::text("NEWLABEL")))),
    ("unusedReg", |list| {
        let (first, rest) = list.split_first()?;
        Some(Condition::FirstDead(name(first)?, rest.to_vec()))
    }),
    ("canJoinRegs", |list| match list {
        [high, low, pair] => Some(Condition::Pair(pair.clone(), high.clone(), low.clone())),
        _ => None,
    }),
    ("canSplitReg", |list| {
        let any = || Value::Variable("%0".to_owned());
        let (pair, parts) = list.split_first()?;
        let part = |index: usize| parts.get(index).cloned().unwrap_or_else(any);
        (parts.len() <= 2).then(|| Condition::Pair(pair.clone(), part(0), part(1)))
    }),
    ("removeParentheses", |list| match list {
        [operand, result] => {
            let inner = Value::apply(Function::Part(Part::InParentheses), [operand.clone()]);
            Some(Condition::Bind(name(result)?, inner))
        }
        _ => None,
    }),
    ("isPort", |list| {
        Some(if list.contains(&Value::text("z80")) { Condition::Always } else { Condition::Never })
    }),
    // The caller removes the arguments of the function, so that where a return follows there are none.
    ("symmParmStack", |_| Some(Condition::Always)),
];

fn some(list: &[Value], condition: impl Fn(Vec<Value>) -> Condition) -> Option<Condition> {
    (!list.is_empty()).then(|| condition(list.to_vec()))
}

fn first_or(list: &[Value], default: &str) -> Value {
    list.first().cloned().unwrap_or_else(|| Value::Variable(default.to_owned()))
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::Variable(name) => Some(name.clone()),
        _ => None,
    }
}

/// `immdInRange(low high operator left right %result)`: the bounds can be in either order.
fn in_range(list: &[Value]) -> Option<Condition> {
    let [Value::Text(low), Value::Text(high), Value::Text(operator), left, right, result] = list else {
        return None;
    };
    let (low, high) = (crate::rules::text::number(low)?, crate::rules::text::number(high)?);
    let Some(operator) = Operator::spelled(operator) else {
        return Some(Condition::Unknown(format!("the operator {operator} of immdInRange is not known")));
    };
    let value = Value::arithmetic(operator, left.clone(), right.clone());
    let bound = Condition::Bind(name(result)?, value.clone());
    let between = Condition::Between(low.min(high), value, low.max(high));
    Some(Condition::All(vec![between, bound]))
}

/// `inSequence('1' %1 %2 …)`: each number is the one before plus the first.
fn in_sequence(list: &[Value]) -> Option<Condition> {
    let (stride, numbers) = list.split_first()?;
    let step = |pair: &[Value]| {
        let next = Value::arithmetic(Operator::Add, pair[0].clone(), stride.clone());
        Condition::Equal(pair[1].clone(), next)
    };
    Some(Condition::All(numbers.windows(2).map(step).collect()))
}

fn condition(line: Line, call: &str) -> Result<Condition, RuleError> {
    let (name, arguments) = call.split_once('(').unwrap_or((call, ")"));
    let Some(arguments) = arguments.trim_end().strip_suffix(')') else {
        return Err(line.error(call, "`)` is missing after the arguments of a condition"));
    };
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(line.error(call, format!("`{name}` is not the name of a condition")));
    }
    let arguments = values(line, arguments)?;
    let Some((_, build)) = MEANINGS.iter().find(|(other, _)| *other == name) else {
        return Ok(Condition::Unknown(format!("the condition {name} is not known")));
    };
    build(&arguments).ok_or_else(|| line.error(call, format!("wrong arguments of {name}")))
}

/// Reads arguments: variables `%1` (`%x1` asks for a hexadecimal result), texts in quotes, bare texts.
fn values(line: Line, mut text: &str) -> Result<Vec<Value>, RuleError> {
    let mut values = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let Some(first) = text.chars().next() else { return Ok(values) };
        let length = match first {
            '\'' => {
                let inner = text.get(1..).unwrap_or("");
                let Some(end) = inner.find('\'') else { return Err(line.error(text, "`'` is not closed")) };
                values.push(Value::text(inner.get(..end).unwrap_or("")));
                end + 2
            }
            '%' => {
                let start = if text.starts_with("%x") { 2 } else { 1 };
                let end = start + digits(text.get(start..).unwrap_or(""));
                if end == start {
                    return Err(line.error(text, "a variable is `%` and a number"));
                }
                values.push(Value::Variable(format!("%{}", text.get(start..end).unwrap_or(""))));
                end
            }
            _ => {
                let end = text.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(text.len());
                values.push(Value::text(text.get(..end).unwrap_or("")));
                end
            }
        };
        text = text.get(length..).unwrap_or("");
    }
}
