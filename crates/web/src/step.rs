//! The module of the web page with the debugger, the assembler, the proofs and the emulated Bally, for workers.

mod arcade;
mod debugged;
mod programs;

use std::{path::Path, time::Duration};

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

use crate::{
    Handler, Module, Pixels, Reply, done,
    input::{Press, Selection, Sources, Texts},
    refuse,
    step::{
        arcade::{Arcade, Machine},
        debugged::{DebuggedProgram, MemoryRange, Target, processor},
    },
};

/// A program in the debugger and a machine that is played, independent of each other.
#[derive(Default)]
pub struct Step {
    debugged: Option<DebuggedProgram>,
    arcade: Option<Arcade>,
    pixels: Pixels,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Line {
    line: String,
}

/// The texts of the bundled sources, which the page downloads beside the module.
#[derive(Deserialize)]
struct SheetTexts {
    texts: Texts,
}

#[derive(Deserialize)]
struct SheetRequest {
    name: String,
    #[serde(default)]
    cpu: Option<String>,
}

#[derive(Deserialize)]
struct Action {
    action: String,
}

impl Module for Step {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("step", |step, request| {
            let (debugged, reply) = DebuggedProgram::open(request.read::<Target>()?)?;
            step.debugged = Some(debugged);
            Ok(reply)
        }),
        ("command", |step, request| Ok(step.debugged()?.command(&request.read::<Line>()?.line))),
        ("complete", |step, request| Ok(step.debugged()?.complete(&request.read::<Line>()?.line))),
        ("view", |step, request| {
            let Step { debugged, pixels, .. } = step;
            let debugged = debugged.as_ref().ok_or_else(nothing)?;
            Ok(debugged.view(&request.read::<MemoryRange>()?, pixels))
        }),
        ("assemble", |_, request| programs::assemble(&request.read()?)),
        ("prove", |_, request| prove(&request.read()?)),
        ("exercise", |_, request| title_of(&request.read::<Text>()?.text)),
        ("sheets", |_, request| {
            arcadian_claims::provide(request.read::<SheetTexts>()?.texts);
            done()
        }),
        ("routines", |_, _| routines()),
        ("sheet", |_, request| {
            let SheetRequest { name, cpu } = request.read()?;
            sheet(&name, cpu.as_deref())
        }),
        ("bally", |step, request| {
            let (arcade, reply) = Arcade::open(&request.read::<Machine>()?)?;
            step.arcade = Some(arcade);
            Ok(reply)
        }),
        ("press", |step, request| step.arcade()?.press(&request.read::<Press>()?).and(done())),
        ("type", |step, request| step.arcade()?.type_text(&request.read::<Text>()?.text)),
        ("handle", |step, request| step.arcade()?.control(&request.read::<Press>()?).and(done())),
        ("select", |step, request| step.arcade()?.select(request.read::<Selection>()?.number).and(done())),
        ("hold", |step, request| step.arcade()?.hold(&request.read()?).and(done())),
        ("pen", |step, request| {
            let pointer = request.read()?;
            step.arcade().map(|arcade| arcade.point(pointer)).and(done())
        }),
        ("act", |step, request| step.arcade()?.act(&request.read::<Action>()?.action).and(done())),
        ("text", |step, _| Ok(step.arcade()?.text())),
    ];

    fn run(&mut self, now: Duration) -> u32 {
        let Step { arcade, pixels, .. } = self;
        arcade.as_mut().map_or(0, |arcade| arcade.advance(now, pixels))
    }

    fn pixels(&self) -> Option<&Pixels> {
        Some(&self.pixels)
    }

    fn take_samples(&mut self) -> Vec<f32> {
        self.arcade.as_mut().map(Arcade::take_samples).unwrap_or_default()
    }
}

impl Step {
    fn debugged(&mut self) -> Result<&mut DebuggedProgram, Error> {
        self.debugged.as_mut().ok_or_else(nothing)
    }

    fn arcade(&mut self) -> Result<&mut Arcade, Error> {
        self.arcade.as_mut().ok_or_else(|| refuse("the Bally is not switched on"))
    }
}

fn nothing() -> Error {
    refuse("no program is being stepped")
}

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
        "text": report.text(Duration::ZERO),
        "report": report.entry(),
        "show": shown,
    }))
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
