//! Moving, and what is said when the program stands again.

use anyhow::{Result, bail};
use arcadian_debugger::{
    Cause, Debugger, Report,
    debuggee::{End, SourceLine},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    breakpoints::{self, Met},
    session::Session,
    target::{Standing, Target},
};

/// So many steps the program runs before its output is looked at.
const SLICE: u64 = 1 << 20;

/// Where a program is going.
#[derive(Clone, Debug)]
pub struct Motion {
    way: Way,
    /// Subroutines entered when it began.
    depth: usize,
    /// The line that it is to leave.
    line: Option<SourceLine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Resume,
    In,
    Over,
    Out,
    Back,
    Reverse,
}

/// How far a step goes.
#[derive(Debug, Deserialize)]
pub struct Step {
    granularity: Option<String>,
}

impl Motion {
    /// Going on.
    pub fn resume() -> Motion {
        Motion { way: Way::Resume, depth: 0, line: None }
    }

    /// What a command of the console, typed without arguments, does.
    pub fn of_command(name: &str, target: &Target) -> Option<Motion> {
        let way = match name {
            "continue" => Way::Resume,
            "next" => Way::Over,
            "finish" => Way::Out,
            "back-next" => Way::Back,
            "back-continue" => Way::Reverse,
            _ => return None,
        };
        Some(Motion { way, depth: target.program().depth(), line: None })
    }

    /// Goes on from where it is: a part of the way, after which the client can be listened to.
    fn go(&self, debugger: &mut Debugger) -> Report {
        let is_deeper = debugger.program().depth() > self.depth;
        match self.way {
            Way::Resume => debugger.step(SLICE),
            Way::In => debugger.step(1),
            Way::Over if is_deeper => debugger.finish(),
            Way::Over => debugger.next(),
            Way::Out => debugger.finish(),
            Way::Back => debugger.back_next(),
            Way::Reverse => debugger.back_resume(),
        }
    }

    fn has_arrived(&self, target: &Target) -> bool {
        let program = target.program();
        let depth = program.depth();
        let is_there = match self.way {
            Way::Resume | Way::Reverse => false,
            Way::In => true,
            Way::Over | Way::Back => depth <= self.depth,
            Way::Out => depth < self.depth,
        };
        let here = || program.source_line(program.location());
        is_there && self.line.as_ref().is_none_or(|line| !here().is_some_and(|here| same_line(line, &here)))
    }

    fn is_forward(&self) -> bool {
        !matches!(self.way, Way::Back | Way::Reverse)
    }
}

fn same_line(one: &SourceLine, other: &SourceLine) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
}

/// Goes on until something stops it.
pub fn resume(session: &mut Session) -> Result<Value> {
    start(session, Way::Resume, None)?;
    Ok(json!({"allThreadsContinued": true}))
}

/// A step, a subroutine as a whole.
pub fn next(session: &mut Session, step: &Step) -> Result<Value> {
    start(session, Way::Over, Some(step))
}

/// A step.
pub fn step_in(session: &mut Session, step: &Step) -> Result<Value> {
    start(session, Way::In, Some(step))
}

/// Out of the subroutine.
pub fn step_out(session: &mut Session, _step: &Step) -> Result<Value> {
    start(session, Way::Out, None)
}

/// A step back, a subroutine as a whole.
pub fn step_back(session: &mut Session, step: &Step) -> Result<Value> {
    start(session, Way::Back, Some(step))
}

/// Goes back until something stops it.
pub fn reverse(session: &mut Session) -> Result<Value> {
    start(session, Way::Reverse, None)
}

/// Where the step is a line the program leaves it; else it takes one step.
fn start(session: &mut Session, way: Way, step: Option<&Step>) -> Result<Value> {
    let target = session.target()?;
    let program = target.program();
    let line = match step.and_then(|step| step.granularity.as_deref()) {
        None | Some("statement" | "instruction") => None,
        Some("line") => program.source_line(program.location()),
        Some(other) => bail!("there is no granularity `{other}`; there are statement, line and instruction"),
    };
    target.standing = Standing::Running(Motion { way, depth: program.depth(), line });
    Ok(Value::Null)
}

/// Stops as soon as it can.
pub fn pause(session: &mut Session) -> Result<Value> {
    if let Standing::Running(_) = session.target()?.standing {
        stop(session, "pause", "interrupted", &[])?;
    }
    Ok(Value::Null)
}

/// Lets the running program go a part of its way.
pub fn advance(session: &mut Session) {
    let Some(target) = session.target.as_deref_mut() else { return };
    let Standing::Running(motion) = target.standing.clone() else { return };
    let ran = target.console.go(|debugger| motion.go(debugger));
    let met = breakpoints::met(target, &ran.cause, motion.is_forward());
    met.logs.iter().for_each(|log| session.output("console", &format!("{log}\n")));
    show_output(session);
    // What has no way of failing here would have failed before.
    let _ = arrive(session, &motion, &ran, &met);
}

fn arrive(session: &mut Session, motion: &Motion, ran: &Report, met: &Met) -> Result<()> {
    let target = session.target()?;
    match &ran.cause {
        Cause::Interrupted => Ok(()),
        Cause::End(end) => at_end(session, ran, end),
        Cause::Start => stop(session, "step", &ran.cause.to_string(), &[]),
        Cause::Breakpoint { .. } | Cause::Watchpoint { .. } | Cause::ConditionError { .. } if met.stops => {
            stop(session, met.reason, &ran.cause.to_string(), &met.ids)
        }
        _ if motion.has_arrived(target) => stop(session, "step", "", &[]),
        _ => Ok(()),
    }
}

/// What can be gone back from is an end only when the client wants to go on all the same.
fn at_end(session: &mut Session, ran: &Report, end: &End) -> Result<()> {
    let target = session.target()?;
    let is_known = target.ended == Some(ran.to);
    let waits = end.is_waiting();
    if !waits && (is_known || target.launch.only_runs()) {
        return self::end(session, i32::from(matches!(end, End::Error(_))));
    }
    let reason = match end {
        End::Error(_) => "exception",
        End::NeedsKey | End::NeedsInput => "pause",
        _ => "end",
    };
    stop(session, reason, &end.to_string(), &[])?;
    session.target()?.ended = (!waits).then_some(ran.to);
    Ok(())
}

/// The program stands, and the client learns why.
pub fn stop(session: &mut Session, reason: &str, why: &str, ids: &[i64]) -> Result<()> {
    let target = session.target()?;
    (target.standing, target.ended) = (Standing::Stopped, None);
    let mut body = json!({"reason": reason, "threadId": 1, "allThreadsStopped": true});
    if !why.is_empty() {
        body["description"] = why.into();
        body["text"] = why.into();
    }
    if !ids.is_empty() {
        body["hitBreakpointIds"] = ids.into();
    }
    session.event("stopped", body);
    Ok(())
}

/// The console moved the program; the client learns where it stands.
pub fn moved(session: &mut Session, ran: &Report) -> Result<()> {
    session.event("continued", json!({"threadId": 1, "allThreadsContinued": true}));
    let target = session.target()?;
    let met = breakpoints::met(target, &ran.cause, ran.to >= ran.from);
    show_output(session);
    match &ran.cause {
        Cause::End(end) => at_end(session, ran, end),
        Cause::Interrupted => stop(session, "pause", "interrupted", &[]),
        cause => {
            let reason = match (cause.is_stoppoint(), met.stops) {
                (true, true) => met.reason,
                (true, false) => "breakpoint",
                (false, _) => "step",
            };
            stop(session, reason, &cause.to_string(), &met.ids)
        }
    }
}

/// Shows what the program has printed since.
fn show_output(session: &mut Session) {
    let Some(target) = session.target.as_deref_mut() else { return };
    let lines = target.program().output();
    if let Some(text) = target.printed.show(lines) {
        session.output("stdout", &text);
    }
}

/// The program is over.
pub fn end(session: &mut Session, status: i32) -> Result<()> {
    let target = session.target()?;
    if matches!(target.standing, Standing::Over) {
        return Ok(());
    }
    target.standing = Standing::Over;
    if target.printed.is_open() {
        session.output("stdout", "\n");
    }
    session.event("exited", json!({"exitCode": status}));
    session.event("terminated", json!({}));
    Ok(())
}

/// The error that a BASIC program stopped with.
pub fn exception_info(session: &mut Session) -> Result<Value> {
    match session.target()?.program().end() {
        Some(End::Error(what)) => {
            Ok(json!({"exceptionId": "error", "description": what, "breakMode": "always"}))
        }
        _ => bail!("the program has not stopped with an error"),
    }
}
