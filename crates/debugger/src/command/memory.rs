//! Memory.

use super::{Answer, CommandError, Session, call::Call};
use crate::{
    debuggee::{Debuggee, Kind, Space},
    expression::NoValue,
    text,
};

/// Bytes in a row.
const ROW: i64 = 16;

pub(super) fn dump(session: &mut Session, call: &Call) -> Answer {
    let (address, count) = address_and_count(session, call)?;
    let program = session.program();
    if program.load(Space::Byte, address).is_none() {
        let why = NoValue::NothingThere(address);
        return Err(CommandError::NoValue { text: call.arguments.to_owned(), why });
    }
    let last = address.saturating_add(count.min(0x1_0000));
    let rows = (address..last).step_by(ROW as usize);
    Ok(rows.filter_map(|at| dump_row(program, at, last.min(at + ROW))).collect::<Vec<_>>().into())
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
