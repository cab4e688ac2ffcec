//! The observer of a run.

use std::{collections::BTreeMap, ops::ControlFlow};

use arcadian_machine::{History, MachineCore, MachineView};

use super::{
    call_checkpoints::CallCheckpoints,
    call_stack::CallStack,
    hardware::Hardware,
    names::Names,
    view::{View, moment},
};
use crate::debuggee::State;

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
