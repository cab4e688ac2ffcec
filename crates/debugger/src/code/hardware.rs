//! The hardware around a processor, for machines that are more than memory.

use std::fmt;

use arcadian_machine::{Addresses, Backplane, Change, Machine, MachineCore};

use crate::debuggee::{EventKind, Language, PressError, Screen};

/// A value of the hardware that expressions can name. It can be read but not set.
#[derive(Clone, Copy, Debug)]
pub struct HardwareValue {
    /// The name.
    pub name: &'static str,
    /// The group in which it is shown: `Video`, `Sound`.
    pub group: &'static str,
    /// The number of bits: 1, 8 or 16, or 32 for a counter, which is shown as a decimal number.
    pub bits: u32,
    /// Whether its changes are not worth reporting.
    pub is_derived: bool,
}

/// Hardware that a machine's devices emulate: its registers, screen, events and inputs.
///
/// The state of the hardware is in the devices, so that a history contains it. Input that is scheduled for a later time is
/// kept here; when it is due, it becomes a change in the history.
pub trait Hardware<C: MachineCore>: fmt::Debug {
    /// Returns how programs on this hardware are described.
    fn language(&self) -> &'static Language;

    /// Returns the values that expressions can name, group by group.
    fn values(&self) -> &[HardwareValue];

    /// Returns the value with an index in [`values`](Self::values).
    fn value(&self, index: usize, backplane: &Backplane) -> i64;

    /// Returns the picture as far as it is drawn.
    fn screen(&self, backplane: &Backplane) -> Option<Screen>;

    /// Returns the kinds of events that the devices report.
    fn event_kinds(&self) -> &'static [EventKind];

    /// Returns the addresses at which no code can be.
    fn unmapped(&self) -> &Addresses;

    /// Describes why a halted processor, or one at an [unmapped](Self::unmapped) address, can do nothing more.
    fn describe_runaway(&self, machine: &Machine<C>) -> String;

    /// Reads a key script. Returns the changes that apply now, and schedules the others.
    fn press(&mut self, keys: &str, machine: &Machine<C>) -> Result<Vec<Change<C>>, PressError>;

    /// Returns the cycle at which scheduled input is due next after a cycle.
    fn next_input(&self, cycle: u64) -> Option<u64>;

    /// Returns whether a RESET is scheduled after a cycle.
    fn has_reset_after(&self, cycle: u64) -> bool;

    /// Returns the changes of the input that became due after a cycle, or since the start.
    fn input_since(&self, cycle: Option<u64>, machine: &Machine<C>) -> Vec<Change<C>>;

    /// Forgets the input that was scheduled after an instruction, because the history after it is discarded.
    fn forget_input_after(&mut self, instruction: u64);
}
