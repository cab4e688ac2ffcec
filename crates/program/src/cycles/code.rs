//! Code whose cycles are measured: its lines and names, from a source or from a binary with its debug data; and errors in them.

use std::collections::HashMap;

use arcadian_asm::{Assembly, Line, SourceLocation, Subject, SymbolKind, did_you_mean, nearest, or_near};
use arcadian_compare::ConditionError;
use arcadian_isa::Processor;

/// A line of a source, in the order in which it counts.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub file: &'a str,
    /// The number of the line, from 1.
    pub number: usize,
    pub text: &'a str,
    /// The text that follows `;!` in its comment.
    pub note: Option<&'a str>,
    /// The address of its first instruction.
    pub code: Option<u16>,
    /// The label that it defines, to which local labels belong.
    pub label: Option<&'a str>,
    /// The index of its file, if it is a source of a binary.
    pub source: usize,
    /// Whether comments above and below it are not about the same code.
    pub is_between: bool,
    /// The line of an assembled source, and its index there: comments are not about code outside of their file.
    pub line: Option<(usize, &'a Line)>,
    /// What a comment above it is about.
    pub subject: Subject,
    /// Whether it defines a label.
    pub is_labelled: bool,
}

impl Row<'_> {
    /// Whether the file, macro or repetition of a comment before it has ended.
    pub(crate) fn is_outside(&self, comment: &Row) -> bool {
        match (self.line, comment.line) {
            (Some((_, line)), Some((index, before))) => line.is_outside(before, index),
            _ => self.source != comment.source,
        }
    }
}

pub trait Code {
    /// Returns the word for it in messages.
    fn kind(&self) -> &'static str;

    fn processor(&self) -> Processor;

    fn start(&self) -> u16;

    fn byte_at(&self, address: u16) -> Option<u8>;

    /// Returns the addresses that banks share, so that it is not known what is there.
    fn banks(&self) -> &[(u16, u16)] {
        &[]
    }

    fn is_in_banks(&self, address: u16) -> bool {
        self.banks().iter().any(|(first, last)| (*first..=*last).contains(&address))
    }

    /// Whether code of the program is at an address that has none here, as in a bank with a file of its own.
    fn is_elsewhere(&self, _address: u16) -> bool {
        false
    }

    fn row_at(&self, address: u16) -> Option<Row<'_>>;

    /// Returns the name of the file for messages that are about no line.
    fn file(&self) -> &str;

    fn name_at(&self, address: u16) -> Option<&str>;

    /// Returns the names that an address without code can have.
    fn names_at(&self, address: u16) -> Vec<&str> {
        self.name_at(address).into_iter().collect()
    }

    /// Returns the address of a label. `scope` is the label to which local labels belong.
    fn label(&self, name: &str, scope: &str) -> Result<u16, PartError>;

    fn value(&self, name: &str) -> Option<u16>;

    /// Returns the addresses of instructions.
    fn instructions(&self) -> Vec<u16>;

    /// Returns the lines with comments that may be about the cycles of code below them.
    fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_>;

    /// Returns the reason why a comment is not about the code that follows it, if there is one.
    fn misplaced(&self, _comment: &Row) -> Option<String> {
        None
    }
}

/// Returns the label at an address that is an ordinary one rather than a local one of the routine before.
fn ordinary<'a>(labels: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut first = None;
    for label in labels {
        if !label.contains(['.', '@', ':']) {
            return Some(label);
        }
        first = first.or(Some(label));
    }
    first
}

impl Code for Assembly {
    fn kind(&self) -> &'static str {
        "source"
    }

    fn processor(&self) -> Processor {
        self.processor
    }

    fn start(&self) -> u16 {
        Assembly::start(self)
    }

    fn byte_at(&self, address: u16) -> Option<u8> {
        Assembly::byte_at(self, address)
    }

    fn row_at(&self, address: u16) -> Option<Row<'_>> {
        self.line_at(address).map(|line| row(self, line))
    }

    fn file(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    fn name_at(&self, address: u16) -> Option<&str> {
        // Outside of the source, constants and names of other modules are addresses.
        let is_outside = Assembly::byte_at(self, address).is_none();
        let named = self.symbols.values().filter(|symbol| {
            symbol.value == i32::from(address) && (is_outside || symbol.kind == SymbolKind::Label)
        });
        ordinary(named.map(|symbol| symbol.name.as_str()))
    }

    fn label(&self, name: &str, scope: &str) -> Result<u16, PartError> {
        let bare = name.trim_start_matches(['.', '@']);
        let is_local = bare.len() < name.len();
        let inner = [".", "::", "@"].iter().find_map(|sign| self.symbol(&format!("{scope}{sign}{bare}")));
        if let Some(line) = self.inner_label(name) {
            return Err(PartError::Inner { name: name.to_owned(), line: line.number });
        }
        let found = if is_local { inner.or_else(|| self.symbol(name)) } else { self.symbol(name).or(inner) };
        let Some(symbol) = found else {
            let names = self.symbols.values().map(|symbol| symbol.name.as_str());
            let near = nearest(name, names).map(str::to_owned);
            return Err(PartError::NoLabel { kind: self.kind(), name: name.to_owned(), near });
        };
        if symbol.kind != SymbolKind::Label {
            return Err(PartError::NotALabel { kind: self.kind(), name: name.to_owned() });
        }
        Ok(symbol.value as u16)
    }

    fn value(&self, name: &str) -> Option<u16> {
        self.symbol(name).map(|symbol| symbol.value as u16)
    }

    fn instructions(&self) -> Vec<u16> {
        self.lines.iter().filter(|line| line.row.is_some()).map(|line| line.address).collect()
    }

    /// The header of a sheet is left out.
    fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
        let is_header = |line: &Line| {
            let text = line.text.trim_start();
            self.sheet.is_some() && line.file == 0 && (text.is_empty() || text.starts_with(';'))
        };
        let body = self.lines.iter().enumerate().skip_while(move |(_, line)| is_header(line));
        let labels = own_labels(self);
        Box::new(body.filter(|(_, line)| !line.is_left_out).map(move |(index, line)| Row {
            label: own_label(&labels, line),
            line: Some((index, line)),
            ..row(self, line)
        }))
    }
}

/// Returns a line without its label, which takes longer to find.
fn row<'a>(assembly: &'a Assembly, line: &'a Line) -> Row<'a> {
    let has_mark = line.text.contains(";!") || line.text.contains("//!");
    let comment = Some(line.comment.trim_start().trim_start_matches('/')).filter(|_| has_mark);
    Row {
        file: assembly.files.get(line.file).map_or("", String::as_str),
        number: line.number,
        text: &line.text,
        note: comment.and_then(|comment| comment.strip_prefix('!')).map(str::trim),
        code: line.row.map(|_| line.address),
        label: None,
        source: line.file,
        is_between: false,
        line: None,
        subject: line.subject,
        is_labelled: line.labelled,
    }
}

/// Returns the labels that are not local, by their addresses. A long source has many, and each line is asked for its own.
fn own_labels(assembly: &Assembly) -> HashMap<i32, &str> {
    let mut labels = HashMap::new();
    for symbol in assembly.symbols.values() {
        if symbol.kind == SymbolKind::Label && !symbol.name.contains('.') {
            labels.entry(symbol.value).or_insert(symbol.name.as_str());
        }
    }
    labels
}

/// Returns the name of the label in a line to which local labels belong.
fn own_label<'a>(labels: &HashMap<i32, &'a str>, line: &Line) -> Option<&'a str> {
    let name = *labels.get(&i32::from(line.address))?;
    line.text.to_ascii_uppercase().contains(&name.to_ascii_uppercase()).then_some(name)
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    #[error("the {kind} has no label `{name}`{}", or_near(.near.as_deref()))]
    NoLabel {
        /// The word for the code.
        kind: &'static str,
        name: String,
        /// A label with a similar name.
        near: Option<String>,
    },
    /// A name of a constant.
    #[error("`{name}` is a constant of the {kind}; a label is expected")]
    NotALabel {
        /// The word for the code.
        kind: &'static str,
        name: String,
    },
    /// A name in a condition that stands for nothing.
    #[error("`{name}` is neither a register, nor a flag, nor a name of the {kind}")]
    UnknownName {
        /// The word for the code.
        kind: &'static str,
        name: String,
    },
    #[error("{0:04X} is in several banks, and nothing says which of them is there: its cycles are not known")]
    Banks(u16),
    #[error("{address:04X} has no code in the {kind}: its cycles are not known")]
    NoCode { address: u16, kind: &'static str },
    #[error("{0}")]
    Condition(ConditionError),
    #[error("{0}")]
    Ambiguous(String),
    /// A label that no name outside stands for.
    #[error("`{name}` in line {line} is in a macro or in a scope without a name; name the scope")]
    Inner { name: String, line: usize },
}

/// An error in a comment that states cycles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}: {problem}", .location.file, .location.line)]
pub struct StatedError {
    pub location: Box<SourceLocation>,
    pub problem: StatedProblem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatedProblem {
    /// Text after `;!` without a colon.
    #[error("a line with `;!` is `;! key: value`, as in `;! cycles: <= 114`")]
    NoColon,
    #[error("there is no key `{key}`; {} Above code, cycles are stated by `cycles`, `cycles to LABEL` and `requires`", did_you_mean(.near))]
    Key {
        key: String,
        /// A key with a similar name.
        near: &'static str,
    },
    /// A number of cycles that cannot be read.
    #[error("the cycles are a number, two as in 17-23, or a budget as in <= 114")]
    Cycles,
    /// A second statement about the same part.
    #[error("the cycles of this part are stated twice")]
    Twice,
    /// No instruction follows.
    #[error("no instruction follows whose cycles this could state")]
    NoCode,
    #[error("data or a constant follows this, in line {0}")]
    AboveData(usize),
    /// What follows in the source is not what follows in the binary.
    #[error("{0}")]
    Misplaced(String),
    /// `requires` without cycles.
    #[error("`requires` belongs to a `cycles` line above the same code, and there is none")]
    Alone,
    /// A label or a condition.
    #[error(transparent)]
    Part(Box<PartError>),
}

impl From<PartError> for StatedProblem {
    fn from(error: PartError) -> Self {
        StatedProblem::Part(Box::new(error))
    }
}
