//! Templates of zxbasic: a file is one rule.
//!
//! Source of the facts: zxbasic `src/arch/z80/peephole/parser.py`, `pattern.py` and `template.py`.

use super::{Line, RuleFile, digits, without_comment};
use crate::rules::{
    rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, RuleError, Template},
    term::Operator,
    value::{Function, Part, Property, Value},
};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let lines: Vec<Line> = Line::all(text).collect();
    file.add(Format::Zxbasic, &lines, read_regions(text).and_then(|regions| rule(text, &regions)));
    file
}

fn rule(text: &str, regions: &[Region]) -> Result<Rule, RuleError> {
    let region = |name: &str| regions.iter().find(|region| region.name == name);
    let lines = |name: &str| region(name).map_or(&[][..], |region| &region.lines);
    let missing = |name: &str| {
        let first = text.lines().next().unwrap_or("");
        RuleError::new(1, first, first, format!("the region {name} is missing or empty"))
    };
    let replace = region("REPLACE").filter(|region| !region.lines.is_empty());
    let replace = replace.ok_or_else(|| missing("REPLACE"))?;
    region("WITH").ok_or_else(|| missing("WITH"))?;
    let mut conditions = definitions(lines("DEFINE"))?;
    let mut written: Vec<String> = lines("DEFINE").iter().map(|line| line.text.trim().to_owned()).collect();
    conditions.extend(read_condition(lines("IF"))?);
    written.push(lines("IF").iter().map(|line| line.text.trim()).collect::<Vec<_>>().join(" "));
    Ok(Rule {
        name: String::new(),
        line: replace.first.number,
        end: text.lines().count(),
        text: String::new(),
        format: Format::Zxbasic,
        before: open_ended(code(&replace.lines)),
        after: code(lines("WITH")),
        conditions,
        written,
    })
}

fn code(lines: &[Line]) -> Vec<PatternLine> {
    let lines = lines.iter().map(|line| (line, without_comment(line.text).trim()));
    let lines = lines.filter(|(_, text)| !text.is_empty());
    lines.map(|(line, text)| PatternLine { line: line.number, kind: kind(text) }).collect()
}

/// The variable for the text after a pattern, with the number of the line.
pub(crate) const MORE: &str = "$more";

/// A line of zxbasic matches the beginning of an instruction: `sub 1` matches `sub 10`, `ret` matches `ret z`.
fn open_ended(mut lines: Vec<PatternLine>) -> Vec<PatternLine> {
    for line in &mut lines {
        if let LineKind::Code(Template(pieces)) = &mut line.kind
            && let Some(Piece::Text(text)) = pieces.last()
            && can_go_on(text)
            // No number begins with 0.
            && !text.ends_with(" 0") && !text.ends_with(",0")
        {
            pieces.push(Piece::Variable(format!("{MORE}{}", line.line)));
        }
    }
    lines
}

/// Returns whether an instruction can begin so and go on: a number has more digits, and a register or `ret` more letters. Longer words are
/// names.
fn can_go_on(text: &str) -> bool {
    let word = text.rsplit([' ', ',']).next().unwrap_or_default();
    let is_short = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.ends_with(|c: char| c.is_ascii_digit()) || is_short && !word.is_empty()
}

fn kind(text: &str) -> LineKind {
    match text.strip_suffix(':') {
        Some(name) => LineKind::Label(template(name)),
        None => LineKind::Code(template(text)),
    }
}

/// Reads a line with variables `$1`. `$$` is a dollar sign.
fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, variable) = rest.split_at(at);
        let number = digits(variable.get(1..).unwrap_or(""));
        let length = if number > 0 {
            1 + number
        } else {
            variable.len().min(if variable.starts_with("$$") { 2 } else { 1 })
        };
        let (variable, after) = variable.split_at(length);
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(if number > 0 {
            Piece::Variable(variable.to_owned())
        } else {
            Piece::Text("$".to_owned())
        });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}

const REGIONS: [&str; 4] = ["REPLACE", "WITH", "IF", "DEFINE"];
const SCALARS: [&str; 2] = ["OLEVEL", "OFLAG"];

pub(super) struct Region<'t> {
    pub(super) name: &'static str,
    pub(super) first: Line<'t>,
    pub(super) lines: Vec<Line<'t>>,
}

pub(super) fn read_regions(text: &str) -> Result<Vec<Region<'_>>, RuleError> {
    let mut regions: Vec<Region> = Vec::new();
    let mut is_open = false;
    for line in Line::all(text) {
        let trimmed = line.text.trim();
        match regions.last_mut().filter(|_| is_open) {
            Some(region) => {
                let body = line.text.trim_end().strip_suffix("}}");
                is_open = body.is_none();
                let text = body.unwrap_or(line.text);
                if !text.trim().is_empty() {
                    region.lines.push(Line { text, ..line });
                }
            }
            None => is_open = opening(&mut regions, line, trimmed)?,
        }
    }
    match regions.last().filter(|_| is_open) {
        Some(region) => {
            Err(region.first.error(region.name, format!("{} is not closed with `}}}}`", region.name)))
        }
        None => Ok(regions),
    }
}

/// Reads a line outside of regions, and returns whether it opens one.
fn opening<'t>(regions: &mut Vec<Region<'t>>, line: Line<'t>, text: &str) -> Result<bool, RuleError> {
    if text.is_empty() || text.starts_with(";;") {
        return Ok(false);
    }
    if let Some(name) = text.strip_suffix("{{") {
        let known = REGIONS.iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
        let Some(name) = known else {
            return Err(line.error(text, format!("a region is one of {}", REGIONS.join(", "))));
        };
        if regions.iter().any(|region| region.name == *name) {
            return Err(line.error(text, format!("there are two regions {name}")));
        }
        regions.push(Region { name, first: line, lines: Vec::new() });
        return Ok(true);
    }
    let scalar = text.split_once(':').filter(|(name, _)| SCALARS.contains(&name.trim()));
    match scalar {
        Some((_, value)) if value.trim().parse::<u32>().is_ok() => Ok(false),
        Some((name, value)) => Err(line.error(value.trim(), format!("{} is a number", name.trim()))),
        None => Err(line.error(text, "a region `NAME {{` or a definition is expected")),
    }
}

/// Binary operators with their precedence: a higher number binds tighter.
const BINARY: [(&str, u8); 11] = [
    (".*", 7),
    ("./", 7),
    (".+", 6),
    (".-", 6),
    ("+", 6),
    ("<>", 5),
    ("==", 5),
    ("&&", 4),
    ("||", 3),
    ("IN", 2),
    (",", 1),
];

const FUNCTIONS: [(&str, Function); 13] = [
    ("IS_ASM", Function::Is(Property::Assembly)),
    ("IS_INDIR", Function::Is(Property::Indexed)),
    ("IS_REG16", Function::Is(Property::Register16)),
    ("IS_REG8", Function::Is(Property::Register8)),
    ("IS_LABEL", Function::Is(Property::Label)),
    ("IS_IMMED", Function::Is(Property::Immediate)),
    ("LEN", Function::Part(Part::Words)),
    ("INSTR", Function::Part(Part::Mnemonic)),
    ("HIREG", Function::Part(Part::HighRegister)),
    ("LOREG", Function::Part(Part::LowRegister)),
    ("CTEST", Function::Part(Part::Condition)),
    ("OP1", Function::Part(Part::FirstOperand)),
    ("OP2", Function::Part(Part::SecondOperand)),
];

/// Functions whose results depend on the code before the rule.
const UNKNOWN: [&str; 5] = ["GVAL", "FLAGVAL", "NEEDS", "HIVAL", "LOVAL"];

#[derive(Clone, Debug)]
enum Tree {
    Value(Value),
    Not(Box<Tree>),
    Required(Box<Tree>),
    Unknown(String),
    Binary(&'static str, Box<Tree>, Box<Tree>),
}

/// Reads `$3 = expression` lines.
pub(super) fn definitions(lines: &[Line]) -> Result<Vec<Condition>, RuleError> {
    let one = |line: &Line| {
        let split = line.text.split_once('=').filter(|(name, _)| name.trim().starts_with('$'));
        let Some((name, expression)) = split else {
            return Err(line.error(line.text, "a definition is a variable, `=` and an expression"));
        };
        let tree = Parser::read(*line, expression)?;
        Ok(match tree.value() {
            Ok(value) => Condition::Bind(name.trim().to_owned(), value),
            Err(reason) => Condition::Unknown(reason),
        })
    };
    lines.iter().map(one).collect()
}

/// Reads the condition, which can have several lines.
pub(super) fn read_condition(lines: &[Line]) -> Result<Option<Condition>, RuleError> {
    let Some(first) = lines.first() else { return Ok(None) };
    let text = lines.iter().map(|line| line.text).collect::<Vec<_>>().join(" ");
    let tree = Parser::read(*first, &text)?;
    Ok(Some(tree.condition(true)))
}

impl Tree {
    /// The text that the expression is, or why it is not known.
    fn value(self) -> Result<Value, String> {
        Ok(match self {
            Tree::Value(value) => value,
            Tree::Unknown(reason) => return Err(reason),
            Tree::Required(_) => return Err("a definition asks what is used after the rule".to_owned()),
            Tree::Not(tree) => Value::apply(Function::SameText, [tree.value()?, Value::text("")]),
            Tree::Binary(operator, left, right) => {
                let values = [left.value()?, right.value()?];
                let function = match operator {
                    "==" => Function::SameText,
                    "&&" => Function::Both,
                    "||" => Function::Either,
                    "+" => Function::Concatenate,
                    ".+" => Function::Arithmetic(Operator::Add),
                    ".-" => Function::Arithmetic(Operator::Subtract),
                    ".*" => Function::Arithmetic(Operator::Multiply),
                    "./" => Function::Arithmetic(Operator::Divide),
                    "<>" => {
                        let same = Value::apply(Function::SameText, values);
                        return Ok(Value::apply(Function::SameText, [same, Value::text("")]));
                    }
                    _ => return Err(format!("`{operator}` is not the operator of a text")),
                };
                Value::apply(function, values)
            }
        })
    }

    /// The condition that it is true, or that it is not.
    fn condition(self, holds: bool) -> Condition {
        let condition = match self {
            Tree::Not(tree) => return tree.condition(!holds),
            Tree::Binary("&&", left, right) => {
                Condition::All(vec![left.condition(true), right.condition(true)])
            }
            Tree::Binary("||", left, right) => {
                Condition::Any(vec![left.condition(true), right.condition(true)])
            }
            Tree::Binary("IN", value, list) => match (value.value(), list.list()) {
                (Ok(value), Ok(list)) => among(value, list),
                (Err(reason), _) | (_, Err(reason)) => Condition::Unknown(reason),
            },
            Tree::Binary(operator @ ("==" | "<>"), left, right) => match (left.value(), right.value()) {
                (Ok(left), Ok(right)) if operator == "==" => Condition::Among(left, vec![right]),
                (Ok(left), Ok(right)) => Condition::NoneOf(left, vec![right]),
                (Err(reason), _) | (_, Err(reason)) => Condition::Unknown(reason),
            },
            // A register that is read is no promise.
            Tree::Required(_) if holds => return Condition::Perhaps,
            Tree::Required(tree) => {
                return tree.value().map_or_else(Condition::Unknown, |value| Condition::Dead(vec![value]));
            }
            tree => tree.value().map_or_else(Condition::Unknown, Condition::True),
        };
        if holds { condition } else { condition.negated() }
    }

    fn list(self) -> Result<Vec<Value>, String> {
        match self {
            Tree::Binary(",", left, right) => {
                let mut list = left.list()?;
                list.extend(right.list()?);
                Ok(list)
            }
            tree => Ok(vec![tree.value()?]),
        }
    }
}

/// A list of one text is a text in Python, of which the value can be a part.
fn among(value: Value, list: Vec<Value>) -> Condition {
    let [only] = &list[..] else { return Condition::Among(value, list) };
    let Value::Text(text) = only else {
        return Condition::Unknown("IN looks for a part of a text that is not known".to_owned());
    };
    let ends = |from: usize| (from..=text.len()).filter_map(move |to| text.get(from..to));
    Condition::Among(value, (0..=text.len()).flat_map(ends).map(Value::text).collect())
}

/// The greatest number of operands of an expression, so that no recursion is too deep.
const MOST_OPERANDS: usize = 500;

struct Parser<'a> {
    line: Line<'a>,
    rest: &'a str,
    operands: usize,
}

impl<'a> Parser<'a> {
    fn read(line: Line<'a>, text: &'a str) -> Result<Tree, RuleError> {
        let mut parser = Parser { line, rest: text, operands: 0 };
        let tree = parser.level(1)?;
        if parser.rest.trim().is_empty() { Ok(tree) } else { Err(parser.error("an operator is expected")) }
    }

    fn error(&self, message: &str) -> RuleError {
        let rest = self.rest.trim();
        let part = rest.split_whitespace().next().unwrap_or("");
        let place = if rest.is_empty() { "the end".to_owned() } else { format!("`{rest}`") };
        self.line.error(part, format!("{message} at {place}"))
    }

    fn level(&mut self, least: u8) -> Result<Tree, RuleError> {
        let mut left = self.operand()?;
        while let Some((operator, level)) = self.operator().filter(|(_, level)| *level >= least) {
            self.rest = self.rest.get(operator.len()..).unwrap_or("");
            let right = self.level(level + 1)?;
            left = Tree::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operator(&mut self) -> Option<(&'static str, u8)> {
        self.rest = self.rest.trim_start();
        BINARY.iter().find(|(operator, _)| self.rest.starts_with(operator)).copied()
    }

    fn operand(&mut self) -> Result<Tree, RuleError> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return Err(self.error("the expression is too long"));
        }
        self.rest = self.rest.trim_start();
        let rest = self.rest;
        if let Some(rest) = rest.strip_prefix('!') {
            self.rest = rest;
            return Ok(Tree::Not(Box::new(self.operand()?)));
        }
        if let Some(rest) = rest.strip_prefix('(') {
            self.rest = rest;
            let tree = self.level(1)?;
            self.rest =
                self.rest.trim_start().strip_prefix(')').ok_or_else(|| self.error("`)` is missing"))?;
            return Ok(tree);
        }
        if let Some(rest) = rest.strip_prefix('"') {
            let end = rest.find('"').ok_or_else(|| self.error("`\"` is not closed"))?;
            self.rest = rest.get(end + 1..).unwrap_or("");
            // In instructions, no blank follows a comma.
            return Ok(Tree::Value(Value::text(rest.get(..end).unwrap_or("").replace(", ", ","))));
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_$'".contains(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            return Err(self.error("a value is expected"));
        }
        self.rest = after;
        self.word(word)
    }

    fn word(&mut self, word: &'a str) -> Result<Tree, RuleError> {
        if word == "IS_REQUIRED" {
            return Ok(Tree::Required(Box::new(self.operand()?)));
        }
        if UNKNOWN.contains(&word) {
            self.operand()?;
            return Ok(Tree::Unknown(format!("{word} depends on the code before the rule")));
        }
        if let Some((_, function)) = FUNCTIONS.iter().find(|(name, _)| *name == word) {
            return Ok(match self.operand()?.value() {
                Ok(value) => Tree::Value(Value::apply(*function, [value])),
                Err(reason) => Tree::Unknown(reason),
            });
        }
        let is_variable = word.strip_prefix('$').is_some_and(|number| number.parse::<u32>().is_ok());
        Ok(Tree::Value(if is_variable { Value::Variable(word.to_owned()) } else { Value::text(word) }))
    }
}
