//! The report, as text and as JSON.

use std::{fmt::Write, time::Duration};

use anyhow::Result;
use arcadian_compare::{Answer, Counterexample, Method, Reason, Report, Steps, Verdict, Volatile, words};
use arcadian_files::escape;
use serde::Serialize;

use super::{CompareArgs, Parts};
use crate::files::output;

/// A question, as the user asked it.
pub struct Asked<'a> {
    pub args: &'a CompareArgs,
    pub parts: &'a Parts,
    /// The registers and flags that are compared.
    pub live: Vec<&'a str>,
}

/// Prints an answer, or why there is none.
/// `with_tail_calls` is the answer with --tail-calls, if that can be another one.
pub fn print(
    Asked { args, parts, live }: &Asked,
    answer: Result<&Answer, &Reason>,
    with_tail_calls: Option<&Answer>,
    elapsed: Duration,
) -> Result<()> {
    if args.json {
        let is_same = answer.is_ok_and(|answer| matches!(answer.verdict, Verdict::Same));
        let report = JsonReport {
            text: headline(args, answer),
            cpu: args.processor().to_string(),
            live,
            seconds: elapsed.as_secs_f64(),
            old: &parts.old_text,
            new: &parts.new_text,
            volatile: &args.volatile,
            report: Report::new(args.processor(), answer),
        };
        return output::print_report(is_same, &report);
    }
    let hint = with_tail_calls.and_then(|answer| tail_call_hint(args, answer)).unwrap_or_default();
    output::print_verdicts(&(text(args, answer) + &hint))
}

/// Returns what --tail-calls would answer, if the parts do not differ then.
fn tail_call_hint(args: &CompareArgs, answer: &Answer) -> Option<String> {
    let is_near = matches!(answer.verdict, Verdict::Same | Verdict::SameIf { .. });
    let verdict = escape::line(&words::verdict(args.processor(), &answer.verdict)).into_owned();
    is_near.then(|| format!("Add --tail-calls if the routine that is jumped to returns: then {verdict}.\n"))
}

/// Returns the verdict in words.
fn headline(args: &CompareArgs, answer: Result<&Answer, &Reason>) -> String {
    match answer {
        Err(reason) => format!("not decided: {reason}"),
        Ok(answer) if matches!(answer.verdict, Verdict::Same) && !args.requires.is_empty() => {
            "the same for every state that --requires allows".to_owned()
        }
        Ok(answer) => escape::line(&words::verdict(args.processor(), &answer.verdict)).into_owned(),
    }
}

fn text(args: &CompareArgs, answer: Result<&Answer, &Reason>) -> String {
    let mut text = headline(args, answer) + "\n";
    let Ok(answer) = answer else { return text };
    if matches!(answer.verdict, Verdict::Undecided(_)) {
        return text;
    }
    row(&mut text, "bytes", &bytes(answer));
    if let Some(cycles) = answer.cycles {
        row(&mut text, "cycles", &cycles_saved(cycles));
    }
    if answer.method == Method::Circuits {
        row(&mut text, "decided", &format!("by {}", words::method(answer.method)));
    }
    if !answer.byte_constants.is_empty() {
        row(&mut text, "assumed", &format!("0 to 255: {}", escape::line(&answer.byte_constants.join(", "))));
    }
    if args.infer && example(answer).is_some() {
        if answer.needs.is_empty() {
            row(&mut text, "needs", "no condition was found under which they are the same");
        }
        for (number, needs) in answer.needs.iter().enumerate() {
            let name = if number == 0 { "needs" } else { "or" };
            row(&mut text, name, &escape::line(&needs.join(", ")));
        }
    }
    if !answer.offset_constants.is_empty() {
        row(
            &mut text,
            "assumed",
            &format!("-128 to 127: {}", escape::line(&answer.offset_constants.join(", "))),
        );
    }
    if let Some(found) = example(answer) {
        text.push_str(&escape::text(&words::example(found)));
        if args.steps {
            text.push_str(&steps("old", &found.old_steps));
            text.push_str(&steps("new", &found.new_steps));
        } else {
            text.push_str("\nAdd --steps to see both step by step.\n");
        }
    }
    text
}

pub(super) fn example(answer: &Answer) -> Option<&Counterexample> {
    match &answer.verdict {
        Verdict::SameIf { counterexample, .. } | Verdict::Different { counterexample, .. } => {
            Some(counterexample)
        }
        Verdict::Same | Verdict::Undecided(_) => None,
    }
}

fn row(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<9}{value}");
}

fn bytes(answer: &Answer) -> String {
    let (old, new) = answer.bytes;
    format!("{old} -> {new}")
}

pub(super) fn cycles_saved((least, most): (i64, i64)) -> String {
    match (least, most) {
        (0, 0) => "unchanged".to_owned(),
        (saved, other) if saved == other && saved > 0 => format!("saves {saved}"),
        (saved, other) if saved == other => format!("takes {} more", -saved),
        (least, most) if least >= 0 => format!("saves {least} to {most}"),
        (least, most) if most <= 0 => format!("takes {} to {} more", -most, -least),
        (least, most) => format!("from {} more to {most} saved", -least),
    }
}

pub(super) fn steps(name: &str, steps: &Steps) -> String {
    let mut text = format!("\n{name}\n");
    for step in &steps.list {
        let mut changes: Vec<String> = step.values.iter().map(words::value).collect();
        changes.extend(step.memory.iter().map(|cell| words::byte(*cell)));
        changes.extend(step.events.iter().map(|event| words::event(*event)));
        let line = format!("  {:>3}  {:<24}{}", step.line, escape::line(&step.text), changes.join(", "));
        text += line.trim_end();
        text.push('\n');
    }
    if !steps.is_complete {
        let _ = writeln!(text, "  it goes on; these are the first {} instructions", steps.list.len());
    }
    text
}

#[derive(Serialize)]
struct JsonReport<'a> {
    text: String,
    cpu: String,
    live: &'a [&'a str],
    seconds: f64,
    old: &'a str,
    new: &'a str,
    volatile: &'a [Volatile],
    #[serde(flatten)]
    report: Report<'a>,
}
