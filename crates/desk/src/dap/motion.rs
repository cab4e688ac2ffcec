//! Moving, and what is said when the program stands again.

use crate::error::{Result, refuse};
use arcadian_debugger::{Cause, Report, debuggee::End};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    breakpoints::{self, Met},
    state::State,
    target::{
        Standing,
        motion::{Motion, Way},
    },
};

/// How far a step goes.
#[derive(Debug, Deserialize)]
pub(super) struct Step {
    granularity: Option<String>,
}

/// Goes on until something stops it.
pub(super) fn resume(state: &mut State) -> Result<Value> {
    start(state, Way::Resume, None)?;
    Ok(json!({"allThreadsContinued": true}))
}

/// A step, a subroutine as a whole.
pub(super) fn next(state: &mut State, step: &Step) -> Result<Value> {
    start(state, Way::Over, Some(step))
}

/// A step.
pub(super) fn step_in(state: &mut State, step: &Step) -> Result<Value> {
    start(state, Way::In, Some(step))
}

/// Out of the subroutine.
pub(super) fn step_out(state: &mut State, _step: &Step) -> Result<Value> {
    start(state, Way::Out, None)
}

/// A step back, a subroutine as a whole.
pub(super) fn step_back(state: &mut State, step: &Step) -> Result<Value> {
    start(state, Way::Back, Some(step))
}

/// Goes back until something stops it.
pub(super) fn reverse(state: &mut State) -> Result<Value> {
    start(state, Way::Reverse, None)
}

/// Where the step is a line the program leaves it; else it takes one step.
fn start(state: &mut State, way: Way, step: Option<&Step>) -> Result<Value> {
    let target = state.target()?;
    let program = target.program();
    let line = match step.and_then(|step| step.granularity.as_deref()) {
        None | Some("statement" | "instruction") => None,
        Some("line") => program.source_line(program.location()),
        Some(other) => {
            refuse!("there is no granularity `{other}`; there are statement, line and instruction")
        }
    };
    target.standing = Standing::Running(Motion { way, depth: program.depth(), line });
    Ok(Value::Null)
}

/// Stops as soon as it can.
pub(super) fn pause(state: &mut State) -> Result<Value> {
    if let Standing::Running(_) = state.target()?.standing {
        stop(state, "pause", "interrupted", &[])?;
    }
    Ok(Value::Null)
}

/// Lets the running program go a part of its way.
pub(super) fn advance(state: &mut State) {
    let Some(target) = state.target.as_deref_mut() else { return };
    let Standing::Running(motion) = target.standing.clone() else { return };
    let ran = target.console.go(|debugger| motion.go(debugger));
    let met = breakpoints::met(target, &ran.cause, motion.is_forward());
    met.logs.iter().for_each(|log| state.output("console", &format!("{log}\n")));
    show_output(state);
    // What has no way of failing here would have failed before.
    let _ = arrive(state, &motion, &ran, &met);
}

fn arrive(state: &mut State, motion: &Motion, ran: &Report, met: &Met) -> Result<()> {
    let target = state.target()?;
    match &ran.cause {
        Cause::Interrupted => Ok(()),
        Cause::End(end) => at_end(state, ran, end),
        Cause::Start => stop(state, "step", &ran.cause.to_string(), &[]),
        Cause::Breakpoint { .. } | Cause::Watchpoint { .. } | Cause::ConditionError { .. } if met.stops => {
            stop(state, met.reason, &ran.cause.to_string(), &met.ids)
        }
        _ if motion.has_arrived(target.program()) => stop(state, "step", "", &[]),
        _ => Ok(()),
    }
}

/// What can be gone back from is an end only when the client wants to go on all the same.
fn at_end(state: &mut State, ran: &Report, end: &End) -> Result<()> {
    let target = state.target()?;
    let is_known = target.ended == Some(ran.to);
    let waits = end.is_waiting();
    if !waits && (is_known || target.launch.only_runs()) {
        return self::end(state, i32::from(matches!(end, End::Error(_))));
    }
    let reason = match end {
        End::Error(_) => "exception",
        End::NeedsKey | End::NeedsInput => "pause",
        _ => "end",
    };
    stop(state, reason, &end.to_string(), &[])?;
    state.target()?.ended = (!waits).then_some(ran.to);
    Ok(())
}

/// The program stands, and the client learns why.
pub(super) fn stop(state: &mut State, reason: &str, why: &str, ids: &[i64]) -> Result<()> {
    let target = state.target()?;
    (target.standing, target.ended) = (Standing::Stopped, None);
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

/// The console moved the program; the client learns where it stands.
pub(super) fn moved(state: &mut State, ran: &Report) -> Result<()> {
    state.event("continued", json!({"threadId": 1, "allThreadsContinued": true}));
    let target = state.target()?;
    let met = breakpoints::met(target, &ran.cause, ran.to >= ran.from);
    show_output(state);
    match &ran.cause {
        Cause::End(end) => at_end(state, ran, end),
        Cause::Interrupted => stop(state, "pause", "interrupted", &[]),
        cause => {
            let reason = match (cause.is_stoppoint(), met.stops) {
                (true, true) => met.reason,
                (true, false) => "breakpoint",
                (false, _) => "step",
            };
            stop(state, reason, &cause.to_string(), &met.ids)
        }
    }
}

/// Shows what the program has printed since.
fn show_output(state: &mut State) {
    let Some(target) = state.target.as_deref_mut() else { return };
    let lines = target.program().output();
    if let Some(text) = target.printed.show(lines) {
        state.output("stdout", &text);
    }
}

/// The program is over.
pub(super) fn end(state: &mut State, status: i32) -> Result<()> {
    let target = state.target()?;
    if matches!(target.standing, Standing::Over) {
        return Ok(());
    }
    target.standing = Standing::Over;
    if target.printed.is_open() {
        state.output("stdout", "\n");
    }
    state.event("exited", json!({"exitCode": status}));
    state.event("terminated", json!({}));
    Ok(())
}

/// The error that a BASIC program stopped with.
pub(super) fn exception_info(state: &mut State) -> Result<Value> {
    match state.target()?.program().end() {
        Some(End::Error(what)) => {
            Ok(json!({"exceptionId": "error", "description": what, "breakMode": "always"}))
        }
        _ => refuse!("the program has not stopped with an error"),
    }
}
