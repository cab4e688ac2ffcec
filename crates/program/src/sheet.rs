//! Sheets of the routines of programs: a contract, the symbols that it names, and the code. Contracts are header lines of a
//! sheet in the comments of a source above a label, or in a file.
//!
//! The bytes are those that a proof knows. All other memory is unconstrained, as in any sheet: the value of a variable at the time of the
//! build proves nothing.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use arcadian_asm::{
    Content, Disassembly, Range, disassemble,
    sheet::{Contract, header_text},
};
use arcadian_files::{
    Files, LONGEST_SOURCE,
    error::{Context, Result, refuse},
    escape,
};
use arcadian_isa::Processor;
use arcadian_proof::Routine;

use crate::{Program, map::Part, open::Linked};

/// The keys that a program states by other means.
const REPLACED: [&str; 4] = ["routine", "cpu", "org", "dialect"];

/// Code that becomes a sheet.
struct Sheet<'a> {
    processor: Processor,
    label: &'a str,
    entry: u16,
    parts: Vec<Part>,
    /// The symbols that the header names.
    symbols: BTreeSet<(String, u16)>,
}

/// Returns the sheet by which a routine of a binary is verified: the lines of the contract have the numbers that they have in their file.
pub(crate) fn of_contract(
    program: &Program,
    processor: Processor,
    contract: &BinaryContract,
    entry: u16,
    is_kept: &dyn Fn(u16) -> bool,
) -> Result<String> {
    let mut text = ";\n".repeat(contract.first.saturating_sub(1));
    for line in &contract.lines {
        text += if line.is_empty() { ";" } else { line };
        text += "\n";
    }
    let symbol = |name: &str| Some((name.to_owned(), program.source.address_of(name).ok()?));
    let sheet = Sheet {
        processor,
        label: word(&contract.name),
        entry,
        parts: runs(program.bytes().into_iter().filter(|(address, _)| is_kept(*address))),
        symbols: terms(contract).into_iter().filter_map(symbol).collect(),
    };
    text += &sheet.names();
    text += &sheet.code()?;
    Ok(text)
}

pub(crate) fn of_source(routine: &Routine, contract: &Contract) -> Result<String> {
    own(routine, contract.lines.iter().map(|(_, line)| line.as_str()))
}

pub(crate) fn of_binary(routine: &Routine, contract: &BinaryContract) -> Result<String> {
    own(routine, contract.lines.iter().map(String::as_str))
}

/// Returns the sheet of a routine whose bytes are those that its proof knows.
fn own<'a>(routine: &Routine, lines: impl Iterator<Item = &'a str>) -> Result<String> {
    let assembly = &routine.assembly;
    let lines: Vec<&str> = lines.filter_map(header_text).filter(|line| !is_replaced(line)).collect();
    let symbol =
        |name: &str| Some((name.to_owned(), u16::try_from(assembly.symbol(name)?.value).unwrap_or(u16::MAX)));
    let sheet = Sheet {
        processor: routine.processor(),
        label: word(&routine.name),
        entry: routine.entry,
        parts: assembly.parts().into_iter().map(|(first, bytes)| (first, bytes.to_vec())).collect(),
        symbols: lines.iter().flat_map(|line| words(line)).filter_map(symbol).collect(),
    };
    let header = lines.iter().fold(sheet.names(), |text, line| text + &format!(";! {line}\n"));
    Ok(header + &sheet.code()?)
}

impl Sheet<'_> {
    /// Returns the header lines that name the routine.
    fn names(&self) -> String {
        format!(";! routine: {}\n;! cpu: {}\n", self.label, self.processor.to_string().to_ascii_lowercase())
    }

    /// Returns the symbols outside of the code, and the code.
    fn code(&self) -> Result<String> {
        let has = |address: u16| {
            self.parts.iter().any(|(first, bytes)| {
                address.checked_sub(*first).is_some_and(|offset| usize::from(offset) < bytes.len())
            })
        };
        let mut text = String::new();
        let mut symbols: Vec<(String, i32)> = vec![(self.label.to_owned(), self.entry.into())];
        for (name, value) in self.symbols.iter().filter(|(name, _)| !name.eq_ignore_ascii_case(self.label)) {
            if has(*value) {
                symbols.push((name.clone(), (*value).into()));
            } else {
                let _ = writeln!(text, "{name:<8}EQU {}", self.processor.hex(*value, 4));
            }
        }
        for (origin, bytes) in &self.parts {
            let last =
                origin.saturating_add(u16::try_from(bytes.len().saturating_sub(1)).unwrap_or(u16::MAX));
            let entries = [self.entry];
            let is_code = (*origin..=last).contains(&self.entry);
            let ranges = [Range { first: *origin, last, content: Content::Data }];
            let how = Disassembly {
                origin: *origin,
                symbols: &symbols,
                ranges: if is_code { &[] } else { &ranges },
                trace: is_code.then_some(&entries),
                ..Disassembly::default()
            };
            let source =
                disassemble(self.processor, bytes, &how).context("cannot write the routine as a sheet")?;
            let body = source.lines().filter(|line| !line.trim_start().starts_with("CPU "));
            body.for_each(|line| text += &format!("{line}\n"));
        }
        Ok(text)
    }
}

/// Joins bytes that follow each other.
fn runs(bytes: impl Iterator<Item = (u16, u8)>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (address, byte) in bytes {
        match parts.last_mut() {
            Some((first, run)) if usize::from(*first) + run.len() == usize::from(address) => run.push(byte),
            _ => parts.push((address, vec![byte])),
        }
    }
    parts
}

/// Returns the last word of a name, which a label of a sheet can be.
fn word(name: &str) -> &str {
    name.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or(name)
}

fn is_replaced(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default().trim();
    REPLACED.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Keys whose values are expressions.
const EXPRESSIONS: [&str; 7] =
    ["requires", "ensures", "example", "invariant", "decreases", "expands", "remaining"];

/// Keys whose values are terms such as `(SYMBOL:2) = field`.
const TERMS: [&str; 4] = ["in", "out", "clobbers", "at"];

/// Returns the identifiers of a contract that can be symbols: those in parentheses in its terms, the labels of `at`, and those of
/// expressions that are not fields.
fn terms(contract: &BinaryContract) -> BTreeSet<&str> {
    let lines = || contract.lines.iter().filter_map(|line| line.strip_prefix(";!")?.split_once(':'));
    let of = |keys: &'static [&str]| {
        lines().filter(|(key, _)| keys.contains(&key.trim())).map(|(key, value)| (key.trim(), value))
    };
    let inside =
        of(&TERMS).flat_map(|(_, value)| value.split('(').skip(1).filter_map(|rest| rest.split(')').next()));
    let labels = of(&TERMS).filter(|(key, _)| *key == "at").filter_map(|(_, value)| value.split(':').next());
    let fields: BTreeSet<&str> =
        of(&TERMS).flat_map(|(_, value)| value.split(['=', '>']).skip(1).flat_map(words)).collect();
    let of_expressions =
        of(&EXPRESSIONS).flat_map(|(_, value)| words(value)).filter(|word| !fields.contains(word));
    inside.chain(labels).flat_map(words).chain(of_expressions).collect()
}

/// Iterates over the identifiers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

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
