//! What the module `tape` does: programs are read from tapes, and written to tapes and as printed listings.

use std::path::Path;

use arcadian_basic::listing::write::{Notation, write};
use arcadian_desk::{
    Error,
    program::{self, Reading},
    tape::{self, TapeReader},
};
use arcadian_tape::Encoder;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    files::Sources,
    module::{Handler, Module, read},
    reply::{Reply, refuse},
};

/// The requests of this module.
pub(crate) const REQUESTS: &[Handler<Module>] = &[
    ("tape", |module, fields| {
        module.tape = Some(TapeReader::new(Path::new(&read::<Recorded>(fields)?.name)));
        Ok(json!({}))
    }),
    ("piece", |module, _| piece(module)),
    ("programs", |module, _| programs(module)),
    ("written", |_, fields| written(&read(fields)?)),
];

/// A tape to be read: the name of the file, which comes with the next requests.
#[derive(Deserialize)]
struct Recorded {
    name: String,
}

/// A program to be written in a format.
#[derive(Deserialize)]
struct Wanted {
    name: String,
    text: String,
    /// The ending of the file: `lst`, `prg` or `wav`.
    format: String,
}

/// Takes a piece of a tape.
fn piece(module: &mut Module) -> Reply {
    let tape = module.tape.as_mut().ok_or_else(|| refuse("no tape is being read"))?;
    tape.push(&std::mem::take(&mut module.file));
    Ok(json!({}))
}

/// Returns the programs of a tape, of which all pieces have come, as texts.
fn programs(module: &mut Module) -> Reply {
    let tape = module.tape.take().ok_or_else(|| refuse("no tape is being read"))?.finish()?;
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
fn written(wanted: &Wanted) -> Reply {
    let sources = Sources::one(&wanted.name, &wanted.text);
    let mut loaded = program::load(&sources, Path::new(&wanted.name), &Reading::default())?;
    loaded.lines.sort_by_key(|line| line.number);
    let file = match wanted.format.as_str() {
        "lst" => write(&loaded.lines, loaded.dialect, &loaded.header, Notation::Printed).into_bytes(),
        "prg" => tape::bytes(&loaded.lines, loaded.dialect)?,
        "wav" => tape::recording(&tape::bytes(&loaded.lines, loaded.dialect)?, &Encoder::default()).0,
        other => return Err(refuse(format!("there is no format `{other}`"))),
    };
    Ok(json!({ "data": BASE64_STANDARD.encode(file) }))
}
