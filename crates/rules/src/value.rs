//! Values: texts that conditions and new code compute from variables.

use crate::registers;

/// A text that is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text.
    Text(String),
    /// What a variable is bound to.
    Variable(String),
    /// The result of a function.
    Apply(Function, Vec<Value>),
}

/// A function of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// An operator on numbers.
    Arithmetic(Operator),
    /// The texts one after the other.
    Concatenate,
    /// The second if the first is not empty, else the first: `&&` of zxbasic.
    Both,
    /// The first if it is not empty, else the second: `||` of zxbasic.
    Either,
    /// `1` if the texts are equal, else empty.
    SameText,
    /// A property of a text: `1` or empty.
    Is(Property),
    /// A part of a text.
    Part(Part),
}

/// An operator on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what they do")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    /// -1 if the first is greater, else 0, as mdl has it.
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// A property of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Memory at IX or IY plus an offset.
    Indexed,
    /// A register of eight bits.
    Register8,
    /// A register pair.
    Register16,
    /// Not in parentheses.
    Immediate,
    /// Ends in a colon.
    Label,
    /// The mark of assembly that the user wrote.
    Assembly,
    /// The number zero.
    Zero,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The high register of a pair; empty if there is none.
    HighRegister,
    /// The low register of a pair; empty if there is none.
    LowRegister,
    /// The number of words.
    Words,
    /// The first word.
    Mnemonic,
    /// The first operand of an instruction.
    FirstOperand,
    /// The second operand of an instruction.
    SecondOperand,
    /// The condition of a jump.
    Condition,
    /// The text in the parentheses; the text itself if there are none.
    InParentheses,
}

/// The spelling of each operator in the assembler.
const OPERATORS: [(Operator, &str); 14] = [
    (Operator::Add, "+"),
    (Operator::Subtract, "-"),
    (Operator::Multiply, "*"),
    (Operator::Divide, "/"),
    (Operator::Modulo, " MOD "),
    (Operator::And, "&"),
    (Operator::Or, "|"),
    (Operator::Xor, "^"),
    (Operator::ShiftLeft, "<<"),
    (Operator::ShiftRight, ">>"),
    (Operator::Greater, ">"),
    (Operator::GreaterOrEqual, ">="),
    (Operator::Less, "<"),
    (Operator::LessOrEqual, "<="),
];

impl Operator {
    pub(crate) fn spelled(text: &str) -> Option<Operator> {
        let operator = if text == "%" { Some(Operator::Modulo) } else { None };
        operator.or_else(|| OPERATORS.iter().find(|(_, other)| *other == text).map(|(operator, _)| *operator))
    }

    fn apply(self, left: i64, right: i64) -> Option<i64> {
        let shift = u32::try_from(right).ok().filter(|count| *count < 32);
        let truth = |holds: bool| Some(-i64::from(holds));
        match self {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Divide => left.checked_div(right),
            Operator::Modulo => left.checked_rem(right),
            Operator::And => Some(left & right),
            Operator::Or => Some(left | right),
            Operator::Xor => Some(left ^ right),
            Operator::ShiftLeft => shift.and_then(|count| left.checked_shl(count)),
            Operator::ShiftRight => shift.map(|count| left >> count),
            Operator::Greater => truth(left > right),
            Operator::GreaterOrEqual => truth(left >= right),
            Operator::Less => truth(left < right),
            Operator::LessOrEqual => truth(left <= right),
        }
    }

    /// Returns the result of the operator on two texts: a number, or an expression in the assembler's syntax.
    fn of(self, left: &str, right: &str) -> Option<String> {
        if let (Some(left), Some(right)) = (number(left), number(right)) {
            return self.apply(left, right).map(|result| result.to_string());
        }
        let power = number(right).filter(|number| number.count_ones() == 1 && *number > 0);
        let (operator, right) = match (self, power) {
            (Operator::Divide, Some(power)) => (Operator::ShiftRight, power.trailing_zeros().to_string()),
            (Operator::Modulo, Some(power)) => (Operator::And, (power - 1).to_string()),
            _ => (self, right.to_owned()),
        };
        let spelling = OPERATORS.iter().find(|(other, _)| *other == operator)?.1;
        Some(format!("{}{spelling}{}", grouped(left), grouped(&right)))
    }
}

impl Value {
    /// Creates a text.
    pub(crate) fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    pub(crate) fn apply(function: Function, values: impl Into<Vec<Value>>) -> Value {
        Value::Apply(function, values.into())
    }

    pub(crate) fn arithmetic(operator: Operator, left: Value, right: Value) -> Value {
        Value::Apply(Function::Arithmetic(operator), vec![left, right])
    }

    /// Returns the text, or `None` if a variable is not bound or a number has no value.
    pub(crate) fn evaluate(&self, bound: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Variable(name) => bound(name),
            Value::Apply(function, values) => {
                let values: Option<Vec<String>> = values.iter().map(|value| value.evaluate(bound)).collect();
                function.apply(&values?)
            }
        }
    }

    /// Returns the variables in it.
    pub(crate) fn variables(&self) -> Vec<&str> {
        match self {
            Value::Text(_) => Vec::new(),
            Value::Variable(name) => vec![name],
            Value::Apply(_, values) => values.iter().flat_map(Value::variables).collect(),
        }
    }
}

impl Function {
    fn apply(self, values: &[String]) -> Option<String> {
        let truth = |holds: bool| Some(if holds { "1".to_owned() } else { String::new() });
        match (self, values) {
            (Function::Arithmetic(operator), [left, right]) => operator.of(left, right),
            (Function::Concatenate, values) => Some(values.concat()),
            (Function::Both, [left, right]) => Some(if left.is_empty() { left } else { right }.clone()),
            (Function::Either, [left, right]) => Some(if left.is_empty() { right } else { left }.clone()),
            (Function::SameText, [left, right]) => truth(left.eq_ignore_ascii_case(right)),
            (Function::Is(property), [text]) => truth(property.holds(text)),
            (Function::Part(part), [text]) => Some(part.of(text)),
            _ => None,
        }
    }
}

impl Property {
    fn holds(self, text: &str) -> bool {
        match self {
            Property::Indexed => ["(ix", "(iy"].iter().any(|start| text.starts_with(start) && text.len() > 4),
            Property::Register8 => registers::is_byte(text),
            Property::Register16 => text == "af" || registers::halves(text).is_some(),
            Property::Immediate => !text.starts_with('('),
            Property::Label => text.ends_with(':'),
            Property::Assembly => text.starts_with("##ASM"),
            Property::Zero => number(text) == Some(0),
        }
    }
}

impl Part {
    fn of(self, text: &str) -> String {
        let operand = |index: usize| {
            let words = text.replacen(',', " ", 1);
            words.split_whitespace().nth(index).unwrap_or_default().to_owned()
        };
        let half = |index: usize| match registers::halves(text) {
            Some(halves) => halves[index].to_owned(),
            None if text == "af" => ["a", "f"][index].to_owned(),
            None => String::new(),
        };
        match self {
            Part::HighRegister => half(0),
            Part::LowRegister => half(1),
            Part::Words => text.split_whitespace().count().to_string(),
            Part::Mnemonic => operand(0),
            Part::FirstOperand => operand(1),
            Part::SecondOperand => operand(2),
            Part::Condition => registers::condition_of(&operand(0), &operand(1)).to_owned(),
            Part::InParentheses => in_parentheses(text).unwrap_or(text).to_owned(),
        }
    }
}

/// Returns the number that a text is: decimal, or hexadecimal in one of the notations of the formats.
pub(crate) fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    let inner = text.strip_prefix(OPEN).and_then(|inner| inner.strip_suffix(CLOSE));
    if let Some(inner) = inner.or_else(|| in_parentheses(text)) {
        return number(inner);
    }
    if let Some(rest) = text.strip_prefix('-') {
        return number(rest).map(|number| -number);
    }
    let hexadecimal = ["0x", "0X", "$"].iter().find_map(|prefix| text.strip_prefix(prefix));
    match hexadecimal {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_hexdigit()) => {
            i64::from_str_radix(digits, 16).ok().filter(|number| *number < 1 << 32)
        }
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => {
            text.parse().ok().filter(|number| *number < 1 << 32)
        }
        _ => None,
    }
}

/// Returns the text between the first and the last character, if they are one pair of parentheses.
pub(crate) fn in_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    let closes_early = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    (!closes_early).then_some(inner)
}

/// Brackets of a computed value. Where it is a whole operand they are left out: parentheses would make it memory.
pub(crate) const OPEN: char = '\u{2}';
pub(crate) const CLOSE: char = '\u{3}';

/// Returns an expression in brackets, if it has more than one part.
pub(crate) fn grouped(text: &str) -> String {
    let is_one = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
    let is_grouped = text.starts_with(OPEN) && text.find(CLOSE) == Some(text.len() - 1);
    if text.chars().all(is_one) || is_grouped { text.to_owned() } else { format!("{OPEN}{text}{CLOSE}") }
}

/// Returns an expression with parentheses for the brackets inside.
pub(crate) fn ungrouped(text: &str) -> String {
    let whole = text.strip_prefix(OPEN).and_then(|inner| inner.strip_suffix(CLOSE));
    let inner = whole.filter(|inner| is_balanced(inner)).unwrap_or(text);
    inner.replace(OPEN, "(").replace(CLOSE, ")")
}

/// Whether no bracket is closed before it is opened.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += i32::from(c == OPEN) - i32::from(c == CLOSE);
        depth >= 0
    })
}
