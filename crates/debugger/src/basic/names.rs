//! What has a name: A to Z, the devices that can be read without waiting, and two counts.

use arcadian_basic::{
    Basic, Dialect,
    words::{self, Device},
};

use super::{change::fit, moment::Moment};
use crate::debuggee::{Name, Refused, State};

/// The counts have the numbers behind the letters, the devices those behind the counts.
const LETTERS: usize = 26;
const COUNTS: [&str; 2] = ["STEP", "TSTATES"];
const STEP: usize = LETTERS;
const TSTATES: usize = LETTERS + 1;
const DEVICES: usize = LETTERS + COUNTS.len();

/// All names of a dialect.
pub(super) fn all(dialect: Dialect) -> impl Iterator<Item = (String, Name)> {
    let letters = (b'A'..=b'Z').map(|letter| char::from(letter).to_string());
    let common = letters.chain(COUNTS.map(str::to_owned)).enumerate().map(|(n, name)| (name, Name(n)));
    common.chain(devices(dialect).map(|(name, number)| (name.to_owned(), number)))
}

/// The devices: all but KP, which would wait for a key.
pub(super) fn devices(dialect: Dialect) -> impl Iterator<Item = (&'static str, Name)> {
    let readable = words::devices(dialect).filter(|(_, _, device)| *device != Device::Kp);
    readable.map(|(number, name, _)| (name, Name(DEVICES + number)))
}

/// The name that a text is, in whatever case.
pub(super) fn find(text: &str, dialect: Dialect) -> Option<Name> {
    let text = text.trim();
    all(dialect).find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, number)| number)
}

/// The value of what has a name; 0 for a name that nothing has.
pub(super) fn value(moment: &Moment, Name(number): Name) -> i64 {
    match number {
        0..LETTERS => i64::from(moment.basic().variables()[number]),
        STEP => moment.now() as i64,
        TSTATES => moment.clock() as i64,
        _ => device(number).map_or(0, |(_, device)| i64::from(moment.basic().device(device))),
    }
}

/// Sets what has a name.
pub(super) fn set(basic: &mut Basic, Name(number): Name, value: i64) -> Result<(), Refused> {
    let number_for = |name: &str| fit(name, value, -0x8000, 0x7FFF).map(|value| value as i16);
    if number < LETTERS {
        basic.set_variable(number, number_for(&char::from(b'A' + number as u8).to_string())?);
        return Ok(());
    }
    match device(number) {
        Some((name, device)) if device.can_be_set() => basic.set_device(device, number_for(name)?),
        Some((name, _)) => return Err(Refused::ReadOnly(name.to_owned())),
        None => {
            let count = COUNTS.get(number - LETTERS).copied().unwrap_or("a name that nothing has");
            return Err(Refused::ReadOnly(count.to_owned()));
        }
    }
    Ok(())
}

fn device(number: usize) -> Option<(&'static str, Device)> {
    words::device(number.checked_sub(DEVICES)?)
}
