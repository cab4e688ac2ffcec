//! Going forward and back.

use super::{Answer, Change, Reply, Session, call::Call};
use crate::{
    debuggee::{End, Kind},
    debugger::{Cause, Debugger, Report},
    text,
};

pub(super) fn step(session: &mut Session, call: &Call) -> Answer {
    let steps = call.number_or(1)?;
    moved(session, |debugger| debugger.step(steps))
}

pub(super) fn next(session: &mut Session, call: &Call) -> Answer {
    let times = call.number_or(1)?;
    moved(session, |debugger| several(debugger, times, Debugger::next))
}

pub(super) fn finish(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    moved(session, Debugger::finish)
}

pub(super) fn resume(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    moved(session, Debugger::resume)
}

pub(super) fn until(session: &mut Session, call: &Call) -> Answer {
    let spot = session.debugger.find(call.something()?)?;
    moved(session, |debugger| debugger.until(spot))
}

pub(super) fn back(session: &mut Session, call: &Call) -> Answer {
    let steps = call.number_or(1)?;
    moved(session, |debugger| debugger.back(steps))
}

pub(super) fn back_next(session: &mut Session, call: &Call) -> Answer {
    let times = call.number_or(1)?;
    moved(session, |debugger| several(debugger, times, Debugger::back_next))
}

pub(super) fn back_finish(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    moved(session, Debugger::back_finish)
}

pub(super) fn back_resume(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    moved(session, Debugger::back_resume)
}

pub(super) fn back_until(session: &mut Session, call: &Call) -> Answer {
    let spot = session.debugger.find(call.something()?)?;
    moved(session, |debugger| debugger.back_until(spot))
}

pub(super) fn go(session: &mut Session, call: &Call) -> Answer {
    let step = call.number(call.something()?)?;
    moved(session, |debugger| debugger.seek(step))
}

pub(super) fn restart(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    moved(session, |debugger| debugger.seek(0))
}

/// A trace has at most so many steps.
const LONGEST_TRACE: u64 = 10_000;

/// Steps, and shows each: where it began and what it changed.
pub(super) fn trace(session: &mut Session, call: &Call) -> Answer {
    let steps = call.number_or(10)?;
    if steps > LONGEST_TRACE {
        return call.wrong(format!("a trace has at most {LONGEST_TRACE} steps"));
    }
    let from = session.program().now();
    let mut report = Report { cause: Cause::Stepped, from, to: from };
    let mut lines = Vec::new();
    while report.to - from < steps && report.cause == Cause::Stepped {
        let (before, place) = (report.to, text::step(session.program(), session.program().spot()));
        let Report { cause, to, .. } = session.go(|debugger| debugger.step(1));
        (report.cause, report.to) = (cause, to);
        if to == before {
            break;
        }
        let changed = change_lines(session.changes(), session.program().kind());
        let changed: Vec<&str> = changed.iter().map(|line| line.trim()).collect();
        lines.push(format!("{place:40}  {}", changed.join("  ")).trim_end().to_owned());
    }
    // What changed is said beside each step.
    lines.push(session.told_with(&report.cause, Vec::new()));
    Ok(Reply { text: lines.join("\n"), moved: Some(report), ..Reply::default() })
}

/// Does it again and again until it is stopped.
fn several(debugger: &mut Debugger, times: u64, go: fn(&mut Debugger) -> Report) -> Report {
    let now = debugger.program().now();
    let mut whole = Report { cause: Cause::Stepped, from: now, to: now };
    for _ in 0..times {
        let Report { cause, to, .. } = go(debugger);
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

fn moved(session: &mut Session, go: impl FnOnce(&mut Debugger) -> Report) -> Answer {
    let report = session.go(go);
    let text = session.told(&report);
    Ok(Reply { text, moved: Some(report), ..Reply::default() })
}

impl Session {
    /// What is to be said after a move: why it ended, where the program is, what changed, and the displays.
    pub fn told(&self, report: &Report) -> String {
        self.told_with(&report.cause, change_lines(self.changes(), self.program().kind()))
    }

    fn told_with(&self, cause: &Cause, changes: Vec<String>) -> String {
        let displays = self.displayed().into_iter().map(|display| format!("   {display}"));
        let lines = [self.head(cause)].into_iter().chain(self.here()).chain(changes).chain(displays);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// `step 12, 86 cycles: breakpoint 1, LOOP`.
    fn head(&self, cause: &Cause) -> String {
        let program = self.program();
        let (now, clock, unit) = (program.now(), program.clock(), text::clock(program.kind()));
        let value = |value: &Option<i64>| match value {
            Some(value) => text::short(*value, program.kind()),
            None => "nothing".to_owned(),
        };
        let cause = match cause {
            Cause::Stepped => String::new(),
            Cause::Changed { id, text, before, after } => {
                format!(": watch {id}, {text} was {}, became {}", value(before), value(after))
            }
            cause => format!(": {cause}"),
        };
        format!("step {now}, {clock} {unit}{cause}")
    }

    /// The row where the program stands; a routine that has returned is nowhere.
    pub fn here(&self) -> Vec<String> {
        let program = self.program();
        if program.end() == Some(End::Returned) {
            return Vec::new();
        }
        let rows = program.code(program.spot(), 0, 0);
        rows.iter().flat_map(|row| text::marked_row(row, "", program.kind())).collect()
    }
}

/// `A 00→12  B 03→02`, as many as fit in a line.
fn change_lines(changes: &[Change], kind: Kind) -> Vec<String> {
    const WIDTH: usize = 97;
    let mut lines: Vec<String> = Vec::new();
    for Change { name, bits, before, after } in changes.iter().filter(|change| !is_said(change, kind)) {
        let value = |value| text::value(value, *bits, kind);
        let change = format!("  {name} {}→{}", value(*before), value(*after));
        match lines.last_mut() {
            Some(line) if line.chars().count() + change.chars().count() <= WIDTH => line.push_str(&change),
            _ => lines.push(format!(" {change}")),
        }
    }
    lines
}

/// Whether a change is seen from others: pairs from their registers, the byte of the flags from these, PC from the row.
/// R counts on always.
fn is_said(change: &Change, kind: Kind) -> bool {
    const ELSEWHERE: [(&str, u32); 10] = [
        ("PC", 16),
        ("AF", 16),
        ("PSW", 16),
        ("BC", 16),
        ("DE", 16),
        ("HL", 16),
        ("WZ", 16),
        ("F", 8),
        ("P", 8),
        ("R", 8),
    ];
    kind != Kind::Basic && ELSEWHERE.contains(&(change.name.as_str(), change.bits))
}
