//! The module of the web page with the proofs, for a worker. It shares code with the module of the debugger.

use std::{path::Path, time::Duration};

use arcadian_files::Error;
use arcadian_isa::Processor;
use arcadian_proof::{Engine, Routine, Settings};
use arcadian_verify::{Check, HEAD, Judgment, RoutineReport, StepCommand, routine};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Handler, Module, Reply,
    input::{Sources, Texts},
    refuse,
    step::{debugged::processor, exercise, provide},
};

/// The proofs. They have no state.
#[derive(Debug, Default)]
pub struct Prove;

impl Module for Prove {
    const REQUESTS: &'static [Handler<Self>] =
        &[("prove", |_, request| prove(&request.read()?)), ("sheets", |_, request| provide(request))];
}

/// A routine to be proven.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Proof {
    /// A bundled routine, or a sheet of `files`.
    name: String,
    files: Texts,
    cpu: Option<String>,
    /// The text of the exercise that the routine is meant to solve.
    exercise: Option<String>,
}

/// Verifies the routines with a name. The report is that of `arcadian verify`; `show` has the options of `step` that show
/// a counterexample.
fn prove(request: &Proof) -> Reply {
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
    let mut outcome = check.outcome(&|check, inputs, count| check.one_at_a_time(inputs, count))?;
    exercise.into_iter().for_each(|exercise| exercise.close(&mut outcome));
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
        "text": report.text(Duration::ZERO),
        "report": report.entry(),
        "show": shown,
    }))
}

#[cfg(test)]
mod tests {
    use arcadian_debugger::step::request::StepRequest;

    use super::*;
    use crate::step::debugged::Target;

    #[test]
    fn the_request_that_shows_a_counterexample_is_complete() {
        let request = StepRequest {
            target: Some("new.asm".into()),
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
        let (target, cpu) = (target.expect("a target"), cpu.map(|cpu| cpu.to_string()));
        let shown =
            StepCommand { target, arguments: Vec::new(), cpu, same_as, inputs, place, set, poke, steps: 7 };
        let read: Target = serde_json::from_value(json!(shown)).expect("a request");
        let read = format!("{read:?}");
        assert!(read.contains(&expected) && read.contains("go: 7"), "{read}");
    }
}
