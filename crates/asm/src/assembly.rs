//! The result of assembling a source.

use std::collections::BTreeMap;

use arcadian_isa::{Processor, Row};

use crate::diagnostic::{Diagnostic, Diagnostics, Failure, Severity};
use crate::fault::Fault;
use crate::image::Memory;
use crate::names::Names;
use crate::sheet::Sheet;
use crate::source::{File, Opening, Record};
use crate::symbols::SymbolKind;
use crate::syntax::Subject;

/// An assembled source.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The processor it is for.
    pub processor: Processor,
    /// The address of the first byte of the image.
    pub origin: u16,
    /// The bytes from the lowest to the highest address, gaps filled with 0 or what the source says.
    pub image: Vec<u8>,
    /// The number of bytes emitted, gaps not counted.
    pub size: usize,
    /// The entry point, if END gives one.
    pub entry: Option<u16>,
    /// The symbols by upper-case name. Labels local to macros are omitted.
    pub symbols: BTreeMap<String, Symbol>,
    /// The names of all files read; the first is the assembled source.
    pub files: Vec<String>,
    /// Every line in processing order; a macro line appears once per expansion.
    pub lines: Vec<Line>,
    /// The header, if the first file is a sheet.
    pub sheet: Option<Sheet>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// The number of warnings dropped because there were too many.
    pub omitted: usize,
    /// The occurrences of names, if [`Options::has_names`](crate::Options::has_names) asks for them.
    pub names: Names,
    /// The segments that have bytes: name, address and size. Our own syntax has none.
    pub segments: Vec<Segment>,
    /// The lines of the first file.
    pub(crate) source: Vec<String>,
    pub(crate) memory: Memory,
}

/// The parts of a source that could be assembled, with all that is wrong with it.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The definitions and bytes of the lines without errors; `None` if the processor is not known.
    pub assembly: Option<Assembly>,
    /// Errors and warnings in line order.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of diagnostics dropped because there were too many.
    pub omitted: usize,
    pub(crate) has_errors: bool,
}

impl Attempt {
    /// Returns the assembly unless there are errors other than the size that the header states, which is that of code still to be written.
    pub fn of_any_size(self) -> Result<Assembly, Failure> {
        let errors = || self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let has_others = errors().any(|error| !matches!(error.fault, Fault::HeaderBytes { .. }));
        let has_errors = self.has_errors && (has_others || errors().count() == 0);
        Attempt { has_errors, ..self }.complete()
    }

    /// Returns the assembly with its warnings, or the errors.
    pub(crate) fn complete(self) -> Result<Assembly, Failure> {
        let Attempt { assembly, diagnostics, omitted, has_errors } = self;
        match assembly.filter(|_| !has_errors) {
            Some(assembly) => Ok(Assembly { warnings: diagnostics, omitted, ..assembly }),
            None => Err(Failure { diagnostics, omitted }),
        }
    }
}

/// A segment of a source in a dialect that has segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its name.
    pub name: String,
    /// Its address.
    pub address: u16,
    /// The number of bytes from its address to its end.
    pub size: usize,
    /// Its bytes, gaps filled with 0. Memory pages with the same address are segments; the image has one of them at most.
    pub bytes: Vec<u8>,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The spelling at the definition; a local label is prefixed with its parent label and a dot.
    pub name: String,
    /// The kind of symbol.
    pub kind: SymbolKind,
    /// Its value.
    pub value: i32,
    /// The index in [`Assembly::lines`] of the definition; `None` if the host defined the symbol.
    pub line: Option<usize>,
}

/// A processed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The index of the file in [`Assembly::files`].
    pub file: usize,
    /// The line number in the file, from 1.
    pub number: usize,
    /// The text of the line; in a macro expansion with the arguments substituted.
    pub text: String,
    /// The comment, without its semicolon; empty if there is none.
    pub comment: String,
    /// The location counter before the line.
    pub address: u16,
    /// The bytes emitted by the line.
    pub bytes: Vec<u8>,
    /// The opcode row, if the line is an instruction.
    pub row: Option<&'static Row>,
    /// The macro nesting depth; 0 outside macros.
    pub depth: usize,
    /// Whether a condition leaves it out, or it is the text of a macro that a call expands.
    pub is_left_out: bool,
    /// The index in [`Assembly::lines`] of the call, repetition or inclusion that it comes from.
    pub caller: Option<usize>,
    /// The number of its reading: each file, expansion and repetition is read once under a number of its own.
    pub reading: usize,
    /// The line of the first file, from 0, that this line comes from through includes and macros.
    pub(crate) root: usize,
    /// Whether it defines a label.
    pub labelled: bool,
    pub(crate) opening: Opening,
    /// What a comment above it is about.
    pub subject: Subject,
    /// Whether it has hand columns.
    pub(crate) by_hand: bool,
}

impl Line {
    /// Returns the number, from 1, of the line of the first file that this line comes from through includes and macros.
    pub const fn root_number(&self) -> usize {
        self.root + 1
    }

    /// Whether the file, macro or repetition of a line before it, whose index is given, has ended.
    pub fn is_outside(&self, before: &Line, index: usize) -> bool {
        self.reading != before.reading && self.caller.is_none_or(|caller| caller < index)
    }
}

impl Assembly {
    /// Returns the line with a label of this name that only its macro or its scope without a name can refer to.
    pub fn inner_label(&self, name: &str) -> Option<&Line> {
        let is_known = |index: usize| self.symbols.values().any(|symbol| symbol.line == Some(index));
        let is_named = |line: &Line| {
            let rest = line.text.trim_start().strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ' ', '\t']))
        };
        let mut lines = self.lines.iter().enumerate().filter(|(_, line)| line.labelled && is_named(line));
        lines.find(|(index, _)| !is_known(*index)).map(|(_, line)| line)
    }

    /// Returns the address where execution begins: the operand of END, or the routine that the header names, or the first
    /// instruction.
    pub fn start(&self) -> u16 {
        let routine = self.sheet.as_ref().and_then(|sheet| sheet.routine.as_ref());
        let label = routine.and_then(|name| u16::try_from(self.symbol(name)?.value).ok());
        let first = || self.lines.iter().find(|line| line.row.is_some()).map(|line| line.address);
        self.entry.or(label).or_else(first).unwrap_or(self.origin)
    }

    /// Returns the bytes that the source places, without the gaps between them.
    pub fn parts(&self) -> Vec<(u16, &[u8])> {
        let mut parts = Vec::new();
        let owned = |index: usize| {
            let address = u16::try_from(usize::from(self.origin) + index).ok();
            address.is_some_and(|address| self.memory.owner(address).is_some())
        };
        let mut start = None;
        for index in 0..=self.image.len() {
            match (start, index < self.image.len() && owned(index)) {
                (None, true) => start = Some(index),
                (Some(from), false) => {
                    let address = u16::try_from(usize::from(self.origin) + from).unwrap_or(u16::MAX);
                    parts.push((address, self.image.get(from..index).unwrap_or(&[])));
                    start = None;
                }
                _ => {}
            }
        }
        parts
    }

    /// Returns the bytes of a segment.
    pub fn segment(&self, name: &str) -> Option<&[u8]> {
        let segment = self.segments.iter().find(|segment| segment.name.eq_ignore_ascii_case(name))?;
        Some(&segment.bytes)
    }

    /// Returns the symbol with this name, ignoring case unless two names differ in nothing else.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.get(name).or_else(|| self.symbols.get(&name.to_ascii_uppercase()))
    }

    /// Returns the line that emitted the byte at this address.
    pub fn line_at(&self, address: u16) -> Option<&Line> {
        self.memory.owner(address).and_then(|index| self.lines.get(index))
    }

    /// Returns the byte at this address, if the source emitted one.
    pub fn byte_at(&self, address: u16) -> Option<u8> {
        self.memory.owner(address)?;
        self.image.get(usize::from(address).checked_sub(self.origin.into())?).copied()
    }
}

/// The input and output of a run.
pub(crate) struct Output {
    pub(crate) processor: Processor,
    /// The address of a source without bytes.
    pub(crate) origin: usize,
    pub(crate) memory: Memory,
    /// The lines, and the bytes of each.
    pub(crate) records: Vec<Record>,
    pub(crate) bytes: Vec<Vec<u8>>,
    pub(crate) files: Vec<File>,
    pub(crate) symbols: BTreeMap<String, Symbol>,
    pub(crate) names: Names,
    pub(crate) entry: Option<u16>,
    pub(crate) sheet: Option<Sheet>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) diagnostics: Diagnostics,
}

impl Output {
    /// Returns the assembly with its diagnostics.
    pub(crate) fn attempt(self) -> Attempt {
        let Output { processor, memory, records, bytes, files, symbols, names, entry, origin, .. } = self;
        let first = memory.span().map_or(origin, |(first, _)| first);
        let lines = |file: &File| file.lines.iter().map(ToString::to_string).collect();
        let has_errors = self.diagnostics.errors > 0;
        let Failure { diagnostics, omitted } = self.diagnostics.sorted();
        let assembly = Assembly {
            processor,
            origin: u16::try_from(first).unwrap_or(u16::MAX),
            image: memory.image(),
            size: memory.count(),
            entry,
            symbols,
            source: files.first().map_or_else(Vec::new, lines),
            files: files.into_iter().map(|file| file.name).collect(),
            lines: records.into_iter().zip(bytes).map(|(record, bytes)| line(record, bytes)).collect(),
            sheet: self.sheet,
            warnings: Vec::new(),
            omitted: 0,
            names,
            segments: self.segments,
            memory,
        };
        Attempt { assembly: Some(assembly), diagnostics, omitted, has_errors }
    }
}

fn line(record: Record, bytes: Vec<u8>) -> Line {
    let comment = record.text.get(record.comment.clone()).unwrap_or("");
    let comment = comment.trim_start_matches([';', '*']).trim().to_owned();
    Line {
        file: record.file,
        number: record.number + 1,
        comment,
        text: record.text.to_string(),
        address: u16::try_from(record.address).unwrap_or(u16::MAX),
        bytes,
        row: record.row,
        depth: record.call.as_ref().map_or(0, |call| call.depth),
        root: record.root,
        caller: record.caller,
        reading: record.reading,
        is_left_out: record.is_left_out,
        labelled: record.labelled,
        opening: record.opening,
        // A macro can define what its code needs.
        subject: if record.call.is_some() && record.subject == Subject::Definition {
            Subject::Code
        } else {
            record.subject
        },
        by_hand: record.hand.is_some(),
    }
}
