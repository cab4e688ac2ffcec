//! Names in expressions: variables A to Z, two counters, and the devices that can be read without waiting.

use arcadian_basic::{
    Basic, Dialect,
    words::{self, Device},
};

use crate::debuggee::{SetError, ValueId};

/// A [`ValueId`] numbers the variables first, then the counters, then the devices.
const VARIABLES: usize = 26;
const COUNTERS: [&str; 2] = ["STEP", "TSTATES"];
const STEP: usize = VARIABLES;
const TSTATES: usize = VARIABLES + 1;
const DEVICES: usize = VARIABLES + COUNTERS.len();

pub(super) fn all(dialect: Dialect) -> impl Iterator<Item = (String, ValueId)> {
    let variables = (b'A'..=b'Z').map(|letter| char::from(letter).to_string());
    let common = variables.chain(COUNTERS.map(str::to_owned)).enumerate();
    let common = common.map(|(n, name)| (name, ValueId(n)));
    common.chain(devices(dialect).map(|(name, id)| (name.to_owned(), id)))
}

/// Returns the devices except KP, which would wait for a key.
pub(super) fn devices(dialect: Dialect) -> impl Iterator<Item = (&'static str, ValueId)> {
    let readable = words::devices(dialect).filter(|(_, _, device)| *device != Device::Kp);
    readable.map(|(number, name, _)| (name, ValueId(DEVICES + number)))
}

/// Finds a name, in any case.
pub(super) fn find(text: &str, dialect: Dialect) -> Option<ValueId> {
    let text = text.trim();
    all(dialect).find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, id)| id)
}

/// Returns a value; 0 for an unknown one. The counters are those of the program, not of the machine.
pub(super) fn value(basic: &Basic, steps: u64, cycles: u64, ValueId(number): ValueId) -> i64 {
    match number {
        0..VARIABLES => i64::from(basic.variables()[number]),
        STEP => steps as i64,
        TSTATES => cycles as i64,
        _ => device(number).map_or(0, |(_, device)| i64::from(basic.device(device))),
    }
}

pub(super) fn set(basic: &mut Basic, ValueId(number): ValueId, value: i64) -> Result<(), SetError> {
    let check = |name: &str| SetError::check(name, value, -0x8000, 0x7FFF).map(|value| value as i16);
    if number < VARIABLES {
        basic.set_variable(number, check(&char::from(b'A' + number as u8).to_string())?);
        return Ok(());
    }
    match device(number) {
        Some((name, device)) if device.is_writable() => basic.set_device(device, check(name)?),
        Some((name, _)) => return Err(SetError::ReadOnly(name.to_owned())),
        None => {
            let counter = COUNTERS.get(number - VARIABLES).copied().unwrap_or("an unknown value");
            return Err(SetError::ReadOnly(counter.to_owned()));
        }
    }
    Ok(())
}

fn device(number: usize) -> Option<(&'static str, Device)> {
    words::device(number.checked_sub(DEVICES)?)
}
