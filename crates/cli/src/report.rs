//! What a run did, for people and for programs.

use arcadian_basic::{Basic, Fault, script::Stopped};
use arcadian_screen::{
    Frame,
    blocks::{Depth, Grid, Layout},
    palette, recognize, text,
};
use serde_json::{Map, Value, json};

use crate::{
    Verdict,
    args::Screen,
    diagnostic::{self, Diagnostic},
    output,
};

/// The word for how a run stopped.
fn word(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Waiting => "waiting",
        Stopped::End => "end",
        Stopped::Error(_) => "error",
        Stopped::Halt => "halt",
        Stopped::Budget => "budget",
    }
}

/// Whether a run that stopped so did what was asked.
pub fn verdict(stopped: &Stopped) -> Verdict {
    match stopped {
        Stopped::Waiting | Stopped::End | Stopped::Halt => Verdict::Holds,
        Stopped::Error(_) | Stopped::Budget => Verdict::Fails,
    }
}

/// The JSON object of `run --json`.
pub fn json(basic: &Basic, stopped: &Stopped) -> Value {
    let transcript = basic.transcript();
    let mut report = json!({
        "stopped": word(stopped),
        "error": if let Stopped::Error(fault) = stopped { error(fault) } else { Value::Null },
        "statements": basic.statements(),
        "tstates": basic.tstates(),
        "sz": basic.store().free(),
        "variables": variables(basic),
        "array": array(basic),
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

/// The elements of `@` that are not zero.
fn array(basic: &Basic) -> Map<String, Value> {
    let elements = (0..).map_while(|n| Some((n, basic.array(n)?)));
    elements.filter(|(_, value)| *value != 0).map(|(n, value)| (n.to_string(), value.into())).collect()
}

/// The screen in a form; each row ends with a new line.
pub fn screen(frame: &Frame, form: Screen, depth: Depth, scale: palette::Scale) -> String {
    let rows = match form {
        Screen::Text => recognize::text(&frame.picture),
        Screen::Pixels => text::pixels(&frame.picture),
        Screen::Blocks => Grid::new(frame, Layout::Half, scale).lines(depth),
        Screen::None => Vec::new(),
    };
    rows.into_iter().map(|row| row + "\n").collect()
}

/// Says on standard error how a run stopped, unless it ended by itself.
pub fn remark(stopped: &Stopped, statements: u64, screen: Screen) {
    match stopped {
        Stopped::Error(fault) => underlined(fault).note(),
        Stopped::Budget => output::note(&format!(
            "error: the budget of {statements} statements is used up and the program still runs; --budget N allows more"
        )),
        Stopped::Waiting if screen != Screen::None => output::note(
            "note: the program waits for a key; --keys gives it more keys, `arcadian play` plays it",
        ),
        Stopped::Waiting | Stopped::End | Stopped::Halt => {}
    }
}

/// A program's error with its line and the place underlined.
pub fn underlined(fault: &Fault) -> Diagnostic {
    let number = fault.line.map(|line| format!("{line} ")).unwrap_or_default();
    let text = fault.source.strip_prefix(&number).unwrap_or(&fault.source);
    let before = (fault.column - 1).saturating_sub(number.len());
    let start = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
    let end = text[start..].chars().next().map_or(start, |character| start + character.len_utf8());
    diagnostic::render_line(fault.line, text, start..end, &fault.to_string())
}
