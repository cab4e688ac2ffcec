//! A binary as code whose cycles are measured: its bytes, and the names and lines of its debug data.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Program,
    cycles::{Code, PartError, Row},
    debug_data::{Level, LineRange, SymbolKind},
    open::Linked,
    routine::reached,
    source::is_comment,
};
use arcadian_asm::{Assembly, Subject, nearest};
use arcadian_files::error::Result;
use arcadian_isa::Processor;

/// The longest instruction, in bytes.
const LONGEST: u16 = 4;
/// The marks that begin a comment about the code below it.
const MARKS: [&str; 2] = [";!", "//!"];
/// The separators between the scope and the name of a local label.
const SEPARATORS: [&str; 3] = ["::", ".", "@"];

/// A program as code whose cycles are measured.
pub enum ProgramCode<'a> {
    Source(&'a Assembly),
    Binary(BinaryCode<'a>),
}

impl ProgramCode<'_> {
    pub fn code(&self) -> &dyn Code {
        match self {
            ProgramCode::Source(assembly) => *assembly,
            ProgramCode::Binary(binary) => binary,
        }
    }
}

pub struct BinaryCode<'a> {
    program: &'a Program,
    binary: &'a Linked,
    processor: Processor,
    bytes: BTreeMap<u16, u8>,
    /// The file and the line of each byte with a line, by address: the language of the programmer first.
    lines: BTreeMap<u16, (usize, usize)>,
    /// The first address of each line with instructions, by file and line.
    code: BTreeMap<(usize, usize), u16>,
    instructions: BTreeSet<u16>,
    /// The files that are not those of a compiler.
    assembled: BTreeSet<usize>,
}

impl Program {
    pub fn code(&self) -> Result<ProgramCode<'_>> {
        if let Some(assembly) = self.assembly() {
            return Ok(ProgramCode::Source(assembly));
        }
        let binary = self.linked().ok_or_else(|| self.no_map())?;
        let (processor, bytes) = (self.processor()?, self.bytes());
        let (lines, code) = lines(binary);
        let of_assembler = binary.data.lines.iter().filter(|line| line.level != Level::Compiled);
        let assembled = of_assembler.map(|line| line.file).collect();
        let instructions = BTreeSet::new();
        let mut own =
            BinaryCode { program: self, binary, processor, bytes, lines, code, instructions, assembled };
        own.instructions = own.decoded()?;
        Ok(ProgramCode::Binary(own))
    }

    /// Returns the bytes that are known. Where banks share addresses, none is.
    pub(crate) fn bytes(&self) -> BTreeMap<u16, u8> {
        let is_known = |address: &u16| self.linked().is_none_or(|linked| !linked.banks.has(*address));
        let parts = self.parts.iter();
        let all = parts.flat_map(|(first, bytes)| (*first..=u16::MAX).zip(bytes.iter().copied()));
        all.filter(|(address, _)| is_known(address)).collect()
    }

    /// Returns the memory from the first byte to the last one.
    pub(crate) fn image(&self) -> (u16, Vec<u8>) {
        let bytes = self.bytes();
        let (Some((first, _)), Some((last, _))) = (bytes.first_key_value(), bytes.last_key_value()) else {
            return (0, Vec::new());
        };
        (*first, (*first..=*last).map(|address| bytes.get(&address).copied().unwrap_or(0)).collect())
    }
}

impl BinaryCode<'_> {
    /// Returns the addresses of the instructions in lines with code, and of those that can be reached from the start.
    fn decoded(&self) -> Result<BTreeSet<u16>> {
        let mut all = BTreeSet::new();
        for line in self.binary.data.lines.iter().filter(|line| !line.is_data) {
            let Ok(first) = u16::try_from(line.address) else { continue };
            let last = u32::from(first).saturating_add(line.length.unwrap_or(1).saturating_sub(1));
            self.decode(first, u16::try_from(last).unwrap_or(u16::MAX), &mut all);
        }
        let (first, image) = self.program.image();
        for (first, last) in reached(self.processor, first, &image, self.start())? {
            self.decode(first, last, &mut all);
        }
        Ok(all)
    }

    fn decode(&self, first: u16, last: u16, all: &mut BTreeSet<u16>) {
        let mut next = Some(first);
        while let Some(address) = next.filter(|address| *address <= last) {
            let bytes: Vec<u8> = (0..LONGEST)
                .map_while(|offset| self.bytes.get(&address.checked_add(offset)?).copied())
                .collect();
            let Ok(instruction) = self.processor.decode(&bytes) else { return };
            all.insert(address);
            next = address.checked_add(instruction.length().into());
        }
    }

    fn row(&self, file: usize, number: usize) -> Row<'_> {
        let source = self.binary.sources.get(file);
        let text =
            source.and_then(|source| source.lines.get(number.checked_sub(1)?)).map_or("", String::as_str);
        let mark = MARKS.iter().find_map(|mark| Some(text.find(mark)? + mark.len()));
        let mark = mark.filter(|_| !is_copy(text));
        let code = self.code.get(&(file, number)).copied();
        let is_assembled = self.assembled.contains(&file);
        let (subject, is_labelled) =
            if is_assembled { self.binary.subject(self.program, text) } else { (Subject::Code, false) };
        Row {
            file: source.map_or("", |source| &source.name),
            source: file,
            is_between: !is_comment(text),
            line: None,
            subject,
            is_labelled,
            number,
            text,
            note: mark.and_then(|start| text.get(start..)).map(str::trim),
            code,
            label: code.and_then(|address| self.name_at(address)),
        }
    }

    fn labels(&self) -> impl Iterator<Item = (&str, u16)> {
        self.program.source.labels_with_addresses()
    }
}

/// Whether a line of a compiler's output is the copy of a line of its source: `;main.c:12: return 0;`.
fn is_copy(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    // The path can begin with the letter of a drive.
    line.starts_with(';') && line.split(':').skip(1).take(2).any(is_number)
}

/// The lines by address, and the addresses by line.
type Lines = (BTreeMap<u16, (usize, usize)>, BTreeMap<(usize, usize), u16>);

fn lines(binary: &Linked) -> Lines {
    let mut sorted: Vec<&LineRange> = binary.data.lines.iter().collect();
    let has_text = |file: usize| binary.sources.get(file).is_some_and(|source| !source.lines.is_empty());
    sorted.sort_by_key(|line| (has_text(line.file), line.level));
    let (mut by_address, mut by_line) = (BTreeMap::new(), BTreeMap::new());
    for line in sorted {
        let Ok(first) = u16::try_from(line.address) else { continue };
        let place = (line.file, usize::try_from(line.line).unwrap_or(usize::MAX));
        let length = u16::try_from(line.length.unwrap_or(1).max(1)).unwrap_or(u16::MAX);
        by_address.extend((first..=first.saturating_add(length - 1)).map(|address| (address, place)));
        if !line.is_data {
            by_line.entry(place).and_modify(|least: &mut u16| *least = first.min(*least)).or_insert(first);
        }
    }
    (by_address, by_line)
}

impl Code for BinaryCode<'_> {
    fn kind(&self) -> &'static str {
        "binary"
    }

    fn processor(&self) -> Processor {
        self.processor
    }

    fn start(&self) -> u16 {
        self.program.parts.first().map_or(0, |(first, _)| *first)
    }

    fn byte_at(&self, address: u16) -> Option<u8> {
        self.bytes.get(&address).copied()
    }

    fn banks(&self) -> &[(u16, u16)] {
        &self.binary.banks.shared
    }

    fn is_elsewhere(&self, address: u16) -> bool {
        let data = &self.binary.data;
        let has_files = data.segments.iter().any(|segment| segment.part.is_some());
        // Above the low 16 bits of an address is the number of a bank.
        let offset = |first: u32| u32::from(address.wrapping_sub(first as u16));
        let mut areas = data.segments.iter().filter(|segment| segment.part.is_some() || !has_files);
        areas.any(|segment| offset(segment.address) < segment.size)
            || data.lines.iter().any(|line| !line.is_data && offset(line.address) == 0)
    }

    fn row_at(&self, address: u16) -> Option<Row<'_>> {
        self.lines.get(&address).map(|(file, number)| self.row(*file, *number))
    }

    fn file(&self) -> &str {
        &self.program.name
    }

    fn name_at(&self, address: u16) -> Option<&str> {
        self.names_at(address).first().copied()
    }

    /// Several files can have code at an address that this one has not.
    fn names_at(&self, address: u16) -> Vec<&str> {
        let here = self.labels().filter(|(_, at)| *at == address).map(|(name, _)| name);
        let (local, names): (Vec<_>, Vec<_>) = here.partition(|name| name.contains(['.', '@', ':']));
        if names.is_empty() { local } else { names }
    }

    fn label(&self, name: &str, scope: &str) -> Result<u16, PartError> {
        let bare = name.trim_start_matches(['.', '@']);
        let inner = SEPARATORS.iter().map(|sign| format!("{scope}{sign}{bare}"));
        let exact = |wanted: &str| {
            let mut found: Vec<u16> =
                self.labels().filter(|(own, _)| *own == wanted).map(|(_, at)| at).collect();
            found.dedup();
            found.first().copied().filter(|_| found.len() == 1)
        };
        let own = inner.filter(|_| !scope.is_empty()).find_map(|wanted| exact(&wanted));
        let found = exact(name).or(own).or_else(|| self.program.source.address_of(name).ok());
        found.ok_or_else(|| {
            if let Some(error) = self.program.source.ambiguity(name) {
                return PartError::Ambiguous(error.to_string());
            }
            let near = nearest(name, self.labels().map(|(name, _)| name)).map(str::to_owned);
            PartError::NoLabel { kind: self.kind(), name: name.to_owned(), near }
        })
    }

    fn value(&self, name: &str) -> Option<u16> {
        let symbols = &self.binary.data.symbols;
        let constant = |name: &str| {
            let found =
                symbols.iter().find(|symbol| symbol.kind == SymbolKind::Constant && symbol.name == name)?;
            u16::try_from(found.value).ok()
        };
        constant(name).or_else(|| self.label(name, "").ok())
    }

    fn instructions(&self) -> Vec<u16> {
        self.instructions.iter().copied().collect()
    }

    /// The contracts of routines are among them.
    fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
        let sources = self.binary.sources.iter().enumerate();
        Box::new(sources.flat_map(move |(file, source)| {
            (1..=source.lines.len()).map(move |number| self.row(file, number))
        }))
    }

    fn misplaced(&self, comment: &Row) -> Option<String> {
        let below = self.binary.code_below(self.program, comment.source, comment.number);
        below.err().map(|misplaced| misplaced.message)
    }
}
