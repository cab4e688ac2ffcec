//! Where to stop.

use super::{Answer, CommandError, Session, call::Call};
use crate::{
    debuggee::Space,
    debugger::{Breakpoint, Condition, Stop, Watch, Watched},
    expression::{Expression, NoValue},
    text,
};

pub(super) fn set_break(session: &mut Session, call: &Call) -> Answer {
    let text = call.something()?;
    let (place, condition) = split_if(text);
    let condition = match condition {
        Some("") => return call.wrong("nothing follows `if`"),
        Some(condition) => Some(session.read(condition)?),
        None => None,
    };
    let (condition, at) = match (place, condition) {
        ("", Some(condition)) => (Condition::Becomes(condition), String::new()),
        (place, condition) => {
            let spot = session.debugger.find(place)?;
            let at = Some(text::place(session.program(), spot)).filter(|at| at != place);
            let at = at.map_or(String::new(), |at| format!(" at {at}"));
            (Condition::At(Breakpoint { spot, condition }), at)
        }
    };
    let id = session.debugger.add(text, condition);
    Ok(format!("breakpoint {id}, {text}{at}").into())
}

/// The place, and what stands behind the word `if`.
fn split_if(text: &str) -> (&str, Option<&str>) {
    let mut begin = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if word.trim_end().eq_ignore_ascii_case("if") {
            let (place, rest) = text.split_at(begin);
            return (place.trim(), rest.get(word.len()..).map(str::trim));
        }
        begin += word.len();
    }
    (text, None)
}

pub(super) fn watch(session: &mut Session, call: &Call) -> Answer {
    let text = call.something()?;
    let watched = match range(session, text)? {
        Some((first, last)) => Watched::Bytes(first, last),
        None => Watched::Value(session.read(text)?),
    };
    let id = session.debugger.add(text, Condition::Changes(Watch(watched)));
    Ok(format!("watch {id}, {text}").into())
}

/// `[A-B]` with an A that is at most B, both without registers. Any other is one byte, at A less B.
fn range(session: &Session, text: &str) -> Result<Option<(u16, u16)>, CommandError> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let both = inner.and_then(|inner| inner.split_once('-'));
    let both = both.and_then(|(first, last)| constant(session, first).zip(constant(session, last)));
    let Some((first, last)) = both.filter(|(first, last)| first <= last) else { return Ok(None) };
    let missing =
        (first..=last).find(|address| session.program().load(Space::Byte, (*address).into()).is_none());
    match missing {
        None => Ok(Some((first, last))),
        Some(address) => {
            Err(CommandError::NoValue { text: text.to_owned(), why: NoValue::NothingThere(address.into()) })
        }
    }
}

/// The address that an expression without registers is.
fn constant(session: &Session, text: &str) -> Option<u16> {
    let expression = session.read(text).ok().filter(Expression::is_constant)?;
    u16::try_from(expression.value(session.program()).ok()?).ok()
}

pub(super) fn list(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    let lines: Vec<String> = session.debugger.stops().iter().map(shown).collect();
    match lines.is_empty() {
        true => Ok("there are no breakpoints and no watches".to_owned().into()),
        false => Ok(lines.into()),
    }
}

/// `1  breakpoint  LOOP if B = 2  met 3 times, disabled`.
fn shown(stop: &Stop) -> String {
    let Stop { id, text, enabled, hits, ignored, .. } = stop;
    let kind = match stop.condition() {
        Condition::Changes(_) => "watch",
        Condition::At(_) | Condition::Becomes(_) => "breakpoint",
    };
    let times = if *hits == 1 { "time" } else { "times" };
    let left = match ignored.saturating_sub(*hits) {
        0 => String::new(),
        left => format!(", {left} more without a stop"),
    };
    let disabled = if *enabled { "" } else { ", disabled" };
    format!("{id:>2}  {kind:10}  {text:30}  met {hits} {times}{left}{disabled}")
}

/// One by its number, or all.
fn chosen(session: &Session, call: &Call) -> Result<Vec<u32>, CommandError> {
    let all = || session.debugger.stops().iter().map(|stop| stop.id);
    match call.something()? {
        "all" => Ok(all().collect()),
        text => {
            let id = call.id(text)?;
            all().find(|other| *other == id).map(|id| vec![id]).ok_or(CommandError::NoStop(id))
        }
    }
}

pub(super) fn delete(session: &mut Session, call: &Call) -> Answer {
    for id in chosen(session, call)? {
        session.debugger.delete(id);
    }
    Ok(String::new().into())
}

pub(super) fn enable(session: &mut Session, call: &Call) -> Answer {
    able(session, call, true)
}

pub(super) fn disable(session: &mut Session, call: &Call) -> Answer {
    able(session, call, false)
}

fn able(session: &mut Session, call: &Call, enabled: bool) -> Answer {
    for id in chosen(session, call)? {
        if let Some(stop) = session.debugger.stop_mut(id) {
            stop.enabled = enabled;
        }
    }
    Ok(String::new().into())
}

pub(super) fn ignore(session: &mut Session, call: &Call) -> Answer {
    let Some((id, count)) = call.something()?.split_once(char::is_whitespace) else {
        return call.wrong("a count is missing");
    };
    let (id, count) = (call.id(id)?, call.number(count.trim())?);
    let stop = session.debugger.stop_mut(id).ok_or(CommandError::NoStop(id))?;
    stop.ignored = stop.hits.saturating_add(count);
    Ok(shown(stop).into())
}
