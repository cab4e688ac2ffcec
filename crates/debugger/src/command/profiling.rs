//! `profile` and `coverage`: what ran between the start and the current step.

use super::{CommandError, CommandResult, CommandSession, invocation::Invocation};

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
