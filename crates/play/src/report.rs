//! Reports of a BASIC run as text and as JSON.

use std::ops::Range;

use arcadian_basic::{Basic, Fault, Line, Position, script::Stopped, text_of, width_before};
use arcadian_files::diagnostic::{self, Diagnostic};
use arcadian_screen::{Picture, picture, recognize};
use serde_json::{Map, Value, json};

/// Returns the value of `stopped` in the JSON report.
fn stop_reason(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Waiting => "waiting",
        Stopped::End => "end",
        Stopped::Error(_) => "error",
        Stopped::Halt => "halt",
        Stopped::Budget => "budget",
        Stopped::Interrupted => "interrupted",
    }
}

/// Returns whether a run completed without an error and within its budget.
pub fn has_succeeded(stopped: &Stopped) -> bool {
    match stopped {
        Stopped::Waiting | Stopped::End | Stopped::Halt => true,
        Stopped::Error(_) | Stopped::Budget | Stopped::Interrupted => false,
    }
}

/// The results of a run, in the interpreter or on the emulated machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    pub statements: u64,
    /// The time in T-states: estimated for the interpreter, that of the processor on the emulated machine.
    pub tstates: u64,
    /// The free bytes.
    pub sz: usize,
    /// A to Z.
    pub variables: [i16; 26],
    /// The elements of `@` that are not zero.
    pub array: Vec<(i16, i16)>,
    /// The lines of PRINT and INPUT.
    pub printed: Vec<String>,
    /// The number of older lines that were dropped.
    pub printed_dropped: u64,
    pub picture: Picture,
}

impl From<&Basic> for Results {
    fn from(basic: &Basic) -> Self {
        Results {
            statements: basic.statements(),
            tstates: basic.tstates(),
            sz: basic.store().free(),
            variables: basic.variables(),
            array: array_elements(|n| basic.array(n)),
            printed: basic.transcript().lines().map(str::to_owned).collect(),
            printed_dropped: basic.transcript().dropped(),
            picture: basic.picture().clone(),
        }
    }
}

/// Returns the elements of `@` that are not zero.
pub fn array_elements(element: impl Fn(i16) -> Option<i16>) -> Vec<(i16, i16)> {
    let elements = (0..).map_while(|n| Some((n, element(n)?)));
    elements.filter(|(_, value)| *value != 0).collect()
}

/// Returns the JSON object of `run --json`.
pub fn json(results: &Results, stopped: &Stopped) -> Value {
    let mut report = json!({
        "stopped": stop_reason(stopped),
        "error": if let Stopped::Error(fault) = stopped { error(fault) } else { Value::Null },
        "statements": results.statements,
        "tstates": results.tstates,
        "sz": results.sz,
        "variables": variables(&results.variables),
        "array": array(&results.array),
        "printed": results.printed,
        "text": recognize::text(&results.picture),
        "screen": picture::pixels(&results.picture),
    });
    if results.printed_dropped > 0 {
        report["printed_dropped"] = results.printed_dropped.into();
    }
    report
}

fn error(fault: &Fault) -> Value {
    json!({
        "message": format!("{}: {}", fault.why.code(), fault.sentence()),
        "word": fault.why.code().to_string(),
        "line": fault.line,
        "column": fault.column,
        "why": fault.sentence(),
    })
}

fn variables(values: &[i16; 26]) -> Map<String, Value> {
    ('A'..='Z').zip(values).map(|(name, value)| (name.to_string(), (*value).into())).collect()
}

fn array(elements: &[(i16, i16)]) -> Map<String, Value> {
    elements.iter().map(|(n, value)| (n.to_string(), (*value).into())).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStatement {
    pub line: Line,
    /// The text bytes before the statement.
    pub at: usize,
}

impl NextStatement {
    /// Returns the one in the interpreter, unless a direct command is executed.
    pub fn of(basic: &Basic) -> Option<Self> {
        let Position { line: number, at } = basic.position();
        let line = basic.store().lines().find(|line| line.number == number)?;
        Some(NextStatement { line, at })
    }

    /// Returns the column as LIST shows the line, counted from 1.
    fn column(&self) -> usize {
        format!("{} ", self.line.number).len() + width_before(&self.line.text, self.at) + 1
    }

    /// Returns the fields of a JSON report.
    pub fn json(&self) -> Value {
        json!({ "line": self.line.number, "column": self.column() })
    }

    /// Renders an error at this statement, with the beginning of the statement underlined.
    pub fn render(&self, error: &str, advice: &str) -> Diagnostic {
        let text = text_of(&self.line.text);
        let before = width_before(&self.line.text, self.at);
        let title = format!("{error} in line {}, column {}{advice}", self.line.number, self.column());
        diagnostic::render_line(Some(self.line.number), &text, character_at(&text, before), &title)
    }
}

/// Returns the bytes of the character after `before` characters.
fn character_at(text: &str, before: usize) -> Range<usize> {
    let start = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
    start..text[start..].chars().next().map_or(start, |character| start + character.len_utf8())
}

/// Renders an error of a program with its line and the wrong part underlined.
pub fn render_fault(fault: &Fault) -> Diagnostic {
    let number = fault.line.map(|line| format!("{line} ")).unwrap_or_default();
    let text = fault.source.strip_prefix(&number).unwrap_or(&fault.source);
    let byte = |column: usize| {
        text.char_indices().nth(column.saturating_sub(number.len())).map_or(text.len(), |(at, _)| at)
    };
    let Range { start, end } = fault.wrong();
    diagnostic::render_line(fault.line, text, byte(start)..byte(end), &fault.to_string())
}
