//! What ran, from the start to here.

use super::{Answer, CommandError, Session, call::Call};

pub(super) fn profile(session: &mut Session, call: &Call) -> Answer {
    let count = usize::try_from(call.number_or(10)?).unwrap_or(usize::MAX);
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    Ok(profile.table(session.program(), count).into())
}

pub(super) fn coverage(session: &mut Session, call: &Call) -> Answer {
    const NO_SOURCE: CommandError =
        CommandError::Missing("without a source nobody knows what there is to run");
    call.nothing()?;
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    Ok(profile.coverage(session.program()).ok_or(NO_SOURCE)?.into())
}
