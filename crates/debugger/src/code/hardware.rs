//! The hardware around a processor, for machines that are more than memory, and typing on its keys.

use std::fmt;

use arcadian_machine::{Addresses, Backplane, Change, Machine, MachineCore};

use crate::debuggee::{EventKind, Language, PressError, Screen};

/// A value of the hardware that expressions can name. It can be read but not set.
#[derive(Clone, Copy, Debug)]
pub struct HardwareValue {
    pub name: &'static str,
    /// The group in which it is shown: `Video`, `Sound`.
    pub group: &'static str,
    /// The number of bits: 1, 8 or 16, or 32 for a counter, which is shown as a decimal number.
    pub bits: u32,
    /// Whether its changes are not worth reporting.
    pub is_derived: bool,
}

/// Hardware that a machine's devices emulate: its registers, screen, events and inputs.
///
/// The state of the hardware is in the devices, so that a history contains it. Input that is scheduled for a later time is
/// kept here; when it is due, it becomes a change in the history.
pub trait Hardware<C: MachineCore>: fmt::Debug {
    /// Returns how programs on this hardware are described.
    fn language(&self) -> &'static Language;

    /// Returns the values that expressions can name, group by group.
    fn values(&self) -> &[HardwareValue];

    fn value(&self, index: usize, backplane: &Backplane) -> i64;

    /// Returns the picture, including an unfinished frame up to the beam.
    fn screen(&self, backplane: &Backplane) -> Option<Screen>;

    fn event_kinds(&self) -> &'static [EventKind];

    /// Returns the addresses at which no code can be.
    fn unmapped(&self) -> &Addresses;

    /// Describes why a halted processor, or one at an [unmapped](Self::unmapped) address, can do nothing more.
    fn describe_runaway(&self, machine: &Machine<C>) -> String;

    /// Reads a key script. Returns the changes that apply now, and schedules the others.
    fn press(&mut self, keys: &str, machine: &Machine<C>) -> Result<Vec<Change<C>>, PressError>;

    /// Returns the cycle at which scheduled input is due next after a cycle.
    fn next_input(&self, cycle: u64) -> Option<u64>;

    /// Returns whether a RESET is scheduled after a cycle.
    fn has_reset_after(&self, cycle: u64) -> bool;

    /// Returns the changes of the input that became due after a cycle, or since the start.
    fn input_since(&self, cycle: Option<u64>, machine: &Machine<C>) -> Vec<Change<C>>;

    /// Forgets the input that was scheduled after an instruction, because the history after it is discarded.
    fn forget_input_after(&mut self, instruction: u64);
}

/// The names of keys that are not characters.
const KEYS: [(&str, u8); 6] =
    [("ENTER", 0x0D), ("GO", 0x0D), ("ESC", 0x1B), ("TAB", 0x09), ("BACKSPACE", 0x08), ("DELETE", 0x7F)];

/// Returns the bytes of a text: ASCII characters, and in braces a key, a character, or `^` with a letter for Ctrl.
pub fn typed(text: &str) -> Result<Vec<u8>, PressError> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let name = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let (byte, after) = match name {
            Some((name, after)) => (named(name), after),
            None if character == '{' => (None, ""),
            None => (u8::try_from(character).ok().filter(u8::is_ascii), &rest[character.len_utf8()..]),
        };
        let wrong = &rest[..rest.len() - after.len()];
        bytes.push(byte.ok_or_else(|| PressError::Invalid(explain(wrong)))?);
        rest = after;
    }
    Ok(bytes)
}

fn explain(wrong: &str) -> String {
    let names = KEYS.map(|(name, _)| format!("{{{name}}}")).join(" ");
    format!("`{wrong}` is not a key: type ASCII characters, {names}, and {{^C}} for Ctrl-C")
}

fn named(name: &str) -> Option<u8> {
    let known = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, byte)| *byte);
    known.or(match *name.as_bytes() {
        [b'^', letter @ (b'@'..=b'_' | b'a'..=b'z')] => Some(letter & 0x1F),
        [character] => Some(character),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_keys() {
        for (text, bytes) in [
            ("Ab1", Some(&b"Ab1"[..])),
            ("A{ENTER}{go}{^Z}{^c}{{}{ESC}", Some(b"A\r\r\x1A\x03{\x1B")),
            ("", Some(b"")),
            ("{HALT}", None),
            ("{ENTER", None),
            ("é", None),
        ] {
            assert_eq!(typed(text).ok().as_deref(), bytes, "{text}");
        }
        let error = typed("A{HALT}B").expect_err("not a key").to_string();
        assert!(error.starts_with("`{HALT}` is not a key: type ASCII characters, {ENTER}"), "{error}");
    }
}
