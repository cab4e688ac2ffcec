//! What a program is given.

use anyhow::{Result, bail};
use arcadian_asm::nearest;
use arcadian_basic::{Key, key::Event};
use arcadian_proof::{Field, Routine};

use crate::keys_file;

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
    let events = keys_file::from_text(text)?;
    let keys = events.iter().map(|event| match event {
        Event::Key(key) => Ok(*key),
        _ => bail!("--keys {text}: only keys can be given here, no `{{AT n}}` and no hand controllers"),
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
            bail!("--in {text}: `{part}` is no FIELD=BYTES; the fields are {}", names(fields));
        };
        let name = name.trim();
        let Some(place) = fields.iter().position(|field| field.name.eq_ignore_ascii_case(name)) else {
            let near = nearest(name, fields.iter().map(|field| field.name));
            let hint = near.map_or_else(|| names(fields), |near| format!("perhaps {near}"));
            bail!("--in {text}: {} is given no `{name}`; {hint}", routine.name);
        };
        let (before, field) = (Field::all_bytes(&fields[..place]), fields[place]);
        let value = hex(value).filter(|value| value.len() == field.bytes());
        let Some(value) = value else {
            let digits = field.bytes() * 2;
            bail!(
                "--in {text}: {name} has {} byte(s), so {digits} hexadecimal digits, byte 0 first",
                field.bytes()
            );
        };
        bytes.splice(before..before + value.len(), value);
    }
    Ok(Input { bytes, ..Input::default() })
}

fn names(fields: &[Field]) -> String {
    fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

/// Pairs of digits, blanks or not between them; one digit is a byte too.
fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) || digits.is_empty() {
        return None;
    }
    let padded = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits };
    let pairs = padded.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The fields of an input as `parse` reads them.
pub fn shown(fields: &[Field], bytes: &[u8]) -> String {
    let mut rest = bytes.iter();
    let shown = fields.iter().map(|field| {
        let digits: String = rest.by_ref().take(field.bytes()).map(|byte| format!("{byte:02X}")).collect();
        format!("{}={digits}", field.name)
    });
    shown.collect::<Vec<_>>().join(",")
}
