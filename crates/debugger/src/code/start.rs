//! Beginning a routine as if it had been called.

use arcadian_cpu::Core;
use arcadian_isa::Processor;
use arcadian_machine::{Machine, UnknownRegister, register};

/// Puts the processor at `entry` with `home` as the return address on the stack, which begins where programs of the
/// time put it: below F000, and of the 6502 at 01FF.
pub fn enter<C: Core>(machine: &mut Machine<C>, entry: u16, home: u16) -> Result<(), UnknownRegister> {
    // The 6502 leaves the address before the next instruction, and its stack pointer points to a free byte.
    let (pointer, top, below, address) = match C::PROCESSOR {
        Processor::Mos6502 => ("S", 0x01FF, 0x01FD, home.wrapping_sub(1)),
        Processor::I8080 | Processor::Z80 => ("SP", 0xEFFF, 0xEFFE, home),
    };
    let [high, low] = address.to_be_bytes();
    machine.backplane.poke(top, high);
    machine.backplane.poke(top - 1, low);
    (register::<C>(pointer)?.set)(&mut machine.core, below);
    machine.core.set_pc(entry);
    Ok(())
}
