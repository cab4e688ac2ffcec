//! Entry into a routine as if it had been called.

use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, UnknownRegister, register};

/// Sets the program counter to `entry` and pushes `return_address`. The stack starts where programs of the time put it:
/// below F000, on the 6502 at 01FF.
pub fn enter<C: MachineCore>(
    machine: &mut Machine<C>,
    entry: u16,
    return_address: u16,
) -> Result<(), UnknownRegister> {
    // JSR of the 6502 pushes the address before the next instruction, and the stack pointer points to a free byte.
    let (pointer, top, below, pushed) = match C::PROCESSOR {
        Processor::Mos6502 => ("S", 0x01FF, 0x01FD, return_address.wrapping_sub(1)),
        Processor::I8080 | Processor::Z80 => ("SP", 0xEFFF, 0xEFFE, return_address),
    };
    let [high, low] = pushed.to_be_bytes();
    machine.backplane.poke(top, high);
    machine.backplane.poke(top - 1, low);
    (register::<C>(pointer)?.set)(&mut machine.core, below);
    machine.core.set_pc(entry);
    Ok(())
}
