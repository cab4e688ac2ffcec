//! Proofs of routines, and the routines that come with the module.

use std::path::Path;

use arcadian_asm::assemble;
use arcadian_desk::{
    Error, diagnostic,
    include::Folders,
    routine::{self, title},
    step::command_line::Shown,
    verify::{Check, HEAD, Judged},
};
use arcadian_proof::{Engine, Method, Routine, Settings};
use arcadian_web::{
    Reply,
    files::{Sources, Texts},
    refuse,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::debugged::processor;

/// A routine to be proven.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Request {
    /// A bundled routine, or a sheet of `files`.
    name: String,
    files: Texts,
    cpu: Option<String>,
    same_as: Option<String>,
    /// `auto`, `symbolic`, `induction` or `random`.
    method: Option<String>,
}

/// Verifies the routines with a name. The report is that of `arcadian verify`; `show` has the options of `step` that show
/// a counterexample.
pub(crate) fn prove(request: &Request) -> Reply {
    let files = Sources::from(request.files.clone());
    let mut routines = match &request.same_as {
        Some(reference) => routine::same_as(&files, Path::new(&request.name), Path::new(reference))?,
        None => routine::named(&files, Path::new(&request.name), None)?,
    };
    if let Some(cpu) = processor(request.cpu.as_deref())? {
        routines.retain(|routine| routine.processor() == cpu);
    }
    if routines.is_empty() {
        return Err(refuse(format!("there is no routine {} for this processor", request.name)));
    }
    let method = method(request.method.as_deref().unwrap_or("auto"))?;
    // Of a routine that cannot be proven, samples are run: all inputs of one at a time would take too long.
    let settings = Settings { method, exhaustive_limit: 0, ..Settings::default() };
    let verdicts: Vec<Value> =
        routines.iter().map(|routine| verdict(routine, settings)).collect::<Result<_, Error>>()?;
    Ok(json!({ "head": HEAD, "routines": verdicts }))
}

fn verdict(routine: &Routine, settings: Settings) -> Reply {
    let check = Check { routine, engine: Engine::Own, settings };
    let outcome = check.outcome(&|check, inputs, count| check.one_at_a_time(inputs, count))?;
    let judged = Judged::new(routine, &outcome, Engine::Own);
    let failing = judged.failing();
    let shown = outcome.counterexample.as_ref().and_then(|wrong| Shown::of(failing, wrong));
    Ok(json!({
        "word": judged.judgment.word(),
        "text": judged.text(std::time::Duration::ZERO),
        "report": judged.json(),
        "show": shown.map(|shown| show(&shown)),
    }))
}

/// Returns the fields of the request `step` that shows a counterexample.
fn show(shown: &Shown) -> Value {
    let options = &shown.options;
    json!({
        "target": options.target,
        "cpu": options.cpu.map(|cpu| cpu.to_string()),
        "inputs": options.inputs,
        "set": options.set,
        "place": options.place,
        "poke": options.poke,
        "sameAs": options.same_as,
        "go": shown.steps,
    })
}

fn method(name: &str) -> Result<Method, Error> {
    const METHODS: [Method; 4] = [Method::Auto, Method::Symbolic, Method::Induction, Method::Random];
    METHODS.into_iter().find(|method| method.to_string() == name).ok_or_else(|| {
        refuse(format!("there is no method `{name}`; there are auto, symbolic, induction and random"))
    })
}

/// Returns name, processor and title of every bundled routine.
pub(crate) fn routines() -> Reply {
    let entry = |routine: &Routine| {
        json!({
            "name": routine.name,
            "cpu": routine.processor().to_string(),
            "title": title(routine),
            "file": routine.file,
        })
    };
    Ok(json!({ "routines": routine::bundled()?.iter().map(entry).collect::<Vec<_>>() }))
}

/// Returns the text of a bundled sheet.
pub(crate) fn sheet(name: &str, cpu: Option<&str>) -> Reply {
    let cpu = processor(cpu)?;
    let sheets = routine::sheets_named(&Sources::default(), Path::new(name))?;
    let found = sheets.iter().find(|(routine, _)| cpu.is_none_or(|cpu| routine.processor() == cpu));
    match found {
        Some((routine, text)) => Ok(json!({ "file": routine.file, "text": text })),
        None => Err(refuse(format!("there is no routine {name} for this processor"))),
    }
}

/// A source to be assembled.
#[derive(Debug, Deserialize)]
pub(crate) struct Source {
    name: String,
    text: String,
    cpu: Option<String>,
}

/// Assembles a source. Returns its listing, the canonical sheet and the image.
pub(crate) fn assembled(source: &Source) -> Reply {
    let files = Sources::one(&source.name, &source.text);
    let options = arcadian_asm::Options { processor: processor(source.cpu.as_deref())?, defines: Vec::new() };
    let mut folders = Folders::new(&files, source.name.as_ref(), &[]);
    let assembly = assemble(&source.name, &source.text, &options, &mut folders)
        .map_err(|failure| Error::from(diagnostic::render_sources(&failure.diagnostics)))?;
    Ok(json!({
        "processor": assembly.processor.to_string(),
        "origin": assembly.origin,
        "image": assembly.image,
        "listing": assembly.listing(),
        "warnings": diagnostic::render_sources(&assembly.warnings).to_string(),
    }))
}
