//! The custom chips of the Bally as the debugger's hardware: their registers, the picture, events, the keypad and handles.

mod events;
mod picture;
mod schedule;
mod values;

#[cfg(test)]
mod tests;

use crate::{
    code::{Hardware, HardwareValue},
    debuggee::{EventKind, Language, PressError, Screen},
    notation::Notation,
};
use arcadian_bally::{Cartridge, Chips, Config, Input, Runaway, TapePort};
use arcadian_cpu::Z80;
use arcadian_machine::{Addresses, Backplane, Change, DeviceId, Machine};
use arcadian_play::bally::keys::{self, Event, Keypad};

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
        ChipSet { id, values: values::all(has_banks), unmapped: config.unmapped(), keypad, frames, schedule }
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
        Chips::of(backplane).map_or(0, |chips| values::value(chips, index))
    }

    fn screen(&self, backplane: &Backplane) -> Option<Screen> {
        Some(Screen::Beam(picture::screen(Chips::of(backplane)?)))
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
