//! Code around a place.

use super::{Answer, CommandError, Session, call::Call};
use crate::{
    debuggee::{Kind, Spot},
    debugger::Condition,
    text,
};

pub(super) fn list(session: &mut Session, call: &Call) -> Answer {
    const USUAL: u64 = 11;
    let (place, count) = match (call.arguments, call.trailing_number()) {
        ("", _) => (None, USUAL),
        (_, Some((place, count))) => (Some(place), count),
        (place, None) => (Some(place), USUAL),
    };
    let program = session.program();
    let spot = place.map_or(Ok(program.spot()), |place| anywhere(session, place))?;
    let count = usize::try_from(count.clamp(1, 1000)).unwrap_or(1);
    let rows = program.code(spot, (count - 1) / 2, count / 2);
    let kind = program.kind();
    let lines = rows.iter().flat_map(|row| {
        let is_here = text::is_in(row, program.spot(), kind);
        let has_stop = session.spots().any(|spot| text::is_in(row, spot, kind));
        let mark = format!("{}{}", if has_stop { '*' } else { ' ' }, if is_here { '>' } else { ' ' });
        match spot == program.spot() {
            true => text::marked_row(row, &mark, kind),
            false => text::row(row, &mark, kind),
        }
    });
    Ok(lines.collect::<Vec<_>>().into())
}

/// A place, or of machine code any address.
fn anywhere(session: &Session, place: &str) -> Result<Spot, CommandError> {
    let found = session.debugger.find(place);
    let address = || session.value(place).ok().and_then(|address| u16::try_from(address).ok());
    match (found, session.program().kind()) {
        (Err(no_spot), Kind::Code(_)) => address().map(|address| Spot(address.into())).ok_or(no_spot.into()),
        (found, _) => Ok(found?),
    }
}

impl Session {
    /// The places of the breakpoints that can stop the program.
    pub fn spots(&self) -> impl Iterator<Item = Spot> {
        self.debugger.stops().iter().filter(|stop| stop.enabled).filter_map(|stop| match stop.condition() {
            Condition::At(breakpoint) => Some(breakpoint.spot),
            Condition::Becomes(_) | Condition::Changes(_) => None,
        })
    }
}
