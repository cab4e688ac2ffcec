//! The symbols of a file, and where names are defined and used.

use arcadian_asm::{Symbol, SymbolKind};
use lsp_types::{DocumentSymbol, Location, Range};

use super::{AssemblyView, line, view::Place};
use crate::overlay::Snapshot;

/// The maximum number of symbols of an outline. A client asks for it after each change.
const MOST_SYMBOLS: usize = 5000;

impl AssemblyView {
    /// Returns where the name at a byte of a line is defined; on a line that includes a file, the file.
    pub(crate) fn definition_at(
        &self,
        snapshot: &Snapshot,
        file: usize,
        number: usize,
        byte: usize,
    ) -> Option<Location> {
        if let Some(word) = self.word(file, number, byte) {
            let symbol = self.symbol(&word).and_then(|(_, symbol)| self.definition(symbol));
            let place = symbol.or_else(|| Some(self.macro_named(self.text(&word))?.place.clone()));
            if let Some(place) = place {
                return self.location(snapshot, &place);
            }
        }
        let included = self.included_by(file, number)?;
        let uri = snapshot.uri(&self.files.get(included)?.path)?;
        Some(Location::new(uri, Range::default()))
    }

    /// Returns the file that a line includes: the one that its record is followed by, if the line names a file.
    fn included_by(&self, file: usize, number: usize) -> Option<usize> {
        let (index, _) = self.record(file, number)?;
        let text = self.line(file, number);
        let code = text.get(line::code(text, self.source_start(file, number)))?;
        let named = self.files.iter().position(|other| {
            let name = other.path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| code.contains(name))
        });
        let next = self.assembly.lines.get(index + 1).map(|next| next.file).filter(|next| *next != file);
        named.or(next)
    }

    /// Returns every place at which the name at a byte of a line stands for the same symbol, the definition included.
    pub(crate) fn uses(&self, file: usize, number: usize, byte: usize) -> Vec<UseOfName> {
        let Some(word) = self.word(file, number, byte) else { return Vec::new() };
        let Some((key, symbol)) = self.symbol(&word) else { return Vec::new() };
        let last = key.rsplit('.').next().unwrap_or(key);
        let definition = self.definition(symbol);
        let mut uses = Vec::new();
        for (file, source) in self.files.iter().enumerate() {
            for (number, text) in source.text.lines().enumerate() {
                for span in line::words(text, self.source_start(file, number)) {
                    let name = text.get(span.clone()).unwrap_or("").trim_start_matches(['.', '@']);
                    // Only names that can be it are looked up.
                    if !name.eq_ignore_ascii_case(last) && !name.eq_ignore_ascii_case(key) {
                        continue;
                    }
                    let place = Place { file, line: number, span };
                    if self.symbol(&place).is_some_and(|(other, _)| other == key) {
                        let is_definition = definition.as_ref() == Some(&place);
                        uses.push(UseOfName { place, is_definition });
                    }
                }
            }
        }
        uses
    }

    /// Returns the bytes of the symbol's name at a byte of a line.
    pub(crate) fn name_at(&self, file: usize, number: usize, byte: usize) -> Option<std::ops::Range<usize>> {
        let word = self.word(file, number, byte)?;
        self.symbol(&word)?;
        Some(word.span)
    }

    /// Returns the replacements that give the symbol at a byte of a line another name. A local name stays one.
    pub(crate) fn rename(
        &self,
        snapshot: &Snapshot,
        file: usize,
        number: usize,
        byte: usize,
        name: &str,
    ) -> Result<Vec<(Location, String)>, String> {
        let new = name.trim_start_matches(['.', '@']);
        let mut words = line::words(new, 0);
        if words.next() != Some(0..new.len()) || new.contains('.') {
            return Err(format!("`{name}` is not a name of the assembler"));
        }
        let uses = self.uses(file, number, byte);
        if uses.is_empty() {
            return Err("there is no symbol here".to_owned());
        }
        if let Some((_, other)) = uses.first().and_then(|found| self.named_like(&found.place, new)) {
            return Err(format!("`{}` is defined already", other.name));
        }
        let edits = uses.iter().filter_map(|found| {
            let written = self.text(&found.place);
            // What is before the last part of the name stays: the dot of a local name, or its label.
            let kept = written.rfind(['.', '@']).map_or("", |at| written.get(..=at).unwrap_or(""));
            Some((self.location(snapshot, &found.place)?, format!("{kept}{new}")))
        });
        Ok(edits.collect())
    }

    /// Returns the symbol that the name at a place would be with another last part.
    fn named_like(&self, place: &Place, new: &str) -> Option<(&str, &Symbol)> {
        let (key, _) = self.symbol(place)?;
        let new = new.to_ascii_uppercase();
        let other = key.rsplit_once('.').map_or(new.clone(), |(parent, _)| format!("{parent}.{new}"));
        self.assembly
            .symbols
            .get_key_value(&other)
            .filter(|(other, _)| *other != key)
            .map(|(key, symbol)| (key.as_str(), symbol))
    }

    /// Returns the range and URI of a place.
    pub(crate) fn location(&self, snapshot: &Snapshot, place: &Place) -> Option<Location> {
        let file = self.files.get(place.file)?;
        Some(Location::new(snapshot.uri(&file.path)?, self.range(snapshot, place)))
    }

    pub(super) fn range(&self, snapshot: &Snapshot, place: &Place) -> Range {
        let file = self.files.get(place.file);
        file.map_or_else(Range::default, |file| {
            file.text.range(place.line, place.span.clone(), snapshot.encoding)
        })
    }

    /// Returns the symbols and macros that a file defines. Local ones are below their labels.
    pub(crate) fn document_symbols(&self, snapshot: &Snapshot, file: usize) -> Vec<DocumentSymbol> {
        let own = self.assembly.symbols.iter().filter_map(|(key, symbol)| {
            let line = symbol
                .line
                .filter(|line| self.assembly.lines.get(*line).is_some_and(|line| line.file == file))?;
            Some((line, key.len(), key, symbol))
        });
        let mut own: Vec<_> = own.collect();
        own.sort_by_key(|(line, length, ..)| (*line, *length));
        let left_out = own.len().saturating_sub(MOST_SYMBOLS);
        own.truncate(MOST_SYMBOLS);
        let last = own.last().map(|(line, ..)| *line);
        let own =
            own.into_iter().filter_map(|(_, _, key, symbol)| Some((self.definition(symbol)?, key, symbol)));
        let mut symbols: Vec<(String, DocumentSymbol)> = Vec::new();
        for (place, key, symbol) in own {
            let parent = key.rsplit_once('.').map_or("", |(parent, _)| parent);
            let entry = self.document_symbol(snapshot, &place, symbol);
            match symbols.last_mut().filter(|(other, _)| other == parent) {
                Some((_, label)) => label.children.get_or_insert_default().push(entry),
                None => symbols.push((key.clone(), entry)),
            }
        }
        let mut symbols: Vec<DocumentSymbol> = symbols.into_iter().map(|(_, symbol)| symbol).collect();
        if let Some(line) = last.filter(|_| left_out > 0).and_then(|line| self.assembly.lines.get(line)) {
            let place = Place { file, line: line.number.saturating_sub(1), span: 0..0 };
            let (name, range) = (format!("{left_out} more names"), self.range(snapshot, &place));
            symbols.push(document_symbol(name, String::new(), lsp_types::SymbolKind::NULL, range));
        }
        symbols.extend(self.macros.iter().filter(|found| found.place.file == file).map(|found| {
            let range = self.range(snapshot, &found.place);
            document_symbol(found.name.clone(), "macro".to_owned(), lsp_types::SymbolKind::OPERATOR, range)
        }));
        symbols
    }

    fn document_symbol(&self, snapshot: &Snapshot, place: &Place, symbol: &Symbol) -> DocumentSymbol {
        let kind = match symbol.kind {
            SymbolKind::Label => lsp_types::SymbolKind::FUNCTION,
            SymbolKind::Constant => lsp_types::SymbolKind::CONSTANT,
            SymbolKind::Variable => lsp_types::SymbolKind::VARIABLE,
        };
        let value = match u16::try_from(symbol.value) {
            Ok(value) => self.assembly.processor.hex(value, 4).to_string(),
            Err(_) => symbol.value.to_string(),
        };
        let written = self.text(place);
        let name = if written.is_empty() { &symbol.name } else { written };
        document_symbol(name.to_owned(), value, kind, self.range(snapshot, place))
    }
}

/// A place at which a symbol is named.
pub(crate) struct UseOfName {
    pub(crate) place: Place,
    pub(crate) is_definition: bool,
}

/// Returns a symbol without children.
#[expect(deprecated, reason = "the type has a field that a newer one replaces, and no constructor")]
pub(crate) fn document_symbol(
    name: String,
    detail: String,
    kind: lsp_types::SymbolKind,
    range: Range,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: Some(detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}
