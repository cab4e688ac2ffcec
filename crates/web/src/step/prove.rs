//! Proofs of routines, and the routines that come with the module.

use std::path::Path;

use crate::{
    Reply,
    input::{Sources, Texts},
    refuse,
};
use arcadian_claims::{ATAXX, HALMA, ROOK, ROTATE, Sheet, TACTIX};
use arcadian_files::Error;
use arcadian_isa::Processor;
use arcadian_proof::{Engine, Routine, Settings};
use arcadian_verify::{
    Check, HEAD, Judgment, RoutineReport, StepCommand,
    routine::{self, title},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::step::{debugged::processor, programs};

/// A routine to be proven.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Request {
    /// A bundled routine, or a sheet of `files`.
    name: String,
    files: Texts,
    cpu: Option<String>,
    /// The text of the exercise that the routine is meant to solve.
    exercise: Option<String>,
}

/// Reads an exercise. It sees no other files.
fn exercise(text: &str) -> Result<arcadian_verify::Exercise, Error> {
    const NAME: &str = "exercise.asm";
    let files = Sources::from(Texts::from([(NAME.to_owned(), text.to_owned())]));
    arcadian_verify::Exercise::read(&files, NAME.as_ref())
}

/// Returns the title of an exercise, or why it cannot be one.
pub(crate) fn title_of(text: &str) -> Reply {
    Ok(json!({ "title": exercise(text)?.title() }))
}

/// Verifies the routines with a name. The report is that of `arcadian verify`; `show` has the options of `step` that show
/// a counterexample.
pub(crate) fn prove(request: &Request) -> Reply {
    let files = Sources::from(request.files.clone());
    let mut routines = routine::named(&files, Path::new(&request.name), None)?;
    match processor(request.cpu.as_deref())? {
        None => {}
        Some(Processor::Z80) if routines.iter().all(|routine| routine.processor() != Processor::Z80) => {
            routines.retain(|routine| routine.processor() == Processor::I8080);
            routines = routines.iter().map(on_z80).collect::<Result<_, _>>()?;
        }
        Some(cpu) => routines.retain(|routine| routine.processor() == cpu),
    }
    if routines.is_empty() {
        return Err(refuse(format!("there is no routine {} for this processor", request.name)));
    }
    // Of a routine that cannot be proven, samples are run: all inputs of one at a time would take too long.
    let settings = Settings { exhaustive_limit: 0, ..Settings::default() };
    let exercise = request.exercise.as_deref().map(exercise).transpose()?;
    let verdict = |routine: &Routine| verdict(routine, settings, exercise.as_ref());
    let verdicts: Vec<Value> = routines.iter().map(verdict).collect::<Result<_, Error>>()?;
    Ok(json!({ "head": HEAD, "routines": verdicts }))
}

/// Returns a routine of the 8080 on the Z80, which executes its bytes in other times than the header states.
fn on_z80(routine: &Routine) -> Result<Routine, Error> {
    let mut routine = routine.on_z80().map_err(routine::to_error)?;
    routine.stated_cycles = None;
    Ok(routine)
}

fn verdict(routine: &Routine, settings: Settings, exercise: Option<&arcadian_verify::Exercise>) -> Reply {
    let check = Check { routine, engine: Engine::Own, settings };
    let outcome = check.outcome(&|check, inputs, count| check.one_at_a_time(inputs, count))?;
    let report = RoutineReport::new(routine, &outcome, Engine::Own);
    let failing = report.failing();
    let shown = outcome.counterexample.as_ref().and_then(|wrong| StepCommand::of(failing, wrong));
    let judgment = exercise.map(|exercise| exercise.judge(routine, report.verdict));
    Ok(json!({
        "word": report.verdict.word(),
        "exercise": judgment.map(|judgment| {
            let changed = if let Judgment::Changed(key) = judgment { Some(key) } else { None };
            json!({ "solved": judgment == Judgment::Solved, "changed": changed })
        }),
        "text": report.text(std::time::Duration::ZERO),
        "report": report.entry(),
        "show": shown.map(|shown| show(&shown)),
    }))
}

/// Returns the fields of the request `step` that shows a counterexample.
fn show(shown: &StepCommand) -> Value {
    json!({
        "target": shown.target,
        "cpu": shown.cpu.map(|cpu| cpu.to_string()),
        "inputs": shown.inputs,
        "set": shown.set,
        "place": shown.place,
        "poke": shown.poke,
        "sameAs": shown.same_as,
        "go": shown.steps,
    })
}

/// Returns the families of the bundled routines. A constant would have a second copy of their texts.
fn families() -> [(&'static str, &'static [Sheet]); 5] {
    [
        ("TACTIX: boards of counters", TACTIX),
        ("ROTATE: sixteen letters", ROTATE),
        ("Chess: a rook and its keys", ROOK),
        ("Halma: sets of 256 squares", HALMA),
        ("Ataxx: cells of two bits", ATAXX),
    ]
}

/// Returns every bundled routine, by family, with an input.
pub(crate) fn routines() -> Reply {
    let entry = |(family, sheet): (&str, &Sheet)| -> Reply {
        let routine = arcadian_claims::read(sheet).map_err(routine::to_error)?;
        Ok(json!({
            "family": family,
            "name": routine.name,
            "cpu": routine.processor().to_string(),
            "title": title(&routine),
            "input": programs::example(&routine),
        }))
    };
    let families = families().into_iter();
    let sheets = families.flat_map(|(family, sheets)| sheets.iter().map(move |sheet| (family, sheet)));
    let routines: Vec<Value> = sheets.map(entry).collect::<Result<_, Error>>()?;
    Ok(json!({ "routines": routines }))
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

#[cfg(test)]
mod tests {
    use arcadian_debugger::step::request::StepRequest;

    use super::*;
    use crate::step::debugged::Target;

    #[test]
    fn the_request_that_shows_a_counterexample_is_complete() {
        let request = StepRequest {
            target: "new.asm".into(),
            cpu: Some(Processor::Z80),
            inputs: vec!["x=01".into()],
            set: vec!["B=02".into()],
            place: vec!["SP=F000".into()],
            poke: vec!["2000=03".into()],
            same_as: Some("old.asm".into()),
            ..StepRequest::default()
        };
        let expected = format!("{request:?}");
        let StepRequest { target, cpu, inputs, set, place, poke, same_as, .. } = request;
        let shown =
            StepCommand { target, arguments: Vec::new(), cpu, same_as, inputs, place, set, poke, steps: 7 };
        let read: Target = serde_json::from_value(show(&shown)).expect("a request");
        let read = format!("{read:?}");
        assert!(read.contains(&expected) && read.contains("go: 7"), "{read}");
    }
}
