//! Registers that are set before a program runs.

use arcadian_files::error::{Result, refuse};
use arcadian_machine::{Machine, MachineCore};

/// Sets a register. Refuses an unknown register and a value that is too large.
pub fn set<C: MachineCore>(machine: &mut Machine<C>, name: &str, value: u16) -> Result<()> {
    let Some(register) = C::register(name) else {
        let names: Vec<_> = C::REGISTERS.iter().map(|register| register.name).collect();
        refuse!("the {} has no register {name}; it has {}", C::PROCESSOR, names.join(" "));
    };
    if register.bits == 8 && value > 0xFF {
        refuse!("{value:X} does not fit in {} (0 to FF)", register.name);
    }
    (register.set)(&mut machine.core, value);
    Ok(())
}
