//! `list`: the code around a location.

use super::{CommandError, CommandResult, CommandSession, general::Invocation};
use crate::{debuggee::Location, debugger::Trigger};

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
