//! Commands for breakpoints and watchpoints.

use super::{CommandError, CommandResult, CommandSession, general::Invocation};
use crate::{
    debuggee::{EventKind, Location, Space},
    debugger::{Breakpoint, Catchpoint, Stoppoint, Trigger, Watched},
    expression::{Expression, ValueError},
};

pub(super) fn set_break(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let text = invocation.required()?;
    let (location, condition) = split_if(text);
    let condition = condition_of(session, invocation, condition)?;
    let (trigger, at) = match (location, condition) {
        ("", Some(condition)) => (Trigger::BecomesTrue(condition), String::new()),
        (name, condition) => {
            let breakpoint = Breakpoint::new(session.debugger.find_locations(name)?, condition);
            let at = Some(places(session, breakpoint.locations())).filter(|at| at != name);
            let at = at.map_or(String::new(), |at| format!(" at {at}"));
            (Trigger::At(breakpoint), at)
        }
    };
    let id = session.debugger.add_stoppoint(text, trigger);
    Ok(format!("breakpoint {id}, {text}{at}").into())
}

/// The most locations of a breakpoint that its message names.
const MOST_PLACES: usize = 4;

/// Writes locations: `8006, 8009`.
fn places(session: &CommandSession, locations: &[Location]) -> String {
    let names = locations.iter().take(MOST_PLACES).map(|location| session.program().location_name(*location));
    let names = names.collect::<Vec<_>>().join(", ");
    match locations.len().saturating_sub(MOST_PLACES) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// Parses the expression after `if`.
fn condition_of(
    session: &CommandSession,
    invocation: &Invocation,
    text: Option<&str>,
) -> Result<Option<Expression>, CommandError> {
    match text {
        Some("") => invocation.usage_error("the expression after `if` is missing"),
        text => text.map(|text| session.parse(text)).transpose(),
    }
}

/// Stops at events of the hardware; without arguments, lists their kinds.
pub(super) fn catch(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let kinds = session.program().event_kinds();
    if invocation.arguments.is_empty() && !kinds.is_empty() {
        let heading = "the events of this hardware; ranges such as 10-17 are allowed:".to_owned();
        let lines = [heading].into_iter().chain(kinds.iter().map(EventKind::usage));
        return Ok(lines.collect::<Vec<_>>().into());
    }
    let text = invocation.arguments;
    let (events, condition) = split_if(text);
    if events.is_empty() && condition.is_some() {
        return invocation.usage_error("the event is missing");
    }
    let condition = condition_of(session, invocation, condition)?;
    let events = session.debugger.find_events(events)?;
    let id = session.debugger.add_stoppoint(text, Trigger::Catches(Catchpoint { events, condition }));
    Ok(format!("catchpoint {id}, {text}").into())
}

/// Splits off the expression after the word `if`.
fn split_if(text: &str) -> (&str, Option<&str>) {
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if word.trim_end().eq_ignore_ascii_case("if") {
            let (location, rest) = text.split_at(start);
            return (location.trim(), rest.get(word.len()..).map(str::trim));
        }
        start += word.len();
    }
    (text, None)
}

pub(super) fn watch(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let text = invocation.required()?;
    let watched = match range(session, text)? {
        Some((first, last)) => Watched::Bytes(first, last),
        None => Watched::Value(session.parse(text)?),
    };
    let id = session.debugger.add_stoppoint(text, Trigger::Changes(watched));
    Ok(format!("watchpoint {id}, {text}").into())
}

/// Parses `[A-B]` as a range of addresses if both are constants and A is at most B. Otherwise it is the one byte at A
/// minus B.
fn range(session: &CommandSession, text: &str) -> Result<Option<(u16, u16)>, CommandError> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let both = inner.and_then(|inner| inner.split_once('-'));
    let both = both.and_then(|(first, last)| constant(session, first).zip(constant(session, last)));
    let Some((first, last)) = both.filter(|(first, last)| first <= last) else { return Ok(None) };
    let is_missing = |address: &u16| session.program().load(Space::Byte, (*address).into()).is_none();
    match (first..=last).find(is_missing) {
        None => Ok(Some((first, last))),
        Some(address) => {
            Err(CommandError::Value { text: text.to_owned(), error: ValueError::NoElement(address.into()) })
        }
    }
}

/// Returns the value of a constant expression, as an address.
fn constant(session: &CommandSession, text: &str) -> Option<u16> {
    let expression = session.parse(text).ok().filter(Expression::is_constant)?;
    u16::try_from(expression.value(session.program()).ok()?).ok()
}

pub(super) fn list(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    let lines: Vec<String> = session.debugger.stoppoints().iter().map(line).collect();
    if lines.is_empty() {
        Ok("there are no breakpoints, watchpoints or catchpoints".to_owned().into())
    } else {
        Ok(lines.into())
    }
}

/// Writes a row of the list: ` 1  breakpoint  LOOP if B = 2  hit 3 times, disabled`.
fn line(stoppoint: &Stoppoint) -> String {
    let Stoppoint { id, text, enabled, hits, ignored, .. } = stoppoint;
    let kind = match stoppoint.trigger() {
        Trigger::Changes(_) => "watchpoint",
        Trigger::Catches(_) => "catchpoint",
        Trigger::At(_) | Trigger::BecomesTrue(_) => "breakpoint",
    };
    let ignored = match ignored.saturating_sub(*hits) {
        0 => String::new(),
        remaining => format!(", ignoring the next {remaining}"),
    };
    let disabled = if *enabled { "" } else { ", disabled" };
    let hits = arcadian_files::count(*hits, "time");
    format!("{id:>2}  {kind:10}  {text:30}  hit {hits}{ignored}{disabled}")
}

/// Parses a number of a stoppoint, or `all`.
fn selected(session: &CommandSession, invocation: &Invocation) -> Result<Vec<u32>, CommandError> {
    let all = || session.debugger.stoppoints().iter().map(|stoppoint| stoppoint.id);
    match invocation.required()? {
        "all" => Ok(all().collect()),
        text => {
            let id = invocation.number(text)?;
            all().find(|other| *other == id).map(|id| vec![id]).ok_or(CommandError::NoStoppoint(id))
        }
    }
}

pub(super) fn delete(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    for id in selected(session, invocation)? {
        session.debugger.delete_stoppoint(id);
    }
    Ok(String::new().into())
}

pub(super) fn enable(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    set_enabled(session, invocation, true)
}

pub(super) fn disable(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    set_enabled(session, invocation, false)
}

fn set_enabled(session: &mut CommandSession, invocation: &Invocation, enabled: bool) -> CommandResult {
    for id in selected(session, invocation)? {
        if let Some(stoppoint) = session.debugger.stoppoint_mut(id) {
            stoppoint.enabled = enabled;
        }
    }
    Ok(String::new().into())
}

pub(super) fn ignore(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let Some((id, count)) = invocation.required()?.split_once(char::is_whitespace) else {
        return invocation.usage_error("the count is missing");
    };
    let (id, count) = (invocation.number(id)?, invocation.number::<u64>(count.trim())?);
    let stoppoint = session.debugger.stoppoint_mut(id).ok_or(CommandError::NoStoppoint(id))?;
    stoppoint.ignored = stoppoint.hits.saturating_add(count);
    Ok(line(stoppoint).into())
}
