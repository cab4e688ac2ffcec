//! Execution: replays, new instructions with the input that becomes due, and changes from outside.

use std::{collections::BTreeMap, ops::ControlFlow};

use arcadian_machine::{Change, History, MachineCore, MachineView, Reason, Stop, Until};

use super::{
    MachineCode,
    call_stack::{CallCheckpoints, CallStack},
    hardware::Hardware,
    names::Names,
    rows::{View, moment},
};
use crate::debuggee::{End, Outcome, State};

impl<C: MachineCore> MachineCode<C> {
    /// Returns where execution ends by itself. Hardware continues around a jump to itself: its picture is drawn.
    fn until(&self) -> Until {
        match &self.hardware {
            Some(hardware) => {
                let mut until = Until::halted();
                until.addresses = hardware.unmapped().clone();
                until
            }
            None => self.return_address.into_iter().fold(Until::halted().trap(), Until::address),
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
            if stop.reason != Reason::Budget || is_stopped || remaining == 0 {
                return self.outcome(stop.reason, is_stopped);
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

    /// Returns the outcome of a run, and remembers a dead end.
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
            Reason::Address(_) => End::Returned,
            Reason::Halted(_) => End::Halted,
            Reason::Trap(_) => End::SelfJump,
            Reason::NeedsInput => End::NeedsKey,
            Reason::Ended | Reason::UnknownFunction { .. } | Reason::EndlessString { .. } => {
                End::Service(reason.to_string())
            }
        };
        if matches!(end, End::SelfJump | End::Halted) {
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
