//! Commands that execute the program forward or backward.

use super::{Change, CommandError, CommandResult, CommandSession, Reply, session::Invocation};
use crate::{
    debuggee::{End, EventError, EventRange, Location},
    debugger::{Cause, Debugger, Report},
    notation::Notation,
};

pub(super) fn step(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let steps = invocation.number_or(1)?;
    run(session, |debugger| debugger.step(steps))
}

pub(super) fn next(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let times = invocation.number_or(1)?;
    run(session, |debugger| repeat(debugger, times, Debugger::next))
}

pub(super) fn finish(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    let reply = run(session, Debugger::finish)?;
    // As a run of `exec` that does not return.
    let is_lost = |end: &End| matches!(end, End::RanAway(_) | End::Halted | End::SelfJump | End::Error(_));
    let is_lost = reply.moved.iter().any(|report| matches!(&report.cause, Cause::End(end) if is_lost(end)));
    Ok(Reply { failed: reply.failed | is_lost, ..reply })
}

pub(super) fn resume(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    run(session, Debugger::resume)
}

pub(super) fn until(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    match goal(session, invocation)? {
        Goal::Locations(locations) => run(session, |debugger| debugger.until(&locations)),
        Goal::Event(events) => run(session, |debugger| debugger.until_event(&events)),
    }
}

pub(super) fn back(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let steps = invocation.number_or(1)?;
    run(session, |debugger| debugger.back(steps))
}

pub(super) fn back_next(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let times = invocation.number_or(1)?;
    run(session, |debugger| repeat(debugger, times, Debugger::back_next))
}

pub(super) fn back_finish(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    run(session, Debugger::back_finish)
}

pub(super) fn back_resume(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    run(session, Debugger::back_resume)
}

pub(super) fn back_until(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    match goal(session, invocation)? {
        Goal::Locations(locations) => run(session, |debugger| debugger.back_until(&locations)),
        Goal::Event(events) => run(session, |debugger| debugger.back_until_event(&events)),
    }
}

/// The destination of `until`.
enum Goal {
    Locations(Vec<Location>),
    Event(EventRange),
}

/// Parses a location, or an event of the hardware. A label that is called like an event counts.
fn goal(session: &CommandSession, invocation: &Invocation) -> Result<Goal, CommandError> {
    let text = invocation.required()?;
    let error = match session.debugger.find_locations(text) {
        Ok(locations) => return Ok(Goal::Locations(locations)),
        Err(error) => error,
    };
    match session.debugger.find_events(text) {
        Ok(events) => Ok(Goal::Event(events)),
        Err(wrong @ EventError::Value { .. }) => Err(wrong.into()),
        Err(_) => Err(error.into()),
    }
}

pub(super) fn go(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let step = invocation.number(invocation.required()?)?;
    run(session, |debugger| debugger.seek(step))
}

pub(super) fn restart(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    run(session, |debugger| debugger.seek(0))
}

const LONGEST_TRACE: u64 = 10_000;

/// Executes steps and shows each with what it changed.
pub(super) fn trace(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let steps = invocation.number_or(10)?;
    if steps > LONGEST_TRACE {
        return invocation.usage_error(format!("a trace has at most {LONGEST_TRACE} steps"));
    }
    let from = session.program().steps();
    let mut report = Report { cause: Cause::Stepped, from, to: from };
    let mut lines = Vec::new();
    while report.to - from < steps && report.cause == Cause::Stepped {
        let (before, step) = (report.to, session.program().step_text(session.program().location()));
        let Report { cause, to, .. } = session.go(|debugger| debugger.step(1));
        (report.cause, report.to) = (cause, to);
        if to == before {
            break;
        }
        let changes = change_lines(session.changes(), session.notation());
        let changes: Vec<&str> = changes.iter().map(|line| line.trim()).collect();
        lines.push(format!("{step:40}  {}", changes.join("  ")).trim_end().to_owned());
    }
    // The changes are already shown with each step.
    lines.push(session.describe_with(&report.cause, Vec::new()));
    Ok(Reply { is_trace: true, ..reply(lines.join("\n"), report) })
}

/// Repeats a run until it ends for another cause than its goal.
fn repeat(debugger: &mut Debugger, times: u64, run: fn(&mut Debugger) -> Report) -> Report {
    let now = debugger.program().steps();
    let mut whole = Report { cause: Cause::Stepped, from: now, to: now };
    for _ in 0..times {
        let Report { cause, to, .. } = run(debugger);
        (whole.cause, whole.to) = (cause, to);
        if whole.cause != Cause::Stepped {
            break;
        }
        if debugger.is_interrupted() {
            whole.cause = Cause::Interrupted;
            break;
        }
    }
    whole
}

fn run(session: &mut CommandSession, run: impl FnOnce(&mut Debugger) -> Report) -> CommandResult {
    let report = session.go(run);
    let text = session.describe(&report);
    Ok(reply(text, report))
}

/// A run that the budget cut short has failed.
fn reply(text: String, report: Report) -> Reply {
    let failed = report.cause == Cause::OutOfBudget;
    Reply { text, moved: Some(report), failed, ..Reply::default() }
}

impl CommandSession {
    /// Describes a run: why it ended, the current location, what changed, and the displays.
    pub fn describe(&self, report: &Report) -> String {
        self.describe_with(&report.cause, change_lines(self.changes(), self.notation()))
    }

    fn describe_with(&self, cause: &Cause, changes: Vec<String>) -> String {
        let displays = self.displayed().into_iter().map(|display| format!("   {display}"));
        let lines = [self.headline(cause)].into_iter().chain(self.here()).chain(changes).chain(displays);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// `step 12, 86 cycles: breakpoint 1, LOOP`.
    fn headline(&self, cause: &Cause) -> String {
        let program = self.program();
        let (steps, cycles, unit) = (program.steps(), program.cycles(), program.language().cycles);
        let cause = match cause.text(|value| self.notation().short(value)) {
            text if text.is_empty() => text,
            text => format!(": {text}"),
        };
        format!("step {steps}, {cycles} {unit}{cause}")
    }

    /// Returns the row of the current location; none after the routine has returned.
    pub fn here(&self) -> Vec<String> {
        let program = self.program();
        if program.end() == Some(End::Returned) {
            return Vec::new();
        }
        let rows = program.rows(program.location(), 0, 0);
        rows.iter().flat_map(|row| row.marked_lines("")).collect()
    }
}

/// Writes changes in lines of limited width: `A 00→12  B 03→02`.
fn change_lines(changes: &[Change], notation: Notation) -> Vec<String> {
    const WIDTH: usize = 97;
    let mut lines: Vec<String> = Vec::new();
    for Change { name, bits, before, after, .. } in changes.iter().filter(|change| !change.is_derived) {
        let value = |value| notation.value(value, *bits);
        let change = format!("  {name} {}→{}", value(*before), value(*after));
        match lines.last_mut() {
            Some(line) if line.chars().count() + change.chars().count() <= WIDTH => line.push_str(&change),
            _ => lines.push(format!(" {change}")),
        }
    }
    lines
}

pub(super) fn profile(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let rows = usize::try_from(invocation.number_or(10)?).unwrap_or(usize::MAX);
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    Ok(profile.table(session.program(), rows).into())
}

pub(super) fn coverage(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const NO_SOURCE: CommandError =
        CommandError::Unavailable("coverage needs a source; the program has none");
    invocation.no_arguments()?;
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    Ok(profile.coverage(session.program()).ok_or(NO_SOURCE)?.into())
}
