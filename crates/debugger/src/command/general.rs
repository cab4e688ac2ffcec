//! Commands for the screen, the keyboard, output, scripts and the session itself.

use arcadian_screen::recognize;

use super::{CommandError, CommandResult, CommandSession, Reply, invocation::Invocation};
use crate::debuggee::Screen;

pub(super) fn screen(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const NO_SCREEN: CommandError = CommandError::Unavailable("the program has no screen");
    let screen = session.program().screen().ok_or(NO_SCREEN)?;
    let lines = |lines: Vec<String>| lines.iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    match (invocation.arguments, &screen) {
        ("" | "text", Screen::Basic(frame)) => Ok(recognize::text(&frame.picture).into()),
        ("text", Screen::Beam(_)) => {
            Err(CommandError::Unavailable("only the screen of BASIC can be shown as text"))
        }
        ("" | "dots", _) => Ok(lines(screen.dots()).into()),
        (other, _) => invocation.usage_error(format!("`{other}` is not a format")),
    }
}

pub(super) fn output(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(session.program().output().into())
}

pub(super) fn figure(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const NO_BOARD: CommandError = CommandError::Unavailable("the program's data is not a known board");
    invocation.no_arguments()?;
    Ok(session.figure().ok_or(NO_BOARD)?.trim_end().to_owned().into())
}

pub(super) fn key(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    session.debugger.program_mut().press(invocation.required()?)?;
    Ok(Reply::default())
}

pub(super) fn assert(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let text = invocation.required()?;
    if session.value(text)? != 0 {
        return Ok(Reply::default());
    }
    let mut lines = vec![format!("assertion failed: {text}")];
    let operands = session.parse(text)?.comparison().into_iter().flatten();
    for (side, operand) in ["left", "right"].iter().zip(operands) {
        if let Ok(value) = operand.value(session.program()) {
            lines.push(format!("    {side}: {}", session.notation().full(value)));
        }
    }
    Ok(Reply { failed: true, ..Reply::from(lines) })
}

pub(super) fn echo(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    Ok(invocation.arguments.to_owned().into())
}

pub(super) fn help(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    super::help(Some(invocation.arguments).filter(|name| !name.is_empty())).map(Reply::from)
}

pub(super) fn quit(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(Reply { quit: true, ..Reply::default() })
}

pub(super) fn info(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(session.info().into())
}

impl CommandSession {
    /// Describes the program and its current state.
    fn info(&self) -> String {
        let program = self.program();
        let language = program.language();
        let (steps, recorded, cycles) = (program.steps(), program.recorded(), program.cycles());
        let progress = format!("step {steps} of {recorded}, {cycles} {}", language.cycles);
        let source = program.source_line(program.location());
        let source = source.map_or(String::new(), |line| format!(", {}:{}", line.file, line.line));
        let location = format!("at {}{source}", program.location_name(program.location()));
        let end = program.end().map(|end| end.to_string());
        let lines = [language.description.to_owned(), progress, location].into_iter().chain(end);
        lines.collect::<Vec<_>>().join("\n")
    }
}
