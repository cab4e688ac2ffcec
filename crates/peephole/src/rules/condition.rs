//! The conditions of rules, with the meaning that they have in the program that owns the format.

use crate::rules::value::Value;

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// No code after the rule reads these registers and flags.
    Dead(Vec<Value>),
    /// The old code changes nothing but registers and flags, and no code after the rule reads what it sets.
    EffectsDead,
    /// No code at the label reads these registers and flags.
    DeadAt(Value, Vec<Value>),
    /// The first is one of the others, as text.
    Among(Value, Vec<Value>),
    /// The first is none of the others, as text.
    NoneOf(Value, Vec<Value>),
    /// No two are the same text.
    Distinct(Vec<Value>),
    /// No two have a register or memory in common, as SDCC sees it.
    Unrelated(Vec<Value>),
    /// None contains another one.
    NotContained(Vec<Value>),
    /// An instruction loads the first from the second. The third is the offset or index register of an indexed access.
    Assignable(Vec<Value>),
    /// Numbers, not names.
    Literals(Vec<Value>),
    /// A register pair, its high and its low register. What is unbound is bound.
    Pair(Value, Value, Value),
    /// Binds a variable.
    Bind(String, Value),
    /// Binds a variable to the first of these that no code after the rule reads.
    FirstDead(String, Vec<Value>),
    /// The value is between two numbers.
    Between(i64, Value, i64),
    /// The values are equal: as numbers if they are numbers, as text otherwise.
    Equal(Value, Value),
    /// The values are not equal.
    NotEqual(Value, Value),
    /// The value is not empty.
    True(Value),
    /// The value is empty.
    False(Value),
    /// The operands are not volatile memory.
    NotVolatile(Vec<Value>),
    /// So many jumps lead to the label.
    References(Value, i64),
    /// The code at the label is a return.
    Returns(Value),
    /// The code at the first label jumps to the second, which is bound.
    Jumps(Value, String),
    /// A block leaves registers, flags and memory as they are.
    Keeps(String, Vec<Value>),
    /// A block does not depend on these registers, flags and memory.
    Ignores(String, Vec<Value>),
    /// All of them hold.
    All(Vec<Condition>),
    /// One of them holds.
    Any(Vec<Condition>),
    /// It holds, or it is about what does not change the meaning of the code.
    Always,
    /// It never holds for the processor of the instances.
    Never,
    /// It cannot be decided; the text says why.
    Unknown(String),
}

impl Condition {
    /// Returns the condition that holds when this one does not.
    pub(crate) fn negated(self) -> Condition {
        use Condition::{All, Always, Among, Any, Equal, False, Never, NoneOf, NotEqual, True, Unknown};
        match self {
            Among(value, list) => NoneOf(value, list),
            NoneOf(value, list) => Among(value, list),
            Equal(left, right) => NotEqual(left, right),
            NotEqual(left, right) => Equal(left, right),
            True(value) => False(value),
            False(value) => True(value),
            All(list) => Any(list.into_iter().map(Condition::negated).collect()),
            Any(list) => All(list.into_iter().map(Condition::negated).collect()),
            Always => Never,
            Never => Always,
            // That a register is read is no promise: the rule must then hold for all of it.
            Condition::Dead(_) => Always,
            Unknown(reason) => Unknown(reason),
            other => Unknown(format!("the opposite of {other:?} is not known")),
        }
    }

    /// Returns the values of which it is made, those of parts included.
    pub(crate) fn values(&self) -> Vec<&Value> {
        use Condition as C;
        match self {
            C::Dead(list)
            | C::Distinct(list)
            | C::Unrelated(list)
            | C::NotContained(list)
            | C::Assignable(list)
            | C::Literals(list)
            | C::FirstDead(_, list)
            | C::NotVolatile(list)
            | C::Keeps(_, list)
            | C::Ignores(_, list) => list.iter().collect(),
            C::DeadAt(value, list) | C::Among(value, list) | C::NoneOf(value, list) => {
                std::iter::once(value).chain(list).collect()
            }
            C::Pair(pair, high, low) => vec![pair, high, low],
            C::Equal(left, right) | C::NotEqual(left, right) => vec![left, right],
            C::Bind(_, value)
            | C::Between(_, value, _)
            | C::True(value)
            | C::False(value)
            | C::References(value, _)
            | C::Returns(value)
            | C::Jumps(value, _) => vec![value],
            C::All(list) | C::Any(list) => list.iter().flat_map(Condition::values).collect(),
            C::EffectsDead | C::Always | C::Never | C::Unknown(_) => Vec::new(),
        }
    }

    /// Returns the conditions that all must hold.
    pub(crate) fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::All(list) => list.iter().flat_map(Condition::parts).collect(),
            condition => vec![condition],
        }
    }

    /// Returns why it cannot be decided, if it cannot.
    pub(crate) fn undecided(&self) -> Option<&str> {
        match self {
            Condition::Unknown(reason) => Some(reason),
            Condition::All(list) | Condition::Any(list) => list.iter().find_map(Condition::undecided),
            _ => None,
        }
    }
}
