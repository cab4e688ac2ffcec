//! Bytes to a source that assembles to the same bytes, whatever they are.
//!
//! The bytes are read as instructions from the first to the last; nothing is guessed about data. What is left at the
//! end within an instruction becomes data. Branches and calls get labels where they go to the start of an instruction,
//! else a constant. Symbols given by the host name every address they stand for.

mod names;

use std::fmt::Write;

use arcadian_isa::{Instruction, Mode, Operand, Processor};

use names::Names;

/// What is to be shown, and how.
#[derive(Clone, Debug, Default)]
pub struct Disassembly<'a> {
    /// The address of the first byte.
    pub origin: u16,
    /// Names of addresses. Of several for one address the first is taken. A name that could not be a label is left out.
    pub symbols: &'a [(String, i32)],
    /// Whether address and bytes are shown behind each line, as a comment.
    pub columns: bool,
}

/// The bytes do not fit into the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{size} bytes from {origin:04X} on go beyond FFFF by {by}")]
pub struct TooLong {
    /// How many bytes there are.
    pub size: usize,
    /// Where the first stands.
    pub origin: u16,
    /// How many are too many.
    pub by: usize,
}

/// How a processor's assembler writes what is no instruction.
struct Style {
    byte: &'static str,
    origin: &'static str,
    equals: &'static str,
}

const fn style(processor: Processor) -> Style {
    match processor {
        Processor::I8080 => Style { byte: "DB", origin: "ORG     ", equals: "EQU" },
        Processor::Z80 => Style { byte: "DEFB", origin: "ORG     ", equals: "EQU" },
        Processor::Mos6502 => Style { byte: ".byte", origin: "* = ", equals: "=" },
    }
}

/// A piece of the image.
struct Piece<'b> {
    address: u16,
    bytes: &'b [u8],
    /// None for data.
    instruction: Option<Instruction>,
}

/// The source of these bytes.
pub fn disassemble(processor: Processor, bytes: &[u8], how: &Disassembly<'_>) -> Result<String, TooLong> {
    let room = 0x1_0000 - usize::from(how.origin);
    if bytes.len() > room {
        return Err(TooLong { size: bytes.len(), origin: how.origin, by: bytes.len() - room });
    }
    let pieces = pieces(processor, bytes, how.origin);
    let names = Names::new(processor, &pieces, how.symbols);
    let style = style(processor);
    let mut out = format!("        CPU     {}\n", processor.to_string().to_ascii_lowercase());
    for (name, value) in names.constants() {
        let _ = writeln!(out, "{name:7} {:7} {}", style.equals, hex(processor, value));
    }
    let _ = writeln!(out, "        {}{}", style.origin, hex(processor, how.origin));
    for piece in &pieces {
        if let Some(label) = names.label(piece.address) {
            let _ = writeln!(out, "{label}:");
        }
        let text = piece.text(processor, &names, &style);
        let columns = if how.columns { piece.columns() } else { String::new() };
        let _ = writeln!(out, "{}", format!("        {text:24}{columns}").trim_end());
    }
    Ok(out)
}

fn pieces(processor: Processor, bytes: &[u8], origin: u16) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut rest, mut address) = (bytes, origin);
    while !rest.is_empty() {
        let instruction = processor.decode(rest).ok();
        let length = instruction.map_or(1, |instruction| usize::from(instruction.length()));
        let (bytes, behind) = rest.split_at(length.min(rest.len()));
        pieces.push(Piece { address, bytes, instruction });
        // The address behind the last byte of the memory is not used.
        address = address.wrapping_add(length as u16);
        rest = behind;
    }
    pieces
}

impl Piece<'_> {
    fn text(&self, processor: Processor, names: &Names, style: &Style) -> String {
        let Some(instruction) = self.instruction else {
            let bytes: Vec<String> = self.bytes.iter().map(|byte| hex_byte(processor, *byte)).collect();
            return format!("{:7} {}", style.byte, bytes.join(","));
        };
        let named =
            |address: u16| names.name(address).filter(|_| self.may_name(&instruction, address, names));
        let text = instruction.at(self.address).with(&named).to_string();
        match text.split_once(' ') {
            Some((mnemonic, operands)) => format!("{mnemonic:7} {operands}"),
            None => text,
        }
    }

    /// A label that comes later is not known to be in the zero page, and the assembler would take three bytes.
    fn may_name(&self, instruction: &Instruction, address: u16, names: &Names) -> bool {
        let short = matches!(
            instruction.row.operands().first(),
            Some(Operand::Mos(Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY))
        );
        !short || names.label(address).is_none() || address <= self.address
    }

    fn columns(&self) -> String {
        let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        format!("; {:04X}  {}", self.address, bytes.join(" "))
    }
}

fn hex(processor: Processor, value: u16) -> String {
    match processor {
        Processor::Mos6502 => format!("${value:04X}"),
        _ if value >> 12 > 9 => format!("0{value:04X}H"),
        _ => format!("{value:04X}H"),
    }
}

fn hex_byte(processor: Processor, byte: u8) -> String {
    match processor {
        Processor::Mos6502 => format!("${byte:02X}"),
        _ if byte >> 4 > 9 => format!("0{byte:02X}H"),
        _ => format!("{byte:02X}H"),
    }
}
