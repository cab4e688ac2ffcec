//! Whether a source is the one that a binary was built from. Each line, assembled by itself, must make the bytes that the binary has at
//! its place. The times of files do not say it: a copy of a project gives one time to all of its files.

mod statement;

use std::collections::{BTreeMap, BTreeSet};

use arcadian_asm::{Dialect, NoFiles, Severity, attempt};
use arcadian_isa::{Instruction, Mode, Processor, Status, hex};

use crate::{
    debug_data::{DebugData, Format, Level, LineRange, Symbol, SymbolKind},
    map::{Part, loaded},
    sources::{AGAIN, Doubt, Source, Sources},
};
use statement::{
    Constants, Mnemonics, Statement, Word, constants, defined_word, imports, is_about_place, is_foreign,
    macro_name, uncommented,
};

/// The longest instruction of the processors, in bytes.
const LONGEST: usize = 4;
/// The words of cc65's runtime to which compiled code adds only Y. `regbank` is not one: its words are at distances.
const POINTERS: [&str; 6] = ["sp", "c_sp", "ptr1", "ptr2", "ptr3", "ptr4"];

/// A binary with the names that the lines of its sources use.
pub(crate) struct Build<'a> {
    parts: &'a [Part],
    processor: Processor,
    mnemonics: Mnemonics,
    dialect: Dialect,
    /// The values of names without their scopes; none if several symbols have the name.
    symbols: BTreeMap<&'a str, Option<i32>>,
    /// The constants of files without code, which others include.
    shared: Constants<'a>,
    macros: BTreeSet<String>,
    /// The words that `.define` gives another meaning.
    defined: BTreeSet<&'a str>,
    references: &'a BTreeMap<(usize, u32), BTreeSet<String>>,
}

/// Returns why the sources are not those that a binary was built from.
pub(crate) fn doubt(
    sources: &Sources,
    data: &DebugData,
    parts: &[Part],
    processor: Option<Processor>,
    format: Format,
) -> Option<Doubt> {
    let build = Build::new(data, parts, processor, format, sources)?;
    let mut found = sources.iter().enumerate().filter(|(_, source)| source.size.is_some());
    found.find_map(|(index, source)| build.doubt(data, index, source))
}

/// Returns an instruction that the 6502's manual does not describe and that nobody has written, with its line.
pub(crate) fn unknown_instruction(
    sources: &Sources,
    data: &DebugData,
    parts: &[Part],
) -> Option<(String, u16, u8)> {
    let build = Build::new(data, parts, Some(Processor::Mos6502), Format::Ld65, sources)?;
    sources.iter().enumerate().find_map(|(index, source)| {
        let (number, address, byte) = build.unknown_instruction(data, index, source)?;
        Some((format!("{}:{number}", source.name), address, byte))
    })
}

/// Returns the addresses of imported names whose module has no debug data, such as the zero page of cc65's runtime: the instructions
/// that use them have them.
pub(crate) fn imported(sources: &Sources, data: &DebugData, parts: &[Part]) -> Vec<Symbol> {
    let Some(build) = Build::new(data, parts, Some(Processor::Mos6502), Format::Ld65, sources) else {
        return Vec::new();
    };
    let mut found: BTreeMap<String, Option<u16>> = BTreeMap::new();
    let mut add = |name: &str, value| {
        let known = found.entry(name.to_owned()).or_insert(Some(value));
        *known = known.filter(|known| *known == value);
    };
    build.compiled_pointers(data).for_each(|(name, value)| add(name, value));
    for (index, source) in sources.iter().enumerate() {
        let rows = build.rows(data, index, source);
        let names = source.lines.iter().flat_map(|line| imports(Statement::read(line, &build.mnemonics)));
        let names: Vec<&str> = names.filter(|name| !build.symbols.contains_key(name)).collect();
        let own = |name| Own {
            constants: constants(source.lines.iter()),
            labels: vec![Label { name, number: 0, value: Some(0) }],
        };
        for name in names {
            let own = own(name);
            for row in rows.iter().filter(|row| build.uses(row, name)) {
                build.value(row, &own).into_iter().for_each(|value| add(name, value));
            }
        }
    }
    let symbol = |(name, value): (String, Option<u16>)| {
        let value = value?.into();
        Some(Symbol { name, value, kind: SymbolKind::Label, module: None, segment: None })
    };
    found.into_iter().filter_map(symbol).collect()
}

/// The names that a source defines.
struct Own<'a> {
    constants: Constants<'a>,
    labels: Vec<Label<'a>>,
}

struct Label<'a> {
    name: &'a str,
    number: usize,
    /// The address, if code follows directly.
    value: Option<i32>,
}

impl Own<'_> {
    /// Returns the value of a label of the source as a line means it; none if there is no label of this name.
    fn label(&self, name: &str, number: usize) -> Option<Option<i32>> {
        let is_local = |name: &str| name.starts_with(['@', '.']) || name.ends_with('$');
        let (mut first, mut end) = (0, usize::MAX);
        if is_local(name) {
            let mut bounds =
                self.labels.iter().filter(|label| !is_local(label.name)).map(|label| label.number);
            first = bounds.clone().take_while(|bound| *bound <= number).last().unwrap_or(0);
            end = bounds.find(|bound| *bound > number).unwrap_or(usize::MAX);
        }
        let mut found =
            self.labels.iter().filter(|label| label.name == name && (first..end).contains(&label.number));
        let label = found.next()?;
        Some(label.value.filter(|_| found.next().is_none()))
    }
}

/// A line of a source with the bytes at its place.
struct Row<'a> {
    range: &'a LineRange,
    number: usize,
    code: Statement<'a>,
    /// The bytes from its place to its end or to that of an instruction.
    bytes: &'a [u8],
    instruction: Option<Instruction>,
    /// Whether the line has other bytes too: data of several kinds, a repetition, a file that is included twice.
    is_part: bool,
}

impl<'a> Build<'a> {
    /// Returns what is needed to compare sources; none if their assembler is not known.
    pub(crate) fn new(
        data: &'a DebugData,
        parts: &'a [Part],
        processor: Option<Processor>,
        format: Format,
        sources: &'a Sources,
    ) -> Option<Self> {
        let dialect = Dialect::named(match format {
            Format::Ld65 => "ca65",
            Format::Noi | Format::Cdb | Format::Rst => "sdcc",
            Format::Sld => "sjasmplus",
            Format::Z88dk => "z88dk",
            Format::Vice => return None,
        })?;
        let mut symbols: BTreeMap<&str, Option<i32>> = BTreeMap::new();
        for symbol in &data.symbols {
            let name = symbol.name.rsplit([':', '.']).next().unwrap_or_default();
            let value = i32::try_from(symbol.value & 0xFFFF).ok();
            let known = symbols.entry(name).or_insert(value);
            *known = known.filter(|_| *known == value);
        }
        let lines = || sources.iter().flat_map(|source| &source.lines);
        // An included file can have macros, which are code where they are called.
        let is_code = |line: &LineRange| line.level != Level::MacroBody;
        let has_code = |index| data.lines.iter().any(|line| line.file == index && is_code(line));
        let without_code = sources.iter().enumerate().filter(|(index, _)| !has_code(*index));
        let shared = without_code.flat_map(|(_, source)| source.lines.iter());
        Some(Build {
            parts,
            processor: processor?,
            mnemonics: Mnemonics::new(processor?),
            dialect,
            symbols,
            shared: constants(shared),
            macros: lines().filter_map(|line| macro_name(line)).collect(),
            defined: lines().filter_map(|line| defined_word(line)).collect(),
            references: &data.references,
        })
    }

    /// Returns why the lines of a source are not those of the binary.
    pub(crate) fn doubt(&self, data: &DebugData, file: usize, source: &Source) -> Option<Doubt> {
        // What a comment over several lines hides is not known.
        if source.lines.iter().any(|line| line.contains("c_comments")) {
            return None;
        }
        let rows = self.rows(data, file, source);
        let own = Own { constants: constants(source.lines.iter()), labels: self.labels(&rows, source) };
        let difference = rows.iter().find_map(|row| Some((row.number, self.difference(row, source, &own)?)));
        let (number, difference) = difference.or_else(|| self.left_out(&rows, source))?;
        let text = source.lines.get(number.checked_sub(1)?).map_or("", |line| line.trim());
        let message = format!(
            "{} is not what the binary was built from: line {number}, `{text}`, {difference}",
            source.name
        );
        Some(Doubt { message, help: AGAIN })
    }

    /// Returns an instruction that the processor may not have, with its line: a compiler makes none that the manual does not describe,
    /// and a programmer writes its name.
    pub(crate) fn unknown_instruction(
        &self,
        data: &DebugData,
        file: usize,
        source: &Source,
    ) -> Option<(usize, u16, u8)> {
        let rows = self.rows(data, file, source);
        rows.iter().filter(|row| !row.range.is_data).find_map(|row| {
            let address = u16::try_from(row.range.address).ok()?;
            let mut at = 0;
            while let Some(instruction) = self.decode(row.bytes.get(at..)?) {
                let is_named =
                    row.code.kind == Word::Mnemonic && self.mnemonics.is_of(row.code.word, &instruction);
                let is_compiled = row.range.level == Level::Compiled;
                let is_foreign = row.code.kind == Word::Mnemonic || is_foreign(row.code.word);
                if instruction.row.status != Status::Documented && !is_named && (is_compiled || is_foreign) {
                    return Some((
                        row.number,
                        address.wrapping_add(u16::try_from(at).ok()?),
                        *row.bytes.get(at)?,
                    ));
                }
                at += usize::from(instruction.length());
            }
            None
        })
    }

    /// Returns the pointers of the runtime through which code that cc65 made of C reads and writes, with their addresses. The assembler
    /// source of this code is deleted, but the map says which line uses which name, and cc65 writes these without a distance.
    fn compiled_pointers<'b>(&'b self, data: &'b DebugData) -> impl Iterator<Item = (&'b str, u16)> {
        let compiled: Vec<&LineRange> =
            data.lines.iter().filter(|range| range.level == Level::Compiled).collect();
        let is_compiled = move |at: u32| {
            let has = |range: &&LineRange| {
                at.checked_sub(range.address).is_some_and(|offset| Some(offset) < range.length)
            };
            compiled.iter().any(has)
        };
        let lines = data.lines.iter().filter(|range| range.level == Level::Assembly);
        lines.filter_map(move |range| {
            let names = self.references.get(&(range.file, range.line))?;
            let is_wanted = |name: &&str| POINTERS.contains(name) && !self.symbols.contains_key(name);
            let name = names.first().map(String::as_str).filter(is_wanted)?;
            let length = usize::try_from(range.length?).ok()?;
            let pointer = self.decode(loaded(self.parts, range.address, length)?)?;
            let is_whole = usize::from(pointer.length()) == length && pointer.row.mode() == Mode::IndirectY;
            (names.len() == 1 && is_whole && is_compiled(range.address)).then_some((name, pointer.value))
        })
    }

    fn rows<'b>(&'b self, data: &'b DebugData, file: usize, source: &'b Source) -> Vec<Row<'b>> {
        let ranges = data.lines.iter().filter(|range| range.file == file);
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        ranges.clone().for_each(|range| *counts.entry(range.line).or_default() += 1);
        let rows = ranges.filter_map(|range| {
            let number = usize::try_from(range.line).ok()?;
            let line = source.lines.get(number.checked_sub(1)?).map_or("", String::as_str);
            let code = Statement::read(line, &self.mnemonics);
            let length =
                range.length.and_then(|length| usize::try_from(length).ok()).or(Some(range.bytes.len()));
            let length = length.filter(|length| *length > 0);
            let bytes = match length {
                Some(length) => loaded(self.parts, range.address, length)?,
                None => (1..=LONGEST).rev().find_map(|length| loaded(self.parts, range.address, length))?,
            };
            let instruction = self.decode(bytes);
            let bytes =
                length.or_else(|| Some(instruction?.length().into())).and_then(|length| bytes.get(..length));
            let is_part = counts.get(&range.line).is_some_and(|count| *count > 1);
            Some(Row { range, number, code, bytes: bytes?, instruction, is_part })
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_by_key(|row| (row.number, row.range.address));
        rows
    }

    /// Whether the operand of an instruction is an address that depends on a name.
    fn uses(&self, row: &Row, name: &str) -> bool {
        let is_address =
            |mode| !matches!(mode, Mode::Immediate | Mode::Relative | Mode::Implied | Mode::Accumulator);
        let has_name =
            |text: &str| self.dialect.names_in(text).into_iter().any(|span| text.get(span) == Some(name));
        row.range.level == Level::Assembly
            && row.code.kind == Word::Mnemonic
            && row
                .instruction
                .is_some_and(|own| is_address(own.row.mode()) && self.mnemonics.is_of(row.code.word, &own))
            && has_name(row.code.text)
    }

    /// Returns what is to be added to the names that are 0 here so that a line has the address that the binary has.
    fn value(&self, row: &Row, own: &Own) -> Option<u16> {
        let made = self.decode(&self.assembled(row, own)?)?;
        Some(row.instruction?.value.wrapping_sub(made.value))
    }

    fn decode(&self, bytes: &[u8]) -> Option<Instruction> {
        self.processor.decode(bytes).ok()
    }

    /// Returns how a line and the bytes at its place differ, if they do.
    fn difference(&self, row: &Row, source: &Source, own: &Own) -> Option<String> {
        if row.range.level == Level::Compiled
            || row.range.columns.is_some()
            || self.macros.contains(&row.code.word.to_ascii_lowercase())
        {
            return None;
        }
        let found = || format!("and the binary has {} at {:04X}", hex::bytes(row.bytes), row.range.address);
        let line = source.lines.get(row.number.checked_sub(1)?).map_or("", String::as_str);
        match row.code.kind {
            Word::None if uncommented(line).trim().is_empty() => {
                return Some(format!("has no code, {}", found()));
            }
            Word::Mnemonic
                if !row.range.is_data && !self.mnemonics.is_of(row.code.word, row.instruction.as_ref()?) =>
            {
                return Some(format!("is another instruction, {}", found()));
            }
            Word::None => return None,
            // The parameters of a macro have the values of its call.
            _ if row.range.level == Level::MacroBody => return None,
            Word::Other if row.is_part => return None,
            Word::Mnemonic | Word::Other => {}
        }
        if let Some(name) = self.lost(row) {
            return Some(format!("does not use `{name}` as it did, {}", found()));
        }
        let made = self.assembled(row, own)?;
        let is_same = made == row.bytes || self.is_longer_form(&made, row);
        (!is_same).then(|| format!("makes {}, {}", hex::bytes(&made), found()))
    }

    /// Returns a symbol that an instruction used when it was assembled, and that its line does not have.
    fn lost(&self, row: &Row) -> Option<&'a String> {
        let referred = self.references.get(&(row.range.file, row.range.line))?;
        let names =
            self.dialect.names_in(row.code.text).into_iter().filter_map(|span| row.code.text.get(span));
        let names: BTreeSet<&str> = names.filter_map(|name| name.rsplit("::").next()).collect();
        let is_plain = row.code.kind == Word::Mnemonic && !row.is_part && names.is_disjoint(&self.defined);
        referred.iter().find(|name| is_plain && !names.contains(name.as_str()))
    }

    /// Whether two encodings of an instruction differ only by an address in the zero page, which a linker may have placed there.
    fn is_longer_form(&self, made: &[u8], row: &Row) -> bool {
        let Some((made, own)) = self.decode(made).zip(row.instruction) else { return false };
        made.length() != own.length() && made.row.mnemonic == own.row.mnemonic && made.value == own.value
    }

    /// Returns the bytes of a line that is assembled by itself; none if it depends on more than constants, labels whose address is known,
    /// and symbols of the map, or on the characters of a system.
    fn assembled(&self, row: &Row, own: &Own) -> Option<Vec<u8>> {
        let statement = row.code.text;
        if statement.contains(['"', '\'']) || is_about_place(row.code.word) {
            return None;
        }
        let (mut text, mut open) = (String::new(), vec![statement]);
        let mut seen = BTreeSet::new();
        while let Some(line) = open.pop() {
            let mut own_line = line.to_owned();
            for span in self.dialect.names_in(line).into_iter().rev() {
                let name = line.get(span.clone())?;
                let value = match own.label(name, row.number) {
                    Some(Some(value)) => Some(value),
                    // The map has the labels of data if it says what each line refers to.
                    Some(None) => Some(
                        self.symbols.get(name).filter(|_| !self.references.is_empty())?.as_ref().copied()?,
                    ),
                    None => match own.constants.get(name).or_else(|| self.shared.get(name)) {
                        Some(_) if !seen.insert(name) => None,
                        Some(definition) => {
                            open.push((*definition)?);
                            None
                        }
                        // Other names are registers, or the assembler will not find them either.
                        None => self.symbols.get(name).map(|value| value.ok_or(())).transpose().ok()?,
                    },
                };
                if let Some(value) = value {
                    own_line.replace_range(span, &value.to_string());
                }
            }
            text.insert_str(0, &format!(" {own_line}\n"));
        }
        let options = arcadian_asm::Options {
            processor: Some(self.processor),
            dialect: self.dialect,
            origin: u16::try_from(row.range.address).ok(),
            ..arcadian_asm::Options::default()
        };
        let result = attempt("line", &text, &options, &mut NoFiles);
        let assembly = result
            .assembly
            .filter(|_| result.diagnostics.iter().all(|found| found.severity != Severity::Error))?;
        let bytes: Vec<u8> = assembly.lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
        Some(bytes).filter(|bytes| !bytes.is_empty())
    }

    /// Returns an instruction between two lines that follow each other in memory.
    fn left_out(&self, rows: &[Row], source: &Source) -> Option<(usize, String)> {
        rows.windows(2).find_map(|pair| {
            let [one, other] = pair else { return None };
            let end = one.range.address.checked_add(u32::try_from(one.bytes.len()).ok()?)?;
            if end != other.range.address || one.range.level != other.range.level {
                return None;
            }
            let between = source.lines.get(one.number..other.number.checked_sub(1)?)?;
            let mut codes =
                between.iter().map(|line| Statement::read(line, &self.mnemonics)).zip(one.number + 1..);
            let is_plain =
                codes.clone().all(|(code, _)| code.kind != Word::Other && !self.macros.contains(code.word));
            let (_, number) = codes.find(|(code, _)| code.kind == Word::Mnemonic).filter(|_| is_plain)?;
            (one.range.level == Level::Assembly).then(|| {
                (number, format!("is not in the binary, which has {end:04X} next to the line before"))
            })
        })
    }

    /// Returns the labels of a source.
    fn labels<'b>(&self, rows: &[Row], source: &'b Source) -> Vec<Label<'b>> {
        let codes: Vec<Statement> =
            source.lines.iter().map(|line| Statement::read(line, &self.mnemonics)).collect();
        let labels = codes.iter().zip(1..).filter_map(|(code, number)| {
            let has_no_code =
                |number: usize| codes.get(number - 1).is_some_and(|code| code.kind == Word::None);
            let mut following = rows.iter().skip_while(|row| row.number < number);
            let first = following.next().filter(|row| (number..row.number).all(has_no_code));
            let row = first.filter(|row| !row.is_part && row.range.level == Level::Assembly);
            Some(Label {
                name: code.label?,
                number,
                value: row.and_then(|row| i32::try_from(row.range.address).ok()),
            })
        });
        labels.collect()
    }
}
