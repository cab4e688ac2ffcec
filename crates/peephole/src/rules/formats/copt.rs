//! copt, as z88dk and the Fuzix compiler have it: a pattern, a line `=`, new code, a blank line.
//!
//! Source of the facts: z88dk `src/copt/copt.c`, `init`, `getlst_1`, `match` and `subst_imp`; Fuzix-Compiler-Kit `copt.c`.

use super::{Line, RuleFile, without_comment};
use crate::rules::{
    rule::{Condition, Format, LineKind, PatternLine, Piece, Regex, Rule, RuleError, Template},
    term::Operator,
    text::number,
    value::{Function, Property, Value},
};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let lines: Vec<Line> = Line::all(text).collect();
    let mut rest = &lines[..];
    while let Some(start) = rest.iter().position(|line| !is_skipped(line.text)) {
        rest = rest.get(start..).unwrap_or(&[]);
        let Some(equals) = rest.iter().position(|line| is_divider(line.text)) else {
            if let Some(line) = rest.iter().find(|line| !is_comment(line.text)) {
                file.add(Format::Copt, rest, Err(line.error(line.text, "`=` is missing after the pattern")));
            }
            break;
        };
        let (before, after) = rest.split_at(equals);
        let end = after.iter().position(|line| line.text.is_empty()).unwrap_or(after.len());
        let (whole, next) = rest.split_at(equals + end);
        // A pattern of comments only is a comment.
        if let (false, [divider, new @ ..]) =
            (before.iter().all(|line| is_comment(line.text)), after.get(..end).unwrap_or(&[]))
        {
            file.add(Format::Copt, whole, rule(before, *divider, new));
        }
        rest = next;
    }
    file
}

/// Before a pattern, blank lines and comments are skipped: `;;` in z88dk, `#` in Fuzix.
fn is_skipped(text: &str) -> bool {
    text.trim().is_empty() || text.starts_with(";;") || text.starts_with('#')
}

fn is_comment(text: &str) -> bool {
    text.trim().is_empty() || text.trim_start().starts_with(';')
}

/// Returns whether it ends a pattern, or was meant to.
fn is_divider(text: &str) -> bool {
    text.trim_end() == "=" || text.trim() == "=="
}

fn rule(before: &[Line], divider: Line, after: &[Line]) -> Result<Rule, RuleError> {
    let first = before.first().copied().unwrap_or(Line { number: 1, text: "" });
    if divider.text.trim() == "==" {
        return Err(divider.error("==", "`==` is not the line `=` that ends a pattern"));
    }
    let mut rule = Rule {
        name: String::new(),
        line: first.number,
        // Without new code the line `=` is the last one.
        end: after.last().or(before.last()).map_or(first.number, |line| line.number)
            + usize::from(after.is_empty()),
        text: String::new(),
        format: Format::Copt,
        before: Vec::new(),
        after: Vec::new(),
        conditions: Vec::new(),
        written: Vec::new(),
    };
    for line in before {
        match read_condition(*line)? {
            Some(Directive::Title(title)) => rule.name = title,
            Some(Directive::Condition(condition)) => {
                rule.conditions.push(condition);
                rule.written.push(line.text.trim().to_owned());
            }
            // A blank line matches a blank line of the compiler's output.
            None => rule.before.extend(pattern_line(*line)?),
        }
    }
    if rule.before.is_empty() {
        return Err(first.error(first.text, "no code to replace"));
    }
    if after.iter().any(|line| line.text.trim_end() == "%activate") {
        let reason = "it activates other rules for the rest of the file";
        rule.conditions.push(Condition::Unknown(reason.to_owned()));
        return Ok(rule);
    }
    for line in after {
        match line.text.trim_end() {
            // The code can be there a second time.
            "%once" => rule.conditions.push(Condition::Perhaps),
            _ => rule.after.extend(pattern_line(*line)?),
        }
    }
    rule.conditions.extend(comment_variables(before, &rule)?);
    Ok(rule)
}

fn pattern_line(line: Line) -> Result<Option<PatternLine>, RuleError> {
    let text = without_comment(line.text).trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    let template = template(line, text)?;
    let kind = match label(text) {
        Some(name) => LineKind::Label(self::template(line, name)?),
        None => LineKind::Code(template),
    };
    Ok(Some(PatternLine { line: line.number, kind }))
}

/// Returns the name of a label: `.name` or `name:` in column one.
fn label(text: &str) -> Option<&str> {
    if text.starts_with(char::is_whitespace) || text.contains('"') {
        return None;
    }
    text.strip_suffix(':')
        .map(|name| name.trim_end_matches(':'))
        .or_else(|| text.strip_prefix('.').filter(|name| !name.contains(char::is_whitespace)))
}

/// Variables that only comments of the pattern bind stand for any text.
fn comment_variables(before: &[Line], rule: &Rule) -> Result<Vec<Condition>, RuleError> {
    let code = |lines: &[PatternLine]| -> Vec<String> { lines.iter().flat_map(variables).collect() };
    let bound = code(&rule.before);
    let mut conditions = Vec::new();
    for line in before {
        let code = without_comment(line.text).len();
        let Some(comment) = line.text.get(code..).filter(|comment| !comment.is_empty()) else { continue };
        // A comment is a part of the line. The compiler writes this one only after a number: `codegen.c`, `vconst`.
        if comment.trim_end() == ";const" {
            let code = template(*line, without_comment(line.text))?;
            let constants = code.variables().map(|name| Value::Variable(name.to_owned())).collect();
            conditions.push(Condition::Literals(constants));
        }
        for name in template(*line, comment)?.variables() {
            if !bound.iter().any(|other| other == name) {
                let text = format!("TEXT{}", name.trim_start_matches('%'));
                conditions.push(Condition::Bind(name.to_owned(), Value::text(text)));
            }
        }
    }
    Ok(conditions)
}

fn variables(line: &PatternLine) -> Vec<String> {
    match &line.kind {
        LineKind::Label(template) | LineKind::Code(template) | LineKind::Repeated(_, template) => {
            template.variables().map(str::to_owned).collect()
        }
        LineKind::Block(_) => Vec::new(),
    }
}

/// Reads a line with variables `%1`, expressions `%"…"1`, numbers `%eval(…)` and label numbers `%L`.
fn template(line: Line, text: &str) -> Result<Template, RuleError> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, marked) = rest.split_at(at);
        pieces.push(Piece::Text(before.to_owned()));
        let (piece, length) = piece(line, marked)?;
        pieces.push(piece);
        rest = marked.get(length..).unwrap_or("");
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(Template(pieces).tidied())
}

/// Reads what a percent sign begins, and returns its length.
fn piece(line: Line, text: &str) -> Result<(Piece, usize), RuleError> {
    let rest = text.get(1..).unwrap_or("");
    if let Some(expression) = rest.strip_prefix('"') {
        return regex(line, text, expression);
    }
    if let Some(expression) = rest.strip_prefix("eval(") {
        let end = expression.find(')').ok_or_else(|| line.error(text, "`)` is missing after `%eval(`"))?;
        let value = reverse_polish(expression.get(..end).unwrap_or(""));
        let value =
            value.ok_or_else(|| line.error(text, "an expression in reverse Polish notation is expected"))?;
        return Ok((Piece::Value(value), end + "%eval()".len()));
    }
    Ok(match rest.chars().next() {
        Some(digit) if digit.is_ascii_digit() => (Piece::Variable(format!("%{digit}")), 2),
        Some(letter @ 'L'..='N') => (Piece::Text(format!("NEWLABEL{letter}")), 2),
        Some('%') => (Piece::Text("%".to_owned()), 2),
        _ => (Piece::Text("%".to_owned()), 1),
    })
}

fn regex(line: Line, text: &str, expression: &str) -> Result<(Piece, usize), RuleError> {
    let mut escaped = false;
    let end = expression.char_indices().find(|(_, c)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\';
        closes
    });
    let (end, _) = end.ok_or_else(|| line.error(text, "`\"` is not closed"))?;
    let inner = expression.get(..end).unwrap_or("");
    if let Err(error) = regex_lite::Regex::new(inner) {
        return Err(line.error(inner, format!("`{inner}` is not a regular expression: {error}")));
    }
    let digit = expression.get(end + 1..).and_then(|rest| rest.chars().next()).filter(char::is_ascii_digit);
    let length = 1 + 1 + end + 1 + usize::from(digit.is_some());
    let regex = Regex {
        expression: inner.replace('\t', " "),
        variable: digit.map(|digit| format!("%{digit}")),
        whole: format!("line {}, {} to the end", line.number, text.len()),
    };
    Ok((Piece::Regex(regex), length))
}

/// Meaning of a line that is not code: a title or a condition.
pub(super) enum Directive {
    Title(String),
    Condition(Condition),
}

type Build = fn(&str) -> Option<Condition>;

/// Of two words with the same beginning the longer comes first.
const MEANINGS: &[(&str, Build)] = &[
    ("%check", check),
    // What the user asks for on the command line does not change the meaning of the code.
    ("%notopt", |_| Some(Condition::Perhaps)),
    ("%opt", |_| Some(Condition::Perhaps)),
    ("%notcompiler", |_| Some(Condition::Perhaps)),
    ("%compiler", |_| Some(Condition::Perhaps)),
    ("%notcpu", |name| Some(Condition::NoneOf(Value::cpu(), vec![Value::text(name)]))),
    ("%cpu", |name| Some(Condition::Among(Value::cpu(), vec![Value::text(name)]))),
    ("%eval", eval),
    ("%notSame", |text| {
        let values: Vec<Value> = text.split_whitespace().map(value).collect();
        (values.len() == 2).then_some(Condition::Distinct(values))
    }),
    ("%not", |text| member(text, false)),
    ("%is", |text| member(text, true)),
];

/// Reads a line; `None` if it is code.
pub(super) fn read_condition(line: Line) -> Result<Option<Directive>, RuleError> {
    let text = line.text.trim_end();
    if let Some(title) = text.strip_prefix("%title") {
        return Ok(Some(Directive::Title(title.trim().to_owned())));
    }
    let meaning = MEANINGS.iter().find(|(word, _)| text.starts_with(word) && !text.starts_with("%eval("));
    let Some((word, build)) = meaning else { return Ok(None) };
    match build(text.get(word.len()..).unwrap_or("").trim()) {
        Some(condition) => Ok(Some(Directive::Condition(condition))),
        None => Err(line.error(text, format!("wrong arguments of {word}"))),
    }
}

/// `result = expression`. An expression that ends in `!` is 1 if the number before is zero, else 0.
fn eval(text: &str) -> Option<Condition> {
    let (result, expression) = text.split_once('=')?;
    let result = number(result)?;
    Some(match reverse_polish(expression)? {
        Value::Apply(Function::Is(Property::Zero), operands) => {
            let holds = Condition::Equal(operands.into_iter().next()?, Value::text("0"));
            if result == 0 { holds.negated() } else { holds }
        }
        value => Condition::Equal(value, Value::text(result.to_string())),
    })
}

/// `low <= %n <= high`.
fn check(text: &str) -> Option<Condition> {
    let mut parts = text.split("<=").map(str::trim);
    let (low, variable, high) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Condition::Between(number(low)?, value(variable), number(high)?))
}

/// `%n token token …`: the tokens are texts, or regular expressions in quotes.
fn member(text: &str, holds: bool) -> Option<Condition> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let mut tokens = Vec::new();
    for token in rest.split(|c: char| c.is_whitespace() || c == '[' || c == ']') {
        match token.strip_prefix('"') {
            Some(quoted) => {
                // Only alternatives are read here; that is all that a list of tokens needs.
                let inner = quoted.strip_suffix('"')?;
                if inner.contains(['*', '+', '?', '.', '\\', '(', ')', '{', '^', '$']) {
                    let reason = format!("the regular expression {token} in a list is not read");
                    return Some(Condition::Unknown(reason));
                }
                tokens.extend(inner.split('|').map(Value::text));
            }
            None => tokens.extend((!token.is_empty()).then(|| Value::text(token))),
        }
    }
    let first = value(first);
    Some(if holds { Condition::Among(first, tokens) } else { Condition::NoneOf(first, tokens) })
}

fn value(text: &str) -> Value {
    let is_variable =
        text.strip_prefix('%').is_some_and(|digit| digit.parse::<u8>().is_ok_and(|digit| digit < 10));
    if is_variable { Value::Variable(text.to_owned()) } else { Value::text(text) }
}

/// The greatest length of an expression, so that no recursion is too deep. Lines of copt have 512 characters at most.
const LONGEST: usize = 512;

/// Reads an expression in reverse Polish notation.
pub(super) fn reverse_polish(text: &str) -> Option<Value> {
    if text.len() > LONGEST {
        return None;
    }
    let mut stack = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                stack.push(Value::text(rest.get(..end)?));
                end
            }
            '%' if rest.get(1..)?.starts_with(|c: char| c.is_ascii_digit()) => {
                stack.push(value(rest.get(..2)?));
                2
            }
            '!' => {
                let operand = pop(&mut stack);
                stack.push(Value::apply(Function::Is(Property::Zero), [operand]));
                1
            }
            _ => {
                let (spelling, length) = match first {
                    '%' => ("%", 2),
                    '<' => ("<<", 1),
                    '>' => (">>", 1),
                    _ => (rest.get(..first.len_utf8())?, first.len_utf8()),
                };
                let (right, left) = (pop(&mut stack), pop(&mut stack));
                stack.push(Value::arithmetic(Operator::spelled(spelling)?, left, right));
                length
            }
        };
        rest = rest.get(length..)?.trim_start();
    }
    let value = stack.pop()?;
    stack.is_empty().then_some(value)
}

/// Pops a value. An empty stack gives 0.
fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or_else(|| Value::text("0"))
}
