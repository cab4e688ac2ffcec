//! The command line of `arcadian step` that shows a counterexample.

use arcadian_isa::{Processor, hex};
use arcadian_proof::{Counterexample, Routine, claims::sheets};

use crate::escape;

/// Returns the command line that starts a routine in the state of a counterexample, and stops at the instruction that causes
/// the first fault. Returns `None` if the counterexample is not explained.
pub fn showing(routine: &Routine, wrong: &Counterexample) -> Option<String> {
    let step = wrong.lost_after?;
    let mut words = vec!["arcadian step".to_owned(), target(routine)];
    if let Some(file) = compared_with(routine) {
        words.push(format!("--same-as {}", quoted(&file)));
    }
    let joined = |option: &str, items: Vec<String>| match items.is_empty() {
        true => None,
        false => Some(format!("{option} {}", quoted(&items.join(",")))),
    };
    let inputs = wrong.input.iter().map(|(name, bytes)| format!("{name}={}", hex::unspaced_bytes(bytes)));
    let placed = wrong.placed.iter().map(|(what, address)| format!("{}={address:04X}", what.name()));
    let memory = wrong.memory.iter().map(|(address, byte)| format!("{address:04X}={byte:02X}"));
    words.extend(joined("--in", inputs.collect()));
    words.extend(joined("--place", placed.collect()));
    let registers = wrong.registers.iter();
    words.extend(registers.map(|(name, value)| format!("--set {}", quoted(&format!("{name}={value:02X}")))));
    words.extend(joined("--poke", memory.collect()));
    words.push(format!("--go {step}"));
    Some(words.join(" "))
}

/// Returns how the routine is named on the command line.
fn target(routine: &Routine) -> String {
    let file = routine.assembly.files.first().map_or("", String::as_str);
    match (sheets().any(|sheet| sheet.file == file), routine.processor()) {
        (true, Processor::I8080) => routine.name.clone(),
        (true, processor) => format!("{} --cpu {processor}", routine.name),
        (false, _) if file == escape::path("-".as_ref()) => "-".to_owned(),
        (false, _) => quoted(file),
    }
}

/// Returns the sheet that the routine is compared with, unless its header names it. A reference is compared with itself.
fn compared_with(routine: &Routine) -> Option<String> {
    let names_one = routine.assembly.sheet.as_ref().is_some_and(|sheet| sheet.same_as.is_some());
    match routine.reference() {
        Some(reference) if !names_one => Some(reference),
        _ if routine.is_reference() => Some(routine),
        _ => None,
    }
    .map(|reference| match sheets().any(|sheet| sheet.file == reference.file) {
        true => reference.name.clone(),
        false => reference.file.clone(),
    })
}

/// Quotes a word for a shell if it needs quotes.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./=,:".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            [quoted("A=12"), quoted("a b"), quoted("A'=12"), quoted("")],
            ["A=12", "'a b'", r"'A'\''=12'", "''"]
        );
    }
}
