//! Processors and registers on the command line.

use arcadian_isa::{Processor, hex};
use arcadian_machine::{Machine, MachineCore};

use crate::error::{Result, refuse};

/// Parses the name of a processor.
pub fn processor(name: &str) -> Result<Processor, String> {
    arcadian_asm::processor(name).ok_or_else(|| "the processors are 8080, z80 and 6502".to_owned())
}

/// Parses a register and its value, such as `HL=8000`.
pub fn setting(text: &str) -> Result<(String, u16), String> {
    let (name, value) = text.split_once('=').ok_or("a register is set as NAME=VALUE, as in HL=8000")?;
    let value = hex::parse_number(value).and_then(|value| u16::try_from(value).ok());
    Ok((name.to_owned(), value.ok_or("the value is hexadecimal, up to FFFF")?))
}

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
