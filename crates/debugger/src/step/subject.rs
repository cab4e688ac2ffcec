//! The program to debug: loaded once, started any number of times, each time as a new [`Debuggee`].

mod binary;
mod code;
mod inputs;
mod kind;
mod listing;

use std::path::{Path, PathBuf};

use crate::Debuggee;
use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE,
    error::{Result, refuse},
    escape,
    program::ROTATE,
    source::{self, Syntax},
};
use arcadian_isa::Processor;
use arcadian_proof::{Field, Routine};
use arcadian_verify::{program, routine};

use crate::step::{
    options::{Kind, Options, RoutineOptions},
    request::StepRequest,
};
use binary::Binary;

pub use code::{Assembled, Code};
pub use inputs::{Input, parse_input, parse_keys, unstated};
pub use kind::is_binary;
pub use listing::BasicListing;
pub use listing::CartridgeProgram;

/// A program that the debugger can execute, with its options.
pub struct Subject {
    /// The file or the name of the program.
    pub target: PathBuf,
    pub program: Program,
    /// What the user has to know about the source of a routine.
    notes: Vec<String>,
}

/// A program of any kind.
pub enum Program {
    /// Machine code.
    Code(Code),
    /// A BASIC program.
    Basic(Box<BasicListing>),
    /// A cartridge or ROM of the Bally.
    Cartridge(Box<CartridgeProgram>),
}

impl Subject {
    /// Makes a call of a routine, with the bytes of its input fields.
    pub fn call(routine: Routine, input: &[u8]) -> Subject {
        let options = RoutineOptions::with_inputs(Field::settings(routine.specification.inputs(), input));
        let target = PathBuf::from(&routine.name);
        let program = Program::Code(Code::Routine(Box::new(routine), Box::new(options)));
        Subject { target, program, notes: Vec::new() }
    }

    /// Loads the program that a request names. Refuses options that do not apply to it.
    pub fn load(files: &dyn Files, request: &StepRequest) -> Result<Subject> {
        let target = request.program()?;
        let mut notes = Vec::new();
        let program = match Options::of(Kind::of(files, request)?, request)? {
            Options::Routine(options) => {
                let routine = load_routine(files, target, &options, &request.syntax(), &mut notes)?;
                Program::Code(Code::Routine(Box::new(routine), Box::new(options)))
            }
            Options::Source(options) => {
                let text = files.text(target, "a source", LONGEST_SOURCE)?;
                let assembly = source::assemble(files, target, &text, options.cpu, &request.syntax())?;
                let notes = source::recognized(&assembly).into_iter().collect();
                Program::Code(Code::Source(Box::new(Assembled { assembly, notes }), Box::new(options)))
            }
            Options::Binary(options) => {
                let binary = Binary::read(
                    files,
                    target,
                    options.cpu,
                    options.symbols.as_deref(),
                    options.linked.as_deref(),
                )?;
                Program::Code(Code::Binary(Box::new(binary), Box::new(options)))
            }
            Options::Cpm(options) => {
                let cpu = options.cpu.or(Some(Processor::I8080));
                let binary =
                    Binary::read(files, target, cpu, options.symbols.as_deref(), options.linked.as_deref())?;
                Program::Code(Code::Cpm(Box::new(binary), Box::new(options)))
            }
            Options::Basic(options) => Program::Basic(Box::new(BasicListing::read(files, target, options)?)),
            Options::Cartridge(options) => {
                Program::Cartridge(Box::new(CartridgeProgram::read(files, options)?))
            }
        };
        Ok(Subject { target: target.to_owned(), program, notes })
    }

    /// Returns warnings about the program.
    pub fn warnings(&self) -> &[String] {
        match &self.program {
            Program::Basic(listing) => listing.warning.as_slice(),
            Program::Code(Code::Binary(binary, _) | Code::Cpm(binary, _)) => &binary.notes,
            Program::Code(Code::Routine(_, options)) => {
                options.linked.as_ref().map_or(&self.notes, |linked| &linked.notes)
            }
            Program::Code(Code::Source(source, _)) => &source.notes,
            Program::Cartridge(_) => &[],
        }
    }

    /// Returns the routine, if the program is one.
    pub fn routine(&self) -> Option<&Routine> {
        match &self.program {
            Program::Code(Code::Routine(routine, _)) => Some(routine),
            _ => None,
        }
    }

    /// Returns the name: a routine's label or the file name.
    pub fn name(&self) -> String {
        let file =
            || self.target.file_name().filter(|_| !escape::is_stream(&self.target)).map(escape::os_text);
        let label = self.routine().map(|routine| routine.name.clone());
        label.or_else(file).unwrap_or_else(|| escape::path(&self.target))
    }

    /// Returns the input that the options specify. Fields of a routine that they leave out have the values of its first
    /// example, or random ones.
    pub fn input(&self) -> Result<Input> {
        match &self.program {
            Program::Code(Code::Routine(routine, options)) => {
                let unstated = unstated(routine, options.seed);
                options.inputs.iter().try_fold(unstated, |input, text| parse_input(routine, text, &input))
            }
            Program::Code(_) => Ok(Input::default()),
            Program::Basic(listing) => listing.input(),
            Program::Cartridge(cartridge) => cartridge.input(),
        }
    }

    /// Returns a debuggee that is ready to execute the program with an input.
    pub fn start(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        match &self.program {
            Program::Code(code) => code.start(input),
            Program::Cartridge(cartridge) => Ok(cartridge.start(&input.events)),
            Program::Basic(listing) => listing.start(&self.target, input),
        }
    }
}

/// Loads a sheet or a bundled routine. Without `--cpu` this is the first one of that name, which is for the 8080. The Z80 executes
/// the bytes of the 8080.
fn load_routine(
    files: &dyn Files,
    path: &Path,
    options: &RoutineOptions,
    syntax: &Syntax,
    notes: &mut Vec<String>,
) -> Result<Routine> {
    let in_binary = options.linked.as_ref().and_then(|linked| linked.routine.clone());
    let mut routines = match (&options.same_as, in_binary) {
        (None, Some(routine)) => vec![routine],
        (None, None) if options.routine.is_some() => {
            let names = options.routine.iter().cloned().collect();
            let constant = options.constant.clone();
            let of = program::Program { syntax: syntax.clone(), processor: options.cpu, names, constant };
            program::named(files, path, &of, &mut |note| notes.push(note.to_owned()))?
        }
        (Some(reference), _) => routine::same_as(files, path, reference)?,
        (None, None) if files.kind(path) == FileKind::File => vec![routine::in_file(files, path)?],
        (None, None) => routine::named(files, path, Some(ROTATE))?,
    };
    if let Some(cpu) = options.cpu {
        if cpu == Processor::Z80 && routines.iter().all(|routine| routine.processor() != cpu) {
            routines =
                routines.iter().map(Routine::on_z80).collect::<Result<_, _>>().map_err(routine::to_error)?;
        }
        routines.retain(|routine| routine.processor() == cpu);
    }
    let Some(mut routine) = routines.into_iter().next() else {
        refuse!("there is no routine {} for this processor", escape::path(path));
    };
    options.place.iter().try_for_each(|text| inputs::place(&mut routine, text))?;
    Ok(routine)
}
