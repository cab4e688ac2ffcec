//! What an instruction, a symbol or a header key means.

use std::fmt::Write;

use arcadian_asm::{Line, Symbol, SymbolKind, sheet};
use arcadian_isa::{Flags, Instruction, Processor, Row, Status, hex};

use super::{AssemblyView, line, view::Place};

/// The maximum number of instructions of a line that are explained.
const MOST_INSTRUCTIONS: usize = 8;
/// The maximum number of bytes of a line that are shown.
const MOST_BYTES: usize = 16;

impl AssemblyView {
    /// Returns what is at a byte of a line, as Markdown, and the bytes that it is about.
    pub(crate) fn hover(
        &self,
        file: usize,
        number: usize,
        byte: usize,
    ) -> Option<(std::ops::Range<usize>, String)> {
        let text = self.line(file, number);
        if let Some(header) = text.strip_prefix(";!") {
            return of_key(header, byte);
        }
        let word = self.word(file, number, byte);
        if let Some(word) = &word
            && let Some(about) = self.of_name(word)
        {
            return Some((word.span.clone(), about));
        }
        let code = line::code(text, 0);
        let (_, record) = self.record(file, number)?;
        let about = of_line(self.assembly.processor, record)?;
        (code.start <= byte && byte <= code.end).then_some((code, about))
    }

    fn of_name(&self, word: &Place) -> Option<String> {
        if let Some((_, symbol)) = self.symbol(word) {
            return Some(self.of_symbol(symbol));
        }
        let found = self.macro_named(self.text(word))?;
        Some(format!("`{}` macro\n\ndefined in {}", found.name, self.place_name(&found.place)))
    }

    fn of_symbol(&self, symbol: &Symbol) -> String {
        let kind = match symbol.kind {
            SymbolKind::Label => "label",
            SymbolKind::Constant => "constant",
            SymbolKind::Variable => "variable",
        };
        let value = match u16::try_from(symbol.value) {
            Ok(value) => format!("{} ({value})", self.assembly.processor.hex(value, 4)),
            Err(_) => symbol.value.to_string(),
        };
        let mut about = format!("`{}` {kind} = {value}", symbol.name);
        if let Some(place) = self.definition(symbol) {
            let _ = write!(about, "\n\ndefined in {}", self.place_name(&place));
            let comment =
                symbol.line.and_then(|line| self.assembly.lines.get(line)).map_or("", |line| &line.comment);
            if !comment.is_empty() {
                let _ = write!(about, "\n\n{}", escaped(comment));
            }
        }
        about
    }

    fn place_name(&self, place: &Place) -> String {
        let name = self.files.get(place.file).and_then(|file| file.path.file_name());
        let name = name.and_then(|name| name.to_str()).unwrap_or("this file");
        format!("{}, line {}", escaped(name), place.line + 1)
    }
}

/// Escapes the characters that Markdown gives a meaning to.
fn escaped(text: &str) -> String {
    let is_special = |c: char| "\\`*_{}[]<>#|!~&".contains(c);
    text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Returns what a header key takes.
fn of_key(header: &str, byte: usize) -> Option<(std::ops::Range<usize>, String)> {
    let name = header.split(':').next().unwrap_or(header);
    let start = 2 + name.len() - name.trim_start().len();
    let span = start..start + name.trim().len();
    let (key, takes) = sheet::keys().find(|(key, _)| key.eq_ignore_ascii_case(name.trim()))?;
    (span.start <= byte && byte <= span.end).then(|| (span, format!("`{key}` takes {}", escaped(takes))))
}

/// Returns what a line emits: its instructions, or its data.
fn of_line(processor: Processor, record: &Line) -> Option<String> {
    let Some(row) = record.row else {
        let count = record.bytes.len();
        let place = processor.hex(record.address, 4);
        return (count > 0).then(|| format!("{count} bytes at {place}: `{}`", shown(&record.bytes)));
    };
    let (mut rest, mut address) = (&record.bytes[..], record.address);
    let mut parts = Vec::new();
    while let Ok(instruction) = processor.decode(rest)
        && parts.len() < MOST_INSTRUCTIONS
    {
        parts.push(of_instruction(&instruction, address));
        let length = usize::from(instruction.length());
        (rest, address) = (rest.get(length..).unwrap_or(&[]), address.wrapping_add(length as u16));
    }
    // Without the values of its operands the line has no bytes.
    Some(if parts.is_empty() { of_row(row) } else { parts.join("\n\n---\n\n") })
}

fn shown(bytes: &[u8]) -> String {
    let more = if bytes.len() > MOST_BYTES { " …" } else { "" };
    format!("{}{more}", hex::bytes(&bytes[..bytes.len().min(MOST_BYTES)]))
}

fn of_instruction(instruction: &Instruction, address: u16) -> String {
    let row = instruction.row;
    let place = row.page.processor().hex(address, 4);
    format!(
        "`{}`\n\nbytes `{}` at {place}\\\n{}",
        instruction.at(address),
        shown(&instruction.bytes()),
        facts(row)
    )
}

fn of_row(row: &Row) -> String {
    format!("`{}`\n\n{} bytes\\\n{}", row.mnemonic, row.length, facts(row))
}

/// Returns the cycles and flags of an instruction.
fn facts(row: &Row) -> String {
    let processor = row.page.processor();
    let mut text = format!("{} cycles", row.cycles.base);
    if row.cycles.taken > 0 {
        let _ = write!(text, ", {} if taken or repeated", row.cycles.base + row.cycles.taken);
    }
    if row.cycles.crossed > 0 {
        let _ = write!(text, ", {} more across a page", row.cycles.crossed);
    }
    let Flags { read, computed, cleared, set } = row.flags;
    let named = [("reads", read), ("computes", computed), ("clears", cleared), ("sets", set)];
    let flags: Vec<String> = named
        .iter()
        .filter(|(_, mask)| *mask != 0)
        .map(|(verb, mask)| format!("{verb} {}", names(processor, *mask)))
        .collect();
    let flags = if flags.is_empty() { "neither read nor written".to_owned() } else { flags.join("; ") };
    let _ = write!(text, "\\\nflags: {flags}");
    match row.status {
        Status::Documented => {}
        Status::Undocumented => text += "\\\nundocumented",
        Status::Unstable => text += "\\\nundocumented; the result depends on the chip",
    }
    text
}

/// Returns the names of flags.
fn names(processor: Processor, mask: u8) -> String {
    let named = processor.flags().iter().filter(|(_, bit)| mask >> bit & 1 != 0).map(|(name, _)| *name);
    named.collect::<Vec<_>>().join(" ")
}
