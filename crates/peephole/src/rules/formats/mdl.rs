//! Rules of mdlz80optimizer: patterns (`pattern:`, `replacement:`, `constraints:`; a blank line ends one), their
//! constraints and the expressions in them, and lists of equivalent sequences: old code, new code, and the flags that may
//! differ.
//!
//! Source of the facts: mdl `src/main/java/workers/pattopt/Pattern.java`, `checkConstraint` and `regpairConstraint`;
//! `src/main/java/workers/searchopt`, which reads and writes the lists.

use super::{Line, RuleFile, without_comment};
use crate::rules::{
    rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, RuleError, Template},
    term::{Grammar, Operator},
    text::in_parentheses,
    value::{Function, Value},
};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let mut lines: Vec<Line> = Vec::new();
    for line in Line::all(text).chain([Line { number: 0, text: "" }]) {
        let trimmed = line.text.trim();
        if trimmed.is_empty() {
            if !lines.is_empty() {
                file.add(Format::Mdl, &lines, rule(&lines));
                lines.clear();
            }
        } else if let Some(name) = trimmed.strip_prefix("include") {
            file.includes.push((line.number, name.trim().trim_matches('"').to_owned()));
        } else if !trimmed.starts_with(';') {
            lines.push(line);
        }
    }
    file
}

/// The part of a pattern that a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Head,
    Before,
    After,
    Constraints,
}

/// Lines without code of their own.
const HEADS: [&str; 4] = ["pattern:", "name:", "tags:", "parameterized:"];

fn rule(lines: &[Line]) -> Result<Rule, RuleError> {
    let mut section = Section::Head;
    let mut builder = Builder::default();
    for line in lines {
        let text = without_comment(line.text).trim();
        match text {
            _ if HEADS.iter().any(|head| text.starts_with(head)) => {
                builder.head(*line, text)?;
                section = if text.starts_with("pattern:") { Section::Before } else { section };
            }
            "replacement:" => section = Section::After,
            "constraints:" => section = Section::Constraints,
            _ => match section {
                Section::Head => return Err(line.error(text, "a pattern begins with `pattern:`")),
                Section::Before => builder.before.push(numbered(*line, text)?),
                Section::After => builder.after.push(numbered(*line, text)?),
                Section::Constraints => builder.constraints.push((*line, text.to_owned())),
            },
        }
    }
    let number = |line: Option<&Line>| line.map_or(1, |line| line.number);
    builder.rule((number(lines.first()), number(lines.last())), section)
}

#[derive(Default)]
struct Builder<'t> {
    message: String,
    name: String,
    before: Vec<(i64, PatternLine)>,
    after: Vec<(i64, PatternLine)>,
    constraints: Vec<(Line<'t>, String)>,
    conditions: Vec<Condition>,
    written: Vec<String>,
}

impl Builder<'_> {
    fn head(&mut self, line: Line, text: &str) -> Result<(), RuleError> {
        let (head, value) = text.split_once(':').unwrap_or((text, ""));
        match head {
            "pattern" => value.trim().clone_into(&mut self.message),
            "name" => value.trim().clone_into(&mut self.name),
            "parameterized" => {
                self.conditions.push(read_constraint(line, value.trim(), &[])?);
                self.written.push(value.trim().to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    fn rule(mut self, (line, end): (usize, usize), section: Section) -> Result<Rule, RuleError> {
        let numbers: Vec<i64> = self.before.iter().map(|(number, _)| *number).collect();
        for (line, text) in &self.constraints {
            self.conditions.push(read_constraint(*line, text, &numbers)?);
        }
        self.label_first(&numbers);
        self.written.extend(self.constraints.into_iter().map(|(_, text)| text));
        if section == Section::Before || self.before.is_empty() {
            let text = format!("pattern: {}", self.message);
            return Err(RuleError::new(line, &text, &text, "a pattern has code and `replacement:`"));
        }
        let code = |lines: Vec<(i64, PatternLine)>| lines.into_iter().map(|(_, line)| line).collect();
        Ok(Rule {
            name: if self.name.is_empty() { self.message } else { self.name },
            line,
            end,
            text: String::new(),
            format: Format::Mdl,
            before: code(self.before),
            after: code(self.after),
            conditions: self.conditions,
            written: self.written,
        })
    }
}

impl Builder<'_> {
    /// A line of new code with the number of a line of the pattern takes its place and its label, and only the first line of a pattern can
    /// have a label (`Pattern.java`, `match` and `apply`). So what comes before it in the new code is skipped by a jump to the label.
    fn label_first(&mut self, numbers: &[i64]) {
        let place = |number: &i64| self.after.iter().position(|(other, _)| other == number);
        let places: Vec<Option<usize>> = numbers.iter().map(place).collect();
        if !places.iter().flatten().is_sorted() {
            let reason = "mdlz80optimizer does not change the order of lines with the same numbers";
            self.conditions.push(Condition::Unknown(reason.to_owned()));
        }
        if let (Some(Some(place @ 1..)), Some(number)) = (places.first(), numbers.first()) {
            for (lines, place) in [(&mut self.before, 0), (&mut self.after, *place)] {
                let line = lines.get(place).map_or(0, |(_, line)| line.line);
                let kind = LineKind::Label(template(&format!("LINE{number}")));
                lines.insert(place, (-1, PatternLine { line, kind }));
            }
        }
    }
}

/// Reads a line of code with its number: `0: ld a,?const`, `1: *`, `2: [?const] inc a`.
fn numbered(line: Line, text: &str) -> Result<(i64, PatternLine), RuleError> {
    let (number, code) = text.split_once(':').unwrap_or(("", text));
    let Ok(number) = number.trim().parse() else {
        return Err(line.error(text, "a line of code begins with a number and a colon"));
    };
    let code = code.trim();
    let kind = match code.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        _ if code == "*" => LineKind::Block(block(number)),
        Some((count, code)) => LineKind::Repeated(count.trim().to_owned(), template(code.trim())),
        None => LineKind::Code(template(code)),
    };
    Ok((number, PatternLine { line: line.number, kind }))
}

/// Returns the name of the block that a wildcard with this number stands for.
pub(super) fn block(number: i64) -> String {
    format!("BLOCK{number}")
}

/// Reads a line with variables `?name`.
pub(super) fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('?') {
        let (before, variable) = rest.split_at(at);
        let end = 1 + name(variable.get(1..).unwrap_or(""));
        let (variable, after) = variable.split_at(end);
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(if end > 1 { Piece::Variable(variable.to_owned()) } else { Piece::Text("?".to_owned()) });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}

/// The flags of mdl, with the names that conditions use.
const FLAGS: [(&str, &str); 6] =
    [("S", "sf"), ("Z", "zf"), ("H", "hf"), ("P/V", "pf"), ("N", "nf"), ("C", "cf")];

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
pub(super) fn read_constraint(line: Line, text: &str, numbers: &[i64]) -> Result<Condition, RuleError> {
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

fn flag_names() -> String {
    FLAGS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
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
        read_expression(text).ok_or_else(|| text.to_owned())
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
        self.number().map(block)
    }

    /// The memory at an address, as an operand.
    fn memory(&self, index: usize) -> Result<Vec<Value>, String> {
        Ok(vec![memory(&self.texts.get(index).copied().unwrap_or("").replace(' ', ""))])
    }

    /// Returns the condition that these are dead after the last line. It is unknown after another line, because the rest of the
    /// pattern can still set them.
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
    let pieces = template(address).0.into_iter().map(|piece| match piece {
        Piece::Variable(name) => Value::Variable(name),
        Piece::Text(text) => Value::Text(text),
        _ => Value::text(""),
    });
    let values: Vec<Value> =
        std::iter::once(Value::text("(")).chain(pieces).chain([Value::text(")")]).collect();
    Value::apply(Function::Concatenate, values)
}

/// The greatest number of operands of an expression, so that no recursion is too deep.
const MOST_OPERANDS: usize = 500;

pub(super) fn read_expression(text: &str) -> Option<Value> {
    let mut parser = Parser { rest: text, operands: 0 };
    let value = parser.level(0)?;
    parser.rest.trim().is_empty().then_some(value)
}

struct Parser<'t> {
    rest: &'t str,
    operands: usize,
}

impl Parser<'_> {
    fn level(&mut self, least: u8) -> Option<Value> {
        let mut left = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            let found = Operator::at(self.rest, Grammar::C).filter(|(_, level, _)| *level >= least);
            let Some((operator, level, length)) = found else { return Some(left) };
            self.rest = self.rest.get(length..)?;
            let right = self.level(level + 1)?;
            left = Value::arithmetic(operator, left, right);
        }
    }

    fn operand(&mut self) -> Option<Value> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return None;
        }
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '(' => {
                self.rest = self.rest.get(1..)?;
                let inner = self.level(0)?;
                self.rest = self.rest.trim_start().strip_prefix(')')?;
                Some(inner)
            }
            '-' => {
                self.rest = self.rest.get(1..)?;
                let value = self.operand()?;
                Some(Value::arithmetic(Operator::Subtract, Value::text("0"), value))
            }
            '?' => {
                let end = 1 + name(self.rest.get(1..)?);
                (end > 1).then(|| self.take(end)).flatten().map(Value::Variable)
            }
            '#' | '$' => {
                let end = 1 + name(self.rest.get(1..)?);
                let digits = self.take(end)?;
                let number = i64::from_str_radix(digits.get(1..)?, 16).ok()?;
                Some(Value::text(number.to_string()))
            }
            _ => {
                let end = name(self.rest);
                let quoted = usize::from(self.rest.get(end..)?.starts_with('\''));
                // Registers and mnemonics are in small letters, as in instructions.
                let word = (end > 0).then(|| self.take(end + quoted)).flatten();
                word.map(|word| Value::text(word.to_ascii_lowercase()))
            }
        }
    }

    fn take(&mut self, length: usize) -> Option<String> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken.to_owned())
    }
}

/// Replaces such texts by sums. The variables are then bytes.
pub(super) fn computed(mut rule: Rule) -> Rule {
    for line in &mut rule.after {
        for name in sums(line) {
            rule.conditions.push(Condition::Between(0, Value::Variable(name), 255));
        }
    }
    rule
}

/// Replaces the texts of a line, and returns the variables in them.
fn sums(line: &mut PatternLine) -> Vec<String> {
    let LineKind::Code(Template(pieces)) = &mut line.kind else { return Vec::new() };
    let mut names = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let bytes = variables(pieces.get(at + 1..).unwrap_or(&[]));
        if let Some(Piece::Text(text)) = pieces.get_mut(at)
            && bytes.len() > 1
            && let Some(before) = text.strip_suffix("0x")
        {
            *text = before.to_owned();
            pieces.splice(at + 1..=at + bytes.len(), sum(&bytes).map(Piece::Value));
            names.extend(bytes);
        }
        at += 1;
    }
    names
}

/// Returns the variables at the beginning.
fn variables(pieces: &[Piece]) -> Vec<String> {
    let name = |piece: &Piece| match piece {
        Piece::Variable(name) => Some(name.clone()),
        _ => None,
    };
    pieces.iter().map_while(name).collect()
}

/// Returns the number of these bytes, the highest first.
fn sum(bytes: &[String]) -> Option<Value> {
    bytes.iter().cloned().map(Value::Variable).reduce(|high, low| {
        let high = Value::arithmetic(Operator::Multiply, high, Value::text("256"));
        Value::arithmetic(Operator::Add, high, low)
    })
}

/// Returns the end of the name at the beginning of a text.
pub(super) fn name(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

pub(super) fn read_equivalences(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    for line in Line::all(text).filter(|line| !line.text.trim().is_empty()) {
        file.add(Format::Equivalences, &[line], equivalence(line));
    }
    file
}

fn equivalence(line: Line) -> Result<Rule, RuleError> {
    let fields: Vec<&str> = line.text.split('\t').collect();
    let (before, after, flags) = match fields[..] {
        [before, after] => (before, after, ""),
        [before, after, flags] => (before, after, flags),
        _ => return Err(line.error(line.text, "two sequences and flags are expected, divided by tabs")),
    };
    if before.trim().is_empty() {
        return Err(line.error(line.text, "no code to replace"));
    }
    let conditions = dead_flags(flags.split(',').map(str::trim).filter(|flag| !flag.is_empty()));
    Ok(Rule {
        name: String::new(),
        line: line.number,
        end: line.number,
        text: String::new(),
        format: Format::Equivalences,
        before: sequence(line, before),
        after: sequence(line, after),
        conditions: conditions.map_err(|flag| {
            line.error(&flag, format!("`{flag}` is not a flag: they are {}", flag_names()))
        })?,
        written: Vec::new(),
    })
}

fn sequence(line: Line, text: &str) -> Vec<PatternLine> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| PatternLine { line: line.number, kind: LineKind::Code(template(part)) }).collect()
}
