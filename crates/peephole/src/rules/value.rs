//! Values: texts that conditions and new code compute from variables, and registers in them.

use super::text::number;
use crate::rules::{
    term::{NoNumber, Operator, Term},
    text::Text,
};

/// The variable of the processor, which no rule can name.
pub(crate) const CPU: &str = "cpu";

/// A text that is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    /// The text to which a variable is bound.
    Variable(String),
    Apply(Function, Vec<Value>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Arithmetic(Operator),
    Concatenate,
    /// The second if the first is not empty, else the first: `&&` of zxbasic.
    Both,
    /// The first if it is not empty, else the second: `||` of zxbasic.
    Either,
    /// `1` if the texts are equal, else empty.
    SameText,
    /// A property of a text: `1` or empty.
    Is(Property),
    Part(Part),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Memory at IX or IY plus an offset.
    Indexed,
    Register8,
    Register16,
    /// Not in parentheses.
    Immediate,
    /// Ends in a colon.
    Label,
    /// The mark of assembly that the user wrote.
    Assembly,
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The high register of a pair; empty if there is none.
    HighRegister,
    /// The low register of a pair; empty if there is none.
    LowRegister,
    Words,
    Mnemonic,
    FirstOperand,
    SecondOperand,
    Condition,
    /// The text in the parentheses; the text itself if there are none.
    InParentheses,
}

impl Value {
    pub(crate) fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// The processor of the rules, `z80` or `8080`.
    pub(crate) fn cpu() -> Value {
        Value::Variable(CPU.to_owned())
    }

    pub(crate) fn apply(function: Function, values: impl Into<Vec<Value>>) -> Value {
        Value::Apply(function, values.into())
    }

    pub(crate) fn arithmetic(operator: Operator, left: Value, right: Value) -> Value {
        Value::Apply(Function::Arithmetic(operator), vec![left, right])
    }

    /// Returns the text, or why there is none. An unbound variable has none.
    pub(crate) fn evaluate(&self, bound: &dyn Fn(&str) -> Option<Text>) -> Result<Text, NoNumber> {
        match self {
            Value::Text(text) => Ok(Text::from(text.as_str())),
            Value::Variable(name) => bound(name).ok_or(NoNumber::None),
            Value::Apply(function, values) => {
                let values =
                    values.iter().map(|value| value.evaluate(bound)).collect::<Result<Vec<_>, _>>()?;
                function.apply(&values)
            }
        }
    }

    pub(crate) fn variables(&self) -> Vec<&str> {
        match self {
            Value::Text(_) => Vec::new(),
            Value::Variable(name) => vec![name],
            Value::Apply(_, values) => values.iter().flat_map(Value::variables).collect(),
        }
    }
}

impl Function {
    fn apply(self, values: &[Text]) -> Result<Text, NoNumber> {
        let truth = |holds: bool| Ok(if holds { Text::from("1") } else { Text::default() });
        match (self, values) {
            (Function::Arithmetic(operator), [left, right]) => {
                let (left, right) = (left.term().ok_or(NoNumber::None)?, right.term().ok_or(NoNumber::None)?);
                Term::binary(operator, left, right).map(Text::from)
            }
            (Function::Concatenate, values) => Ok(Text::concat(values)),
            (Function::Both, [left, right]) => Ok(if left.is_empty() { left } else { right }.clone()),
            (Function::Either, [left, right]) => Ok(if left.is_empty() { right } else { left }.clone()),
            (Function::SameText, [left, right]) => match left.eq_ignore_ascii_case(right) {
                false if left.may_be(right) || right.may_be(left) => Err(NoNumber::Unknown),
                is_same => truth(is_same),
            },
            (Function::Is(Property::Zero), [text]) if text.plain().is_none() => Err(NoNumber::Unknown),
            (Function::Is(property), [text]) => truth(property.holds(text)),
            (Function::Part(part), [text]) => Ok(part.of(text)),
            _ => Err(NoNumber::None),
        }
    }
}

impl Property {
    fn holds(self, text: &Text) -> bool {
        let shown = text.to_string();
        match self {
            Property::Indexed => {
                ["(ix", "(iy"].iter().any(|start| shown.starts_with(start) && shown.len() > 4)
            }
            Property::Register8 => is_byte(&shown),
            Property::Register16 => shown == "af" || halves(&shown).is_some(),
            Property::Immediate => !text.starts_with('('),
            Property::Label => shown.ends_with(':'),
            Property::Assembly => shown.starts_with("##ASM"),
            Property::Zero => number(&shown) == Some(0),
        }
    }
}

impl Part {
    fn of(self, text: &Text) -> Text {
        let (mnemonic, operands) =
            text.trim().split_once(char::is_whitespace).unwrap_or_else(|| (text.trim(), Text::default()));
        let operand = |index: usize| operands.split(',').get(index).map(Text::trim).unwrap_or_default();
        let half = |index: usize| match text.plain().as_deref() {
            Some("af") => Text::from(["a", "f"][index]),
            Some(pair) => halves(pair).map(|halves| Text::from(halves[index])).unwrap_or_default(),
            None => Text::default(),
        };
        match self {
            Part::HighRegister => half(0),
            Part::LowRegister => half(1),
            Part::Words => Text::from(text.to_string().split_whitespace().count().to_string()),
            Part::Mnemonic => mnemonic,
            Part::FirstOperand => operand(0),
            Part::SecondOperand => operand(1),
            Part::Condition => Text::from(condition_of(&mnemonic.to_string(), &operand(0).to_string())),
            Part::InParentheses => text.in_parentheses().unwrap_or_else(|| text.clone()),
        }
    }
}

/// Register pairs of the Z80 with their high and low registers.
pub(crate) const PAIRS: [(&str, [&str; 2]); 5] = [
    ("bc", ["b", "c"]),
    ("de", ["d", "e"]),
    ("hl", ["h", "l"]),
    ("ix", ["ixh", "ixl"]),
    ("iy", ["iyh", "iyl"]),
];

/// Registers of eight bits, and SP: the places that a rule can name, with the names of the comparison.
const PLACES: [(&str, &str); 21] = [
    ("a", "A"),
    ("b", "B"),
    ("c", "C"),
    ("d", "D"),
    ("e", "E"),
    ("h", "H"),
    ("l", "L"),
    ("ixh", "IXH"),
    ("ixl", "IXL"),
    ("iyh", "IYH"),
    ("iyl", "IYL"),
    ("sp", "SP"),
    ("f", "F"),
    ("sf", "F.S"),
    ("zf", "F.Z"),
    ("hf", "F.HF"),
    ("pf", "F.PV"),
    ("vf", "F.PV"),
    ("lf", "F.PV"),
    ("nf", "F.N"),
    ("cf", "F.CY"),
];

/// Returns the high and the low register of a pair.
pub(crate) fn halves(pair: &str) -> Option<[&'static str; 2]> {
    PAIRS.iter().find(|(name, _)| name.eq_ignore_ascii_case(pair)).map(|(_, halves)| *halves)
}

pub(crate) fn is_byte(name: &str) -> bool {
    PLACES.iter().take_while(|(other, _)| *other != "sp").any(|(other, _)| other.eq_ignore_ascii_case(name))
}

/// Returns the parts of the state that a register, pair or flag is, in the names of the comparison.
pub(crate) fn places(name: &str) -> Option<Vec<&'static str>> {
    let one =
        |name: &str| PLACES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|found| found.1);
    let both = |[high, low]: [&str; 2]| Some(vec![one(high)?, one(low)?]);
    match halves(name) {
        Some(names) => both(names),
        None if name.eq_ignore_ascii_case("af") => both(["a", "f"]),
        None => one(name).map(|place| vec![place]),
    }
}

/// Returns all parts of the state that a rule can name.
pub(crate) fn all_places() -> impl Iterator<Item = &'static str> {
    PLACES.iter().map(|(_, place)| *place)
}

/// Returns the condition of a jump, call or return; empty if it has none.
pub(crate) fn condition_of<'a>(mnemonic: &str, operand: &'a str) -> &'a str {
    let jumps = ["jp", "jr", "call", "ret"].iter().any(|jump| jump.eq_ignore_ascii_case(mnemonic));
    let is_condition = ["nz", "z", "nc", "c", "po", "pe", "p", "m"].contains(&operand);
    if jumps && is_condition { operand } else { "" }
}
