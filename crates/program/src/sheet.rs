//! A sheet for a routine of a binary: its contract, the symbols that the contract names, and the bytes of the routine.
//!
//! The bytes are the code that the routine can reach by jumps and calls, and the segments that the program cannot write to. All other memory
//! is unconstrained, as in any sheet: the value of a variable at the time of the build proves nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use arcadian_files::error::Result;
use arcadian_isa::Processor;
use arcadian_verify::program;

use crate::{Opened, contract::Contract};

/// The bytes in a line of the sheet.
const ROW: usize = 16;

/// Returns the text of the sheet. The lines of the contract have the numbers that they have in their file.
pub(crate) fn text(
    binary: &Opened,
    processor: Processor,
    contract: &Contract,
    label: &str,
    entry: u16,
    constant: &[(u16, u16)],
) -> Result<String> {
    let mut text = ";\n".repeat(contract.first.saturating_sub(1));
    for line in &contract.lines {
        text += if line.is_empty() { ";" } else { line };
        text += "\n";
    }
    let cpu = processor.to_string().to_ascii_lowercase();
    let _ = writeln!(text, ";! routine: {label}\n;! cpu: {cpu}");
    let bytes = bytes(binary, processor, entry, constant)?;
    let mut names = BTreeMap::from([(entry, BTreeSet::from([label.to_owned()]))]);
    for name in named(contract) {
        if let Ok(address) = binary.source.address_of(name)
            && !name.eq_ignore_ascii_case(label)
        {
            names.entry(address).or_default().insert(name.to_owned());
        }
    }
    let others = names.iter().filter(|(address, _)| !bytes.contains_key(address));
    for (address, name) in others.flat_map(|(address, names)| names.iter().map(move |name| (*address, name)))
    {
        let _ = writeln!(text, "{name} EQU {}", processor.hex(address, 4));
    }
    write_bytes(&mut text, processor, &bytes, &names);
    Ok(text)
}

/// Keys whose values are expressions.
const EXPRESSIONS: [&str; 7] =
    ["requires", "ensures", "example", "invariant", "decreases", "expands", "remaining"];

/// Keys whose values are terms such as `(SYMBOL:2) = field`.
const TERMS: [&str; 4] = ["in", "out", "clobbers", "at"];

/// Returns the identifiers of a contract that can be symbols: those in parentheses in its terms, the labels of `at`, and those of
/// expressions that are not fields.
fn named(contract: &Contract) -> BTreeSet<&str> {
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

/// Returns the bytes that do not change while the routine runs, by address.
fn bytes(
    binary: &Opened,
    processor: Processor,
    entry: u16,
    constant: &[(u16, u16)],
) -> Result<BTreeMap<u16, u8>> {
    let loaded_bytes =
        binary.parts.iter().flat_map(|(first, bytes)| (*first..=u16::MAX).zip(bytes.iter().copied()));
    let all: BTreeMap<u16, u8> = loaded_bytes.collect();
    let read_only = binary.data.segments.iter().filter(|segment| segment.is_writable == Some(false));
    let read_only = read_only.filter_map(|segment| {
        let first = u16::try_from(segment.address).ok()?;
        Some((first, first.saturating_add(u16::try_from(segment.size.checked_sub(1)?).ok()?)))
    });
    let code = reached(&all, processor, entry)?;
    let is_kept = program::kept(code, read_only.chain(constant.iter().copied()).collect());
    Ok(all.into_iter().filter(|(address, _)| is_kept(*address)).collect())
}

/// Returns the ranges of code that a routine can reach.
fn reached(all: &BTreeMap<u16, u8>, processor: Processor, entry: u16) -> Result<Vec<(u16, u16)>> {
    let (Some((first, _)), Some((last, _))) = (all.first_key_value(), all.last_key_value()) else {
        return Ok(Vec::new());
    };
    let image: Vec<u8> = (*first..=*last).map(|address| all.get(&address).copied().unwrap_or(0)).collect();
    program::reached(processor, *first, &image, entry)
}

/// Writes bytes with their addresses, and labels before them.
fn write_bytes(
    text: &mut String,
    processor: Processor,
    bytes: &BTreeMap<u16, u8>,
    names: &BTreeMap<u16, BTreeSet<String>>,
) {
    let mut next = None;
    let mut row = 0;
    for (address, byte) in bytes {
        let labels = names.get(address);
        if next != Some(*address) {
            let _ = write!(text, "\n        ORG {}", processor.hex(*address, 4));
            row = 0;
        }
        for label in labels.into_iter().flatten() {
            let _ = write!(text, "\n{label}:");
            row = 0;
        }
        let start = if row % ROW == 0 { "\n        DB " } else { "," };
        let _ = write!(text, "{start}{}", processor.hex((*byte).into(), 2));
        row += 1;
        next = address.checked_add(1);
    }
    text.push('\n');
}
