//! Processors and registers on the command line.

use arcadian_isa::{Processor, hex};

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
