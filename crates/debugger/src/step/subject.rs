//! The program to debug: loaded once, started any number of times, each time as a new [`Debuggee`].

mod code;
mod inputs;
mod listing;

use std::path::{Path, PathBuf};

use crate::Debuggee;
use arcadian_files::{
    Files,
    error::{Result, refuse},
    escape,
    program::ROTATE,
};
use arcadian_isa::Processor;
use arcadian_program::{self as file, RoutineOptions, devices};
use arcadian_proof::{Field, Routine};
use arcadian_verify::routine;

use crate::step::{
    kind::{Form, Kind, check},
    request::StepRequest,
};
use listing::{BasicListing, CartridgeProgram};

pub use code::{Code, set_registers};
pub use inputs::{Input, parse_input, unstated};

/// A program that the debugger can execute, with its options.
pub struct Subject {
    /// The file or the name of the program.
    pub target: PathBuf,
    pub program: Program,
}

/// A program of any kind.
pub enum Program {
    Code(Code),
    OnSystem(Box<dyn OnSystem>),
}

/// A program that a whole machine executes: BASIC, or a cartridge or ROM of the Bally. It is a trait, so that the page's debugger of
/// code has nothing of either.
pub trait OnSystem {
    /// Returns a warning about the program.
    fn warning(&self) -> Option<&String>;

    /// Returns the input that the options specify.
    fn input(&self) -> Result<Input>;

    /// Returns the input of each `--keys`, or the one that the options specify.
    fn inputs(&self) -> Result<Vec<Input>> {
        Ok(vec![self.input()?])
    }

    /// Whether there is no source of the program.
    fn is_image(&self) -> bool;

    /// Returns a debuggee before the first step.
    fn start(&self, target: &Path, input: &Input) -> Result<Box<dyn Debuggee>>;
}

impl Subject {
    /// Makes a call of a routine, with the bytes of its input fields.
    pub fn call(routine: Routine, input: &[u8]) -> Subject {
        let inputs = vec![Field::settings(routine.specification.inputs(), input)];
        let target = PathBuf::from(&routine.name);
        let request = Box::new(StepRequest { inputs, ..StepRequest::default() });
        let processor = routine.processor();
        let routine = Some(Box::new(routine));
        let code = Code { routine, program: None, request, devices: Vec::new(), processor };
        Subject { target, program: Program::Code(code) }
    }

    /// Loads the program that a request names. Refuses options that do not apply to it.
    pub fn load(files: &dyn Files, request: &StepRequest) -> Result<Subject> {
        let target = request.program()?;
        let program: Box<dyn OnSystem> = match Form::of(files, request)? {
            form @ (Form::Name | Form::Code) => return Subject::of_code(files, request, form),
            Form::Basic => {
                check(Kind::Basic, request)?;
                Box::new(BasicListing::read(files, target, request)?)
            }
            Form::Bally => {
                check(Kind::Cartridge, request)?;
                Box::new(CartridgeProgram::read(files, request)?)
            }
        };
        Ok(Subject { target: target.to_owned(), program: Program::OnSystem(program) })
    }

    /// Loads machine code. Returns nothing if the program that the request names is of another kind.
    pub fn load_code(files: &dyn Files, request: &StepRequest) -> Result<Option<Subject>> {
        match Form::of(files, request)? {
            Form::Basic | Form::Bally => Ok(None),
            form => Subject::of_code(files, request, form).map(Some),
        }
    }

    fn of_code(files: &dyn Files, request: &StepRequest, form: Form) -> Result<Subject> {
        let target = request.program()?.to_owned();
        let (kind, program) = Kind::of_code(files, request, form)?;
        let mut request = request.clone();
        if matches!(kind, Kind::Source | Kind::Binary) {
            // Without a contract it is called with the registers as they are.
            request.call = request.call.or(request.routine.take());
        }
        check(kind, &request)?;
        Ok(Subject { target, program: Program::Code(load_code(files, kind, program, &request)?) })
    }

    /// Returns warnings about the program.
    pub fn warnings(&self) -> &[String] {
        match &self.program {
            Program::Code(_) => self.file().map_or(&[], |program| &program.notes),
            Program::OnSystem(program) => program.warning().map_or(&[], std::slice::from_ref),
        }
    }

    /// Returns the file of machine code.
    pub fn file(&self) -> Option<&file::Program> {
        match &self.program {
            Program::Code(code) => code.program.as_deref(),
            _ => None,
        }
    }

    /// Returns the routine, if the program is one.
    pub fn routine(&self) -> Option<&Routine> {
        match &self.program {
            Program::Code(code) => code.routine.as_deref(),
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
            Program::Code(Code { routine: Some(routine), request, .. }) => {
                let unstated = unstated(routine, request.seed);
                match request.inputs.join(",") {
                    none if none.is_empty() => Ok(unstated),
                    text => parse_input(routine, &text, &unstated),
                }
            }
            Program::Code(_) => Ok(Input::default()),
            Program::OnSystem(program) => program.input(),
        }
    }

    /// Returns a debuggee that is ready to execute the program with an input.
    pub fn start(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        match &self.program {
            Program::Code(code) => code.start(input),
            Program::OnSystem(program) => program.start(&self.target, input),
        }
    }
}

/// Loads machine code that was read, or a bundled routine.
fn load_code(
    files: &dyn Files,
    kind: Kind,
    program: Option<file::Program>,
    request: &StepRequest,
) -> Result<Code> {
    let routine = match kind {
        Kind::Routine => Some(Box::new(load_routine(files, program.as_ref(), request)?)),
        _ => None,
    };
    let known = program.as_ref().filter(|_| routine.is_none()).map(file::Program::processor);
    let processor = match (&routine, known) {
        (Some(routine), _) => routine.processor(),
        (None, Some(known)) if kind == Kind::Cpm => known.unwrap_or(Processor::I8080),
        (None, Some(known)) => known?,
        (None, None) => Processor::I8080,
    };
    let devices = request.devices.as_deref().map(|file| devices::read(files, file)).transpose()?;
    Ok(Code {
        routine,
        program: program.map(Box::new),
        request: Box::new(request.clone()),
        devices: devices.unwrap_or_default(),
        processor,
    })
}

/// Loads a sheet, a routine of a program or a bundled routine. Without `--cpu` this is the first one of that name, which is for the 8080.
/// The Z80 executes the bytes of the 8080.
fn load_routine(
    files: &dyn Files,
    program: Option<&file::Program>,
    request: &StepRequest,
) -> Result<Routine> {
    let path = request.program()?;
    let mut routines = match (&request.same_as, program) {
        (Some(reference), _) => routine::same_as(files, path, reference)?,
        (None, None) => routine::named(files, path, Some(ROTATE))?,
        (None, Some(program)) if request.routine.is_none() => {
            vec![program.sheet(files, arcadian_claims::all())?]
        }
        (None, Some(program)) => {
            let chosen = RoutineOptions {
                names: request.routine.iter().cloned().collect(),
                contracts: request.contract.clone(),
                constant: request.constant.clone(),
                claims: arcadian_claims::all(),
            };
            program.routines(files, &chosen)?
        }
    };
    if let Some(name) = request.routine.as_deref().filter(|_| program.is_none() || request.same_as.is_some())
    {
        let own = routines.first().map(|routine| routine.name.clone()).unwrap_or_default();
        routines.retain(|routine| routine.name.eq_ignore_ascii_case(name));
        if routines.is_empty() {
            refuse!("--routine {}: the only routine of {} is {own}", escape::text(name), escape::path(path));
        }
    }
    if let Some(cpu) = request.cpu {
        if cpu == Processor::Z80 && routines.iter().all(|routine| routine.processor() != cpu) {
            routines =
                routines.iter().map(Routine::on_z80).collect::<Result<_, _>>().map_err(routine::to_error)?;
        }
        routines.retain(|routine| routine.processor() == cpu);
    }
    let Some(mut routine) = routines.into_iter().next() else {
        refuse!("there is no routine {} for this processor", escape::path(path));
    };
    request.place.iter().try_for_each(|text| inputs::place(&mut routine, text))?;
    Ok(routine)
}
