//! Words, numbers, operators and functions of conditions.

use std::ops::{Range, RangeInclusive};

use super::{ExpressionError, Result};

const KEYWORDS: [&str; 13] =
    ["if", "then", "else", "let", "in", "and", "or", "not", "implies", "mod", "old", "true", "false"];

/// Returns whether a word of conditions cannot be the name of a field.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.into_iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(i64),
    /// The characters between quotation marks.
    Text(String),
    /// An operator or a bracket.
    Symbol(&'static str),
    End,
}

/// Operators and brackets; of two with a common beginning the longer comes first.
const SYMBOLS: [&str; 29] = [
    "=>", "<=", ">=", "<>", "!=", "==", "<<", ">>", "..", "=", "<", ">", "+", "-", "*", "/", "&", "|", "^",
    "~", "(", ")", "[", "]", ",", ":", "!", "%", "#",
];

/// Splits a text into tokens and their places. A `;` begins a comment.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with(';') {
            break;
        }
        let (token, length) = token(rest, at, all.last().map(|(token, _)| token))?;
        all.push((token, at..at + length));
        at += length;
    }
    let end = text.trim_end().len().min(at);
    all.push((Token::End, end..end));
    Ok(all)
}

/// Reads the token at the beginning of a text, and its length. `at` is its place.
fn token(text: &str, at: usize, before: Option<&Token>) -> Result<(Token, usize)> {
    let first = text.chars().next().unwrap_or(' ');
    if first.is_ascii_alphabetic() || first == '_' {
        let length = run(text, |c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((Token::Name(text[..length].to_owned()), length));
    }
    if first == '\'' {
        return character(text, at);
    }
    if first == '"' {
        return quoted(text, at);
    }
    if is_number(text, before) {
        let digits = 1 + run(&text[1..], |c| c.is_ascii_alphanumeric());
        let wrong = || {
            ExpressionError::new(at..at + digits, format!("`{}` is not a valid number", &text[..digits]))
                .help("numbers are written as 255, 0FFH, $FF, 0xFF, %11111111 or 'A'")
        };
        let value = number(&text[..digits]).ok_or_else(wrong)?;
        return Ok((Token::Number(value), digits));
    }
    match SYMBOLS.into_iter().find(|symbol| text.starts_with(symbol)) {
        Some("%") => Err(ExpressionError::new(at..at + 1, "unexpected `%`")
            .help("the remainder is `x mod y`; a binary number is %1010")),
        Some("!") => {
            Err(ExpressionError::new(at..at + 1, "unexpected `!`").help("write `not`, or `<>` for unequal"))
        }
        Some("#") | None => {
            Err(ExpressionError::new(at..at + first.len_utf8(), format!("unexpected `{first}`")))
        }
        Some("==") => Ok((Token::Symbol("="), 2)),
        Some("!=") => Ok((Token::Symbol("<>"), 2)),
        Some(symbol) => Ok((Token::Symbol(symbol), symbol.len())),
    }
}

/// Parses a number in the notations of the assembler, but with up to 62 bits.
fn number(text: &str) -> Option<i64> {
    let prefixed = |prefix: &str| text.strip_prefix(prefix);
    let hexadecimal = prefixed("0x").or(prefixed("0X")).or(prefixed("$")).or(text.strip_suffix(['h', 'H']));
    let (digits, radix) = match (hexadecimal, prefixed("%")) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 2),
        (None, None) => (text, 10),
    };
    let long = i64::from_str_radix(digits, radix).ok().filter(|value| value >> 62 == 0);
    arcadian_asm::number(text).map(i64::from).or(long)
}

/// Returns whether a number begins here. `$` and `%` begin one if a digit follows.
fn is_number(text: &str, before: Option<&Token>) -> bool {
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.next());
    let follows_value = match before {
        Some(Token::Name(name)) => !is_keyword(name),
        Some(Token::Number(_) | Token::Symbol(")" | "]")) => true,
        _ => false,
    };
    match first {
        Some('$') => second.is_some_and(|c| c.is_ascii_hexdigit()),
        Some('%') => !follows_value && second.is_some_and(|c| c == '0' || c == '1'),
        _ => first.is_some_and(|c| c.is_ascii_digit()),
    }
}

fn character(text: &str, at: usize) -> Result<(Token, usize)> {
    let mut chars = text.chars();
    chars.next();
    match (chars.next(), chars.next()) {
        (Some(inside), Some('\'')) if (' '..='~').contains(&inside) => {
            Ok((Token::Number(i64::from(u32::from(inside))), 3))
        }
        _ => Err(ExpressionError::new(at..at + 1, "a character is written as in 'A'")),
    }
}

/// Reads characters between quotation marks. They cannot contain a quotation mark; a list can have any byte.
fn quoted(text: &str, at: usize) -> Result<(Token, usize)> {
    let inside = text.get(1..).and_then(|rest| rest.split_once('"')).map(|(inside, _)| inside);
    let Some(inside) = inside else {
        return Err(ExpressionError::new(at..at + text.trim_end().len(), "the text has no closing `\"`"));
    };
    if let Some((place, wrong)) = inside.char_indices().find(|(_, c)| !(' '..='~').contains(c)) {
        let start = at + 1 + place;
        return Err(ExpressionError::new(
            start..start + wrong.len_utf8(),
            "only ASCII characters can be in a text",
        )
        .help("write the bytes as a list, as in [72, 105]"));
    }
    Ok((Token::Text(inside.to_owned()), inside.len() + 2))
}

/// Returns the length of the longest beginning whose characters all match.
fn run(text: &str, matches: impl Fn(char) -> bool) -> usize {
    text.find(|c| !matches(c)).unwrap_or(text.len())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Abs,
    Bit,
    High,
    Len,
    Low,
    Max,
    Min,
    Popcount,
    Reverse,
    Signed,
    Word,
}

struct Row {
    name: &'static str,
    function: Function,
    arity: RangeInclusive<usize>,
    takes: &'static str,
}

const fn row(
    name: &'static str,
    function: Function,
    arity: RangeInclusive<usize>,
    takes: &'static str,
) -> Row {
    Row { name, function, arity, takes }
}

const ONE: &str = "one value";
const VALUES: &str = "two or more values";
const AND_BITS: &str = "a field, or a value and its number of bits";

static ROWS: [Row; 11] = [
    row("abs", Function::Abs, 1..=1, ONE),
    row("bit", Function::Bit, 2..=2, "a value and the number of a bit"),
    row("high", Function::High, 1..=1, ONE),
    row("len", Function::Len, 1..=1, "a field or a list"),
    row("low", Function::Low, 1..=1, ONE),
    row("max", Function::Max, 2..=usize::MAX, VALUES),
    row("min", Function::Min, 2..=usize::MAX, VALUES),
    row("popcount", Function::Popcount, 1..=1, ONE),
    row("reverse", Function::Reverse, 1..=2, AND_BITS),
    row("signed", Function::Signed, 1..=2, AND_BITS),
    row("word", Function::Word, 2..=2, "the low and the high byte"),
];

impl Function {
    pub(super) fn find(name: &str) -> Option<Function> {
        ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.function)
    }

    pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
        ROWS.iter().map(|row| row.name)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.function == self)
    }

    pub(super) fn arity(self) -> RangeInclusive<usize> {
        self.row().map_or(1..=1, |row| row.arity.clone())
    }

    /// Returns a description of its arguments.
    pub(super) fn takes(self) -> &'static str {
        self.row().map_or(ONE, |row| row.takes)
    }
}
