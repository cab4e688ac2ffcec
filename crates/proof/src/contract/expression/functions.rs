//! The functions of the language.

use std::ops::RangeInclusive;

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
