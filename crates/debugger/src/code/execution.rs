//! Execution: replays, new instructions with the input that becomes due, and changes from outside. The hardware around a
//! processor, for machines that are more than memory, and typing on its keys.

use std::{collections::BTreeMap, fmt, ops::ControlFlow};

use arcadian_machine::{
    Addresses, Backplane, Change, History, Machine, MachineCore, MachineView, Reason, Stop, Until,
};

use arcadian_program::ending::Cause;

use super::{
    MachineCode,
    call_stack::{CallCheckpoints, CallStack},
    rows::{Names, View, moment},
};
use crate::debuggee::{End, EventKind, Language, Outcome, PressError, Screen, State};

impl<C: MachineCore> MachineCode<C> {
    /// Returns where execution ends by itself. Hardware continues around a jump to itself: its picture is drawn.
    fn until(&self) -> Until {
        match &self.hardware {
            Some(hardware) => {
                let mut until = Until::halted();
                until.addresses = hardware.unmapped().clone();
                until
            }
            None => {
                let mut until = Until::halted().trap();
                until.addresses = self.stops.clone();
                until
            }
        }
    }

    /// Replays recorded instructions.
    pub(super) fn replay(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let (mut observer, history) = self.observer(observe);
        history.forward_with(steps, |moment| observer.before(moment));
        if observer.finish(history) { Outcome::Stopped } else { Outcome::Done }
    }

    /// Executes instructions beyond the recorded ones, in parts that end where scheduled input is due.
    pub(super) fn execute(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let mut remaining = steps;
        loop {
            let (now, next) = (self.cycles(), self.next_input());
            // Code that has run away waits for a RESET; it ended a run when it did so.
            let until = if self.has_run_away() { Until::never() } else { self.until() };
            let until = until.instructions(remaining).cycles(next.map_or(u64::MAX, |next| next - now));
            let (stop, is_stopped) = self.execute_part(&until, observe);
            remaining -= stop.instructions;
            let reason = match stop.reason {
                Reason::Address(at) if self.hardware.is_none() => match self.judge(at) {
                    Some(end) => return self.ended(end),
                    None => Reason::Budget,
                },
                reason => reason,
            };
            if reason != Reason::Budget || is_stopped || remaining == 0 {
                return self.outcome(reason, is_stopped);
            }
        }
    }

    /// Returns why the program ends before an address at which it is asked, if it does.
    fn judge(&mut self, at: u16) -> Option<End> {
        let sentry = self.sentry.as_mut()?;
        match sentry.judge(self.history.machine(), at) {
            Some(Cause::Machine(Reason::Halted(_))) => Some(End::Halted),
            Some(cause) => Some(cause.runaway().map_or(End::Returned, End::RanAway)),
            None => {
                if sentry.expect_code(at) {
                    self.stops = sentry.addresses::<C>();
                }
                None
            }
        }
    }

    /// Runs until a stop condition is met, and records the input that became due. Returns also whether the observer stopped
    /// the run, perhaps after its last instruction.
    fn execute_part(&mut self, until: &Until, observe: &mut dyn FnMut(&dyn State) -> bool) -> (Stop, bool) {
        let before = self.cycles();
        let (mut observer, history) = self.observer(observe);
        let stop = history.run_with(until, |moment| observer.before(moment));
        // The last state is observed with its input, as in a replay.
        let input = observer.hardware.map(|hardware| hardware.input_since(Some(before), history.machine()));
        input.into_iter().flatten().for_each(|change| history.change(change));
        let is_stopped = observer.finish(history);
        (stop, is_stopped)
    }

    fn next_input(&self) -> Option<u64> {
        self.hardware.as_ref()?.next_input(self.cycles())
    }

    /// Returns the outcome of a run.
    fn outcome(&mut self, reason: Reason, is_stopped: bool) -> Outcome {
        let end = match reason {
            Reason::Budget if !is_stopped => return Outcome::Done,
            // The machine has no stop conditions but those of `until`.
            Reason::Budget
            | Reason::Requested
            | Reason::PollsInput
            | Reason::Event(_)
            | Reason::Watched { .. }
            | Reason::StrayWrite { .. } => return Outcome::Stopped,
            Reason::Address(_) | Reason::Halted(_) if self.hardware.is_some() => self.ran_away(),
            Reason::Address(_) | Reason::Halted(_) => End::Halted,
            Reason::Trap(_) => End::SelfJump,
            Reason::NeedsInput => End::NeedsKey,
            Reason::Ended | Reason::UnknownFunction { .. } | Reason::EndlessString { .. } => {
                End::Service(reason.to_string())
            }
        };
        self.ended(end)
    }

    /// Remembers a dead end.
    fn ended(&mut self, end: End) -> Outcome {
        if matches!(end, End::SelfJump | End::Halted | End::RanAway(_)) {
            self.dead_end = Some((self.history.now(), end.clone()));
        }
        Outcome::Ended(end)
    }

    pub(super) fn ran_away(&self) -> End {
        let hardware = self.hardware.as_ref();
        hardware.map_or(End::Halted, |hardware| End::RanAway(hardware.describe_runaway(self.machine())))
    }

    fn observer<'a>(
        &'a mut self,
        observe: &'a mut dyn FnMut(&dyn State) -> bool,
    ) -> (Observer<'a, C>, &'a mut History<C>) {
        let (first, seen) = (self.first(), self.history.now());
        let MachineCode { history, calls, checkpoints, changed, names, hardware, .. } = self;
        let hardware = hardware.as_deref();
        let observer = Observer {
            calls,
            checkpoints,
            changed,
            names,
            hardware,
            first,
            seen,
            observe,
            is_stopped: false,
        };
        (observer, history)
    }

    /// Records changes from outside. The history after the current state is discarded.
    pub(super) fn change(&mut self, mut changes: Vec<Change<C>>) {
        let now = self.history.now();
        if changes.is_empty() {
            // Input that is only scheduled discards the history as well.
            changes.push(Change::Core(self.machine().core));
        }
        changes.into_iter().for_each(|change| self.history.change(change));
        self.calls.settle(&self.history.machine().core);
        self.dead_end = None;
        self.checkpoints.replace_from(now, &self.calls);
        self.changed.split_off(&now);
        self.changed.insert(now, self.calls.clone());
        if let Some(hardware) = &mut self.hardware {
            hardware.forget_input_after(now);
        }
    }
}

/// Follows a run: maintains the call stack and passes each state on.
pub(super) struct Observer<'a, C: MachineCore> {
    pub(super) calls: &'a mut CallStack,
    pub(super) checkpoints: &'a mut CallCheckpoints,
    pub(super) changed: &'a BTreeMap<u64, CallStack>,
    pub(super) names: &'a Names<C>,
    pub(super) hardware: Option<&'a dyn Hardware<C>>,
    pub(super) first: u64,
    /// The step of the last state that was observed.
    pub(super) seen: u64,
    pub(super) observe: &'a mut dyn FnMut(&dyn State) -> bool,
    pub(super) is_stopped: bool,
}

impl<C: MachineCore> Observer<'_, C> {
    /// Observes the state before an instruction.
    pub(super) fn before(&mut self, moment: &MachineView<C>) -> ControlFlow<()> {
        if moment.instructions == self.seen {
            self.calls.settle(moment.core);
            return ControlFlow::Continue(());
        }
        self.seen = moment.instructions;
        self.calls.step(moment.core, moment.backplane);
        if let Some(calls) = self.changed.get(&self.seen) {
            *self.calls = calls.clone();
        }
        self.checkpoints.record(self.seen, self.calls);
        let view =
            View { moment, calls: self.calls, names: self.names, hardware: self.hardware, first: self.first };
        self.is_stopped = (self.observe)(&view);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Observes the state after the last instruction. Returns whether the observer stopped the run.
    pub(super) fn finish(mut self, history: &History<C>) -> bool {
        let _ = self.before(&moment(history.machine()));
        self.is_stopped
    }
}

/// A value of the hardware that expressions can name. It can be read but not set.
#[derive(Clone, Copy, Debug)]
pub struct HardwareValue {
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

    fn value(&self, index: usize, backplane: &Backplane) -> i64;

    /// Returns the picture, including an unfinished frame up to the beam.
    fn screen(&self, backplane: &Backplane) -> Option<Screen>;

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

/// The names of keys that are not characters.
const KEYS: [(&str, u8); 6] =
    [("ENTER", 0x0D), ("GO", 0x0D), ("ESC", 0x1B), ("TAB", 0x09), ("BACKSPACE", 0x08), ("DELETE", 0x7F)];

/// Returns the bytes of a text: ASCII characters, and in braces a key, a character, or `^` with a letter for Ctrl.
pub fn typed(text: &str) -> Result<Vec<u8>, PressError> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let name = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let (byte, after) = match name {
            Some((name, after)) => (named(name), after),
            None if character == '{' => (None, ""),
            None => (u8::try_from(character).ok().filter(u8::is_ascii), &rest[character.len_utf8()..]),
        };
        let wrong = &rest[..rest.len() - after.len()];
        bytes.push(byte.ok_or_else(|| PressError::Invalid(explain(wrong)))?);
        rest = after;
    }
    Ok(bytes)
}

fn explain(wrong: &str) -> String {
    let names = KEYS.map(|(name, _)| format!("{{{name}}}")).join(" ");
    format!("`{wrong}` is not a key: type ASCII characters, {names}, and {{^C}} for Ctrl-C")
}

fn named(name: &str) -> Option<u8> {
    let known = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, byte)| *byte);
    known.or(match *name.as_bytes() {
        [b'^', letter @ (b'@'..=b'_' | b'a'..=b'z')] => Some(letter & 0x1F),
        [character] => Some(character),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_keys() {
        for (text, bytes) in [
            ("Ab1", Some(&b"Ab1"[..])),
            ("A{ENTER}{go}{^Z}{^c}{{}{ESC}", Some(b"A\r\r\x1A\x03{\x1B")),
            ("", Some(b"")),
            ("{HALT}", None),
            ("{ENTER", None),
            ("é", None),
        ] {
            assert_eq!(typed(text).ok().as_deref(), bytes, "{text}");
        }
        let error = typed("A{HALT}B").expect_err("not a key").to_string();
        assert!(error.starts_with("`{HALT}` is not a key: type ASCII characters, {ENTER}"), "{error}");
    }
}
