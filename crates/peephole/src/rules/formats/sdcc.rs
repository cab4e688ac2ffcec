//! SDCC and z88dk: `replace [restart] { … } by { … } if …`.
//!
//! Source of the facts: SDCC `src/SDCCpeeph.c`, `readRules`, `getPeepLine` and `matchLine`.

use std::collections::HashSet;

use super::{super::text::INDEX, Line, RuleFile, digits, mdl, without_comment};
use crate::rules::{
    rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, RuleError, Template},
    term::Operator,
    value::{Function, Part, Value},
};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let lines: Vec<Line> = Line::all(text).collect();
    let mut reader = Reader { lines: &lines, at: 0 };
    while let Some(first) = reader.first_of_rule() {
        let rule = reader.rule(first);
        if rule.is_err() {
            reader.skip_to_rule();
        }
        file.add(Format::Sdcc, lines.get(first.number - 1..reader.at).unwrap_or(&[]), rule);
    }
    file
}

struct Reader<'a, 't> {
    lines: &'a [Line<'t>],
    at: usize,
}

impl<'t> Reader<'_, 't> {
    fn line(&self) -> Option<Line<'t>> {
        self.lines.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Line<'t>> {
        let line = self.line();
        self.at += 1;
        line
    }

    /// Returns the next line, unless a rule begins there.
    fn next_of_rule(&mut self) -> Option<Line<'t>> {
        self.line().filter(|line| !begins_rule(*line)).inspect(|_| self.at += 1)
    }

    /// Returns the next line that is not between rules, as `barrier`, comments and blank lines are.
    fn first_of_rule(&mut self) -> Option<Line<'t>> {
        loop {
            let line = self.next()?;
            if !matches!(code(line.text), "" | "barrier") {
                return Some(line);
            }
        }
    }

    fn rule(&mut self, first: Line<'t>) -> Result<Rule, RuleError> {
        let text = code(first.text);
        if text.starts_with("replace") {
            return self.replace(first);
        }
        let message = "this is in no rule: conditions end with the line of their `if`, and a rule begins with `replace`";
        Err(first.error(text, message))
    }

    fn skip_to_rule(&mut self) {
        while self.next_of_rule().is_some() {}
    }

    fn replace(&mut self, first: Line<'t>) -> Result<Rule, RuleError> {
        let head = code(first.text);
        let brace = if head.ends_with('{') { Some(first) } else { self.next_of_rule() };
        if brace.is_none_or(|line| !code(line.text).ends_with('{')) {
            return Err(first.error(head, "a rule begins with `replace {` or `replace restart {`"));
        }
        let (before, closing) = self.block(first)?;
        let by = self.after_brace(closing);
        if by.split_whitespace().collect::<String>() != "by{" {
            return Err(closing.error(by, "`} by {` comes after the code to replace"));
        }
        let (after, closing) = self.block(closing)?;
        let (line, text) = self.conditions(closing)?;
        let conditions = bound_once(&before, &calls(text), read_condition(line, text)?);
        let name = self.name(first);
        let rule = Rule {
            name,
            line: first.number,
            end: self.at,
            text: String::new(),
            format: Format::Sdcc,
            before,
            after,
            conditions,
            written: calls(text).into_iter().map(str::to_owned).collect(),
        };
        if rule.before.is_empty() {
            Err(first.error("replace", "no code to replace"))
        } else {
            Ok(mdl::computed(rule))
        }
    }

    /// Reads lines up to a closing brace, and returns the line with the brace.
    fn block(&mut self, opening: Line<'t>) -> Result<(Vec<PatternLine>, Line<'t>), RuleError> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_of_rule() {
            if line.text.trim_start().starts_with('}') {
                return Ok((lines, line));
            }
            lines.extend(pattern_line(line)?);
        }
        let before = if self.line().is_some() { " before the next rule" } else { "" };
        Err(opening.error("{", format!("`{{` is not closed{before}")))
    }

    /// Returns what is after a closing brace, which can be in the next line.
    fn after_brace(&mut self, closing: Line<'t>) -> &'t str {
        let rest = code(closing.text).trim_start_matches('}').trim();
        if !rest.is_empty() {
            return rest;
        }
        self.next_of_rule().map_or("", |line| code(line.text))
    }

    /// Returns the conditions after the new code, to the end of the line. `if` and the conditions can be in the next line.
    fn conditions(&mut self, closing: Line<'t>) -> Result<(Line<'t>, &'t str), RuleError> {
        let mut line = closing;
        let mut rest = code(closing.text).trim_start_matches('}').trim();
        if rest.is_empty() {
            let next = self.line().filter(|next| code(next.text).starts_with("if"));
            let Some(next) = next else { return Ok((line, "")) };
            self.at += 1;
            (line, rest) = (next, code(next.text));
        }
        let Some(conditions) = rest.strip_prefix("if") else {
            return Err(line.error(rest, "only `if` can follow the new code"));
        };
        if conditions.is_empty() {
            let next = self.next_of_rule();
            line = next.ok_or_else(|| line.error("if", "`if` has no conditions"))?;
            return Ok((line, code(line.text)));
        }
        Ok((line, conditions))
    }

    /// Returns the comment of the new code, which names most rules.
    fn name(&self, first: Line) -> String {
        let body = self.lines.get(first.number..self.at).unwrap_or(&[]);
        let comment = body.iter().find_map(|line| line.text.trim_start().strip_prefix(';'));
        comment.map_or_else(String::new, |text| text.trim().to_owned())
    }
}

/// Returns whether a rule begins in a line, also one that is damaged there: it opens a block that is neither the code to replace after a line
/// `replace` nor new code.
fn begins_rule(line: Line) -> bool {
    let text = without_comment(code(line.text)).trim();
    let opens_part = ["{", "}", "by"].iter().any(|part| text.starts_with(part));
    text.starts_with("replace") || text.ends_with('{') && !opens_part
}

/// A variable that is bound already keeps its text: `bindVar` adds another one after it, and the first is found. `calls` are the texts of the
/// conditions.
fn bound_once(before: &[PatternLine], calls: &[&str], conditions: Vec<Condition>) -> Vec<Condition> {
    let templates = before.iter().filter_map(|line| match &line.kind {
        LineKind::Label(template) | LineKind::Code(template) => Some(template),
        LineKind::Repeated(..) | LineKind::Block(_) => None,
    });
    let mut bound = templates.flat_map(Template::variables).map(str::to_owned).collect();
    let joins = calls.iter().map(|call| call.starts_with("canJoinRegs"));
    conditions
        .into_iter()
        .zip(joins)
        .map(|(condition, joins)| binding_new(condition, joins, &mut bound))
        .collect()
}

fn binding_new(condition: Condition, joins: bool, bound: &mut HashSet<String>) -> Condition {
    let mut other =
        |name: String, unused: &str| if bound.insert(name.clone()) { name } else { unused.to_owned() };
    let mut any = |value: Value| match value {
        Value::Variable(name) => Value::Variable(other(name, "%0")),
        value => value,
    };
    match condition {
        Condition::Pair(pair, high, low) if joins => Condition::Pair(any(pair), high, low),
        Condition::Pair(pair, high, low) => Condition::Pair(pair, any(high), any(low)),
        Condition::FirstDead(name, list) => Condition::FirstDead(other(name, UNUSED), list),
        Condition::Jumps(label, target) => Condition::Jumps(label, other(target, UNUSED)),
        Condition::All(list) => {
            Condition::All(list.into_iter().map(|condition| binding_new(condition, joins, bound)).collect())
        }
        Condition::Bind(name, _) if !bound.insert(name.clone()) => Condition::Always,
        condition => condition,
    }
}

/// The variable of a result that is not used.
const UNUSED: &str = "%unused";

/// Returns the text of a line between rules, without comment.
fn code(text: &str) -> &str {
    text.find("//").and_then(|at| text.get(..at)).unwrap_or(text).trim()
}

fn pattern_line(line: Line) -> Result<Option<PatternLine>, RuleError> {
    let text = without_comment(code(line.text)).trim();
    if text.is_empty() {
        return Ok(None);
    }
    let kind = match text.strip_suffix(':') {
        Some(name) => LineKind::Label(template(name.trim_end_matches(':'))),
        None => LineKind::Code(template(&indexed(text))),
    };
    Ok(Some(PatternLine { line: line.number, kind }))
}

/// Reads a line with variables `%1`.
pub(super) fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, variable) = rest.split_at(at);
        let end = 1 + digits(variable.get(1..).unwrap_or(""));
        let (variable, after) = variable.split_at(end);
        pieces.push(Piece::Text(before.to_owned()));
        // A lone percent sign is text.
        pieces.push(if end > 1 { Piece::Variable(variable.to_owned()) } else { Piece::Text("%".to_owned()) });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}

/// Writes the operand `5 (ix)` as the assembler does, with a sign of its own: `(ix+5)`.
pub(crate) fn indexed(text: &str) -> String {
    let Some((mnemonic, operands)) = text.split_once(char::is_whitespace) else { return text.to_owned() };
    let operands: Vec<String> = operands.split(',').map(|operand| index_operand(operand.trim())).collect();
    format!("{mnemonic} {}", operands.join(","))
}

fn index_operand(operand: &str) -> String {
    let parts = operand.strip_suffix(')').and_then(|operand| operand.split_once('('));
    match parts {
        Some((offset, register)) if is_offset(offset.trim()) => {
            format!("({register}{INDEX}{})", offset.trim())
        }
        _ => operand.to_owned(),
    }
}

/// Returns whether the text before a parenthesis is an offset, not the sign of the high or low byte or an operator.
fn is_offset(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric())
}

/// Reads conditions, which commas separate.
pub(super) fn read_condition(line: Line, text: &str) -> Result<Vec<Condition>, RuleError> {
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
    ("notUsed", |list| some(list, |what| never_with_capital(&what, Condition::Dead(what.clone())))),
    ("notUsedFrom", |list| {
        let (label, what) = list.split_first()?;
        some(what, |what| never_with_capital(&what, Condition::DeadAt(label.clone(), what.clone())))
    }),
    // Only the port for the 8051 has it; elsewhere SDCC says that it is missing, and the rule is not used.
    ("deadMove", |_| Some(Condition::Never)),
    ("same", |list| list.split_first().map(|(first, rest)| Condition::Among(first.clone(), rest.to_vec()))),
    ("notSame", |list| some(list, Condition::Distinct)),
    ("notSimilar", |list| some(list, Condition::NotContained)),
    ("operandsNotRelated", |list| some(list, Condition::Unrelated)),
    ("canAssign", |list| matches!(list.len(), 2 | 3).then(|| Condition::Assignable(list.to_vec()))),
    ("operandsLiteral", |list| some(list, Condition::Literals)),
    // Names of C are constants as well.
    ("operandsLitOrSym", |list| some(list, Condition::Literals)),
    ("notVolatile", |list| Some(Condition::NotVolatile(list.to_vec()))),
    ("immdInRange", in_range),
    ("inSequence", in_sequence),
    ("labelRefCount", |list| match list {
        [label, Value::Text(count)] => Some(Condition::References(label.clone(), count.parse().ok()?)),
        _ => None,
    }),
    ("labelRefCountChange", |_| Some(Condition::Perhaps)),
    ("labelInRange", |_| Some(Condition::Perhaps)),
    ("labelJTInRange", |_| Some(Condition::Perhaps)),
    ("notInJumpTable", |_| Some(Condition::Perhaps)),
    ("optimizeReturn", |_| Some(Condition::Perhaps)),
    ("optimizeFor", optimizes),
    ("labelIsReturnOnly", |list| Some(Condition::Returns(first_or(list, "%5")))),
    // The label is always %5, and the target becomes %6.
    ("labelIsUncondJump", |_| Some(Condition::Jumps(Value::Variable("%5".to_owned()), "%6".to_owned()))),
    ("newLabel", |list| Some(Condition::Bind(name(list.first()?)?, Value::text("NEWLABEL")))),
    ("unusedReg", |list| {
        let (first, rest) = list.split_first()?;
        let rest = rest.iter().filter(|value| !has_capital(value)).cloned().collect();
        Some(Condition::FirstDead(name(first)?, rest))
    }),
    // The ports join two registers and split into two, and never more.
    ("canJoinRegs", |list| match list {
        [.., Value::Text(order), Value::Variable(_)] if order == "unordered" => {
            Some(Condition::Unknown("the order of canJoinRegs with 'unordered' is not known".to_owned()))
        }
        [high, low, pair @ Value::Variable(_)] => {
            Some(Condition::Pair(pair.clone(), high.clone(), low.clone()))
        }
        [_, _, _, .., Value::Variable(_)] => Some(Condition::Never),
        _ => None,
    }),
    ("canSplitReg", |list| {
        let any = || Value::Variable("%0".to_owned());
        let (pair, parts) = list.split_first().filter(|(_, parts)| !parts.is_empty())?;
        // What follows the last variable is not read.
        let count = parts.iter().take_while(|part| matches!(part, Value::Variable(_))).count();
        let part = |index: usize| parts[..count].get(index).cloned().unwrap_or_else(any);
        let is_split = Condition::Pair(pair.clone(), part(0), part(1));
        Some(if count > 2 { Condition::Never } else { is_split })
    }),
    ("removeParentheses", |list| match list {
        [operand, result] => {
            let inner = Value::apply(Function::Part(Part::InParentheses), [operand.clone()]);
            Some(Condition::Bind(name(result)?, inner))
        }
        _ => None,
    }),
    ("isPort", |list| Some(Condition::Among(Value::cpu(), list.to_vec()))),
    // The caller removes the arguments of the function, so that where a return follows there are none.
    ("symmParmStack", |list| some(list, |_| Condition::Perhaps)),
];

/// What conditions take whose arguments are words.
const ARGUMENTS: &[(&str, &str)] = &[
    ("optimizeFor", "'code-size' or 'code-speed', or with `!` before the word, each word once"),
    ("canJoinRegs", "two registers and the variable of the pair: canJoinRegs(%1 %2 %3)"),
    ("canSplitReg", "a pair and the variables of its registers: canSplitReg(%1 %2 %3)"),
    ("symmParmStack", "the name of a function: symmParmStack(%1)"),
];

/// The conditions whose arguments `setFromConditionArgs` reads: it knows no bare texts and no commas.
const QUOTED: [&str; 17] = [
    "notUsed",
    "notUsedFrom",
    "unusedReg",
    "canAssign",
    "operandsNotRelated",
    "notSimilar",
    "notSame",
    "same",
    "operandsLiteral",
    "operandsLitOrSym",
    "removeParentheses",
    "inSequence",
    "isPort",
    "optimizeFor",
    "canJoinRegs",
    "canSplitReg",
    "symmParmStack",
];

/// `isReg` compares the name with small letters: any other one counts as used.
fn never_with_capital(names: &[Value], condition: Condition) -> Condition {
    if names.iter().any(has_capital) { Condition::Never } else { condition }
}

fn has_capital(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.contains(|c: char| c.is_ascii_uppercase()))
}

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

/// `optimizeFor('code-size' '!code-speed')`: either word once, and not both without `!`. SDCC looks for the words within the texts.
fn optimizes(list: &[Value]) -> Option<Condition> {
    let sought = |value: &Value| {
        let Value::Text(text) = value else { return None };
        let (word, at) = match ["code-size", "code-speed"].map(|word| text.find(word)) {
            [Some(at), None] => (0, at),
            [None, Some(at)] => (1, at),
            _ => return None,
        };
        let sign = text.find('!');
        sign.is_none_or(|sign| sign + 1 == at).then_some((word, sign.is_some()))
    };
    match list.iter().map(sought).collect::<Option<Vec<_>>>()?[..] {
        [_] => Some(Condition::Perhaps),
        [(first, a), (second, b)] => (first != second && (a || b)).then_some(Condition::Perhaps),
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
    // They are numbers of C with a sign, which the 16 bits of an operand do not tell.
    let signed = Condition::Signed(vec![left.clone(), right.clone()]);
    let bound = Condition::Bind(name(result)?, value.clone());
    let between = Condition::Between(low.min(high), value, low.max(high));
    Some(Condition::All(vec![signed, between, bound]))
}

/// `inSequence('1' %1 %2 …)`: each number is the one before plus the first.
fn in_sequence(list: &[Value]) -> Option<Condition> {
    let (stride, numbers) = list.split_first()?;
    let step = |pair: &[Value]| {
        let next = Value::arithmetic(Operator::Add, pair[0].clone(), stride.clone());
        Condition::Equal(pair[1].clone(), next)
    };
    // They are numbers of C with a sign, too.
    let signed = Condition::Signed(numbers.to_vec());
    Some(Condition::All(std::iter::once(signed).chain(numbers.windows(2).map(step)).collect()))
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
    let arguments = values(line, arguments, QUOTED.contains(&name))?;
    let Some((_, build)) = MEANINGS.iter().find(|(other, _)| *other == name) else {
        return Ok(Condition::Unknown(format!("the condition {name} is not known")));
    };
    build(&arguments).ok_or_else(|| {
        let takes = ARGUMENTS.iter().find(|(other, _)| *other == name);
        let takes = takes.map_or(String::new(), |(_, takes)| format!(": it takes {takes}"));
        line.error(call, format!("wrong arguments of {name}{takes}"))
    })
}

/// Reads arguments: variables `%1` (`%x1` asks for a hexadecimal result), texts in quotes, and bare texts unless all must be `quoted`.
fn values(line: Line, mut text: &str, quoted: bool) -> Result<Vec<Value>, RuleError> {
    let mut values = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' && !quoted);
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
            _ if quoted => {
                let message =
                    "SDCC reads only `%1` and texts in quotes here, with blanks between them: `%1 'a'`";
                return Err(line.error(text, message));
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
