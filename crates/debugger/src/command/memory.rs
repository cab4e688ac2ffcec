//! `memory`: a dump of memory.

use arcadian_isa::hex;

use super::{CommandError, CommandResult, CommandSession, invocation::Invocation};
use crate::{
    debuggee::{Debuggee, Space},
    expression::ValueError,
};

/// Bytes in a row.
const ROW: i64 = 16;

pub(super) fn dump(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let (address, count) = address_and_count(session, invocation)?;
    let program = session.program();
    if program.load(Space::Byte, address).is_none() {
        let error = ValueError::NoElement(address);
        return Err(CommandError::Value { text: invocation.arguments.to_owned(), error });
    }
    let end = address.saturating_add(count.min(0x1_0000));
    let rows = (address..end).step_by(ROW as usize);
    Ok(rows.filter_map(|at| row(program, at, end.min(at + ROW))).collect::<Vec<_>>().into())
}

/// Evaluates all arguments as one expression. If they are not one, the last word is the number of bytes.
fn address_and_count(session: &CommandSession, invocation: &Invocation) -> Result<(i64, i64), CommandError> {
    const DEFAULT: i64 = 64;
    let whole = session.value(invocation.required()?);
    match (whole, invocation.trailing_number()) {
        (Ok(address), _) => Ok((address, DEFAULT)),
        (Err(_), Some((address, count))) => {
            Ok((session.value(address)?, i64::try_from(count).unwrap_or(i64::MAX)))
        }
        (Err(error), None) => Err(error),
    }
}

/// Writes a row: `0300  41 42 43 44                                      ABCD`.
fn row(program: &dyn Debuggee, from: i64, to: i64) -> Option<String> {
    let load = |address| program.load(Space::Byte, address).and_then(|byte| u8::try_from(byte).ok());
    let bytes: Vec<u8> = (from..to).map_while(load).collect();
    let letter = |byte: &u8| if (0x20..0x7F).contains(byte) { char::from(*byte) } else { '.' };
    let letters: String = bytes.iter().map(letter).collect();
    let address = program.language().notation.address(from);
    (!bytes.is_empty()).then(|| format!("{address}  {:47}  {letters}", hex::bytes(&bytes)))
}
