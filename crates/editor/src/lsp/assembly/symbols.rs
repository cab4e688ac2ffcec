//! The symbols of a file, where names are defined and used, and other names for them.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_asm::{
    Assembly, Attempt, Diagnostic, Fault, Severity, Symbol, SymbolKind, attempt,
    names::{Entity, Fixed, Occurrence},
};
use lsp_types::{DocumentSymbol, Location, Range};

use super::{
    AssemblyView, line,
    view::{self, Again, Place},
};
use crate::lsp::uri::Snapshot;

/// The maximum number of symbols of an outline. A client asks for it after each change.
const MOST_SYMBOLS: usize = 5000;

impl AssemblyView {
    /// Returns where the name at a byte of a line is defined; on a line that includes a file, the file.
    pub(crate) fn definitions_at(
        &self,
        snapshot: &Snapshot,
        file: usize,
        number: usize,
        byte: usize,
    ) -> Vec<Location> {
        let names = self.names_at(file, number, byte);
        if !names.is_empty() {
            return self.definitions_of(&names).filter_map(|place| self.location(snapshot, &place)).collect();
        }
        let included = self.included_by(file, number).and_then(|included| self.files.get(included));
        let uri = included.and_then(|included| snapshot.uri(&included.path));
        uri.map(|uri| Location::new(uri, Range::default())).into_iter().collect()
    }

    /// Returns the occurrences of names at a byte of a line. In a line of a macro there can be several.
    fn names_at(&self, file: usize, number: usize, byte: usize) -> Vec<&Occurrence> {
        self.assembly.names.at(file, number + 1, byte)
    }

    /// Returns what the name at a byte of a line stands for, and its bytes.
    pub(super) fn entities_at(
        &self,
        file: usize,
        number: usize,
        byte: usize,
    ) -> Option<(std::ops::Range<usize>, Vec<&Entity>)> {
        let found = self.names_at(file, number, byte);
        let span = found.first()?.span.clone();
        Some((span, found.into_iter().filter_map(|found| self.assembly.names.entity(found)).collect()))
    }

    /// Returns where what occurrences stand for is defined, each place once. What another module defines is where it is declared.
    pub(super) fn definitions_of(&self, found: &[&Occurrence]) -> impl Iterator<Item = Place> {
        let names = &self.assembly.names;
        let entities: BTreeSet<usize> = found.iter().map(|found| found.entity).collect();
        let own = || names.occurrences.iter().filter(|other| entities.contains(&other.entity));
        let defined: Vec<&Occurrence> = own().filter(|other| other.is_definition).collect();
        let classes: BTreeSet<usize> =
            found.iter().filter_map(|found| names.entity(found)).map(|entity| entity.class).collect();
        // The field of something placed is defined in its structure.
        let linked = names.occurrences.iter().filter(|other| {
            other.is_definition && names.entity(other).is_some_and(|entity| classes.contains(&entity.class))
        });
        let is_imported =
            found.iter().filter_map(|found| names.entity(found)).any(|entity| entity.is_imported);
        let all: Vec<&Occurrence> = match defined.is_empty() {
            false => defined,
            true if is_imported => own().take(1).collect(),
            true => linked.collect(),
        };
        let places: Vec<Place> = all.into_iter().map(Place::of).collect();
        let mut seen = Vec::new();
        places.into_iter().filter(move |place| {
            let is_new = !seen.contains(place);
            seen.push(place.clone());
            is_new
        })
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

    /// Returns every place at which a name stands for the same as that at a byte of a line, the definition included.
    pub(crate) fn uses(&self, file: usize, number: usize, byte: usize) -> Vec<UseOfName> {
        let names = &self.assembly.names;
        let found = self.names_at(file, number, byte);
        let Some(class) = found.first().and_then(|found| names.entity(found)).map(|entity| entity.class)
        else {
            return Vec::new();
        };
        // A line of a macro can have several at one place.
        let mut uses: BTreeMap<(usize, usize, usize), UseOfName> = BTreeMap::new();
        for found in names.of_class(class) {
            let own = uses.entry((found.file, found.line, found.span.start)).or_insert_with(|| UseOfName {
                place: Place::of(found),
                sign: found.sign,
                is_definition: false,
            });
            own.is_definition |= found.is_definition;
        }
        uses.into_values().collect()
    }

    /// Returns the bytes of the name at a byte of a line, if what it stands for can be given another name; else why not. There is none if
    /// there is no name.
    pub(crate) fn name_at(
        &self,
        file: usize,
        number: usize,
        byte: usize,
    ) -> Option<Result<std::ops::Range<usize>, String>> {
        let found = self.names_at(file, number, byte);
        let first = found.first()?;
        let entity = self.assembly.names.entity(first)?;
        Some(self.check_renamable(entity).map(|()| first.span.clone()))
    }

    /// Returns why what a name stands for cannot be given another name, if it cannot.
    fn check_renamable(&self, entity: &Entity) -> Result<(), String> {
        let name = &entity.name;
        let is_built_in = |found: &Occurrence| {
            self.assembly.files.get(found.file).is_some_and(|file| file.starts_with('<'))
        };
        match self.assembly.names.fixed(entity.class) {
            Some(Fixed::Unnamed) => Err("a label without a name cannot be renamed".to_owned()),
            Some(Fixed::Imported) => {
                Err(format!("another module defines `{name}`; its name would no longer be the same there"))
            }
            Some(Fixed::Outside) => Err(format!("`{name}` is not defined in this source")),
            Some(Fixed::Composed) => Err(format!(
                "`{name}` is put together by the assembler where it expands a macro, so it cannot be replaced there"
            )),
            None if self.assembly.names.of_class(entity.class).any(is_built_in) => {
                Err(format!("the assembler brings `{name}` with it"))
            }
            None => Ok(()),
        }
    }

    /// Returns the replacements that give what the name at a byte of a line stands for another name. A local name stays one. The source
    /// with the other name must assemble to the same bytes, and all names must stand for the same.
    pub(crate) fn rename(
        &self,
        snapshot: &Snapshot,
        file: usize,
        number: usize,
        byte: usize,
        name: &str,
    ) -> Result<Vec<(Location, String)>, String> {
        let found = self.names_at(file, number, byte);
        let first = found.first().and_then(|found| Some((*found, self.assembly.names.entity(found)?)));
        let Some((first, entity)) = first else { return Err("there is no symbol here".to_owned()) };
        self.check_renamable(entity)?;
        let sign = self.text(&Place::of(first)).get(..first.sign).unwrap_or("");
        let new = if sign.is_empty() { name } else { name.strip_prefix(sign).unwrap_or(name) };
        let uses = self.uses(file, number, byte);
        self.check_renamed(&uses, new, name)?;
        let edits = uses.iter().filter_map(|found| {
            let location = self.location(snapshot, &found.place)?;
            let written = self.text(&found.place);
            Some((location, format!("{}{new}", written.get(..found.sign).unwrap_or(""))))
        });
        Ok(edits.collect())
    }

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

impl AssemblyView {
    /// Returns an error unless the source with another name at some places assembles to the same bytes, and every name stands for the
    /// same. `written` is the name as the user gave it.
    fn check_renamed(&self, uses: &[UseOfName], new: &str, written: &str) -> Result<(), String> {
        if !may_be_name(new) {
            return Err(format!("`{written}` is not a name of the assembler"));
        }
        let changed = self.with_name(uses, new);
        let text = |texts: &BTreeMap<String, String>| {
            let own = self.files.first().map_or("", |file| file.text.as_str());
            texts.get(&self.reading.name).cloned().unwrap_or_else(|| own.to_owned())
        };
        let mut host = Again { given: &self.reading.given, changed: &changed };
        let after = attempt(&self.reading.name, &text(&changed), &self.reading.options, &mut host);
        if let Some(why) = self.new_error(&after, written) {
            return Err(why);
        }
        let would_change =
            || format!("`{written}` would not stand for the same everywhere: it has a meaning already");
        let after = after.assembly.ok_or_else(would_change)?;
        if !has_same_bytes(&self.assembly, &after) || self.assembly.names.shape() != after.names.shape() {
            return Err(would_change());
        }
        let nothing = BTreeMap::new();
        let mut before = Again { given: &self.reading.given, changed: &nothing };
        let name = &self.reading.name;
        let was_right = view::first_error(&self.assembly, name, &text(&nothing), &mut before).is_none();
        match view::first_error(&after, name, &text(&changed), &mut host).filter(|_| was_right) {
            Some(why) => Err(format!("with `{written}` a contract would be wrong: {why}")),
            None => Ok(()),
        }
    }

    /// Returns the texts of files with another name at some places.
    fn with_name(&self, uses: &[UseOfName], new: &str) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            let own = || uses.iter().filter(|found| found.place.file == index);
            let Some(name) = self.assembly.files.get(index).filter(|_| own().next().is_some()) else {
                continue;
            };
            let mut lines: Vec<String> = file.text.lines().map(str::to_owned).collect();
            // From the end, so that the bytes before stay where they are.
            for found in own().collect::<Vec<_>>().into_iter().rev() {
                let span = found.place.span.start + found.sign..found.place.span.end;
                if let Some(line) = lines.get_mut(found.place.line)
                    && line.get(span.clone()).is_some()
                {
                    line.replace_range(span, new);
                }
            }
            texts.insert(name.clone(), lines.join("\n"));
        }
        texts
    }

    /// Returns why the source has errors that it did not have.
    fn new_error(&self, after: &Attempt, written: &str) -> Option<String> {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let place = |found: &Diagnostic| (found.location.file.clone(), found.location.line);
        let known: Vec<_> = self.reading.diagnostics.iter().filter(is_error).map(place).collect();
        let mut errors = after.diagnostics.iter().filter(is_error);
        let new = errors.find(|found| !known.contains(&place(found)))?;
        Some(match &new.fault {
            Fault::Duplicate(name) => format!("`{name}` is defined already"),
            fault => {
                let line = new.location.line;
                format!("`{written}` cannot be a name here: with it, line {line} has the error: {fault}")
            }
        })
    }
}

fn has_same_bytes(one: &Assembly, other: &Assembly) -> bool {
    let parts = |assembly: &Assembly| {
        let parts = assembly.parts().into_iter();
        parts.map(|(address, bytes)| (address, bytes.to_vec())).collect::<Vec<_>>()
    };
    (one.origin, one.entry, &one.segments) == (other.origin, other.entry, &other.segments)
        && parts(one) == parts(other)
}

/// Returns whether a text can be a name in some dialect: what each one accepts, only assembling shows.
fn may_be_name(text: &str) -> bool {
    let is_sign = |c: char| "_?.@$!#%".contains(c);
    let is_numbered =
        text.strip_suffix('$').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let begins = |first: char| first.is_ascii_alphabetic() || is_sign(first) || is_numbered;
    text.starts_with(begins)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || is_sign(c))
        && text.contains(|c: char| c.is_ascii_alphanumeric())
}

pub(crate) struct UseOfName {
    pub(crate) place: Place,
    /// The length of the sign before a local name.
    pub(crate) sign: usize,
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
