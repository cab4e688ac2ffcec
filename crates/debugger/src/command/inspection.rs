//! Commands that show and change values.

use super::{CommandError, CommandResult, CommandSession, invocation::Invocation};
use crate::{
    debuggee::{Group, StackFrame},
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

/// Writes the values of a group, as many to a line as fit.
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
