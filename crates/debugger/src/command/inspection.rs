//! Commands that show and change values and memory, and those for breakpoints and watchpoints.

use std::ops::Range;

use arcadian_isa::hex;

use super::{CommandError, CommandResult, CommandSession, gdb, session::Invocation};
use crate::{
    debuggee::{Debuggee, EventKind, Group, Location, Space, StackFrame},
    debugger::{Breakpoint, Catchpoint, Stoppoint, Trigger, Watched},
    expression::{Expression, ValueError},
    notation::{self, LETTERS, Notation},
};

pub(super) fn print(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let text = invocation.required()?;
    if let (Some(letters), text) = gdb::format(text) {
        return Ok(formatted(session, invocation, letters, session.value(text)?)?.into());
    }
    let value = session.notation().full(session.value(text)?);
    Ok([value].into_iter().chain(other_meaning(session, text)).collect::<Vec<_>>().into())
}

/// Writes a value in the notation of a letter of gdb.
fn formatted(
    session: &CommandSession,
    invocation: &Invocation,
    letters: &str,
    value: i64,
) -> Result<String, CommandError> {
    let mut chars = letters.chars();
    let letter = chars.next().filter(|_| chars.next().is_none());
    let text = letter.and_then(|letter| session.notation().formatted(value, letter));
    text.map_or_else(
        || invocation.usage_error(format!("`{letters}` is not a format of gdb for values: {LETTERS}")),
        Ok,
    )
}

/// Returns what an expression does not mean, if it means something else in gdb or in a source.
fn other_meaning(session: &CommandSession, text: &str) -> Option<String> {
    let is_value = |name: &str| session.program().resolve(name).is_some();
    let is_code = session.notation() == Notation::Hexadecimal;
    if let Some(name) = text.strip_prefix('$').filter(|name| is_value(name)) {
        let is_number = is_code && name.chars().all(|digit| digit.is_ascii_hexdigit());
        let upper = name.to_ascii_uppercase();
        return is_number.then(|| format!("   `{text}` is {upper} as in gdb; the number is 0{upper}"));
    }
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let is_pointer = is_code && is_value(inner);
    is_pointer.then(|| format!("   this is the value of {inner}; the byte at its address is [{inner}]"))
}

pub(super) fn display(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    match invocation.arguments {
        "" if session.displays().is_empty() => Ok("there are no displays".to_owned().into()),
        "" => Ok(session.displayed().into()),
        text => {
            let display = session.add_display(text)?;
            Ok(session.display_line(&display).into())
        }
    }
}

pub(super) fn undisplay(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    match invocation.required()? {
        "all" => {
            session.retain_displays(|_| false);
            Ok(String::new().into())
        }
        text => {
            let id = invocation.number(text)?;
            if session.retain_displays(|display| display.id != id) {
                Ok(String::new().into())
            } else {
                Err(CommandError::NoDisplay(id))
            }
        }
    }
}

pub(super) fn set(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let Some((target, value)) = invocation.required()?.split_once('=') else {
        return invocation.usage_error("`=` is missing");
    };
    let target = target.trim();
    let value = session.value(value.trim())?;
    session.assign(target, value)?;
    let now = session.value(target)?;
    Ok(format!("{target} = {}", session.notation().short(now)).into())
}

/// Shows all groups of values, or one.
pub(super) fn values(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let (notation, wanted) = (session.notation(), invocation.arguments);
    let mut groups = session.program().groups();
    if !wanted.is_empty() {
        groups.retain(|group| group.name.eq_ignore_ascii_case(wanted));
    }
    if groups.is_empty() {
        let names = session.program().groups().iter().map(|group| group.name).collect::<Vec<_>>().join(", ");
        return invocation.usage_error(format!("`{wanted}` is not a group; the groups are {names}"));
    }
    Ok(groups.iter().flat_map(|group| lines(group, notation)).collect::<Vec<_>>().into())
}

/// Writes the values of a group in lines of limited width.
fn lines(group: &Group, notation: Notation) -> Vec<String> {
    const WIDTH: usize = 96;
    let mut lines = vec![format!("{}:", group.name)];
    for variable in &group.values {
        let value = format!("{}={}", variable.name, notation.value(variable.value, variable.bits));
        match lines.last_mut() {
            Some(line) if line.chars().count() + value.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(&value);
            }
            _ => lines.push(format!("  {value}")),
        }
    }
    lines
}

pub(super) fn calls(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    let program = session.program();
    let line = |frame: &StackFrame| {
        let entered = if frame.is_call { "called from" } else { "started at" };
        let (at, from) = (program.location_name(frame.at), program.location_name(frame.from));
        format!("  {}  at {at}, {entered} {from}", frame.name)
    };
    let frames = program.frames();
    if frames.is_empty() {
        Ok("the call stack is empty".to_owned().into())
    } else {
        Ok(frames.iter().map(line).collect::<Vec<_>>().into())
    }
}

/// Bytes in a row.
const ROW: i64 = 16;

pub(super) fn dump(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let (letters, arguments) = gdb::format(invocation.arguments);
    let (address, count) = address_and_count(session, &Invocation { arguments, ..*invocation })?;
    let program = session.program();
    if program.load(Space::Byte, address).is_none() {
        let error = ValueError::NoElement(address);
        return Err(CommandError::Value { text: invocation.arguments.to_owned(), error });
    }
    let end = address.saturating_add(count.min(0x1_0000));
    if let Some(letters) = letters {
        return Ok(values_at(program, letters, address..end).into());
    }
    let rows = (address..end).step_by(ROW as usize);
    Ok(rows.filter_map(|at| row(program, at, end.min(at + ROW))).collect::<Vec<_>>().into())
}

/// Writes memory as values, each with its lowest byte first, in the notation of a letter of gdb, or as text up to a zero.
fn values_at(program: &dyn Debuggee, letters: &str, range: Range<i64>) -> Vec<String> {
    const LONGEST: i64 = 200;
    let size = gdb::size(letters);
    let bytes = |at: i64, count| (0..count).map_while(move |offset| program.load(Space::Byte, at + offset));
    let value = |at| bytes(at, size).zip(0..).fold(0, |value, (byte, place)| value | byte << (8 * place));
    let head = |at| program.language().notation.address(at);
    if letters.starts_with('s') {
        let text = bytes(range.start, LONGEST).take_while(|byte| *byte != 0);
        let text: String = text.map(|byte| u8::try_from(byte).map_or('?', char::from)).collect();
        return vec![format!("{}  {text:?}", head(range.start))];
    }
    let letter = letters.chars().next().unwrap_or('x');
    let bits = 8 * u32::try_from(size).unwrap_or(1);
    let per_row = ROW.min(8 * size);
    let row = |from: i64| {
        let places = (from..range.end.min(from + per_row)).step_by(size.unsigned_abs() as usize);
        let values = places.filter_map(|at| notation::formatted(value(at), bits, letter));
        format!("{}  {}", head(from), values.collect::<Vec<_>>().join("  "))
    };
    range.clone().step_by(per_row.unsigned_abs() as usize).map(row).collect()
}

/// Evaluates all arguments as one expression. If they are not one, the last word is the number of bytes.
fn address_and_count(session: &CommandSession, invocation: &Invocation) -> Result<(i64, i64), CommandError> {
    const DEFAULT: i64 = 64;
    let whole = session.value(invocation.required()?);
    match (whole, invocation.trailing_number()) {
        (Ok(address), _) => Ok((address, DEFAULT)),
        (Err(_), Some((address, count))) => {
            Ok((session.value(address)?, i64::try_from(count).unwrap_or(i64::MAX)))
        }
        (Err(error), None) => Err(error),
    }
}

/// Writes a row: `0300  41 42 43 44                                      ABCD`.
fn row(program: &dyn Debuggee, from: i64, to: i64) -> Option<String> {
    let load = |address| program.load(Space::Byte, address).and_then(|byte| u8::try_from(byte).ok());
    let bytes: Vec<u8> = (from..to).map_while(load).collect();
    let letter = |byte: &u8| if (0x20..0x7F).contains(byte) { char::from(*byte) } else { '.' };
    let letters: String = bytes.iter().map(letter).collect();
    let address = program.language().notation.address(from);
    (!bytes.is_empty()).then(|| format!("{address}  {:47}  {letters}", hex::bytes(&bytes)))
}

pub(super) fn list(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const DEFAULT: u64 = 11;
    let is_from = invocation.arguments.rsplit(' ').next().is_some_and(|last| last.starts_with('+'));
    let (text, count) = match (invocation.arguments, invocation.trailing_number()) {
        ("", _) => (None, DEFAULT),
        (_, Some((text, count))) => (Some(text), count),
        (text, None) => (Some(text), DEFAULT),
    };
    let program = session.program();
    let pc = program.location();
    let location = text.map_or(Ok(pc), |text| find(session, text))?;
    let count = usize::try_from(count.clamp(1, 1000)).unwrap_or(1);
    let before = if is_from { 0 } else { (count - 1) / 2 };
    let rows = program.rows(location, before, count - 1 - before);
    let lines = rows.iter().flat_map(|row| {
        let is_in_row = |location: Location| program.is_same_row(row.location, location);
        let breakpoint = if session.breakpoints().any(is_in_row) { '*' } else { ' ' };
        let mark = format!("{breakpoint}{}", if is_in_row(pc) { '>' } else { ' ' });
        if location == pc { row.marked_lines(&mark) } else { row.lines(&mark) }
    });
    Ok(lines.collect::<Vec<_>>().into())
}

/// Finds a location, or evaluates an expression as an address.
fn find(session: &CommandSession, text: &str) -> Result<Location, CommandError> {
    let address = || session.value(text).ok().and_then(|address| u16::try_from(address).ok());
    let location = || session.program().location_at(address()?);
    session.debugger.find_location(text).or_else(|error| location().ok_or(error.into()))
}

impl CommandSession {
    /// Returns the locations of the enabled breakpoints.
    pub fn breakpoints(&self) -> impl Iterator<Item = Location> {
        let enabled = self.debugger.stoppoints().iter().filter(|stoppoint| stoppoint.enabled);
        enabled
            .flat_map(|stoppoint| match stoppoint.trigger() {
                Trigger::At(breakpoint) => breakpoint.locations(),
                Trigger::BecomesTrue(_) | Trigger::Changes(_) | Trigger::Catches(_) => &[],
            })
            .copied()
    }
}

pub(super) fn set_break(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    // Without an argument it is the current location, as in gdb.
    let here = session.program().location_name(session.program().location());
    let text = if invocation.arguments.is_empty() { &here } else { invocation.arguments };
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

pub(super) fn list_stoppoints(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
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
