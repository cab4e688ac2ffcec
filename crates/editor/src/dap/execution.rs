//! Step and continue requests, and the events when the program stops.

use std::rc::Rc;

use arcadian_debugger::{Cause, Report, debuggee::End};
use arcadian_files::error::{Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    breakpoints::{self, BreakpointHits},
    debuggee::{
        Phase,
        execution::{Execution, ExecutionKind, Granularity},
    },
    state::State,
};

#[derive(Debug, Deserialize)]
pub(crate) struct Step {
    granularity: Option<String>,
}

pub(crate) fn resume(state: &mut State) -> Result<Value> {
    start(state, ExecutionKind::Continue, None)?;
    Ok(json!({"allThreadsContinued": true}))
}

/// Starts an execution. A step of granularity `line` continues until the program leaves the line, and one of granularity
/// `statement`, which is the default, until it is in another line or at the start of the same one.
pub(crate) fn start(state: &mut State, kind: ExecutionKind, step: Option<&Step>) -> Result<Value> {
    let target = state.target()?;
    let program = target.program();
    let step = step.filter(|_| kind != ExecutionKind::StepOut);
    let line = step.and_then(|_| program.source_line(program.location()));
    let granularity = match (step.and_then(|step| step.granularity.as_deref()), line) {
        (Some("line"), Some(line)) => Granularity::Line(line),
        (None | Some("statement"), Some(line)) => Granularity::Statement(line, Rc::clone(&target.compiled)),
        (None | Some("line" | "statement" | "instruction"), _) => Granularity::Instruction,
        (Some(other), _) => refuse!("unknown granularity `{other}` (statement, line or instruction)"),
    };
    target.phase = Phase::Running(Execution { kind, depth: program.depth(), granularity });
    Ok(Value::Null)
}

pub(crate) fn pause(state: &mut State) -> Result<Value> {
    if let Phase::Running(_) = state.target()?.phase {
        stop(state, "pause", "interrupted", &[])?;
    }
    Ok(Value::Null)
}

/// Executes the next part of a running program.
pub(crate) fn advance(state: &mut State) {
    let Some(target) = state.target.as_deref_mut() else { return };
    let Phase::Running(execution) = target.phase.clone() else { return };
    let report = target.console.go(|debugger| execution.advance(debugger));
    let hits = breakpoints::at_stop(target, &report.cause, execution.is_forward());
    hits.log_messages.iter().for_each(|text| state.output("console", &format!("{text}\n")));
    send_output(state);
    // The only error is that no program is loaded, which the first line excludes.
    let _ = handle_stop(state, &execution, &report, &hits);
}

/// Stops the program if the execution is complete or something else stops it.
fn handle_stop(
    state: &mut State,
    execution: &Execution,
    report: &Report,
    hits: &BreakpointHits,
) -> Result<()> {
    let target = state.target()?;
    match &report.cause {
        Cause::Interrupted => Ok(()),
        Cause::End(end) => at_end(state, report, end),
        Cause::Start => stop(state, "step", &report.cause.to_string(), &[]),
        cause if cause.is_stoppoint() && hits.stops => {
            stop(state, hits.reason, &report.cause.to_string(), &hits.ids)
        }
        _ if execution.is_complete(target.program()) => stop(state, "step", "", &[]),
        _ => Ok(()),
    }
}

/// Stops at the end of the program, so that the client can execute it backward. Ends the program if the client
/// continues from there.
fn at_end(state: &mut State, report: &Report, end: &End) -> Result<()> {
    let target = state.target()?;
    let is_reported = target.reported_end == Some(report.to);
    let is_waiting = end.is_waiting();
    if !is_waiting && (is_reported || target.launch.is_without_debugger()) {
        return self::end(state, i32::from(matches!(end, End::Error(_))));
    }
    let reason = match end {
        End::Error(_) => "exception",
        End::NeedsKey | End::NeedsInput => "pause",
        _ => "end",
    };
    stop(state, reason, &end.to_string(), &[])?;
    state.target()?.reported_end = (!is_waiting).then_some(report.to);
    Ok(())
}

/// Stops the program and sends `stopped`.
pub(crate) fn stop(state: &mut State, reason: &str, why: &str, ids: &[i64]) -> Result<()> {
    let target = state.target()?;
    (target.phase, target.reported_end) = (Phase::Stopped, None);
    let mut body = json!({"reason": reason, "threadId": 1, "allThreadsStopped": true});
    if !why.is_empty() {
        body["description"] = why.into();
        body["text"] = why.into();
    }
    if !ids.is_empty() {
        body["hitBreakpointIds"] = ids.into();
    }
    state.event("stopped", body);
    Ok(())
}

/// Reports that a console command executed part of the program and that it is stopped again.
pub(crate) fn report_console(state: &mut State, report: &Report) -> Result<()> {
    state.event("continued", json!({"threadId": 1, "allThreadsContinued": true}));
    let target = state.target()?;
    let hits = breakpoints::at_stop(target, &report.cause, report.to >= report.from);
    send_output(state);
    match &report.cause {
        Cause::End(end) => at_end(state, report, end),
        Cause::Interrupted => stop(state, "pause", "interrupted", &[]),
        cause => {
            let reason = match (cause.is_stoppoint(), hits.stops) {
                (true, true) => hits.reason,
                (true, false) => "breakpoint",
                (false, _) => "step",
            };
            stop(state, reason, &cause.to_string(), &hits.ids)
        }
    }
}

fn send_output(state: &mut State) {
    let Some(target) = state.target.as_deref_mut() else { return };
    let lines = target.program().output();
    if let Some(text) = target.sent_output.update(lines) {
        state.output("stdout", &text);
    }
}

/// Ends the program and sends `exited` and `terminated`.
pub(crate) fn end(state: &mut State, status: i32) -> Result<()> {
    let target = state.target()?;
    if matches!(target.phase, Phase::Ended) {
        return Ok(());
    }
    target.phase = Phase::Ended;
    if target.sent_output.has_open_line() {
        state.output("stdout", "\n");
    }
    state.event("exited", json!({"exitCode": status}));
    state.event("terminated", json!({}));
    Ok(())
}

/// Returns the error that stopped a BASIC program.
pub(crate) fn exception_info(state: &mut State) -> Result<Value> {
    match state.target()?.program().end() {
        Some(End::Error(what)) => {
            Ok(json!({"exceptionId": "error", "description": what, "breakMode": "always"}))
        }
        _ => refuse!("the program has not stopped with an error"),
    }
}
