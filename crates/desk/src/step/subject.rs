//! What is stepped through: read once, begun as often as one likes.

mod binary;
mod fitting;
mod form;
mod inputs;

use crate::error::{Context, Result, message, refuse};
use std::path::Path;

use arcadian_asm::{Assembly, assemble};
use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee,
    basic::{self, BasicProgram, Setup},
    code::{MachineCode, Source, enter},
};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, devices::Permuter};
use arcadian_proof::{Location, Routine};

use super::options::Options;
use crate::{
    border, diagnostic,
    files::{Files, LONGEST_SOURCE},
    include::Folders,
    program, registers, routine,
};
use binary::Binary;
use form::Form;

pub use inputs::{Input, keys, parse, shown};

/// A program that can be stepped through.
pub enum Subject {
    /// A routine with a claim, so that its input and output have names.
    Routine(Box<Routine>),
    /// A source without one.
    Source(Box<Assembly>),
    /// Bytes.
    Binary(Box<Binary>),
    /// A BASIC program.
    Basic(Box<Listed>),
}

/// A BASIC program and how it starts.
pub struct Listed {
    setup: Setup,
    /// A warning about a printed listing whose numbers do not hold.
    pub warning: Option<String>,
}

impl Subject {
    /// Reads what the options name. Options that are not for such a program are refused.
    pub fn load(files: &dyn Files, options: &Options) -> Result<Subject> {
        let subject = Subject::read(files, options)?;
        fitting::check(options, &subject)?;
        Ok(subject)
    }

    fn read(files: &dyn Files, options: &Options) -> Result<Subject> {
        match Form::of(files, options)? {
            Form::Basic => basic(files, options),
            Form::Source => source(files, &options.target, options),
            Form::Binary => Ok(Subject::Binary(Box::new(Binary::read(files, &options.target, options)?))),
            Form::Routine => built_in(files, options),
        }
    }

    /// Returns a warning about the program, if there is one.
    pub fn warning(&self) -> Option<&str> {
        match self {
            Subject::Basic(listed) => listed.warning.as_deref(),
            _ => None,
        }
    }

    /// The routine, if it is one.
    pub fn routine(&self) -> Option<&Routine> {
        match self {
            Subject::Routine(routine) => Some(routine),
            _ => None,
        }
    }

    /// Whether it is bytes without a source.
    pub fn is_binary(&self) -> bool {
        matches!(self, Subject::Binary(_))
    }

    /// What it is called: a routine's label, or the file.
    pub fn name(&self, options: &Options) -> String {
        let file =
            || options.target.file_name().filter(|_| !border::is_stream(&options.target)).map(border::os);
        let label = self.routine().map(|routine| routine.name.clone());
        label.or_else(file).unwrap_or_else(|| border::shown(&options.target))
    }

    /// Begins it, given this input.
    pub fn begin(&self, options: &Options, input: &Input) -> Result<Box<dyn Debuggee>> {
        match (self, self.processor()) {
            (Subject::Basic(listed), _) => {
                let setup = Setup { keys: input.keys.clone(), ..listed.setup.clone() };
                Ok(Box::new(
                    BasicProgram::new(setup)
                        .with_context(|| format!("{} cannot begin", border::shown(&options.target)))?,
                ))
            }
            (_, None | Some(Processor::I8080)) => self.code::<I8080>(options, input),
            (_, Some(Processor::Z80)) => self.code::<Z80>(options, input),
            (_, Some(Processor::Mos6502)) => self.code::<Mos6502>(options, input),
        }
    }

    /// The processor of machine code.
    pub fn processor(&self) -> Option<Processor> {
        match self {
            Subject::Routine(routine) => Some(routine.processor()),
            Subject::Source(assembly) => Some(assembly.processor),
            Subject::Binary(binary) => Some(binary.processor),
            Subject::Basic(_) => None,
        }
    }

    fn code<C: Core>(&self, options: &Options, input: &Input) -> Result<Box<dyn Debuggee>> {
        let mut machine = Machine::<C>::new();
        let (source, home) = match self {
            Subject::Routine(routine) => {
                load_assembly(&mut machine, &routine.assembly)?;
                if let Some(at) = routine.device_address() {
                    machine.backplane.device(at..=at.saturating_add(3), Permuter::default())?;
                }
                enter(&mut machine, options.pc.unwrap_or(routine.entry), Routine::RETURN_ADDRESS)?;
                give(&mut machine, &routine.arguments(&input.bytes))?;
                (Source::assembled(routine.assembly.clone()), Some(Routine::RETURN_ADDRESS))
            }
            Subject::Source(assembly) => {
                load_assembly(&mut machine, assembly)?;
                let entry = options.pc.unwrap_or_else(|| entry(assembly));
                enter(&mut machine, entry, Routine::RETURN_ADDRESS)?;
                (Source::assembled((**assembly).clone()), Some(Routine::RETURN_ADDRESS))
            }
            Subject::Binary(binary) => binary.load(&mut machine, options)?,
            Subject::Basic(_) => refuse!("a BASIC program has no processor"),
        };
        for text in &options.set {
            let (name, value) = registers::setting(text).map_err(|why| message!("--set {text}: {why}"))?;
            registers::set(&mut machine, &name, value)?;
        }
        Ok(Box::new(MachineCode::new(machine, source, home)))
    }
}

fn load_assembly<C: Core>(machine: &mut Machine<C>, assembly: &Assembly) -> Result<()> {
    let name = assembly.files.first().map_or("the source", String::as_str);
    let loaded = machine.backplane.load(assembly.origin, &assembly.image);
    loaded.with_context(|| format!("{name} does not fit into the memory"))
}

/// Where a source begins: where END says, at the routine that its header names, else at its first instruction.
fn entry(assembly: &Assembly) -> u16 {
    let routine = assembly.sheet.as_ref().and_then(|sheet| sheet.routine.as_ref());
    let label = routine.and_then(|name| u16::try_from(assembly.symbol(name)?.value).ok());
    let first = || assembly.lines.iter().find(|line| line.row.is_some()).map(|line| line.address);
    assembly.entry.or(label).or_else(first).unwrap_or(assembly.origin)
}

/// Puts the input of a routine where it belongs.
fn give<C: Core>(machine: &mut Machine<C>, given: &[(Location, u8)]) -> Result<()> {
    for (place, value) in given {
        match place {
            Location::Register(name) => machine.set_register(name, (*value).into())?,
            Location::Flag(name, bit) => {
                let others = machine.register(name)? & !(1 << bit);
                machine.set_register(name, others | u16::from(value & 1) << bit)?;
            }
            Location::Memory(address) => machine.backplane.poke(*address, *value),
        }
    }
    Ok(())
}

/// A BASIC program.
fn basic(files: &dyn Files, options: &Options) -> Result<Subject> {
    let read = program::read(files, &options.target, &options.reading)?;
    let source = basic::Source::of(read.file, &read.text, &read.listing);
    let setup = Setup {
        dialect: read.listing.dialect(),
        lines: read.listing.lines(),
        seed: options.seed.unwrap_or(1),
        before: options.set.clone(),
        keys: Vec::new(),
        source,
    };
    let warning = program::differences(&options.target, &read.listing);
    Ok(Subject::Basic(Box::new(Listed { setup, warning })))
}

/// A sheet or source of a file; with an oracle it is a routine.
fn source(files: &dyn Files, path: &Path, options: &Options) -> Result<Subject> {
    let name = border::name(path);
    let text = files.text(path, "a source", LONGEST_SOURCE)?;
    let how = arcadian_asm::Options { processor: options.cpu, defines: Vec::new() };
    let assembly = assemble(&name, &text, &how, &mut Folders::new(files, path, &[]))
        .map_err(|failure| diagnostic::render_sources(&failure.diagnostics))?;
    if assembly.sheet.as_ref().is_some_and(|sheet| sheet.oracle.is_some()) {
        let routine = Routine::read(&name, &text, &mut Folders::new(files, path, &[]));
        return Ok(Subject::Routine(Box::new(routine.map_err(routine::explained)?)));
    }
    Ok(Subject::Source(Box::new(assembly)))
}

/// A routine of arcadian; without `--cpu` the 8080's.
fn built_in(files: &dyn Files, options: &Options) -> Result<Subject> {
    let name = border::shown(&options.target);
    if name.contains(['/', '.', '\\']) {
        files.bytes(&options.target, "a program", LONGEST_SOURCE)?;
        refuse!("{name} is not a regular file");
    }
    let mut routines = routine::named(files, &options.target, Some(program::ROTATE))?;
    if let Some(cpu) = options.cpu {
        routines.retain(|routine| routine.processor() == cpu);
    }
    match routines.into_iter().next() {
        Some(routine) => Ok(Subject::Routine(Box::new(routine))),
        None => refuse!("there is no routine {name} for that processor"),
    }
}
