//! What is stepped through: read once, begun as often as one likes.

mod binary;
mod fitting;
mod form;
mod inputs;

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
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
    asm::{Folders, LONGEST_SOURCE},
    border, diagnostic, exec, input, program,
    verify::choose,
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
    /// A BASIC program and how it begins.
    Basic(Box<Setup>),
}

impl Subject {
    /// Reads what the options name. Options that are not for such a program are refused.
    pub fn load(options: &Options) -> Result<Subject> {
        let subject = Subject::read(options)?;
        fitting::check(options, &subject)?;
        Ok(subject)
    }

    fn read(options: &Options) -> Result<Subject> {
        match Form::of(options)? {
            Form::Basic => basic(options),
            Form::Source => source(&options.target, options),
            Form::Binary => Ok(Subject::Binary(Box::new(Binary::read(&options.target, options)?))),
            Form::Routine => built_in(options),
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
            (Subject::Basic(setup), _) => {
                let setup = Setup { keys: input.keys.clone(), ..(**setup).clone() };
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
            Subject::Basic(_) => bail!("a BASIC program has no processor"),
        };
        for text in &options.set {
            let (name, value) = exec::setting(text).map_err(|why| anyhow!("--set {text}: {why}"))?;
            exec::set(&mut machine, &name, value)?;
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
fn basic(options: &Options) -> Result<Subject> {
    let read = program::read(&options.target, &options.reading)?;
    program::warn_of_differences(&options.target, &read.listing);
    let source = basic::Source::of(read.file, &read.text, &read.listing);
    Ok(Subject::Basic(Box::new(Setup {
        dialect: read.listing.dialect(),
        lines: read.listing.lines(),
        seed: options.seed.unwrap_or(1),
        before: options.set.clone(),
        keys: Vec::new(),
        source,
    })))
}

/// A sheet or source of a file; with an oracle it is a routine.
fn source(path: &Path, options: &Options) -> Result<Subject> {
    let name = border::name(path);
    let text = input::text(path, "a source", LONGEST_SOURCE)?;
    let how = arcadian_asm::Options { processor: options.cpu, defines: Vec::new() };
    let assembly = assemble(&name, &text, &how, &mut Folders::new(path, &[]))
        .map_err(|failure| diagnostic::render_sources(&failure.diagnostics))?;
    if assembly.sheet.as_ref().is_some_and(|sheet| sheet.oracle.is_some()) {
        let routine = Routine::read(&name, &text, &mut Folders::new(path, &[]));
        return Ok(Subject::Routine(Box::new(routine.map_err(choose::explained)?)));
    }
    Ok(Subject::Source(Box::new(assembly)))
}

/// A routine of arcadian; without `--cpu` the 8080's.
fn built_in(options: &Options) -> Result<Subject> {
    let name = border::shown(&options.target);
    if name.contains(['/', '.', '\\']) {
        input::bytes(&options.target, "a program", LONGEST_SOURCE)?;
        bail!("{name} is not a regular file");
    }
    let mut routines = choose::named(&options.target, Some(program::ROTATE))?;
    if let Some(cpu) = options.cpu {
        routines.retain(|routine| routine.processor() == cpu);
    }
    match routines.into_iter().next() {
        Some(routine) => Ok(Subject::Routine(Box::new(routine))),
        None => bail!("there is no routine {name} for that processor"),
    }
}
