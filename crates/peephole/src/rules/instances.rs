//! Instances of a rule: old and new code for each way in which its pattern can match.

pub(crate) mod assembly;
mod corpus;
mod satisfy;
mod search;
mod state;
mod unify;

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

use arcadian_isa::Processor;

use crate::rules::{
    rule::{Condition, Rule},
    term::{Operator, Term},
};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The code that is replaced, as source for the assembler.
    pub old: String,
    pub new: String,
    /// The registers and flags that may differ: `A`, `IXH`, `F.Z`, `F` for all flags.
    pub dead: Vec<String>,
    /// Operands that are not volatile memory.
    pub not_volatile: Vec<String>,
    /// Other facts that the conditions of the rule ensure.
    pub requires: Vec<Assume>,
    /// The variables of the rule with the operands that they are.
    pub bindings: Vec<(String, String)>,
}

/// Assumption about the place where a rule is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Assume {
    Between {
        low: i64,
        value: Term,
        high: i64,
    },
    Equal(Term, Term),
    Differ(Term, Term),
    /// The code at the label does not read these registers and flags.
    DeadAt {
        label: String,
        /// The names, as in [`Instance::dead`].
        what: Vec<String>,
    },
    /// The number of jumps to the label.
    References {
        label: String,
        count: i64,
    },
    /// The called function leaves these registers, flags and memory operands as they are.
    Keeps {
        /// The function, which stands for the instructions that a wildcard matches.
        function: String,
        /// The names, as in [`Instance::dead`], and operands such as `(IX+N1)`.
        what: Vec<String>,
    },
    /// The called function does not depend on these registers, flags and memory operands.
    Ignores {
        function: String,
        /// The names, as in [`Instance::dead`], and operands.
        what: Vec<String>,
    },
}

impl Assume {
    /// Returns the condition that a value is in a range. Of a constant plus or minus a number it is the range of the constant, so that no
    /// sum of 16 bits wraps into it.
    fn between(low: i64, value: &Term, high: i64) -> Assume {
        if let Term::Binary(operator @ (Operator::Add | Operator::Subtract), operands) = value
            && let [name @ Term::Name(_), Term::Number(number)] = &**operands
        {
            let number = if *operator == Operator::Add { *number } else { -number };
            // A constant can be negative where it is an offset.
            if low >= 0 && low >= number {
                return Assume::Between {
                    low: low - number,
                    value: name.clone(),
                    high: (high - number).min(0xFFFF),
                };
            }
        }
        Assume::Between { low, value: value.clone(), high }
    }

    /// Returns whether it is true whatever the constants are, from 0 to 65535, or false; `None` if this depends on them.
    fn is_true(&self) -> Option<bool> {
        match self {
            Assume::Between { low, value, high } => {
                let (least, greatest) = value.range()?;
                let is_inside = least >= *low && greatest <= *high;
                (is_inside || greatest < *low || least > *high).then_some(is_inside)
            }
            Assume::Equal(left, right) if left == right => Some(true),
            Assume::Differ(left, right) if left == right => Some(false),
            Assume::Equal(left, right) => Some(left.number()? == right.number()?),
            Assume::Differ(left, right) => Some(left.number()? != right.number()?),
            _ => None,
        }
    }

    /// Computes exactly whether it holds for these values of constants; `None` if a constant has no value. Assumptions that are not about
    /// numbers count as true.
    pub fn holds(&self, of: &dyn Fn(&str) -> Option<i64>) -> Option<bool> {
        match self {
            Assume::Between { low, value, high } => {
                value.value(of).map(|value| (*low..=*high).contains(&value))
            }
            Assume::Equal(left, right) => Some(left.value(of)? == right.value(of)?),
            Assume::Differ(left, right) => Some(left.value(of)? != right.value(of)?),
            _ => Some(true),
        }
    }
}

impl fmt::Display for Assume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assume::Between { low, value, high } => write!(f, "{value} is {low} to {high}"),
            Assume::Equal(left, right) => write!(f, "{left} = {right}"),
            Assume::Differ(left, right) => write!(f, "{left} <> {right}"),
            Assume::DeadAt { label, what } => write!(f, "dead at {label}: {}", what.join(", ")),
            Assume::References { label, count } => write!(f, "jumps to {label}: {count}"),
            Assume::Keeps { function, what } => write!(f, "{function} keeps {}", what.join(", ")),
            Assume::Ignores { function, what } => write!(f, "{function} ignores {}", what.join(", ")),
        }
    }
}

/// Instances for which a rule stands.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// The instances, each once, in the order of the opcodes.
    pub list: Vec<Instance>,
    /// The reason that these are not all instances, if they are not.
    pub limited: Option<String>,
    /// The number of matches whose new code does not assemble.
    pub not_assembled: usize,
}

/// Instances, or why there are none.
#[derive(Clone, Debug)]
pub enum Outcome {
    Instances(Instances),
    /// No code of the processor matches the rule; the text says why.
    NeverMatches(String),
    /// The rule cannot be decided; the text says why.
    NotDecided(String),
}

#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub processor: Processor,
    /// The greatest number of instances of a rule.
    pub most: usize,
    /// Set when the time is over; the rule is not decided then.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { processor: Processor::Z80, most: 1000, cancel: None }
    }
}

impl Options<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

pub fn instances(rule: &Rule, options: &Options) -> Outcome {
    if let Some(reason) = rule.conditions.iter().find_map(Condition::undecided) {
        return Outcome::NotDecided(reason.to_owned());
    }
    if rule.conditions.contains(&Condition::Never) {
        return Outcome::NeverMatches(format!("the rule is not for the {}", options.processor));
    }
    search::run(rule, options)
}
