//! Contracts: header lines of a sheet in the comments of a source above a label, or in a file.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use arcadian_files::{
    Files, LONGEST_SOURCE,
    error::{Result, refuse},
    escape,
};

use crate::open::Linked;

/// The marks that begin a header line: in assembler sources and in C.
const STARTS: [&str; 2] = [";!", "//!"];

#[derive(Clone, Debug)]
pub(crate) struct BinaryContract {
    /// The label.
    pub(crate) name: String,
    /// The file with the lines, for messages.
    pub(crate) file: PathBuf,
    /// The number of the first line, counted from 1.
    pub(crate) first: usize,
    /// The lines, as header lines of a sheet.
    pub(crate) lines: Vec<String>,
}

/// Returns a header line in the form of a sheet: `;! key: value`.
fn header_line(line: &str) -> Option<String> {
    let line = line.trim();
    STARTS.iter().find_map(|start| line.strip_prefix(start)).map(|rest| format!(";!{rest}"))
}

fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (found, value) = line.strip_prefix(";!")?.split_once(':')?;
    found.trim().eq_ignore_ascii_case(key).then_some(value.trim())
}

/// Reads the contracts in a file. Each begins with a line `;! routine: NAME`.
pub(crate) fn in_file(files: &dyn Files, path: &Path) -> Result<Vec<BinaryContract>> {
    let text = files.text(path, "a file of contracts", LONGEST_SOURCE)?;
    let mut all: Vec<BinaryContract> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let Some(line) = header_line(line) else { continue };
        match (value(&line, "routine"), all.last_mut()) {
            (Some(name), _) => {
                let (name, file) = (name.to_owned(), path.to_owned());
                all.push(BinaryContract { name, file, first: number + 1, lines: Vec::new() });
            }
            (None, Some(contract)) => {
                // Lines between stay, so that numbers in messages are right.
                contract.lines.resize(number - contract.first, String::new());
                contract.lines.push(line);
            }
            (None, None) => {
                refuse!("{}:{number}: a contract begins with `;! routine: LABEL`", escape::path(path))
            }
        }
    }
    Ok(all)
}

/// Returns the contract above a label, if there is one. No other code may stand between them.
pub(crate) fn above(binary: &Linked, name: &str, address: u16) -> Option<BinaryContract> {
    let lines = binary.data.lines.iter().filter(|line| line.address == u32::from(address));
    lines.filter_map(|line| above_line(binary, name, line.file, usize::try_from(line.line).ok()?)).next()
}

fn above_line(binary: &Linked, name: &str, file: usize, line: usize) -> Option<BinaryContract> {
    let source = binary.sources.get(file)?;
    let used = binary.data.lines.iter().filter(|other| other.file == file);
    let used: BTreeSet<usize> = used.filter_map(|other| usize::try_from(other.line).ok()).collect();
    // Lines are counted from 1, so a line's number is the index of the line after it.
    let header = |number: usize| header_line(source.lines.get(number.checked_sub(1)?)?);
    let last = (1..line)
        .rev()
        .take_while(|number| !used.contains(number))
        .find(|number| header(*number).is_some())?;
    let first = (1..=last).rev().take_while(|number| header(*number).is_some()).last()?;
    let lines = (first..=last).filter_map(header).collect();
    Some(BinaryContract { name: name.to_owned(), file: PathBuf::from(&source.name), first, lines })
}
