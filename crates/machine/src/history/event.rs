//! Changes from outside.

use crate::core::MachineCore;
use arcadian_cpu::Register;

use crate::{area::DeviceId, machine::Machine};

/// A change to the machine from outside.
#[derive(Clone, Copy, Debug)]
pub enum Change<C: MachineCore> {
    /// Sets a register.
    Register(&'static Register<C>, u16),
    /// Sets the program counter.
    Pc(u16),
    /// Replaces the processor state.
    Core(C),
    /// Writes a byte of memory, including ROM.
    Poke(u16, u8),
    /// Sends a byte to a device, such as a key.
    Send(DeviceId, u8),
    /// Types a byte, which a service reads.
    Type(u8),
    /// Pulses RESET.
    Reset,
}

impl<C: MachineCore> Change<C> {
    pub(super) fn apply(&self, machine: &mut Machine<C>) {
        match *self {
            Change::Register(register, value) => (register.set)(&mut machine.core, value),
            Change::Pc(address) => machine.core.set_pc(address),
            Change::Core(core) => machine.core = core,
            Change::Poke(address, value) => machine.backplane.poke(address, value),
            Change::Send(id, value) => machine.backplane.send(id, value),
            Change::Type(byte) => machine.backplane.keyboard.push(byte),
            Change::Reset => machine.reset(),
        }
    }
}

/// A recorded change, with the number of instructions executed before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<C: MachineCore> {
    pub(super) at: u64,
    pub(super) change: Change<C>,
}
