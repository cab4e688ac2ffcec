//! Entry into a routine as if it had been called.

use arcadian_machine::{CallFrame, Machine, MachineCore, UnknownRegister};

/// Sets the program counter to `entry` and pushes `return_address` on the stack, which is at its usual place.
pub fn enter<C: MachineCore>(
    machine: &mut Machine<C>,
    entry: u16,
    return_address: u16,
) -> Result<(), UnknownRegister> {
    let frame = CallFrame::new(C::PROCESSOR, CallFrame::initial_stack(C::PROCESSOR), return_address);
    frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
    machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack)?;
    machine.core.set_pc(entry);
    Ok(())
}
