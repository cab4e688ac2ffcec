//! The lines of a source and the addresses that they became.

use std::collections::BTreeSet;

use arcadian_asm::Assembly;

/// The size of the memory.
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
    /// The first address.
    pub address: u16,
    /// The number of bytes.
    pub length: u16,
    /// Whether the bytes are data.
    pub is_data: bool,
    /// What a row of code shows beside its first instruction.
    pub note: String,
}

/// The lines of all files of a source.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    files: Vec<String>,
    lines: Vec<Line>,
    /// For each address the index of its line plus one; 0 if it has none.
    owners: Vec<u32>,
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
        Lines { files, lines, owners, is_complete: false }
    }

    pub(super) fn assembled(assembly: &Assembly) -> Self {
        let lines = assembly.lines.iter().filter(|line| !line.bytes.is_empty()).map(|line| Line {
            file: line.file,
            number: line.number,
            column: line.text.len() - line.text.trim_start().len() + 1,
            address: line.address,
            length: u16::try_from(line.bytes.len()).unwrap_or(u16::MAX),
            is_data: line.row.is_none(),
            note: line.comment.trim().to_owned(),
        });
        Lines { is_complete: true, ..Lines::new(assembly.files.clone(), lines.collect()) }
    }

    /// Returns whether each instruction of the program has a line of its own.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the line of an address.
    pub(super) fn at(&self, address: u16) -> Option<&Line> {
        let owner = usize::try_from(*self.owners.get(usize::from(address))?).ok()?;
        self.lines.get(owner.checked_sub(1)?)
    }

    /// Returns the line that starts at an address.
    pub(super) fn starting_at(&self, address: u16) -> Option<&Line> {
        self.at(address).filter(|line| line.address == address)
    }

    /// Returns whether an instruction of the source starts at an address.
    pub(super) fn is_code(&self, address: u16) -> bool {
        self.starting_at(address).is_some_and(|line| !line.is_data)
    }

    /// Returns the addresses of all instructions at which a line starts.
    pub(super) fn code(&self) -> BTreeSet<u16> {
        self.lines.iter().map(|line| line.address).filter(|address| self.is_code(*address)).collect()
    }

    /// Returns the name of a line's file.
    pub(super) fn file(&self, line: &Line) -> Option<&str> {
        self.files.get(line.file).map(String::as_str)
    }

    /// Returns the index of a file by its name, or by the end of its path if only one has it.
    pub(super) fn find_file(&self, name: &str) -> Option<usize> {
        let ends = |file: &String| {
            file.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        };
        let exact = self.files.iter().position(|file| file == name);
        exact.or_else(|| {
            let mut found = self.files.iter().enumerate().filter(|(_, file)| ends(file));
            found.next().filter(|_| found.next().is_none()).map(|(index, _)| index)
        })
    }

    /// Returns the first instruction in a line or after it, with the line.
    pub(super) fn code_from(&self, file: usize, number: usize) -> Option<&Line> {
        let lines = self.lines.iter().filter(|line| line.file == file && !line.is_data);
        lines.filter(|line| line.number >= number).min_by_key(|line| (line.number, line.address))
    }
}
