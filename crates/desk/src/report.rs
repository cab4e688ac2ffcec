//! Reports of a BASIC run as text and as JSON.

use arcadian_basic::{Basic, Fault, script::Stopped};
use arcadian_screen::{recognize, text};
use serde_json::{Map, Value, json};

use crate::diagnostic::{self, Diagnostic};

/// Returns the value of `stopped` in the JSON report.
fn stop_reason(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Waiting => "waiting",
        Stopped::End => "end",
        Stopped::Error(_) => "error",
        Stopped::Halt => "halt",
        Stopped::Budget => "budget",
    }
}

/// Returns whether a run completed without an error and within its budget.
pub fn has_succeeded(stopped: &Stopped) -> bool {
    match stopped {
        Stopped::Waiting | Stopped::End | Stopped::Halt => true,
        Stopped::Error(_) | Stopped::Budget => false,
    }
}

/// Returns the JSON object of `run --json`.
pub fn json(basic: &Basic, stopped: &Stopped) -> Value {
    let transcript = basic.transcript();
    let mut report = json!({
        "stopped": stop_reason(stopped),
        "error": if let Stopped::Error(fault) = stopped { error(fault) } else { Value::Null },
        "statements": basic.statements(),
        "tstates": basic.tstates(),
        "sz": basic.store().free(),
        "variables": variables(basic),
        "array": array_elements(basic),
        "printed": transcript.lines().collect::<Vec<_>>(),
        "text": recognize::text(basic.picture()),
        "screen": text::pixels(basic.picture()),
    });
    if transcript.dropped() > 0 {
        report["printed_dropped"] = transcript.dropped().into();
    }
    report
}

fn error(fault: &Fault) -> Value {
    json!({
        "word": fault.why.word().to_string(),
        "line": fault.line,
        "column": fault.column,
        "why": fault.sentence(),
    })
}

fn variables(basic: &Basic) -> Map<String, Value> {
    ('A'..='Z').zip(basic.variables()).map(|(name, value)| (name.to_string(), value.into())).collect()
}

/// Returns the elements of `@` that are not zero.
fn array_elements(basic: &Basic) -> Map<String, Value> {
    let elements = (0..).map_while(|n| Some((n, basic.array(n)?)));
    elements.filter(|(_, value)| *value != 0).map(|(n, value)| (n.to_string(), value.into())).collect()
}

/// Renders an error of a program with its line and the character underlined.
pub fn render_fault(fault: &Fault) -> Diagnostic {
    let number = fault.line.map(|line| format!("{line} ")).unwrap_or_default();
    let text = fault.source.strip_prefix(&number).unwrap_or(&fault.source);
    let before = (fault.column - 1).saturating_sub(number.len());
    let start = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
    let end = text[start..].chars().next().map_or(start, |character| start + character.len_utf8());
    diagnostic::render_line(fault.line, text, start..end, &fault.to_string())
}
