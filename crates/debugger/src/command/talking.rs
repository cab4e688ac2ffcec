//! What a program shows and takes, and what is said about it.

use arcadian_basic::key;
use arcadian_screen::{
    blocks::{Depth, Grid, Layout},
    palette::Scale,
    recognise,
};

use super::{Answer, CommandError, Reply, Session, call::Call};
use crate::{debuggee::Kind, text};

pub(super) fn screen(session: &mut Session, call: &Call) -> Answer {
    let frame = session.program().screen().ok_or(CommandError::Missing("the program has no screen"))?;
    match call.arguments {
        "" | "text" => Ok(recognise::text(&frame.picture).into()),
        "dots" => {
            let lines = Grid::new(&frame, Layout::Braille, Scale::default()).lines(Depth::None);
            Ok(lines.iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().into())
        }
        other => call.wrong(format!("`{other}` is neither text nor dots")),
    }
}

pub(super) fn output(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    Ok(session.program().printed().into())
}

pub(super) fn figure(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    let figure = session.figure().ok_or(CommandError::Missing("no board is known for this program"))?;
    Ok(figure.trim_end().to_owned().into())
}

pub(super) fn key(session: &mut Session, call: &Call) -> Answer {
    let mut keys = Vec::new();
    for event in key::parse(call.something()?)? {
        match event {
            key::Event::Key(key) => keys.push(key),
            _ => {
                return Err(CommandError::Missing(
                    "only keys can be pressed here; hand controllers cannot be moved",
                ));
            }
        }
    }
    session.debugger.program_mut().press(&keys)?;
    Ok(Reply::default())
}

pub(super) fn assert(session: &mut Session, call: &Call) -> Answer {
    let text = call.something()?;
    if session.value(text)? != 0 {
        return Ok(Reply::default());
    }
    let mut lines = vec![format!("this does not hold: {text}")];
    for (side, expression) in ["left", "right"].iter().zip(session.read(text)?.sides().into_iter().flatten())
    {
        if let Ok(value) = expression.value(session.program()) {
            lines.push(format!("    {side}: {}", text::full(value, session.program().kind())));
        }
    }
    Ok(Reply { failed: true, ..Reply::from(lines) })
}

pub(super) fn echo(_: &mut Session, call: &Call) -> Answer {
    Ok(call.arguments.to_owned().into())
}

pub(super) fn help(_: &mut Session, call: &Call) -> Answer {
    super::help(Some(call.arguments).filter(|name| !name.is_empty())).map(Reply::from)
}

pub(super) fn quit(_: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    Ok(Reply { quit: true, ..Reply::default() })
}

pub(super) fn info(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    Ok(session.info().into())
}

impl Session {
    /// What the program is and where it stands.
    pub fn info(&self) -> String {
        let program = self.program();
        let kind = match program.kind() {
            Kind::Code(processor) => format!("{processor} machine code"),
            Kind::Basic => "a BASIC program".to_owned(),
        };
        let (now, furthest, clock) = (program.now(), program.furthest(), program.clock());
        let mut lines =
            vec![kind, format!("step {now} of {furthest}, {clock} {}", text::clock(program.kind()))];
        let source = program.source(program.spot());
        let source = source.map_or(String::new(), |line| format!(", {}:{}", line.file, line.line));
        lines.push(format!("at {}{source}", text::place(program, program.spot())));
        lines.extend(program.end().map(|end| end.to_string()));
        lines.join("\n")
    }
}
