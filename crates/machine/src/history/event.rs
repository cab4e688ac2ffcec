//! What comes from outside.

use arcadian_cpu::{Core, Register};

use crate::{area::DeviceId, machine::Machine};

/// A change from outside.
#[derive(Clone, Copy, Debug)]
pub enum Change<C: Core> {
    /// A register gets a value.
    Register(&'static Register<C>, u16),
    /// The next instruction is at this address.
    Pc(u16),
    /// The processor gets this state.
    Core(C),
    /// A byte of memory, read-only or not, gets a value.
    Poke(u16, u8),
    /// A device is sent a byte, such as a key.
    Send(DeviceId, u8),
    /// RESET is pulled for a moment.
    Reset,
}

impl<C: Core> Change<C> {
    pub(super) fn make(&self, machine: &mut Machine<C>) {
        match *self {
            Change::Register(register, value) => (register.set)(&mut machine.core, value),
            Change::Pc(address) => machine.core.set_pc(address),
            Change::Core(core) => machine.core = core,
            Change::Poke(address, value) => machine.backplane.poke(address, value),
            Change::Send(id, value) => machine.backplane.send(id, value),
            Change::Reset => machine.reset(),
        }
    }
}

/// A change, and after how many instructions it came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<C: Core> {
    pub(super) at: u64,
    pub(super) change: Change<C>,
}
