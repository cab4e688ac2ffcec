//! What an assembled source is.

use std::collections::BTreeMap;

use arcadian_isa::{Processor, Row};

use crate::diagnostic::Diagnostic;
use crate::image::Memory;
use crate::sheet::Sheet;
use crate::symbols::Kind;

/// An assembled source.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The processor it is for.
    pub processor: Processor,
    /// The address of the first byte of the image.
    pub origin: u16,
    /// The bytes from the lowest to the highest address, gaps filled with 0.
    pub image: Vec<u8>,
    /// How many bytes the source makes, gaps not counted.
    pub size: usize,
    /// Where the program begins, if END says it.
    pub entry: Option<u16>,
    /// The symbols by their names in capitals. Local labels of macros are left out.
    pub symbols: BTreeMap<String, Symbol>,
    /// The names of the files, the first being the one assembled.
    pub files: Vec<String>,
    /// Every line in the order in which it was processed; those of macros once for each expansion.
    pub lines: Vec<Line>,
    /// The header, if the first file is a sheet.
    pub sheet: Option<Sheet>,
    /// What may not mean what was intended.
    pub warnings: Vec<Diagnostic>,
    /// How many more warnings there were than are kept.
    pub omitted: usize,
    /// The lines of the first file.
    pub(crate) source: Vec<String>,
    pub(crate) memory: Memory,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// As it was spelt where it was defined; a local label has the name of its label before the dot.
    pub name: String,
    /// What it stands for.
    pub kind: Kind,
    /// Its value.
    pub value: i32,
    /// The index in [`Assembly::lines`] of its definition; none if the host defined it.
    pub line: Option<usize>,
}

/// A line that was processed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The index of its file in [`Assembly::files`].
    pub file: usize,
    /// Its number in the file, counted from 1.
    pub number: usize,
    /// The line as it is; of a macro with the arguments put in.
    pub text: String,
    /// The comment, without its semicolon; empty if there is none.
    pub comment: String,
    /// Where the code stood before the line.
    pub address: u16,
    /// The bytes it made.
    pub bytes: Vec<u8>,
    /// What is known of its instruction, if it is one.
    pub row: Option<&'static Row>,
    /// How many macros it is inside of.
    pub depth: usize,
    /// The line of the first file, counted from 0, from which it comes.
    pub(crate) root: usize,
    pub(crate) labelled: bool,
}

impl Assembly {
    /// The symbol of this name, in whatever case.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.get(&name.to_ascii_uppercase())
    }

    /// The line that made the byte at this address.
    pub fn line_at(&self, address: u16) -> Option<&Line> {
        self.memory.owner(address).and_then(|index| self.lines.get(index))
    }

    /// The byte at this address, if the source made one.
    pub fn byte_at(&self, address: u16) -> Option<u8> {
        self.memory.owner(address)?;
        self.image.get(usize::from(address).checked_sub(self.origin.into())?).copied()
    }

    /// The labels at this address, in the order of their names.
    pub fn labels_at(&self, address: u16) -> impl Iterator<Item = &str> {
        let at = move |symbol: &&Symbol| symbol.kind == Kind::Label && symbol.value == i32::from(address);
        self.symbols.values().filter(at).map(|symbol| symbol.name.as_str())
    }
}
