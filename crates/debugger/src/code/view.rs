//! The state of a machine between two instructions.

use arcadian_machine::{DeviceEvent, Machine, MachineCore, MachineView};

use super::{
    call_stack::CallStack,
    hardware::Hardware,
    names::{self, Names},
};
use crate::debuggee::{Location, Screen, Space, State, ValueId};

/// The state of a machine during a run.
pub(super) struct View<'a, C: MachineCore> {
    pub(super) moment: &'a MachineView<'a, C>,
    pub(super) calls: &'a CallStack,
    pub(super) names: &'a Names<C>,
    pub(super) hardware: Option<&'a dyn Hardware<C>>,
    pub(super) first: u64,
}

impl<C: MachineCore> State for View<'_, C> {
    fn location(&self) -> Location {
        Location(self.moment.core.pc().into())
    }

    fn steps(&self) -> u64 {
        self.moment.instructions - self.first
    }

    fn cycles(&self) -> u64 {
        self.moment.cycles
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.moment.core.is_halted()
    }

    fn value(&self, id: ValueId) -> i64 {
        self.names.value(id, self)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        names::load(self.moment.backplane, space, index)
    }

    fn screen(&self) -> Option<Screen> {
        self.hardware?.screen(self.moment.backplane)
    }

    fn events(&self) -> &[DeviceEvent] {
        self.moment.backplane.events()
    }
}

/// Returns the current state of a machine as an observer sees it.
pub(super) fn moment<C: MachineCore>(machine: &Machine<C>) -> MachineView<'_, C> {
    MachineView {
        core: &machine.core,
        backplane: &machine.backplane,
        instructions: machine.instructions(),
        cycles: machine.cycles(),
    }
}
