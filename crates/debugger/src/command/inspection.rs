//! Commands that show and change values and memory.

use arcadian_isa::hex;

use super::{CommandError, CommandResult, CommandSession, general::Invocation};
use crate::{
    debuggee::{Debuggee, Group, Location, Space, StackFrame},
    debugger::Trigger,
    expression::ValueError,
    notation::Notation,
};

pub(super) fn print(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let value = session.value(invocation.required()?)?;
    Ok(session.notation().full(value).into())
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
    let (address, count) = address_and_count(session, invocation)?;
    let program = session.program();
    if program.load(Space::Byte, address).is_none() {
        let error = ValueError::NoElement(address);
        return Err(CommandError::Value { text: invocation.arguments.to_owned(), error });
    }
    let end = address.saturating_add(count.min(0x1_0000));
    let rows = (address..end).step_by(ROW as usize);
    Ok(rows.filter_map(|at| row(program, at, end.min(at + ROW))).collect::<Vec<_>>().into())
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
    let (text, count) = match (invocation.arguments, invocation.trailing_number()) {
        ("", _) => (None, DEFAULT),
        (_, Some((text, count))) => (Some(text), count),
        (text, None) => (Some(text), DEFAULT),
    };
    let program = session.program();
    let pc = program.location();
    let location = text.map_or(Ok(pc), |text| find(session, text))?;
    let count = usize::try_from(count.clamp(1, 1000)).unwrap_or(1);
    let rows = program.rows(location, (count - 1) / 2, count / 2);
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
