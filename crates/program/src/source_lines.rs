//! The lines of a source and the addresses that they became.

use std::collections::{BTreeMap, BTreeSet};

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
    /// Whether a breakpoint in the line stops at its first address: it is code at which the line begins, in one of its expansions.
    pub is_start: bool,
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
