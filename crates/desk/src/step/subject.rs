//! The program to debug: loaded once, started any number of times, each time as a new [`Debuggee`].

mod binary;
mod cartridge;
mod code;
mod inputs;
mod option_rules;
mod target_kind;

use crate::error::{Context, Result, refuse};
use std::path::Path;

use arcadian_asm::assemble;
use arcadian_debugger::{
    Debuggee,
    basic::{self, BasicProgram, Setup},
};
use arcadian_proof::Routine;

use super::options::Options;
use crate::{
    diagnostic, escape,
    files::{Files, LONGEST_SOURCE},
    include::Folders,
    key_file,
    program::{self, Reading},
    routine,
};
use binary::Binary;
use target_kind::TargetKind;

pub use cartridge::CartridgeProgram;
pub use code::Code;
pub use inputs::{Input, format_input, parse_input, parse_keys};

/// A program that the debugger can execute.
pub enum Subject {
    /// Machine code.
    Code(Code),
    /// A BASIC program.
    Basic(Box<BasicListing>),
    /// A cartridge or ROM of the Bally.
    Cartridge(Box<CartridgeProgram>),
}

/// A BASIC program and its initial state.
pub struct BasicListing {
    setup: Setup,
    /// A warning about a printed listing whose printed numbers differ from its bytes.
    pub warning: Option<String>,
}

impl BasicListing {
    /// Returns the keys that the options specify.
    pub(super) fn input(&self, options: &Options) -> Result<Input> {
        match options.keys_file.is_some() {
            true if !options.keys.is_empty() => {
                refuse!("the keys are in a file and in a text; use one of them")
            }
            true => Ok(Input { script: self.setup.events.clone(), ..Input::default() }),
            false => parse_keys(&options.keys.concat()),
        }
    }
}

impl Subject {
    /// Loads the program that the options name. Refuses options that do not apply to it.
    pub fn load(files: &dyn Files, options: &Options) -> Result<Subject> {
        let mut subject = Subject::read(files, options)?;
        option_rules::check(options, &subject)?;
        if let Subject::Code(Code::Routine(routine)) = &mut subject {
            options.place.iter().try_for_each(|text| inputs::place(routine, text))?;
        }
        Ok(subject)
    }

    fn read(files: &dyn Files, options: &Options) -> Result<Subject> {
        match TargetKind::of(files, options)? {
            TargetKind::Basic => load_basic(files, options),
            TargetKind::Source => load_source(files, &options.target, options),
            TargetKind::Binary => {
                Ok(Subject::Code(Code::Binary(Box::new(Binary::read(files, &options.target, options)?))))
            }
            TargetKind::Routine => load_built_in(files, options),
            TargetKind::Cartridge => {
                Ok(Subject::Cartridge(Box::new(CartridgeProgram::read(files, options)?)))
            }
        }
    }

    /// Returns a warning about the program, if there is one.
    pub fn warning(&self) -> Option<&str> {
        match self {
            Subject::Basic(listing) => listing.warning.as_deref(),
            Subject::Code(_) | Subject::Cartridge(_) => None,
        }
    }

    /// Returns the routine, if the program is one.
    pub fn routine(&self) -> Option<&Routine> {
        match self {
            Subject::Code(Code::Routine(routine)) => Some(routine),
            _ => None,
        }
    }

    /// Returns whether the program is a memory image.
    pub fn is_binary(&self) -> bool {
        matches!(self, Subject::Code(Code::Binary(_)))
    }

    /// Returns the name: a routine's label or the file name.
    pub fn name(&self, options: &Options) -> String {
        let file = || {
            options.target.file_name().filter(|_| !escape::is_stream(&options.target)).map(escape::os_text)
        };
        let label = self.routine().map(|routine| routine.name.clone());
        label.or_else(file).unwrap_or_else(|| escape::path(&options.target))
    }

    /// Returns a debuggee that is ready to execute the program with an input.
    pub fn start(&self, options: &Options, input: &Input) -> Result<Box<dyn Debuggee>> {
        match self {
            Subject::Code(code) => code.start(options, input),
            Subject::Cartridge(cartridge) => Ok(cartridge.start(&input.events)),
            Subject::Basic(listing) => {
                let setup = Setup { events: input.script.clone(), ..listing.setup.clone() };
                Ok(Box::new(
                    BasicProgram::new(setup)
                        .with_context(|| format!("cannot start {}", escape::path(&options.target)))?,
                ))
            }
        }
    }
}

/// Loads a BASIC program.
fn load_basic(files: &dyn Files, options: &Options) -> Result<Subject> {
    let keys = options.keys_file.as_deref().map(|path| key_file::from_file(files, path)).transpose()?;
    let recorded = keys.unwrap_or_default();
    let reading = Reading {
        dialect: options.reading.dialect.or(recorded.dialect),
        as_printed: options.reading.as_printed || recorded.as_printed,
    };
    let read = program::read(files, &options.target, &reading)?;
    let source = basic::Source::of(read.file, &read.text, &read.listing);
    let setup = Setup {
        dialect: read.listing.dialect(),
        lines: read.listing.lines(),
        seed: options.seed.or(recorded.seed).unwrap_or(1),
        before: options.set.clone(),
        events: recorded.events,
        source,
    };
    let warning = read.damage.or_else(|| program::difference_warning(&options.target, &read.listing));
    Ok(Subject::Basic(Box::new(BasicListing { setup, warning })))
}

/// Assembles a source. A sheet whose header says what it must compute is a routine.
fn load_source(files: &dyn Files, path: &Path, options: &Options) -> Result<Subject> {
    let name = escape::source_name(path);
    let text = files.text(path, "a source", LONGEST_SOURCE)?;
    if let Some(reference) = &options.same_as
        && let Some(routine) = routine::same_as(files, path, reference)?.into_iter().next()
    {
        return Ok(Subject::Code(Code::Routine(Box::new(routine))));
    }
    let asm_options = arcadian_asm::Options { processor: options.cpu, defines: Vec::new() };
    let assembly = assemble(&name, &text, &asm_options, &mut Folders::new(files, path, &[]))
        .map_err(|failure| diagnostic::render_sources(&failure.diagnostics))?;
    if assembly.sheet.as_ref().is_some_and(arcadian_asm::Sheet::has_specification) {
        let routine = Routine::read(&name, &text, &mut Folders::new(files, path, &[]));
        return Ok(Subject::Code(Code::Routine(Box::new(routine.map_err(routine::to_error)?))));
    }
    Ok(Subject::Code(Code::Source(Box::new(assembly))))
}

/// Loads a bundled routine. Without `--cpu` this is the first one of that name, which is for the 8080.
fn load_built_in(files: &dyn Files, options: &Options) -> Result<Subject> {
    let name = escape::path(&options.target);
    if name.contains(['/', '.', '\\']) {
        // The name is a path, but not of a regular file. Reading it usually fails, with a better error than the next line's.
        files.bytes(&options.target, "a program", LONGEST_SOURCE)?;
        refuse!("{name} is not a regular file");
    }
    let mut routines = match &options.same_as {
        Some(reference) => routine::same_as(files, &options.target, reference)?,
        None => routine::named(files, &options.target, Some(program::ROTATE))?,
    };
    if let Some(cpu) = options.cpu {
        routines.retain(|routine| routine.processor() == cpu);
    }
    match routines.into_iter().next() {
        Some(routine) => Ok(Subject::Code(Code::Routine(Box::new(routine)))),
        None => refuse!("there is no routine {name} for this processor"),
    }
}
