//! Symbols, and the source with its lines and the addresses that they became.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use arcadian_asm::{Assembly, SymbolKind, did_you_mean, nearest, read_symbols};
use arcadian_files::{
    Files, LONGEST_SOURCE,
    error::{Result, message},
    escape,
};
use arcadian_isa::hex;

/// The symbols and the source lines of machine code.
#[derive(Clone, Debug, Default)]
pub struct Source {
    symbols: Vec<Symbol>,
    lines: Option<Lines>,
}

/// A name of an address or of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub value: u16,
    /// Whether it is a place in the program.
    pub is_label: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocationError {
    #[error("`{text}` is not a location; {expected}")]
    Invalid {
        text: String,
        /// The form of a location, or a similar name.
        expected: String,
    },
    /// The location is valid but has no code.
    #[error("there is no code at {text}{}", .next.as_ref().map_or(String::new(), |next| format!("; the next is at {next}")))]
    NoCode {
        text: String,
        /// The next location that has code.
        next: Option<String>,
    },
    /// Several modules have a symbol of this name.
    #[error("`{text}` is ambiguous: it is {places}; use the address")]
    Ambiguous { text: String, places: String },
}

impl Source {
    pub fn assembled(assembly: &Assembly) -> Self {
        let symbols = assembly.symbols.values().filter_map(|symbol| {
            let (value, is_label) = (u16::try_from(symbol.value).ok()?, symbol.kind == SymbolKind::Label);
            Some(Symbol { name: symbol.name.clone(), value, is_label })
        });
        Source { symbols: symbols.collect(), lines: Some(Lines::assembled(assembly)) }
    }

    pub fn symbols(symbols: impl IntoIterator<Item = (String, u16)>) -> Self {
        let symbols = symbols.into_iter().map(|(name, value)| Symbol { name, value, is_label: true });
        Source { symbols: symbols.collect(), lines: None }
    }

    /// Uses symbols and lines that another tool made.
    pub fn foreign(symbols: Vec<Symbol>, lines: Lines) -> Self {
        Source { symbols, lines: Some(lines) }
    }

    pub fn symbol(&self, text: &str) -> Option<i64> {
        self.find_symbol(text).map(|symbol| symbol.value.into())
    }

    /// Finds a symbol by its name, else in any case, else by its name in C, else by the last part of its name if only one has it.
    fn find_symbol(&self, text: &str) -> Option<&Symbol> {
        let mut found = self.named(text).into_iter();
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns the symbols that a name can stand for, one of each value.
    fn named(&self, text: &str) -> Vec<&Symbol> {
        let ways: [&dyn Fn(&Symbol) -> bool; 4] = [
            &|symbol| symbol.name == text,
            &|symbol| symbol.name.eq_ignore_ascii_case(text),
            // A compiler puts an underscore before the names of C.
            &|symbol| symbol.name.strip_prefix('_') == Some(text),
            &|symbol| symbol.has_last_part(text),
        ];
        let all = |is_it: &dyn Fn(&Symbol) -> bool| -> Vec<&Symbol> {
            self.symbols.iter().filter(|symbol| is_it(symbol)).collect()
        };
        let mut found: Vec<&Symbol> = Vec::new();
        for symbol in ways.into_iter().map(all).find(|all| !all.is_empty()).unwrap_or_default() {
            if let Err(at) = found.binary_search_by_key(&symbol.value, |other| other.value) {
                found.insert(at, symbol);
            }
        }
        found
    }

    /// Returns the error for a name that several modules have, each for an address of its own.
    pub(crate) fn ambiguity(&self, text: &str) -> Option<LocationError> {
        let place = |symbol: &&Symbol| match self.line(symbol.value) {
            Some((file, line)) => format!("{:04X} ({file}:{})", symbol.value, line.number),
            None => format!("{:04X}", symbol.value),
        };
        let places: Vec<String> = self.named(text).iter().map(place).collect();
        let places = Some(places.join(" and ")).filter(|_| places.len() > 1)?;
        Some(LocationError::Ambiguous { text: text.to_owned(), places })
    }

    /// Returns whether a label has this name, in any case.
    pub fn has_label(&self, text: &str) -> bool {
        self.symbols.iter().any(|symbol| symbol.is_label && symbol.name.eq_ignore_ascii_case(text))
    }

    pub fn names(&self) -> impl Iterator<Item = String> {
        self.symbols.iter().map(|symbol| symbol.name.clone())
    }

    pub fn labels_with_addresses(&self) -> impl Iterator<Item = (&str, u16)> {
        let labels = self.symbols.iter().filter(|symbol| symbol.is_label);
        labels.map(|symbol| (symbol.name.as_str(), symbol.value))
    }

    pub fn labels(&self, address: u16) -> impl Iterator<Item = &str> {
        let labels = self.symbols.iter().filter(move |symbol| symbol.is_label && symbol.value == address);
        labels.map(|symbol| symbol.name.as_str())
    }

    /// Returns a name of an address: preferably a label, else a constant.
    pub fn name(&self, address: u16) -> Option<&str> {
        let constant = || self.symbols.iter().find(|symbol| symbol.value == address);
        self.labels(address).next().or_else(|| constant().map(|symbol| symbol.name.as_str()))
    }

    /// Returns a label of an address, or the address itself.
    pub fn name_of(&self, address: u16) -> String {
        self.labels(address).next().map_or_else(|| format!("{address:04X}"), str::to_owned)
    }

    /// Returns the note of the line at an address: its comment, or its text.
    pub fn comment(&self, address: u16) -> &str {
        self.lines().and_then(|lines| lines.starting_at(address)).map_or("", |line| &line.note)
    }

    fn lines(&self) -> Option<&Lines> {
        self.lines.as_ref()
    }

    /// Returns the lines of a source that has a line for every instruction.
    fn all_lines(&self) -> Option<&Lines> {
        self.lines().filter(|lines| lines.is_complete())
    }

    /// Returns whether an address is inside an instruction of the source, after its first byte.
    pub fn is_inside(&self, address: u16) -> bool {
        let line = self.all_lines().and_then(|lines| lines.at(address));
        line.is_some_and(|line| !line.is_data && line.address != address)
    }

    /// Returns whether the source begins within an instruction at an address before it, which is not an instruction then.
    pub fn begins_within(&self, address: u16, length: u8) -> bool {
        let has = |address| self.all_lines().is_some_and(|lines| lines.at(address).is_some());
        !has(address) && (1..length).any(|n| has(address.wrapping_add(n.into())))
    }

    /// Returns the number of data bytes of a source line from an address on; none if the source has no data there.
    pub fn data_at(&self, address: u16) -> Option<usize> {
        let line = self.lines()?.at(address).filter(|line| line.is_data)?;
        Some(line.length.saturating_sub(address.wrapping_sub(line.address)).into())
    }

    /// Returns the addresses of all instructions at which a line starts.
    pub fn code(&self) -> BTreeSet<u16> {
        self.lines().map(Lines::code).unwrap_or_default()
    }

    /// Returns the line at an address, and the name of its file.
    pub fn line(&self, address: u16) -> Option<(&str, &Line)> {
        let lines = self.lines()?;
        let line = lines.at(address)?;
        Some((lines.file(line)?, line))
    }

    /// Returns the files and lines in which a breakpoint can stop.
    pub fn lines_with_code(&self) -> Vec<(String, usize)> {
        self.lines().map(|lines| lines.with_code().collect()).unwrap_or_default()
    }

    /// Returns the first line from this one on that has code, and where a breakpoint in it stops.
    pub fn starts_in_line(&self, file: &str, number: usize) -> Option<(usize, &[u16])> {
        let lines = self.lines()?;
        lines.starts_from(lines.find_file(file)?, number)
    }

    /// Returns the address of a symbol, of `FILE:LINE`, or of a hexadecimal number.
    pub fn address_of(&self, text: &str) -> Result<u16, LocationError> {
        Ok(self.find(text)?.first().copied().unwrap_or_default())
    }

    /// Parses a symbol, `:LINE` of the source, or a hexadecimal address; `*` allows addresses without code.
    pub fn find(&self, text: &str) -> Result<Vec<u16>, LocationError> {
        let text = text.trim();
        if let Some(address) = text.strip_prefix('*') {
            return Ok(vec![self.address(address).ok_or_else(|| self.invalid(text))?]);
        }
        if let Some(error) = self.ambiguity(text) {
            return Err(error);
        }
        let address = self.address(text);
        // The names of some languages have colons.
        if let (None, Some((file, line))) = (address, text.rsplit_once(':')) {
            return self.find_line(text, file, line);
        }
        let address = address.ok_or_else(|| self.invalid(text))?;
        let Some(lines) = self.all_lines().filter(|lines| !lines.is_code(address)) else {
            return Ok(vec![address]);
        };
        let next = (address..=0xFFFF).find(|address| lines.is_code(*address));
        Err(LocationError::NoCode { text: text.to_owned(), next: next.map(|next| format!("{next:04X}")) })
    }

    fn find_line(&self, text: &str, file: &str, line: &str) -> Result<Vec<u16>, LocationError> {
        let number = line.parse().map_err(|_| self.invalid(text))?;
        let found = self.lines().and_then(|lines| {
            let index = if file.is_empty() { 0 } else { lines.find_file(file)? };
            lines.starts_from(index, number)
        });
        match found.ok_or_else(|| self.invalid(text))? {
            (line, addresses) if line == number => Ok(addresses.to_vec()),
            (line, _) => Err(LocationError::NoCode {
                text: format!("line {number}"),
                next: Some(format!("line {line}")),
            }),
        }
    }

    /// Parses a symbol or a hexadecimal address.
    fn address(&self, text: &str) -> Option<u16> {
        let symbol = self.symbol(text).and_then(|value| u16::try_from(value).ok());
        symbol.or_else(|| hex::parse_number(text.trim())?.try_into().ok())
    }

    fn invalid(&self, text: &str) -> LocationError {
        let names = self.symbols.iter().map(|symbol| symbol.name.as_str());
        let last_parts = names.clone().filter_map(|name| name.rsplit(['.', ':']).next());
        let near = nearest(text, names.chain(last_parts));
        let expected = match near {
            Some(near) => did_you_mean(near),
            None if self.lines.is_some() => {
                "use a label, an address such as 0300, or a line such as :12".to_owned()
            }
            None => "use an address such as 0300".to_owned(),
        };
        LocationError::Invalid { text: text.to_owned(), expected }
    }
}

impl Symbol {
    /// Returns whether the name ends with a part after `::` or a dot.
    fn has_last_part(&self, part: &str) -> bool {
        let before = self.name.strip_suffix(part).filter(|_| !part.is_empty());
        before.is_some_and(|before| before.ends_with(['.', ':']))
    }
}

const MEMORY: usize = 0x1_0000;

/// A line of a source that became instructions or data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The index of the file.
    pub file: usize,
    /// The line, counted from 1.
    pub number: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    pub address: u16,
    /// The number of bytes.
    pub length: u16,
    pub is_data: bool,
    /// Whether a breakpoint in the line stops at its first address: it is code at which the line begins, in one of its expansions.
    pub is_start: bool,
    /// The note that a row of code shows next to its first instruction.
    pub note: String,
}

#[derive(Clone, Debug, Default)]
pub struct Lines {
    files: Vec<String>,
    lines: Vec<Line>,
    /// For each address the index of its line plus one; 0 if it has none.
    owners: Vec<u32>,
    /// For each line of a file with code, the addresses at which a breakpoint in it stops, in the order of the source.
    starts: BTreeMap<(usize, usize), Vec<u16>>,
    /// Whether each instruction of the program has a line of its own.
    is_complete: bool,
}

impl Lines {
    /// Collects lines. If several have an address, the last of them counts.
    pub fn new(files: Vec<String>, lines: Vec<Line>) -> Self {
        let mut owners = vec![0; MEMORY];
        for (line, owner) in lines.iter().zip(1..) {
            let first = usize::from(line.address);
            owners.iter_mut().skip(first).take(line.length.into()).for_each(|own| *own = owner);
        }
        let mut starts: BTreeMap<_, Vec<u16>> = BTreeMap::new();
        for line in lines.iter().filter(|line| line.is_start) {
            starts.entry((line.file, line.number)).or_default().push(line.address);
        }
        Lines { files, lines, owners, starts, is_complete: false }
    }

    pub(crate) fn assembled(assembly: &Assembly) -> Self {
        let lines = assembly.lines.iter().filter(|line| !line.bytes.is_empty()).map(|line| Line {
            file: line.file,
            number: line.number,
            column: line.text.len() - line.text.trim_start().len() + 1,
            address: line.address,
            length: u16::try_from(line.bytes.len()).unwrap_or(u16::MAX),
            is_data: line.row.is_none(),
            is_start: false,
            note: line.comment.trim().to_owned(),
        });
        let starts = starts(assembly);
        Lines { is_complete: true, starts, ..Lines::new(assembly.files.clone(), lines.collect()) }
    }

    /// Returns whether each instruction of the program has a line of its own.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub(crate) fn at(&self, address: u16) -> Option<&Line> {
        let owner = usize::try_from(*self.owners.get(usize::from(address))?).ok()?;
        self.lines.get(owner.checked_sub(1)?)
    }

    pub(crate) fn starting_at(&self, address: u16) -> Option<&Line> {
        self.at(address).filter(|line| line.address == address)
    }

    /// Returns whether an instruction of the source starts at an address.
    pub(crate) fn is_code(&self, address: u16) -> bool {
        self.starting_at(address).is_some_and(|line| !line.is_data)
    }

    /// Returns the addresses of all instructions at which a line starts.
    pub(crate) fn code(&self) -> BTreeSet<u16> {
        self.lines.iter().map(|line| line.address).filter(|address| self.is_code(*address)).collect()
    }

    /// Returns the name of a line's file.
    pub(crate) fn file(&self, line: &Line) -> Option<&str> {
        self.files.get(line.file).map(String::as_str)
    }

    /// Returns the index of a file by its name, or by the end of its path if only one has it.
    pub(crate) fn find_file(&self, name: &str) -> Option<usize> {
        let ends = |file: &String| {
            file.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        };
        let exact = self.files.iter().position(|file| file == name);
        exact.or_else(|| {
            let mut found = self.files.iter().enumerate().filter(|(_, file)| ends(file));
            found.next().filter(|_| found.next().is_none()).map(|(index, _)| index)
        })
    }

    /// Returns the files and lines in which a breakpoint can stop.
    pub(crate) fn with_code(&self) -> impl Iterator<Item = (String, usize)> {
        self.starts.keys().filter_map(|(file, number)| Some((self.files.get(*file)?.clone(), *number)))
    }

    /// Returns the first line from this one on that has code, and the addresses at which a breakpoint in it stops.
    pub(crate) fn starts_from(&self, file: usize, number: usize) -> Option<(usize, &[u16])> {
        let mut lines = self.starts.range((file, number)..=(file, usize::MAX));
        lines.next().map(|((_, number), addresses)| (*number, addresses.as_slice()))
    }
}

/// Returns the addresses at which a breakpoint in a line stops.
///
/// A line begins once in each reading of its file, macro or repetition, at the first instruction that it makes. What a call, a
/// repetition or an inclusion makes belongs to its line too.
fn starts(assembly: &Assembly) -> BTreeMap<(usize, usize), Vec<u16>> {
    let mut starts: BTreeMap<_, Vec<u16>> = BTreeMap::new();
    let mut begun = BTreeSet::new();
    for line in assembly.lines.iter().filter(|line| line.row.is_some() && !line.bytes.is_empty()) {
        let caller = |caller: &&arcadian_asm::Line| assembly.lines.get(caller.caller?);
        for place in std::iter::successors(Some(line), caller) {
            if !begun.insert((place.reading, place.file, place.number)) {
                break;
            }
            starts.entry((place.file, place.number)).or_default().push(line.address);
        }
    }
    starts
}

/// Whether a line has nothing but a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || [";", "//", "/*", "*"].iter().any(|start| line.starts_with(start))
}

/// Whether a line begins or divides a condition of the assembler or of the preprocessor of C.
pub(crate) fn is_condition(line: &str) -> bool {
    let word = line.trim_start().trim_start_matches(['#', '.', '!']).trim_start().to_ascii_lowercase();
    ["if", "else", "elif", "endif"].iter().any(|start| word.starts_with(start))
}

/// Whether a line of C ends a function or a declaration outside of functions, or is about other lines: a condition, a file, a macro.
pub(crate) fn ends_function(line: &str) -> bool {
    let start = line.trim_start();
    let is_directive =
        ["#if", "#el", "#endif", "#include", "#define"].iter().any(|word| start.starts_with(word));
    is_directive || !line.starts_with(char::is_whitespace) && !is_comment(line) && line.contains(['}', ';'])
}

/// Iterates over the identifiers in a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Whether a line of C has code and then ends a block that it has not begun.
pub(crate) fn ends_block(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default().trim();
    let count = |brace| code.matches(brace).count();
    !code.starts_with('}') && count('}') > count('{')
}

/// Returns the text of C without its comments, up to the first statement.
pub(crate) fn declared(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((start, length, end)) = ["//", "/*"]
        .iter()
        .zip(["\n", "*/"])
        .filter_map(|(start, end)| Some((rest.find(start)?, start.len(), end)))
        .min()
    {
        code += rest.get(..start).unwrap_or_default();
        code.push(' ');
        let after = rest.get(start + length..).unwrap_or_default();
        rest = after.split_once(end).map_or("", |(_, after)| after);
    }
    code += rest;
    code.split([';', '{', '}']).next().unwrap_or_default().to_owned()
}

/// Reads a symbol file. Ignores values that are not addresses.
pub fn read_names(files: &dyn Files, path: &Path) -> Result<Vec<(String, u16)>> {
    let text = files.text(path, "a symbol file", LONGEST_SOURCE)?;
    let symbols = read_symbols(&text).map_err(|error| message!("{}: {error}", escape::path(path)))?;
    Ok(symbols.into_iter().filter_map(|(name, value)| Some((name, u16::try_from(value).ok()?))).collect())
}
