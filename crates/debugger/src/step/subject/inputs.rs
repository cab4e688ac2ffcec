//! Inputs of routines and BASIC programs.

use arcadian_asm::{did_you_mean, nearest};
use arcadian_basic::key;
use arcadian_files::error::{Result, refuse};
use arcadian_files::{address, key_file};
use arcadian_isa::hex;
use arcadian_play::bally::keys;
use arcadian_proof::{Field, Placed, Routine, Values};

/// The input of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The bytes of all fields of a routine, in order.
    pub bytes: Vec<u8>,
    /// The keys and hand controllers of a BASIC program.
    pub script: Vec<key::Event>,
    /// The keys of a cartridge, with their frames.
    pub events: Vec<keys::Event>,
}

/// Returns the input of a routine that is called without one: its first example, or random values. A seed asks for random values.
pub fn unstated(routine: &Routine, seed: Option<u64>) -> Input {
    let example = routine.specification.first_example().filter(|_| seed.is_none());
    let bytes = example.map_or_else(|| routine.sample_input(seed.unwrap_or(1), 0), <[u8]>::to_vec);
    Input { bytes, ..Input::default() }
}

/// Parses keys and hand controllers such as `8{GO}A{JX1=1}`.
pub(super) fn parse_keys(text: &str) -> Result<Input> {
    Ok(Input { script: key_file::from_text(text)?, ..Input::default() })
}

/// Parses fields such as `board=1B2F,letter=41`. Fields that are not named have their values in `default`.
pub fn parse_input(routine: &Routine, text: &str, default: &Input) -> Result<Input> {
    let fields = routine.specification.inputs();
    let mut bytes = default.bytes.clone();
    bytes.resize(Field::all_bytes(fields), 0);
    let mut given: Vec<Option<&str>> = vec![None; fields.len()];
    for part in text.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            refuse!("--in {text}: `{part}` is not FIELD=BYTES; the fields are {}", names(fields));
        };
        let name = name.trim();
        let Some(index) = fields.iter().position(|field| field.name.eq_ignore_ascii_case(name)) else {
            let near = nearest(name, fields.iter().map(|field| &*field.name));
            let hint = near.map_or_else(|| format!("the fields are {}", names(fields)), did_you_mean);
            refuse!("--in {text}: {} has no input `{name}`; {hint}", routine.name);
        };
        if let Some(first) = given[index].replace(value) {
            refuse!("--in {text}: {name} is given twice, as {first} and as {value}");
        }
        let (before, field) = (Field::all_bytes(&fields[..index]), &fields[index]);
        let value = parse_bytes(value).filter(|value| value.len() == field.bytes());
        let Some(value) = value else {
            let digits = field.bytes() * 2;
            refuse!(
                "--in {text}: {name} has {} byte(s); write {digits} hexadecimal digits, byte 0 first, or each byte with a mark, as in #7",
                field.bytes()
            );
        };
        if !field.allows(&value) {
            refuse!(
                "--in {text}: {} is not a valid {name}{}",
                hex::unspaced_bytes(&value),
                limits(field.values)
            );
        }
        bytes.splice(before..before + value.len(), value);
    }
    Ok(Input { bytes, ..Input::default() })
}

/// Parses an address and bytes such as `2041=0708`.
pub(super) fn parse_poke(text: &str) -> Result<(u16, Vec<u8>)> {
    let parts = text.split_once('=').and_then(|(address, bytes)| {
        let bytes = parse_bytes(bytes).filter(|bytes| !bytes.is_empty())?;
        Some((address::parse(address.trim()).ok()?, bytes))
    });
    match parts {
        Some(parts) => Ok(parts),
        None => refuse!(
            "--poke {text}: write ADDR=BYTES in hexadecimal, as in 2041=0708, or each byte with a mark, as in 2041=#7"
        ),
    }
}

/// Places what a routine's call places, as in `board=40FE,SP=EF80,return=1234`.
pub(super) fn place(routine: &mut Routine, text: &str) -> Result<()> {
    for part in text.split(',') {
        let placed = routine.placed();
        let known = || placed.iter().map(|(what, _)| what.name()).collect::<Vec<_>>().join(", ");
        let Some((name, at)) = part.split_once('=') else {
            refuse!("--place {text}: `{part}` is not NAME=ADDR; the names are {}", known());
        };
        let find = |(what, _): &&(Placed, u16)| what.name().eq_ignore_ascii_case(name.trim());
        let Some((what, _)) = placed.iter().find(find) else {
            refuse!(
                "--place {text}: {} places no `{}`; the names are {}",
                routine.name,
                name.trim(),
                known()
            );
        };
        match address::parse(at.trim()) {
            Ok(address) => routine.place(what, address),
            Err(why) => refuse!("--place {text}: {why}"),
        }
    }
    Ok(())
}

fn names(fields: &[Field<String>]) -> String {
    fields.iter().map(|field| &*field.name).collect::<Vec<_>>().join(", ")
}

/// Describes the valid values of a field, if there is a short description.
fn limits(values: Values) -> String {
    match values {
        Values::Any(_) | Values::Like(_) => String::new(),
        Values::Below(limit) => format!("; the largest is {:02X}", limit.saturating_sub(1)),
        Values::Masked(masks) => format!("; bits outside {} must be 0", hex::unspaced_bytes(masks)),
        Values::Tied { masks, tied } => {
            format!(
                "; bits outside {} must be 0, and bits {tied:02X} must be the same in all bytes",
                hex::unspaced_bytes(masks)
            )
        }
    }
}

/// Parses bytes. A single digit is a byte too.
fn parse_bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    address::bytes(&if text.len() == 1 { format!("0{text}") } else { text.to_owned() })
}
