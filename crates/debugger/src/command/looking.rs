//! Looking at values, and changing them.

use super::{Answer, CommandError, Session, call::Call};
use crate::{
    debuggee::{Group, Kind},
    text,
};

pub(super) fn print(session: &mut Session, call: &Call) -> Answer {
    let value = session.value(call.something()?)?;
    Ok(text::full(value, session.program().kind()).into())
}

pub(super) fn display(session: &mut Session, call: &Call) -> Answer {
    match call.arguments {
        "" if session.displays().is_empty() => Ok("nothing is displayed".to_owned().into()),
        "" => Ok(session.displayed().into()),
        text => {
            let display = session.add_display(text)?;
            Ok(session.shown(&display).into())
        }
    }
}

pub(super) fn undisplay(session: &mut Session, call: &Call) -> Answer {
    match call.something()? {
        "all" => {
            session.keep_displays(|_| false);
            Ok(String::new().into())
        }
        text => {
            let id = call.id(text)?;
            match session.keep_displays(|display| display.id != id) {
                true => Ok(String::new().into()),
                false => Err(CommandError::NoDisplay(id)),
            }
        }
    }
}

pub(super) fn set(session: &mut Session, call: &Call) -> Answer {
    let Some((place, value)) = call.something()?.split_once('=') else {
        return call.wrong("`=` is missing");
    };
    let place = place.trim();
    let value = session.value(value.trim())?;
    session.assign(place, value)?;
    let now = session.value(place)?;
    Ok(format!("{place} = {}", text::short(now, session.program().kind())).into())
}

pub(super) fn values(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    let kind = session.program().kind();
    let lines: Vec<String> = session.program().groups().iter().flat_map(|group| lines(group, kind)).collect();
    Ok(lines.into())
}

/// The values of a group, as many as fit in a line.
fn lines(group: &Group, kind: Kind) -> Vec<String> {
    const WIDTH: usize = 96;
    let mut lines = vec![format!("{}:", group.name)];
    for variable in &group.values {
        let value = format!("{}={}", variable.name, text::value(variable.value, variable.bits, kind));
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

pub(super) fn calls(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    let program = session.program();
    let place = |spot| text::place(program, spot);
    let frames = program.frames();
    let lines: Vec<String> = frames
        .iter()
        .map(|frame| {
            let entered = if frame.is_call { "called" } else { "begun" };
            format!("  {}  at {}, {entered} at {}", frame.name, place(frame.at), place(frame.from))
        })
        .collect();
    match lines.is_empty() {
        true => Ok("the program is in no subroutine".to_owned().into()),
        false => Ok(lines.into()),
    }
}
