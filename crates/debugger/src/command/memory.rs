//! Memory and code.

use super::{Answer, CommandError, Reply, Session, call::Call};
use crate::{
    debuggee::{Debuggee, Kind, Space, Spot},
    debugger::Condition,
    expression::NoValue,
    text,
};

/// Bytes in a row.
const ROW: i64 = 16;

pub(super) fn dump(session: &mut Session, call: &Call) -> Answer {
    let (address, count) = address_and_count(session, call)?;
    let program = session.program();
    let last = address.saturating_add(count.min(0x1_0000));
    let lines: Vec<String> = (address..last)
        .step_by(ROW as usize)
        .filter_map(|at| dump_row(program, at, last.min(at + ROW)))
        .collect();
    match lines.is_empty() && count > 0 {
        true => Err(CommandError::NoValue {
            text: call.arguments.to_owned(),
            why: NoValue::NothingThere(address),
        }),
        false => Ok(lines.into()),
    }
}

/// The whole is an expression if it can be read as one; else its last word is how many bytes.
fn address_and_count(session: &Session, call: &Call) -> Result<(i64, i64), CommandError> {
    const USUAL: i64 = 64;
    let whole = session.value(call.something()?);
    match (whole, call.trailing_number()) {
        (Ok(address), _) => Ok((address, USUAL)),
        (Err(_), Some((address, count))) => {
            Ok((session.value(address)?, i64::try_from(count).unwrap_or(i64::MAX)))
        }
        (Err(error), None) => Err(error),
    }
}

/// `0300  41 42 43 44                                      ABCD`.
fn dump_row(program: &dyn Debuggee, from: i64, to: i64) -> Option<String> {
    let load = |address| program.load(Space::Byte, address).and_then(|byte| u8::try_from(byte).ok());
    let bytes: Vec<u8> = (from..to).map_while(load).collect();
    let letter = |byte: &u8| if (0x20..0x7F).contains(byte) { char::from(*byte) } else { '.' };
    let letters: String = bytes.iter().map(letter).collect();
    let address = match program.kind() {
        Kind::Code(_) => format!("{from:04X}"),
        Kind::Basic => format!("{from:5}"),
    };
    (!bytes.is_empty()).then(|| format!("{address}  {:47}  {letters}", text::hex(&bytes)))
}

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

pub(super) fn profile(session: &mut Session, call: &Call) -> Answer {
    let count = usize::try_from(call.number_or(10)?).unwrap_or(usize::MAX);
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    let (busiest, total) = (profile.busiest(), profile.total());
    let program = session.program();
    let unit = text::clock(program.kind());
    let mut lines = vec![
        format!("{} steps, {} {unit}, {} places", total.runs, total.clock, busiest.len()),
        format!("{:>10}  {unit:>12}   share", "runs"),
    ];
    let share = |clock: u64| 100.0 * clock as f64 / total.clock.max(1) as f64;
    lines.extend(busiest.into_iter().take(count).map(|(spot, count)| {
        let step = text::step(program, spot);
        format!("{:>10}  {:>12}  {:4.1} %  {step}", count.runs, count.clock, share(count.clock))
    }));
    Ok(lines.into())
}

pub(super) fn coverage(session: &mut Session, call: &Call) -> Answer {
    call.nothing()?;
    let profile = session.debugger.profile().ok_or(CommandError::Interrupted)?;
    let program = session.program();
    let all = program.all_code().len();
    if all == 0 {
        return Err(CommandError::Missing("without a source nobody knows what there is to run"));
    }
    let missed = profile.missed(program);
    let ran = all - missed.len();
    let percent = 100.0 * ran as f64 / all as f64;
    let mut lines = vec![format!("{ran} of {all} places of the source have run, {percent:.1} %")];
    lines.extend(missed.into_iter().map(|spot| format!("  {}", text::step(program, spot))));
    Ok(Reply::from(lines))
}
