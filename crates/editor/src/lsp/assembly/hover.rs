//! Explanations of instructions, symbols and header keys.

use std::fmt::Write;

use arcadian_asm::{
    Line, Symbol, SymbolKind,
    names::{Entity, NameKind, Occurrence},
    sheet,
};
use arcadian_isa::{Flags, Instruction, Processor, Row, Status, hex};

use super::{AssemblyView, line, view::Place};

/// The maximum number of symbols that are explained for one name.
const MOST_MEANINGS: usize = 4;
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
        if let Some((span, entities)) = self.entities_at(file, number, byte)
            && let Some(about) = self.of_names(&entities)
        {
            return Some((span, about));
        }
        if let Some(header) = text.strip_prefix(";!") {
            return of_key(header, byte);
        }
        let code = line::code(text, 0);
        let (_, record) = self.record(file, number)?;
        let about = of_line(self.assembly.processor, record)?;
        (code.start <= byte && byte <= code.end).then_some((code, about))
    }

    /// Returns what a name stands for. In a macro it can be something else each time.
    fn of_names(&self, entities: &[&Entity]) -> Option<String> {
        let symbol = |entity: &&Entity| self.assembly.symbols.get(entity.symbol.as_ref()?);
        let symbols: Vec<&Symbol> =
            entities.iter().filter(|entity| !entity.is_imported).filter_map(symbol).collect();
        if !symbols.is_empty() {
            let all: Vec<String> =
                symbols.iter().take(MOST_MEANINGS).map(|symbol| self.of_symbol(symbol)).collect();
            return Some(all.join("\n\n---\n\n"));
        }
        let entity = entities.first()?;
        let kind = match entity.kind {
            _ if entity.is_imported => "imported name: another module defines it",
            NameKind::Macro => "macro",
            NameKind::Parameter => "parameter",
            NameKind::Text => "text constant",
            NameKind::Unnamed => "label without a name",
            NameKind::Symbol if entities.len() > 1 => "name that each expansion has for itself",
            NameKind::Symbol => "name",
        };
        let names = &self.assembly.names;
        let is_own = |found: &&Occurrence| {
            found.is_definition && names.entity(found).is_some_and(|own| own.class == entity.class)
        };
        let found = names.occurrences.iter().find(is_own);
        let place = found.map(Place::of);
        let written = place.as_ref().map_or(entity.name.as_str(), |place| self.text(place));
        let defined = place
            .as_ref()
            .map_or_else(String::new, |place| format!("\n\ndefined in {}", self.place_name(place)));
        Some(format!("`{written}` {kind}{defined}"))
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
