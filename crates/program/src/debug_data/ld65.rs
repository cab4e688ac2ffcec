//! The debug file of ld65, written by `--dbgfile`, version 2. (cc65: src/ld65/dbgfile.c writes it, src/dbginfo reads it.)
//!
//! A line is a record: a word, a tab, and `KEY=VALUE` pairs. Records refer to each other by their `id`. A source line has spans,
//! a span is a part of a segment, and a segment says where the file of the binary has it.

use std::collections::BTreeMap;

use crate::debug_data::{
    DebugData, Fault, FilePart, Level, Line, LineRange, ParseError, Segment, SourceFile, SymbolKind, Unknown,
    lines,
};

const VERSION: u32 = 2;
/// Records without a use here: C symbols and types, and libraries.
const UNUSED: [&str; 2] = ["csym", "type"];
/// The kinds of records whose number `info` states. It counts files that it does not list.
const COUNTED: [&str; 5] = ["line", "seg", "span", "scope", "sym"];
/// The deepest nesting of scopes whose names are written out.
const DEEPEST: usize = 32;

pub(crate) fn is_it(text: &str) -> bool {
    text.starts_with("version\tmajor=")
}

/// The records of a kind by their ids.
#[derive(Debug)]
struct Records<T> {
    kind: &'static str,
    by_id: BTreeMap<u32, T>,
}

type Placed<'a, T> = (Line<'a>, T);

struct Span {
    segment: u32,
    start: u32,
    size: u32,
    /// Whether data directives made it.
    is_data: bool,
}

struct SourceLine<'a> {
    id: Option<u32>,
    file: u32,
    number: u32,
    level: Level,
    spans: Vec<u32>,
    place: &'a str,
}

struct Scope<'a> {
    name: &'a str,
    parent: Option<u32>,
    module: Option<u32>,
}

struct Symbol<'a> {
    name: &'a str,
    value: u32,
    kind: SymbolKind,
    scope: Option<u32>,
    /// The symbol to which a cheap local belongs.
    parent: Option<u32>,
    segment: Option<u32>,
}

/// All records that are used.
struct File<'a> {
    files: Records<SourceFile>,
    lines: Vec<Placed<'a, SourceLine<'a>>>,
    segments: Records<Segment>,
    spans: Records<Placed<'a, Span>>,
    scopes: Records<Scope<'a>>,
    /// The names of object files.
    modules: Records<&'a str>,
    symbols: Records<Symbol<'a>>,
    /// The lines that refer to a symbol, and its name.
    references: Vec<(u32, &'a str)>,
    libraries: Vec<String>,
    unknown: Unknown,
    counts: BTreeMap<&'a str, usize>,
    /// The record that says how many there are.
    info: Option<Fields<'a>>,
}

pub(crate) fn parse(text: &str) -> Result<DebugData, ParseError> {
    let mut file = File {
        files: Records::new("file"),
        lines: Vec::new(),
        segments: Records::new("segment"),
        spans: Records::new("span"),
        scopes: Records::new("scope"),
        modules: Records::new("module"),
        references: Vec::new(),
        libraries: Vec::new(),
        symbols: Records::new("symbol"),
        unknown: Unknown::default(),
        counts: BTreeMap::new(),
        info: None,
    };
    for line in lines(text).filter(|line| !line.text.is_empty()) {
        file.read(line)?;
    }
    file.check_counts()?;
    file.resolve()
}

impl<T> Records<T> {
    fn new(kind: &'static str) -> Self {
        Records { kind, by_id: BTreeMap::new() }
    }

    fn add(&mut self, fields: &Fields, record: T) -> Result<(), ParseError> {
        let id = fields.number("id")?;
        match self.by_id.insert(id, record) {
            None => Ok(()),
            Some(_) => Err(fields.error("id", Fault::Twice { kind: self.kind, id })),
        }
    }

    /// Returns the record with an id, to which `place` in a line refers.
    fn get(&self, id: u32, line: &Line, place: &str) -> Result<&T, ParseError> {
        let missing = || line.error(place, Fault::Reference { kind: self.kind, id });
        self.by_id.get(&id).ok_or_else(missing)
    }
}

impl<'a> File<'a> {
    fn read(&mut self, line: Line<'a>) -> Result<(), ParseError> {
        let (word, rest) = line.text.split_once('\t').unwrap_or((line.text, ""));
        let fields = Fields::read(line, word, rest)?;
        *self.counts.entry(word).or_default() += 1;
        match word {
            "version" => match fields.number("major")? {
                VERSION => Ok(()),
                other => Err(fields.error("major", Fault::Version(other, VERSION))),
            },
            "file" => {
                let (name, size) = (fields.text("name")?.to_owned(), fields.number("size")?);
                self.files.add(&fields, SourceFile { name, size: Some(size.into()), text: None })
            }
            "info" => {
                self.info = Some(fields);
                Ok(())
            }
            "line" => self.read_line(&fields),
            "seg" => self.segments.add(&fields, segment(&fields)?),
            "span" => {
                let (segment, start, size) =
                    (fields.number("seg")?, fields.number("start")?, fields.number("size")?);
                let is_data = fields.find("type").is_some();
                self.spans.add(&fields, (line, Span { segment, start, size, is_data }))
            }
            "scope" => {
                let (name, parent) = (fields.text("name")?, fields.optional("parent")?);
                self.scopes.add(&fields, Scope { name, parent, module: fields.optional("mod")? })
            }
            "mod" => self.modules.add(&fields, fields.text("name")?),
            "lib" => {
                self.libraries.push(fields.text("name")?.to_owned());
                Ok(())
            }
            "sym" => self.read_symbol(&fields),
            _ => {
                if !UNUSED.contains(&word) {
                    self.unknown.add(line.number, word);
                }
                Ok(())
            }
        }
    }

    /// Refuses a file from which records are missing, such as one that was not written to its end.
    fn check_counts(&self) -> Result<(), ParseError> {
        let Some(info) = &self.info else { return Ok(()) };
        for kind in COUNTED {
            let has = self.counts.get(kind).copied().unwrap_or_default();
            match info.optional(kind)? {
                Some(says) if u32::try_from(has) != Ok(says) => {
                    return Err(info.error(kind, Fault::Count { kind, says, has }));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_line(&mut self, fields: &Fields<'a>) -> Result<(), ParseError> {
        let level = match fields.optional("type")? {
            None | Some(0) => Level::Assembly,
            Some(1) => Level::Compiled,
            Some(2 | 3) => Level::MacroBody,
            Some(_) => return Err(fields.wrong("type", "a type of line from 0 to 3")),
        };
        let (file, number) = (fields.number("file")?, fields.number("line")?);
        let (spans, place) = (fields.list("span")?, fields.find("span").unwrap_or_default());
        let id = fields.optional("id")?;
        self.lines.push((fields.line, SourceLine { id, file, number, level, spans, place }));
        Ok(())
    }

    /// Reads a label or a constant. An import is a reference to a symbol of another object file.
    fn read_symbol(&mut self, fields: &Fields<'a>) -> Result<(), ParseError> {
        for line in fields.list("ref")? {
            self.references.push((line, fields.text("name")?));
        }
        let kind = match fields.required("type")? {
            "lab" => SymbolKind::Label,
            "equ" => SymbolKind::Constant,
            "imp" => return Ok(()),
            _ => return Err(fields.wrong("type", "lab, equ or imp")),
        };
        let (name, value) = (fields.text("name")?, fields.number("val")?);
        let (scope, parent) = (fields.optional("scope")?, fields.optional("parent")?);
        let segment = fields.optional("seg")?;
        self.symbols.add(fields, Symbol { name, value, kind, scope, parent, segment })
    }

    fn resolve(self) -> Result<DebugData, ParseError> {
        let mut data = DebugData { unknown: self.unknown.clone(), ..DebugData::default() };
        let indexes: BTreeMap<u32, usize> = self.files.by_id.keys().copied().zip(0..).collect();
        for (line, source) in &self.lines {
            let file = self.files.get(source.file, line, line.text).map(|_| indexes.get(&source.file))?;
            for id in &source.spans {
                let (_, span) = self.spans.get(*id, line, source.place)?;
                data.lines.extend(self.range(*id, span, source, file.copied().unwrap_or_default())?);
            }
        }
        let place = |line: &SourceLine| Some((line.id?, (*indexes.get(&line.file)?, line.number)));
        let assembly = self.lines.iter().map(|(_, line)| line).filter(|line| line.level == Level::Assembly);
        let places: BTreeMap<u32, (usize, u32)> = assembly.filter_map(place).collect();
        for (line, name) in &self.references {
            let names = places.get(line).map(|place| data.references.entry(*place).or_default());
            names.map(|names| names.insert((*name).to_owned()));
        }
        let symbols = self.symbols.by_id.values();
        data.symbols = symbols
            .map(|symbol| crate::debug_data::Symbol {
                name: self.full_name(symbol),
                value: symbol.value,
                kind: symbol.kind,
                module: self.module(symbol).map(str::to_owned),
                segment: symbol.segment.and_then(|id| Some(self.segments.by_id.get(&id)?.name.clone())),
            })
            .collect();
        data.files = self.files.by_id.into_values().collect();
        data.segments = self.segments.by_id.into_values().collect();
        data.libraries = self.libraries;
        Ok(data)
    }

    /// Returns the addresses of a span, if it has any.
    fn range(
        &self,
        id: u32,
        span: &Span,
        source: &SourceLine,
        file: usize,
    ) -> Result<Option<LineRange>, ParseError> {
        let Some((line, _)) = self.spans.by_id.get(&id) else { return Ok(None) };
        let segment = self.segments.get(span.segment, line, line.text)?;
        let address = segment.address.checked_add(span.start);
        let address = address.filter(|address| address.checked_add(span.size).is_some());
        let address = address.ok_or_else(|| line.error(line.text, Fault::Range))?;
        Ok((span.size > 0).then(|| LineRange {
            file,
            line: source.number,
            address,
            length: Some(span.size),
            level: source.level,
            is_data: span.is_data || segment.part.is_none(),
            segment: Some(segment.name.clone()),
            ..LineRange::default()
        }))
    }

    /// Returns the symbol to which a cheap local belongs.
    fn owner(&self, symbol: &Symbol) -> Option<&Symbol<'a>> {
        self.symbols.by_id.get(&symbol.parent?)
    }

    fn module(&self, symbol: &Symbol) -> Option<&'a str> {
        let scope = symbol.scope.or_else(|| self.owner(symbol)?.scope)?;
        self.modules.by_id.get(&self.scopes.by_id.get(&scope)?.module?).copied()
    }

    /// Returns a name with its scopes: `_square::loop`, `_square@loop` for a cheap local.
    fn full_name(&self, symbol: &Symbol) -> String {
        let owner = self.owner(symbol);
        let scope = symbol.scope.or(owner.and_then(|owner| owner.scope));
        let parents = |scope: &&Scope| self.scopes.by_id.get(&scope.parent?);
        let scopes = std::iter::successors(scope.and_then(|id| self.scopes.by_id.get(&id)), parents);
        let mut names: Vec<&str> =
            scopes.take(DEEPEST).map(|scope| scope.name).filter(|name| !name.is_empty()).collect();
        names.reverse();
        let own = format!("{}{}", owner.map_or("", |owner| owner.name), symbol.name);
        names.into_iter().chain([own.as_str()]).collect::<Vec<_>>().join("::")
    }
}

fn segment(fields: &Fields) -> Result<Segment, ParseError> {
    let file = fields.find("oname").map(|_| fields.text("oname")).transpose()?;
    let offset = fields.optional("ooffs")?.unwrap_or_default();
    Ok(Segment {
        name: fields.text("name")?.to_owned(),
        address: fields.number("start")?,
        size: fields.number("size")?,
        is_writable: fields.find("type").map(|kind| kind != "ro"),
        part: file.map(|file| FilePart { file: file.to_owned(), offset: offset.into() }),
    })
}

pub(super) struct Fields<'a> {
    pub(super) line: Line<'a>,
    word: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Splits the text after the word of a record.
    pub(super) fn read(line: Line<'a>, word: &'a str, mut rest: &'a str) -> Result<Self, ParseError> {
        let mut pairs = Vec::new();
        while !rest.is_empty() {
            let Some((key, value)) = rest.split_once('=') else {
                return Err(line.error(rest, field(rest)));
            };
            let length = match value.strip_prefix('"') {
                Some(inner) => inner.find('"').ok_or_else(|| line.error(value, Fault::Quote))? + 2,
                None => value.find(',').unwrap_or(value.len()),
            };
            let (value, after) = value.split_at(length);
            pairs.push((key, value));
            rest = match after.strip_prefix(',') {
                Some(next) => next,
                None if after.is_empty() => after,
                None => return Err(line.error(after, field(after))),
            };
        }
        Ok(Fields { line, word, pairs })
    }

    pub(super) fn find(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(own, _)| *own == key).map(|(_, value)| *value)
    }

    pub(super) fn required(&self, key: &'static str) -> Result<&'a str, ParseError> {
        self.find(key).ok_or_else(|| self.line.error(self.word, Fault::Missing(key)))
    }

    /// Returns a string without its quotation marks.
    pub(super) fn text(&self, key: &'static str) -> Result<&'a str, ParseError> {
        let value = self.required(key)?;
        let inner = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        inner.ok_or_else(|| self.wrong(key, "a string in quotation marks"))
    }

    pub(super) fn number(&self, key: &'static str) -> Result<u32, ParseError> {
        self.parse(self.required(key)?)
    }

    pub(super) fn optional(&self, key: &str) -> Result<Option<u32>, ParseError> {
        self.find(key).map(|value| self.parse(value)).transpose()
    }

    /// Returns the numbers of a list such as `1+2`; none if the field is missing.
    pub(super) fn list(&self, key: &str) -> Result<Vec<u32>, ParseError> {
        let values = self.find(key).into_iter().flat_map(|value| value.split('+'));
        values.map(|value| self.parse(value)).collect()
    }

    /// Returns the error for the value of a field, or for the record if the field is missing.
    pub(super) fn error(&self, key: &str, fault: Fault) -> ParseError {
        self.line.error(self.find(key).unwrap_or(self.word), fault)
    }

    /// Returns the error for a field that is not what it should be.
    pub(super) fn wrong(&self, key: &str, expected: &'static str) -> ParseError {
        self.error(key, Fault::Field { text: self.find(key).unwrap_or_default().to_owned(), expected })
    }

    fn parse(&self, value: &str) -> Result<u32, ParseError> {
        match value.strip_prefix("0x") {
            Some(digits) => self.line.number(digits, 16),
            None => self.line.number(value, 10),
        }
    }
}

fn field(text: &str) -> Fault {
    Fault::Field { text: text.to_owned(), expected: "a field such as `id=0`" }
}
