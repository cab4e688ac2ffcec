//! What is known of the code: symbols, and the source with its lines.

use arcadian_asm::{Assembly, Kind, nearest};

use crate::debuggee::{Line, NoSpot, Spot};

/// Symbols, and the source if there is one.
#[derive(Clone, Debug, Default)]
pub struct Source {
    symbols: Vec<(String, u16, bool)>,
    assembly: Option<Assembly>,
}

impl Source {
    /// The source is known.
    pub fn assembled(assembly: Assembly) -> Self {
        let symbols = assembly.symbols.values().filter_map(|symbol| {
            Some((symbol.name.clone(), u16::try_from(symbol.value).ok()?, symbol.kind == Kind::Label))
        });
        Source { symbols: symbols.collect(), assembly: Some(assembly) }
    }

    /// Only names of addresses are known, or not even these.
    pub fn symbols(symbols: impl IntoIterator<Item = (String, u16)>) -> Self {
        let symbols = symbols.into_iter().map(|(name, value)| (name, value, true)).collect();
        Source { symbols, assembly: None }
    }

    /// The source, if it is known.
    pub fn assembly(&self) -> Option<&Assembly> {
        self.assembly.as_ref()
    }

    /// The value of a symbol, in whatever case.
    pub fn symbol(&self, text: &str) -> Option<i64> {
        let is_it = |(name, ..): &&(String, u16, bool)| name.eq_ignore_ascii_case(text);
        self.symbols.iter().find(is_it).map(|(_, value, _)| (*value).into())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.symbols.iter().map(|(name, ..)| name.clone())
    }

    /// The labels at an address.
    pub(super) fn labels(&self, address: u16) -> impl Iterator<Item = &str> {
        let here = move |symbol: &&(String, u16, bool)| symbol.2 && symbol.1 == address;
        self.symbols.iter().filter(here).map(|(name, ..)| name.as_str())
    }

    /// A name of an address: a label if there is one, else a constant.
    pub(super) fn name(&self, address: u16) -> Option<&str> {
        let constant = || self.symbols.iter().find(|(_, value, _)| *value == address);
        self.labels(address).next().or_else(|| constant().map(|(name, ..)| name.as_str()))
    }

    /// A label, or the address.
    pub(super) fn name_of(&self, address: u16) -> String {
        self.labels(address).next().map_or_else(|| format!("{address:04X}"), str::to_owned)
    }

    /// The comment beside the code at an address.
    pub(super) fn comment(&self, address: u16) -> &str {
        self.begins(address).map_or("", |line| line.comment.trim())
    }

    /// The line whose bytes begin at an address.
    fn begins(&self, address: u16) -> Option<&arcadian_asm::Line> {
        self.assembly.as_ref()?.line_at(address).filter(|line| line.address == address)
    }

    /// Whether an instruction of the source begins here.
    fn is_code(&self, address: u16) -> bool {
        self.begins(address).is_some_and(|line| line.row.is_some())
    }

    /// Whether an instruction of the source began before and ends behind this address.
    pub(super) fn is_inside(&self, address: u16) -> bool {
        let line = self.assembly.as_ref().and_then(|assembly| assembly.line_at(address));
        line.is_some_and(|line| line.row.is_some() && line.address != address)
    }

    /// The bytes of the source that begin here: how many, and whether they are an instruction.
    pub(super) fn piece(&self, address: u16) -> Option<(usize, bool)> {
        let line = self.assembly.as_ref()?.line_at(address)?;
        let begun = usize::from(address.wrapping_sub(line.address));
        match line.row {
            Some(_) if begun == 0 => Some((line.bytes.len(), true)),
            Some(_) => None,
            None => Some((line.bytes.len().saturating_sub(begun), false)),
        }
    }

    pub(super) fn all_code(&self) -> Vec<Spot> {
        (0..=0xFFFF).filter(|address| self.is_code(*address)).map(|address| Spot(address.into())).collect()
    }

    pub(super) fn line(&self, spot: Spot) -> Option<Line> {
        let address = u16::try_from(spot.0).ok()?;
        let assembly = self.assembly.as_ref()?;
        let line = assembly.line_at(address)?;
        let indent = line.text.len() - line.text.trim_start().len();
        Some(Line { file: assembly.files.get(line.file)?.clone(), line: line.number, column: indent + 1 })
    }

    pub(super) fn spot_in(&self, file: &str, number: usize) -> Option<Spot> {
        let assembly = self.assembly.as_ref()?;
        let index = assembly.files.iter().position(|name| name == file)?;
        let behind = assembly
            .lines
            .iter()
            .filter(|line| line.file == index && line.row.is_some() && line.number >= number);
        behind.min_by_key(|line| line.number).map(|line| Spot(line.address.into()))
    }

    /// A symbol, `:LINE` of the source, or a hexadecimal address; `*` before it takes any address.
    pub(super) fn find(&self, place: &str) -> Result<Spot, NoSpot> {
        let text = place.trim();
        if let Some(anywhere) = text.strip_prefix('*') {
            let address = self.address(anywhere).ok_or_else(|| self.no_place(text))?;
            return Ok(Spot(address.into()));
        }
        if let Some((file, line)) = text.rsplit_once(':') {
            return self.find_line(text, file, line);
        }
        let address = self.address(text).ok_or_else(|| self.no_place(text))?;
        if self.assembly.is_none() || self.is_code(address) {
            return Ok(Spot(address.into()));
        }
        let near = (address..=0xFFFF).find(|address| self.is_code(*address));
        Err(NoSpot::NoCode { text: text.to_owned(), near: near.map(|address| format!("{address:04X}")) })
    }

    fn find_line(&self, text: &str, file: &str, line: &str) -> Result<Spot, NoSpot> {
        let number = line.parse().map_err(|_| self.no_place(text))?;
        let first = self.assembly.as_ref().and_then(|assembly| assembly.files.first());
        let file = if file.is_empty() { first.map_or("", String::as_str) } else { file };
        let spot = self.spot_in(file, number).ok_or_else(|| self.no_place(text))?;
        match self.line(spot).map_or(0, |line| line.line) {
            found if found == number => Ok(spot),
            found => {
                Err(NoSpot::NoCode { text: format!("line {number}"), near: Some(format!("line {found}")) })
            }
        }
    }

    /// A symbol, or an address as people write it: 0300, $300, 0x300, 300H.
    fn address(&self, text: &str) -> Option<u16> {
        let symbol = self.symbol(text).and_then(|value| u16::try_from(value).ok());
        symbol.or_else(|| hexadecimal(text))
    }

    fn no_place(&self, text: &str) -> NoSpot {
        let near = nearest(text, self.symbols.iter().map(|(name, ..)| name.as_str()));
        let expected = match near {
            Some(near) => format!("did you mean {near}?"),
            None if self.assembly.is_some() => {
                "a place is a label, an address such as 0300, or a line such as :12".to_owned()
            }
            None => "a place is an address such as 0300".to_owned(),
        };
        NoSpot::NotAPlace { text: text.to_owned(), expected }
    }
}

/// A hexadecimal number in one of the usual spellings.
pub(crate) fn hexadecimal(text: &str) -> Option<u16> {
    let lower = text.trim().to_ascii_lowercase();
    let bare =
        lower.strip_prefix("0x").or(lower.strip_prefix('$')).or(lower.strip_suffix('h')).unwrap_or(&lower);
    let is_plain = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_plain.then(|| u16::from_str_radix(bare, 16).ok()).flatten()
}
