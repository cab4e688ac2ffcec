//! Disassembly: any bytes to a source that assembles to the same bytes.
//!
//! Unless the caller says otherwise, the bytes are decoded as instructions from the first to the last. The caller can
//! give ranges of code, data and text, and can have the code traced from its entries (`marks.rs` states the rules). The
//! target of a branch or call becomes a label if it is at the start of a line, else a constant. Symbols given by the caller
//! replace the generated names.

mod marks;
mod options;
mod pieces;

use std::fmt::{self, Write as _};

use arcadian_isa::{Mode, Operand, Processor, hex};

pub use options::{Content, Disassembly, DisassemblyError, Range};

use marks::Marks;
use options::is_printable;
use pieces::{Names, Piece, PieceKind};

/// The directives in a processor's syntax.
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

/// The source of some bytes: lines that stand for no bytes, and a row for each line that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    head: String,
    /// In the order of their addresses.
    pub rows: Vec<Row<'a>>,
    has_columns: bool,
}

/// An instruction or data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The address of its first byte.
    pub address: u16,
    /// The bytes that it stands for.
    pub bytes: &'a [u8],
    /// A label on a line of its own before it.
    pub label: Option<String>,
    /// Mnemonic or directive, and operands.
    pub text: String,
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for Row { address, bytes, label, text } in &self.rows {
            if let Some(label) = label {
                writeln!(f, "{label}:")?;
            }
            let columns = match self.has_columns {
                true => format!("; {address:04X}  {}", hex::bytes(bytes)),
                false => String::new(),
            };
            writeln!(f, "{}", format!("        {text:23} {columns}").trim_end())?;
        }
        Ok(())
    }
}

/// Returns the source of these bytes.
pub fn disassemble(
    processor: Processor,
    bytes: &[u8],
    how: &Disassembly<'_>,
) -> Result<String, DisassemblyError> {
    source(processor, bytes, how).map(|source| source.to_string())
}

/// Returns the source of these bytes by rows.
pub fn source<'a>(
    processor: Processor,
    bytes: &'a [u8],
    how: &Disassembly<'_>,
) -> Result<Source<'a>, DisassemblyError> {
    let room = 0x1_0000 - usize::from(how.origin);
    if bytes.len() > room {
        return Err(DisassemblyError::TooLong {
            size: bytes.len(),
            origin: how.origin,
            by: bytes.len() - room,
        });
    }
    let marks = Marks::new(processor, bytes, how)?;
    let pieces = pieces::split(bytes, &marks, how);
    let names = Names::new(processor, &pieces, how.symbols, &marks.entries);
    let style = style(processor);
    let mut out = format!("        CPU     {}\n", processor.to_string().to_ascii_lowercase());
    for (name, value) in names.constants() {
        let _ = writeln!(out, "{name:7} {:7} {}", style.equals, processor.hex(value, 4));
    }
    let _ = writeln!(out, "        {}{}", style.origin, processor.hex(how.origin, 4));
    let row = |piece: &Piece<'a>| Row {
        address: piece.address,
        bytes: piece.bytes,
        label: names.label(piece.address).map(ToString::to_string),
        text: piece.text(processor, &names, &style),
    };
    Ok(Source { head: out, rows: pieces.iter().map(row).collect(), has_columns: how.columns })
}

/// Returns the ranges that a disassembly with these options shows as instructions.
pub fn code_ranges(
    processor: Processor,
    bytes: &[u8],
    how: &Disassembly<'_>,
) -> Result<Vec<Range>, DisassemblyError> {
    let marks = Marks::new(processor, bytes, how)?;
    let is_code = |mark: &marks::Mark| matches!(mark, marks::Mark::Start(_) | marks::Mark::Inside);
    let addresses = (how.origin..=u16::MAX).zip(&marks.marks).filter(|(_, mark)| is_code(mark));
    let mut ranges: Vec<Range> = Vec::new();
    for (address, _) in addresses {
        match ranges.last_mut() {
            Some(last) if last.last + 1 == address => last.last = address,
            _ => ranges.push(Range { first: address, last: address, content: Content::Code }),
        }
    }
    Ok(ranges)
}

impl Piece<'_> {
    fn text(&self, processor: Processor, names: &Names, style: &Style) -> String {
        let instruction = match &self.what {
            PieceKind::Instruction(instruction) => instruction,
            PieceKind::Data => return format!("{:7} {}", style.byte, bytes(processor, self.bytes).join(",")),
            PieceKind::Text => return format!("{:7} {}", style.byte, strings(processor, self.bytes)),
        };
        let named = |address: u16| {
            names.name(address).filter(|_| self.may_name(instruction.row.operands(), address, names))
        };
        let text = instruction.at(self.address).with(&named).to_string();
        match text.split_once(' ') {
            Some((mnemonic, operands)) => format!("{mnemonic:7} {operands}"),
            None => text,
        }
    }

    /// Returns whether the operand may be a name. A forward reference must not be in a zero-page instruction: the assembler
    /// does not know yet that the label is in the zero page, and would emit three bytes.
    fn may_name(&self, operands: &[Operand], address: u16, names: &Names) -> bool {
        let first = operands.first();
        let short = matches!(first, Some(Operand::Mos(Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY)));
        !short || names.label(address).is_none() || address <= self.address
    }
}

fn bytes(processor: Processor, bytes: &[u8]) -> Vec<String> {
    bytes.iter().map(|byte| processor.hex((*byte).into(), 2).to_string()).collect()
}

/// Formats text as strings in double quotes, which all three syntaxes accept, with other bytes between them.
fn strings(processor: Processor, text: &[u8]) -> String {
    let same_kind = |one: &u8, other: &u8| is_printable(*one) == is_printable(*other);
    let runs = text.chunk_by(same_kind).map(|run| {
        if run.iter().all(|byte| is_printable(*byte)) {
            format!("\"{}\"", String::from_utf8_lossy(run).replace('"', "\"\""))
        } else {
            bytes(processor, run).join(",")
        }
    });
    runs.collect::<Vec<_>>().join(",")
}
