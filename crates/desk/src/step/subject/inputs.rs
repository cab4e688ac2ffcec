//! What a program is given.

use crate::error::{Result, refuse};
use arcadian_asm::nearest;
use arcadian_basic::{Key, key::Event};
use arcadian_proof::{Field, Routine, Values};

use crate::key_file;

/// What a program is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Of a routine, the bytes of all fields, one behind the other.
    pub bytes: Vec<u8>,
    /// Of a BASIC program, the keys.
    pub keys: Vec<Key>,
}

/// Reads keys such as `8{GO}A`.
pub fn keys(text: &str) -> Result<Input> {
    let events = key_file::from_text(text)?;
    let keys = events.iter().map(|event| match event {
        Event::Key(key) => Ok(*key),
        _ => refuse!("--keys {text}: only keys can be given here, no `{{AT n}}` and no hand controllers"),
    });
    Ok(Input { keys: keys.collect::<Result<_>>()?, ..Input::default() })
}

/// Reads `board=1B2F,letter=41`. Fields that are not named stay as in `rest`.
pub fn parse(routine: &Routine, text: &str, rest: &Input) -> Result<Input> {
    let fields = routine.claim.inputs;
    let mut bytes = rest.bytes.clone();
    bytes.resize(Field::all_bytes(fields), 0);
    for part in text.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            refuse!("--in {text}: `{part}` is no FIELD=BYTES; the fields are {}", names(fields));
        };
        let name = name.trim();
        let Some(place) = fields.iter().position(|field| field.name.eq_ignore_ascii_case(name)) else {
            let near = nearest(name, fields.iter().map(|field| field.name));
            let hint = near.map_or_else(|| names(fields), |near| format!("perhaps {near}"));
            refuse!("--in {text}: {} is given no `{name}`; {hint}", routine.name);
        };
        let (before, field) = (Field::all_bytes(&fields[..place]), fields[place]);
        let value = hex(value).filter(|value| value.len() == field.bytes());
        let Some(value) = value else {
            let digits = field.bytes() * 2;
            refuse!(
                "--in {text}: {name} has {} byte(s), so {digits} hexadecimal digits, byte 0 first",
                field.bytes()
            );
        };
        if !field.allows(&value) {
            refuse!("--in {text}: {} is no value of {name}{}", hex_of(&value), limits(field.values));
        }
        bytes.splice(before..before + value.len(), value);
    }
    Ok(Input { bytes, ..Input::default() })
}

fn names(fields: &[Field]) -> String {
    fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Which values a field has, where that can be said.
fn limits(values: Values) -> String {
    match values {
        Values::Any(_) | Values::Like(_) => String::new(),
        Values::Below(limit) => format!("; it is at most {:02X}", limit.saturating_sub(1)),
        Values::Masked(masks) => format!("; bits outside {} are no part of it", hex_of(masks)),
        Values::Tied { masks, tied } => {
            format!(
                "; bits outside {} are no part of it, and {tied:02X} is the same in all bytes",
                hex_of(masks)
            )
        }
    }
}

/// Pairs of digits, blanks or not between them; one digit alone is a byte too.
fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) || digits.is_empty() {
        return None;
    }
    let padded = if digits.len() == 1 { format!("0{digits}") } else { digits };
    let pairs = padded.as_bytes().chunks(2);
    if !padded.len().is_multiple_of(2) {
        return None;
    }
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The fields of an input as `parse` reads them.
pub fn shown(fields: &[Field], bytes: &[u8]) -> String {
    let mut rest = bytes.iter();
    let shown = fields.iter().map(|field| {
        let bytes: Vec<u8> = rest.by_ref().take(field.bytes()).copied().collect();
        format!("{}={}", field.name, hex_of(&bytes))
    });
    shown.collect::<Vec<_>>().join(",")
}
