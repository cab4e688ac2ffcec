//! Events of the hardware at which a program can stop.

use std::ops::RangeInclusive;

use arcadian_asm::{did_you_mean, nearest};
use arcadian_isa::hex;
use arcadian_machine::DeviceEvent;

use super::State;
use crate::notation::Notation;

/// A kind of event: how users name it, and which values distinguish its events.
#[derive(Debug)]
pub struct EventKind {
    /// The name in commands: `line`, `port-write`.
    pub name: &'static str,
    /// The name under which the device reports it.
    pub event: &'static str,
    /// The placeholder of a value in help: `N`, `PORT`.
    pub argument: &'static str,
    /// The time at which it occurs, for help.
    pub help: &'static str,
    pub values: RangeInclusive<u16>,
    pub notation: Notation,
    /// The values that have names, such as ports.
    pub named: &'static [(&'static str, u16)],
    /// Describes an event with a value: `port 0C was written`.
    pub describe: fn(u16) -> String,
}

/// Events of one kind with a range of values.
#[derive(Clone, Debug)]
pub struct EventRange {
    pub kind: &'static EventKind,
    pub values: RangeInclusive<u16>,
}

/// A text that names no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The program runs on no hardware that reports events.
    #[error("the program has no hardware that reports events; a cartridge has: `arcadian step --cart FILE`")]
    None,
    #[error("`{word}` is not an event; {}", .near.map_or_else(|| format!("the events are {}", .kinds.join(", ")), did_you_mean))]
    Unknown {
        word: String,
        kinds: Vec<&'static str>,
        /// A similar name.
        near: Option<&'static str>,
    },
    /// The value is not one of this kind.
    #[error("`{text}` is not a value of `{kind}`, which {expected}")]
    Value { text: String, kind: &'static str, expected: String },
}

impl EventRange {
    /// Parses a kind with an optional value or range of values: `line 100`, `port-write 10-17`, `interrupt`. `symbol` returns
    /// the values of the program's symbols.
    pub fn parse(
        text: &str,
        kinds: &'static [EventKind],
        symbol: impl Fn(&str) -> Option<i64>,
    ) -> Result<Self, EventError> {
        let (word, values) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let kind = find(word, kinds)?;
        let number = |text: &str| kind.number(text.trim(), &symbol);
        let values = match (values.trim(), values.split_once('-')) {
            ("", _) => Some(kind.values.clone()),
            (one, None) => number(one).map(|one| one..=one),
            (whole, Some((first, last))) => {
                let range = number(first).zip(number(last)).map(|(first, last)| first..=last);
                range.or_else(|| number(whole).map(|one| one..=one)).filter(|range| !range.is_empty())
            }
        };
        let wrong =
            || EventError::Value { text: text.trim().to_owned(), kind: kind.name, expected: kind.expected() };
        Ok(EventRange { kind, values: values.ok_or_else(wrong)? })
    }

    /// Describes the first of these events that occurred in the last step.
    pub fn occurred(&self, state: &dyn State) -> Option<String> {
        let is_one =
            |event: &&DeviceEvent| event.name == self.kind.event && self.values.contains(&event.value);
        state.events().iter().find(is_one).map(|event| (self.kind.describe)(event.value))
    }
}

fn find(word: &str, kinds: &'static [EventKind]) -> Result<&'static EventKind, EventError> {
    if kinds.is_empty() {
        return Err(EventError::None);
    }
    let names = || kinds.iter().map(|kind| kind.name);
    kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(word)).ok_or_else(|| EventError::Unknown {
        word: word.to_owned(),
        kinds: names().collect(),
        near: nearest(word, names()),
    })
}

impl EventKind {
    /// Parses a value: a name, a symbol of the program, or a number in the notation of this kind.
    fn number(&self, text: &str, symbol: impl Fn(&str) -> Option<i64>) -> Option<u16> {
        let named =
            self.named.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, value)| *value);
        let symbol = || u16::try_from(symbol(text)?).ok();
        let number = || match self.notation {
            Notation::Decimal => text.parse().ok(),
            Notation::Hexadecimal => hex::parse_number(text)?.try_into().ok(),
        };
        named.or_else(symbol).or_else(number).filter(|value| self.values.contains(value))
    }

    /// Writes a value without its name.
    fn text(&self, value: u16) -> String {
        let bits = if *self.values.end() > 0xFF { 16 } else { 8 };
        self.notation.value(value.into(), bits)
    }

    /// Describes the values: `has numbers from 0 to 261`.
    fn expected(&self) -> String {
        let [first, last] = [*self.values.start(), *self.values.end()].map(|value| self.text(value));
        let names = if self.named.is_empty() { "" } else { " and names such as " };
        let name = self.named.first().map_or("", |(name, _)| name);
        let (_, base) = self.notation.base();
        format!("has {base} numbers from {first} to {last}{names}{name}, and ranges such as {first}-{last}")
    }

    /// Returns the kind with its argument, and when it occurs.
    pub fn usage(&self) -> String {
        let usage = match self.argument {
            "" => self.name.to_owned(),
            argument => format!("{} [{argument}]", self.name),
        };
        format!("  {usage:24}  {}", self.help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static KINDS: [EventKind; 2] = [
        EventKind {
            name: "line",
            event: "raster line",
            argument: "N",
            help: "the beam reaches raster line N",
            values: 0..=261,
            notation: Notation::Decimal,
            named: &[],
            describe: |line| format!("line {line}"),
        },
        EventKind {
            name: "port-write",
            event: "port write",
            argument: "PORT",
            help: "a port is written",
            values: 0..=0xFF,
            notation: Notation::Hexadecimal,
            named: &[("MAGIC", 0x0C)],
            describe: |port| format!("port {port:02X}"),
        },
    ];

    fn parse(text: &str) -> Result<EventRange, EventError> {
        EventRange::parse(text, &KINDS, |name| (name == "MYPORT").then_some(0x15))
    }

    #[test]
    fn events_with_a_value_a_range_or_a_name() {
        for (text, values) in [
            ("line 100", 100..=100),
            ("LINE  20 - 30", 20..=30),
            ("line", 0..=261),
            ("port-write 10-17", 0x10..=0x17),
            ("port-write magic", 0x0C..=0x0C),
            ("port-write MYPORT", 0x15..=0x15),
            ("port-write $0A", 0x0A..=0x0A),
        ] {
            assert_eq!(parse(text).expect(text).values, values, "{text}");
        }
    }

    #[test]
    fn wrong_events_say_what_is_right() {
        for (text, message) in [
            (
                "line 262",
                "`line 262` is not a value of `line`, which has decimal numbers from 0 to 261, and ranges such as 0-261",
            ),
            ("line 9-3", "`line 9-3` is not a value of `line`"),
            ("lime 4", "`lime` is not an event; did you mean `line`?"),
            ("xyz", "`xyz` is not an event; the events are line, port-write"),
            ("port-write 100", "which has hexadecimal numbers from 00 to FF and names such as MAGIC"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(matches!(EventRange::parse("line", &[], |_| None), Err(EventError::None)));
    }
}
