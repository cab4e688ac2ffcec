//! Symbols, and the source with its lines.

use std::collections::BTreeSet;

use arcadian_asm::{Assembly, SymbolKind, nearest};
use arcadian_isa::hex;

use crate::debuggee::{Location, LocationError, SourceLine};

/// What is known about machine code besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct Source {
    symbols: Vec<Symbol>,
    assembly: Option<Assembly>,
}

#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    value: u16,
    is_label: bool,
}

impl Source {
    /// Uses the symbols and lines of an assembled source.
    pub fn assembled(assembly: Assembly) -> Self {
        let symbols = assembly.symbols.values().filter_map(|symbol| {
            let (value, is_label) = (u16::try_from(symbol.value).ok()?, symbol.kind == SymbolKind::Label);
            Some(Symbol { name: symbol.name.clone(), value, is_label })
        });
        Source { symbols: symbols.collect(), assembly: Some(assembly) }
    }

    /// Uses names of addresses.
    pub fn symbols(symbols: impl IntoIterator<Item = (String, u16)>) -> Self {
        let symbols = symbols.into_iter().map(|(name, value)| Symbol { name, value, is_label: true });
        Source { symbols: symbols.collect(), assembly: None }
    }

    /// Returns the value of a symbol, in any case.
    pub(super) fn symbol(&self, text: &str) -> Option<i64> {
        let found = self.symbols.iter().find(|symbol| symbol.name.eq_ignore_ascii_case(text));
        found.map(|symbol| symbol.value.into())
    }

    /// Returns whether a label has this name, in any case.
    pub(super) fn has_label(&self, text: &str) -> bool {
        self.symbols.iter().any(|symbol| symbol.is_label && symbol.name.eq_ignore_ascii_case(text))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.symbols.iter().map(|symbol| symbol.name.clone())
    }

    /// Returns the labels of an address.
    pub(super) fn labels(&self, address: u16) -> impl Iterator<Item = &str> {
        let labels = self.symbols.iter().filter(move |symbol| symbol.is_label && symbol.value == address);
        labels.map(|symbol| symbol.name.as_str())
    }

    /// Returns a name of an address: preferably a label, else a constant.
    pub(super) fn name(&self, address: u16) -> Option<&str> {
        let constant = || self.symbols.iter().find(|symbol| symbol.value == address);
        self.labels(address).next().or_else(|| constant().map(|symbol| symbol.name.as_str()))
    }

    /// Returns a label of an address, or the address itself.
    pub(super) fn name_of(&self, address: u16) -> String {
        self.labels(address).next().map_or_else(|| format!("{address:04X}"), str::to_owned)
    }

    /// Returns the comment of the line at an address.
    pub(super) fn comment(&self, address: u16) -> &str {
        self.line_starting_at(address).map_or("", |line| line.comment.trim())
    }

    fn line_starting_at(&self, address: u16) -> Option<&arcadian_asm::Line> {
        self.assembly.as_ref()?.line_at(address).filter(|line| line.address == address)
    }

    /// Returns whether an instruction of the source starts at an address.
    fn is_code(&self, address: u16) -> bool {
        self.line_starting_at(address).is_some_and(|line| line.row.is_some())
    }

    /// Returns whether an address is inside an instruction of the source, after its first byte.
    pub(super) fn is_inside(&self, address: u16) -> bool {
        let line = self.assembly.as_ref().and_then(|assembly| assembly.line_at(address));
        line.is_some_and(|line| line.row.is_some() && line.address != address)
    }

    /// Returns whether the source begins within an instruction at an address before it, which is not an instruction then.
    pub(super) fn begins_within(&self, address: u16, length: u8) -> bool {
        let has =
            |address| self.assembly.as_ref().is_some_and(|assembly| assembly.line_at(address).is_some());
        !has(address) && (1..length).any(|n| has(address.wrapping_add(n.into())))
    }

    /// Returns the number of data bytes of a source line from an address on; none if the source has no data there.
    pub(super) fn data_at(&self, address: u16) -> Option<usize> {
        let line = self.assembly.as_ref()?.line_at(address).filter(|line| line.row.is_none())?;
        Some(line.bytes.len().saturating_sub(address.wrapping_sub(line.address).into()))
    }

    pub(super) fn all_locations(&self) -> Vec<Location> {
        let lines = self.assembly.iter().flat_map(|assembly| &assembly.lines);
        let addresses: BTreeSet<u16> =
            lines.map(|line| line.address).filter(|address| self.is_code(*address)).collect();
        addresses.into_iter().map(|address| Location(address.into())).collect()
    }

    pub(super) fn line(&self, location: Location) -> Option<SourceLine> {
        let address = u16::try_from(location.0).ok()?;
        let assembly = self.assembly.as_ref()?;
        let line = assembly.line_at(address)?;
        let indent = line.text.len() - line.text.trim_start().len();
        let file = assembly.files.get(line.file)?.clone();
        Some(SourceLine { file, line: line.number, column: indent + 1 })
    }

    /// Returns the location of the first instruction in a line or after it.
    pub(super) fn location_in_line(&self, file: &str, number: usize) -> Option<Location> {
        let assembly = self.assembly.as_ref()?;
        let index = assembly.files.iter().position(|name| name == file)?;
        let lines = assembly.lines.iter().filter(|line| line.file == index && line.row.is_some());
        let first = lines.filter(|line| line.number >= number).min_by_key(|line| line.number);
        first.map(|line| Location(line.address.into()))
    }

    /// Parses a symbol, `:LINE` of the source, or a hexadecimal address; `*` allows addresses without code.
    pub(super) fn find(&self, text: &str) -> Result<Location, LocationError> {
        let text = text.trim();
        if let Some(address) = text.strip_prefix('*') {
            let address = self.address(address).ok_or_else(|| self.invalid(text))?;
            return Ok(Location(address.into()));
        }
        if let Some((file, line)) = text.rsplit_once(':') {
            return self.find_line(text, file, line);
        }
        let address = self.address(text).ok_or_else(|| self.invalid(text))?;
        if self.assembly.is_none() || self.is_code(address) {
            return Ok(Location(address.into()));
        }
        let next = (address..=0xFFFF).find(|address| self.is_code(*address));
        Err(LocationError::NoCode { text: text.to_owned(), next: next.map(|next| format!("{next:04X}")) })
    }

    fn find_line(&self, text: &str, file: &str, line: &str) -> Result<Location, LocationError> {
        let number = line.parse().map_err(|_| self.invalid(text))?;
        let first = self.assembly.as_ref().and_then(|assembly| assembly.files.first());
        let file = if file.is_empty() { first.map_or("", String::as_str) } else { file };
        let location = self.location_in_line(file, number).ok_or_else(|| self.invalid(text))?;
        match self.line(location).map_or(0, |line| line.line) {
            found if found == number => Ok(location),
            found => Err(LocationError::NoCode {
                text: format!("line {number}"),
                next: Some(format!("line {found}")),
            }),
        }
    }

    /// Parses a symbol or a hexadecimal address.
    fn address(&self, text: &str) -> Option<u16> {
        let symbol = self.symbol(text).and_then(|value| u16::try_from(value).ok());
        symbol.or_else(|| hex::parse_number(text.trim())?.try_into().ok())
    }

    fn invalid(&self, text: &str) -> LocationError {
        let near = nearest(text, self.symbols.iter().map(|symbol| symbol.name.as_str()));
        let expected = match near {
            Some(near) => format!("did you mean {near}?"),
            None if self.assembly.is_some() => {
                "use a label, an address such as 0300, or a line such as :12".to_owned()
            }
            None => "use an address such as 0300".to_owned(),
        };
        LocationError::Invalid { text: text.to_owned(), expected }
    }
}
