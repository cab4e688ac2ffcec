//! The values of the chips by name.

use crate::code::HardwareValue;
use arcadian_bally::{Chips, REGISTERS};

/// A value that is not a register: its name, group and number of bits, whether its changes are worth no report, and how it is
/// read.
type Reading = (&'static str, &'static str, u32, bool, fn(&Chips) -> i64);

const INPUTS: &str = "Inputs";
const CHIPS: &str = "Chips";

/// The size of values that are shown as decimal numbers.
const COUNTER: u32 = 32;

/// The inputs as the ports of these names in `bally.inc` read them, and the state of the chips.
const READINGS: [Reading; 17] = [
    ("KEYS1", INPUTS, 8, false, |chips| port(chips, 0x17)),
    ("KEYS2", INPUTS, 8, false, |chips| port(chips, 0x16)),
    ("KEYS3", INPUTS, 8, false, |chips| port(chips, 0x15)),
    ("KEYS4", INPUTS, 8, false, |chips| port(chips, 0x14)),
    ("HANDLE1", INPUTS, 8, false, |chips| port(chips, 0x10)),
    ("HANDLE2", INPUTS, 8, false, |chips| port(chips, 0x11)),
    ("HANDLE3", INPUTS, 8, false, |chips| port(chips, 0x12)),
    ("HANDLE4", INPUTS, 8, false, |chips| port(chips, 0x13)),
    ("KNOB1", INPUTS, 8, false, |chips| port(chips, 0x1C)),
    ("KNOB2", INPUTS, 8, false, |chips| port(chips, 0x1D)),
    ("KNOB3", INPUTS, 8, false, |chips| port(chips, 0x1E)),
    ("KNOB4", INPUTS, 8, false, |chips| port(chips, 0x1F)),
    ("RASTER", CHIPS, COUNTER, true, |chips| chips.raster_line().into()),
    ("FRAMES", CHIPS, COUNTER, true, |chips| chips.frame().number() as i64),
    ("INTERCEPT", CHIPS, 8, false, |chips| chips.intercept().into()),
    ("IRQ", CHIPS, 1, false, |chips| chips.is_interrupt_pending().into()),
    ("BANK", CHIPS, COUNTER, false, |chips| chips.bank().unwrap_or(0).into()),
];

fn port(chips: &Chips, port: u8) -> i64 {
    chips.peek_port(port).into()
}

/// Returns the video registers, the sound registers, the inputs, and the state of the chips; the bank only if there are banks.
pub(super) fn all(has_banks: bool) -> Vec<HardwareValue> {
    let registers =
        registers().map(|(name, _, group)| HardwareValue { name, group, bits: 8, is_derived: false });
    let readings = READINGS.iter().filter(|(name, ..)| has_banks || *name != "BANK");
    let readings =
        readings.map(|&(name, group, bits, is_derived, _)| HardwareValue { name, group, bits, is_derived });
    registers.chain(readings).collect()
}

/// Returns the value with an index.
pub(super) fn value(chips: &Chips, index: usize) -> i64 {
    match (registers().nth(index), index.checked_sub(REGISTERS.len()).and_then(|index| READINGS.get(index))) {
        (Some((_, port, _)), _) => chips.registers()[port].into(),
        (None, Some((.., read))) => read(chips),
        (None, None) => 0,
    }
}

/// Returns name, port and group of each register, those of a group together.
fn registers() -> impl Iterator<Item = (&'static str, u8, &'static str)> {
    let of = |is_sound, group| {
        let registers = REGISTERS.iter().filter(move |register| register.is_sound == is_sound);
        registers.map(move |register| (register.name, register.port, group))
    };
    of(false, "Video").chain(of(true, "Sound"))
}
