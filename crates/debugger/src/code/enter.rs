//! Entry into a routine as if it had been called.

use arcadian_machine::{CallFrame, Machine, MachineCore, UnknownRegister, register};

/// Sets the program counter to `entry` and pushes `return_address` on the stack, which is at its usual place.
pub fn enter<C: MachineCore>(
    machine: &mut Machine<C>,
    entry: u16,
    return_address: u16,
) -> Result<(), UnknownRegister> {
    let stack = CallFrame::initial_stack(C::PROCESSOR);
    enter_with(machine, entry, &CallFrame::new(C::PROCESSOR, stack, return_address))
}

/// Sets the program counter to `entry`, and the stack to what a call has pushed.
pub fn enter_with<C: MachineCore>(
    machine: &mut Machine<C>,
    entry: u16,
    frame: &CallFrame,
) -> Result<(), UnknownRegister> {
    frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
    (register::<C>(C::PROCESSOR.stack_pointer())?.set)(&mut machine.core, frame.stack);
    machine.core.set_pc(entry);
    Ok(())
}
