//! The module of the web page that reads programs from tapes, and writes them to tapes and as printed listings.

use std::path::Path;

use crate::{
    Handler, Module, Reply, done,
    input::{Sources, encoded},
    refuse,
};
use arcadian_basic::listing::write::{Notation, write};
use arcadian_files::{
    Error,
    program::{self, Reading},
    tape::{self, TapeReader},
};
use arcadian_tape::Encoder;
use serde::Deserialize;
use serde_json::{Value, json};

/// The tape that is being read.
#[derive(Default)]
pub struct Tape(Option<TapeReader>);

impl Module for Tape {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("tape", |tape, request| {
            tape.0 = Some(TapeReader::new(Path::new(&request.read::<TapeName>()?.name)));
            done()
        }),
        ("piece", |tape, request| {
            tape.0.as_mut().ok_or_else(none)?.push(request.file);
            done()
        }),
        ("programs", |tape, _| programs(&tape.0.take().ok_or_else(none)?.finish()?)),
        ("written", |_, request| written(&request.read()?)),
    ];
}

/// A tape to be read: the name of the file, which comes with the next requests.
#[derive(Deserialize)]
struct TapeName {
    name: String,
}

/// A program to be written in a format.
#[derive(Deserialize)]
struct Conversion {
    name: String,
    text: String,
    /// The ending of the file: `lst`, `prg` or `wav`.
    format: String,
}

fn none() -> Error {
    refuse("no tape is being read")
}

/// Returns the programs of a complete tape as texts.
fn programs(tape: &tape::Tape) -> Reply {
    // The error says that there is no program.
    tape.part(None)?;
    let programs = tape.parts.iter().enumerate().filter(|(_, part)| part.is_program());
    let programs: Vec<Value> = programs
        .map(|(at, part)| {
            let number = at + 1;
            Ok(json!({ "part": number, "about": part.describe(), "text": part.text()?, "damage": part.damage() }))
        })
        .collect::<Result<_, Error>>()?;
    Ok(json!({ "programs": programs }))
}

/// Returns a program as a file, in Base64.
fn written(wanted: &Conversion) -> Reply {
    let sources = Sources::one(&wanted.name, &wanted.text);
    let mut loaded = program::load(&sources, Path::new(&wanted.name), &Reading::default())?;
    loaded.lines.sort_by_key(|line| line.number);
    let file = match wanted.format.as_str() {
        "lst" => write(&loaded.lines, loaded.dialect, &loaded.header, Notation::Printed).into_bytes(),
        "prg" => tape::bytes(&loaded.lines, loaded.dialect)?,
        "wav" => tape::recording(&tape::bytes(&loaded.lines, loaded.dialect)?, &Encoder::default()).0,
        other => return Err(refuse(format!("there is no format `{other}`"))),
    };
    Ok(json!({ "data": encoded(&file) }))
}
