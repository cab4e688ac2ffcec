//! The custom chips of the Bally as the debugger's hardware: their registers, the picture, events, the keypad and handles.

mod events;
mod schedule;
#[cfg(test)]
mod tests;

use arcadian_bally::{
    Cartridge, Chips, Config, FIRST_DATA_LINE, HEIGHT, Input, REGISTERS, Runaway, TapePort, WIDTH,
};
use arcadian_cpu::Z80;
use arcadian_machine::{Addresses, Backplane, Change, DeviceId, Machine};
use arcadian_play::bally::keys::{self, Event, Keypad};
use arcadian_screen::Raster;

use crate::{
    code::{Hardware, HardwareValue},
    debuggee::{BeamScreen, EventKind, Language, PressError, Screen},
    notation::Notation,
};
use schedule::{Frames, Schedule};

/// The custom chips.
#[derive(Debug)]
pub(crate) struct ChipSet {
    id: DeviceId,
    values: Vec<HardwareValue>,
    unmapped: Addresses,
    keypad: Keypad,
    frames: Frames,
    schedule: Schedule,
}

static LANGUAGE: Language = Language {
    name: "Bally",
    description: "Z80 machine code on a Bally Professional Arcade",
    steps: "instructions",
    cycles: "T-states",
    notation: Notation::Hexadecimal,
    bases: &[('%', 2, "binary"), ('#', 10, "decimal")],
    arrays: &[],
    has_hash_operator: false,
};

impl ChipSet {
    /// Returns the chips of a machine that is to be recorded from now on, and schedules the events of a script.
    pub(crate) fn new(
        config: &Config,
        id: DeviceId,
        keypad: Keypad,
        machine: &Machine<Z80>,
        events: &[Event],
    ) -> Self {
        let frames = Frames::starting_at(machine.cycles());
        let mut schedule = Schedule::default();
        schedule.add(&frames, machine.instructions(), events);
        let has_banks = config.cartridge.as_ref().is_some_and(Cartridge::is_bank_switched);
        ChipSet { id, values: all(has_banks), unmapped: config.unmapped(), keypad, frames, schedule }
    }

    /// Returns the changes that input makes to the machine: a RESET, then messages to the chips, then to the tape port.
    fn changes(&self, machine: &Machine<Z80>, input: impl Iterator<Item = keys::Change>) -> Vec<Change<Z80>> {
        let before = inputs(machine);
        let port = TapePort::id(&machine.backplane);
        let (mut after, mut changes, mut pressed) = (before, Vec::new(), Vec::new());
        for change in input {
            change.apply(&mut after);
            if change == keys::Change::Reset && changes.is_empty() {
                changes.push(Change::Reset);
            }
            if let (keys::Change::Tape(key), Some(port)) = (change, port) {
                pressed.push(Change::Send(port, key.message()));
            }
        }
        changes.extend(after.messages(&before).map(|byte| Change::Send(self.id, byte)));
        changes.extend(pressed);
        changes
    }
}

fn inputs(machine: &Machine<Z80>) -> Input {
    Chips::of(&machine.backplane).map_or_else(Input::default, Chips::input)
}

impl Hardware<Z80> for ChipSet {
    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    fn values(&self) -> &[HardwareValue] {
        &self.values
    }

    fn value(&self, index: usize, backplane: &Backplane) -> i64 {
        Chips::of(backplane).map_or(0, |chips| value(chips, index))
    }

    fn screen(&self, backplane: &Backplane) -> Option<Screen> {
        Some(Screen::Beam(screen(Chips::of(backplane)?)))
    }

    fn event_kinds(&self) -> &'static [EventKind] {
        &events::KINDS
    }

    fn unmapped(&self) -> &Addresses {
        &self.unmapped
    }

    fn describe_runaway(&self, machine: &Machine<Z80>) -> String {
        Runaway::at(&machine.core).to_string()
    }

    fn press(&mut self, keys: &str, machine: &Machine<Z80>) -> Result<Vec<Change<Z80>>, PressError> {
        let frame = self.frames.at(machine.cycles());
        let events = keys::parse_from(self.keypad, "keys", keys, frame, &inputs(machine));
        let events = events.map_err(|error| PressError::Invalid(error.to_string()))?;
        let (now, later): (Vec<Event>, Vec<Event>) = events.into_iter().partition(|(at, _)| *at == frame);
        self.schedule.add(&self.frames, machine.instructions(), &later);
        Ok(self.changes(machine, now.into_iter().map(|(_, change)| change)))
    }

    fn next_input(&self, cycle: u64) -> Option<u64> {
        self.schedule.next(cycle)
    }

    fn has_reset_after(&self, cycle: u64) -> bool {
        self.schedule.has_reset_after(cycle)
    }

    fn input_since(&self, cycle: Option<u64>, machine: &Machine<Z80>) -> Vec<Change<Z80>> {
        self.changes(machine, self.schedule.due(cycle, machine.cycles()))
    }

    fn forget_input_after(&mut self, instruction: u64) {
        self.schedule.forget_after(instruction);
    }
}

/// The raster line after the last one of the picture. A row of pixels has two.
const END: u16 = FIRST_DATA_LINE + 2 * HEIGHT as u16;

/// The first raster line of vertical blanking.
const BLANKING: u16 = 240;

/// Returns the picture: above the beam the lines of this frame, below it those of the last one.
pub(super) fn screen(chips: &Chips) -> BeamScreen {
    let frame = chips.frame();
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| frame.pixel(x, y))).collect();
    let line = chips.raster_line();
    let row = line.checked_sub(FIRST_DATA_LINE).map(|line| usize::from(line / 2)).filter(|row| *row < HEIGHT);
    let place = match (line, row) {
        (_, Some(row)) => format!("row {row}"),
        (BLANKING.., _) => "vertical blanking".to_owned(),
        (END.., _) => "below the picture".to_owned(),
        _ => "above the picture".to_owned(),
    };
    let place = format!("raster line {line}, {place}, frame {}", frame.number());
    BeamScreen { pixels: Raster::new(WIDTH, pixels), row, place }
}

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
