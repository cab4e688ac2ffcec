//! The modules of the web page with the debugger and the assembler, for a worker: one for code, and one for programs of BASIC and the
//! Bally too, which is loaded when somebody steps one.

pub(crate) mod debugged;
mod programs;

use std::{marker::PhantomData, path::Path};

use arcadian_claims::{ATAXX, HALMA, ROOK, ROTATE, Sheet, TACTIX};
use arcadian_debugger::step::{request::StepRequest, subject::Subject};
use arcadian_files::{Error, Files};
use arcadian_verify::routine::{self, title};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Handler, Module, Pixels, Reply, Request, done,
    input::{Sources, Texts},
    refuse,
    step::debugged::{DebuggedProgram, MemoryRange, Target, processor},
};

/// A program in the debugger, and the assembler.
#[derive(Default)]
pub struct Step<L = Code> {
    debugged: Option<DebuggedProgram>,
    pixels: Pixels,
    loads: PhantomData<L>,
}

/// The programs that a module can load.
pub trait Loads: Default + 'static {
    /// Returns nothing if the program is of another kind.
    fn load(files: &dyn Files, request: &StepRequest) -> Result<Option<Subject>, Error>;
}

/// Machine code.
#[derive(Default)]
pub struct Code;

impl Loads for Code {
    fn load(files: &dyn Files, request: &StepRequest) -> Result<Option<Subject>, Error> {
        Subject::load_code(files, request)
    }
}

/// Programs of BASIC and of the Bally too.
#[derive(Default)]
pub struct Systems;

impl Loads for Systems {
    fn load(files: &dyn Files, request: &StepRequest) -> Result<Option<Subject>, Error> {
        Subject::load(files, request).map(Some)
    }
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

impl<L: Loads> Module for Step<L> {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("step", |step, request| {
            // The page asks the module of systems then.
            let Some((debugged, reply)) = DebuggedProgram::open::<L>(request.read::<Target>()?)? else {
                return Ok(json!({ "isOnSystem": true }));
            };
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
        ("exercise", |_, request| title_of(&request.read::<Text>()?.text)),
        ("sheets", |_, request| provide(request)),
        ("routines", |_, _| routines()),
        ("sheet", |_, request| {
            let SheetRequest { name, cpu } = request.read()?;
            sheet(&name, cpu.as_deref())
        }),
    ];

    fn pixels(&self) -> Option<&Pixels> {
        Some(&self.pixels)
    }
}

impl<L> Step<L> {
    fn debugged(&mut self) -> Result<&mut DebuggedProgram, Error> {
        self.debugged.as_mut().ok_or_else(nothing)
    }
}

fn nothing() -> Error {
    refuse("no program is being stepped")
}

/// Takes the texts of the bundled sources.
pub(crate) fn provide(request: Request) -> Reply {
    arcadian_claims::provide(request.read::<SheetTexts>()?.texts);
    done()
}

/// Reads an exercise. It sees no other files.
pub(crate) fn exercise(text: &str) -> Result<arcadian_verify::Exercise, Error> {
    const NAME: &str = "exercise.asm";
    let files = Sources::from(Texts::from([(NAME.to_owned(), text.to_owned())]));
    arcadian_verify::Exercise::read(&files, NAME.as_ref())
}

/// Returns the title of an exercise, or why it cannot be one.
pub(crate) fn title_of(text: &str) -> Reply {
    Ok(json!({ "title": exercise(text)?.title() }))
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
