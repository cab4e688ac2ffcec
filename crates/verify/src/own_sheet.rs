//! A routine of a program as a sheet in our own syntax, for tools that write code.

use std::{collections::BTreeSet, fmt::Write as _};

use arcadian_asm::{
    Assembly, Content, Disassembly, Range, disassemble,
    sheet::{Contract, header_text},
};
use arcadian_files::error::{Context, Result};
use arcadian_proof::Routine;

/// The keys that a program states by other means.
const REPLACED: [&str; 4] = ["routine", "cpu", "org", "dialect"];

/// Returns the sheet of a routine whose bytes are those that its proof knows.
pub(crate) fn text(routine: &Routine, contract: &Contract) -> Result<String> {
    let (assembly, processor) = (&routine.assembly, routine.processor());
    let label = word(&routine.name);
    let cpu = processor.to_string().to_ascii_lowercase();
    let mut text = format!(";! routine: {label}\n;! cpu: {cpu}\n");
    let lines = contract.lines.iter().filter_map(|(_, line)| header_text(line));
    for line in lines.filter(|line| !is_replaced(line)) {
        let _ = writeln!(text, ";! {line}");
    }
    let mut symbols: Vec<(String, i32)> = vec![(label.to_owned(), routine.entry.into())];
    for (name, value) in named(assembly, contract).into_iter().filter(|(name, _)| name != label) {
        let inside = u16::try_from(value).is_ok_and(|address| assembly.byte_at(address).is_some());
        if inside {
            symbols.push((name, value));
        } else {
            let value = u32::try_from(value).unwrap_or_default();
            let _ =
                writeln!(text, "{name:<8}EQU {}", processor.hex(u16::try_from(value).unwrap_or(u16::MAX), 4));
        }
    }
    for (origin, bytes) in assembly.parts() {
        let last = origin.saturating_add(u16::try_from(bytes.len().saturating_sub(1)).unwrap_or(u16::MAX));
        let entries = [routine.entry];
        let is_code = (origin..=last).contains(&routine.entry);
        let ranges = [Range { first: origin, last, content: Content::Data }];
        let how = Disassembly {
            origin,
            symbols: &symbols,
            ranges: if is_code { &[] } else { &ranges },
            trace: is_code.then_some(&entries),
            ..Disassembly::default()
        };
        let source = disassemble(processor, bytes, &how).context("cannot write the routine as a sheet")?;
        let body = source.lines().filter(|line| !line.trim_start().starts_with("CPU "));
        body.for_each(|line| text += &format!("{line}\n"));
    }
    Ok(text)
}

/// Returns the last word of a name, which a label of a sheet can be.
fn word(name: &str) -> &str {
    name.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or(name)
}

fn is_replaced(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default().trim();
    REPLACED.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Returns the names of the program in a contract, with their values.
fn named(assembly: &Assembly, contract: &Contract) -> BTreeSet<(String, i32)> {
    let words = contract.lines.iter().flat_map(|(_, line)| {
        line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
    });
    words.filter_map(|word| Some((word.to_owned(), assembly.symbol(word)?.value))).collect()
}
