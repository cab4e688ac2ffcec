//! The program to debug: loaded once, started any number of times, each time as a new [`Debuggee`].

mod binary;
mod inputs;
mod option_rules;
mod target_kind;

use crate::error::{Context, Result, message, refuse};
use std::path::Path;

use arcadian_asm::{Assembly, assemble};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee,
    basic::{self, BasicProgram, Setup},
    code::{MachineCode, Source, enter},
};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, devices::Permuter};
use arcadian_proof::{Location, Routine};

use super::options::Options;
use crate::{
    border, diagnostic,
    files::{Files, LONGEST_SOURCE},
    include::Folders,
    program, registers, routine,
};
use binary::Binary;
use target_kind::TargetKind;

pub use inputs::{Input, format_input, parse_input, parse_keys};

/// A program that the debugger can execute.
pub enum Subject {
    /// A routine: a sheet with a claim, which names its inputs and outputs.
    Routine(Box<Routine>),
    /// A source, or a sheet without a claim.
    Source(Box<Assembly>),
    /// A memory image.
    Binary(Box<Binary>),
    /// A BASIC program.
    Basic(Box<BasicListing>),
}

/// A BASIC program and its initial state.
pub struct BasicListing {
    setup: Setup,
    /// A warning about a printed listing whose printed numbers differ from its bytes.
    pub warning: Option<String>,
}

impl Subject {
    /// Loads the program that the options name. Refuses options that do not apply to it.
    pub fn load(files: &dyn Files, options: &Options) -> Result<Subject> {
        let subject = Subject::read(files, options)?;
        option_rules::check(options, &subject)?;
        Ok(subject)
    }

    fn read(files: &dyn Files, options: &Options) -> Result<Subject> {
        match TargetKind::of(files, options)? {
            TargetKind::Basic => load_basic(files, options),
            TargetKind::Source => load_source(files, &options.target, options),
            TargetKind::Binary => {
                Ok(Subject::Binary(Box::new(Binary::read(files, &options.target, options)?)))
            }
            TargetKind::Routine => load_built_in(files, options),
        }
    }

    /// Returns a warning about the program, if there is one.
    pub fn warning(&self) -> Option<&str> {
        match self {
            Subject::Basic(listing) => listing.warning.as_deref(),
            _ => None,
        }
    }

    /// Returns the routine, if the program is one.
    pub fn routine(&self) -> Option<&Routine> {
        match self {
            Subject::Routine(routine) => Some(routine),
            _ => None,
        }
    }

    /// Returns whether the program is a memory image.
    pub fn is_binary(&self) -> bool {
        matches!(self, Subject::Binary(_))
    }

    /// Returns the name: a routine's label or the file name.
    pub fn name(&self, options: &Options) -> String {
        let file =
            || options.target.file_name().filter(|_| !border::is_stream(&options.target)).map(border::os);
        let label = self.routine().map(|routine| routine.name.clone());
        label.or_else(file).unwrap_or_else(|| border::display_path(&options.target))
    }

    /// Returns a debuggee that is ready to execute the program with an input.
    pub fn start(&self, options: &Options, input: &Input) -> Result<Box<dyn Debuggee>> {
        match (self, self.processor()) {
            (Subject::Basic(listing), _) => {
                let setup = Setup { keys: input.keys.clone(), ..listing.setup.clone() };
                Ok(Box::new(
                    BasicProgram::new(setup)
                        .with_context(|| format!("cannot start {}", border::display_path(&options.target)))?,
                ))
            }
            (_, None | Some(Processor::I8080)) => self.start_code::<I8080>(options, input),
            (_, Some(Processor::Z80)) => self.start_code::<Z80>(options, input),
            (_, Some(Processor::Mos6502)) => self.start_code::<Mos6502>(options, input),
        }
    }

    /// Returns the processor; none for BASIC.
    pub fn processor(&self) -> Option<Processor> {
        match self {
            Subject::Routine(routine) => Some(routine.processor()),
            Subject::Source(assembly) => Some(assembly.processor),
            Subject::Binary(binary) => Some(binary.processor),
            Subject::Basic(_) => None,
        }
    }

    fn start_code<C: MachineCore>(&self, options: &Options, input: &Input) -> Result<Box<dyn Debuggee>> {
        let mut machine = Machine::<C>::new();
        let (source, return_address) = match self {
            Subject::Routine(routine) => {
                load_assembly(&mut machine, &routine.assembly)?;
                if let Some(at) = routine.device_address() {
                    machine.backplane.device(at..=at.saturating_add(3), Permuter::default())?;
                }
                enter(&mut machine, options.pc.unwrap_or(routine.entry), Routine::RETURN_ADDRESS)?;
                store_input(&mut machine, &routine.arguments(&input.bytes))?;
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
        Ok(Box::new(MachineCode::new(machine, source, return_address)))
    }
}

fn load_assembly<C: MachineCore>(machine: &mut Machine<C>, assembly: &Assembly) -> Result<()> {
    let name = assembly.files.first().map_or("the source", String::as_str);
    let loaded = machine.backplane.load(assembly.origin, &assembly.image);
    loaded.with_context(|| format!("{name} does not fit into the memory"))
}

/// Returns the entry point of a source: the operand of END, or the routine that its header names, or its first instruction.
fn entry(assembly: &Assembly) -> u16 {
    let routine = assembly.sheet.as_ref().and_then(|sheet| sheet.routine.as_ref());
    let label = routine.and_then(|name| u16::try_from(assembly.symbol(name)?.value).ok());
    let first = || assembly.lines.iter().find(|line| line.row.is_some()).map(|line| line.address);
    assembly.entry.or(label).or_else(first).unwrap_or(assembly.origin)
}

/// Stores the input of a routine in registers and memory.
fn store_input<C: MachineCore>(machine: &mut Machine<C>, input: &[(Location, u8)]) -> Result<()> {
    for (location, value) in input {
        match location {
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

/// Loads a BASIC program.
fn load_basic(files: &dyn Files, options: &Options) -> Result<Subject> {
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
    let warning = program::difference_warning(&options.target, &read.listing);
    Ok(Subject::Basic(Box::new(BasicListing { setup, warning })))
}

/// Assembles a source. A sheet whose header has an `oracle` line, which names the claim, is a routine.
fn load_source(files: &dyn Files, path: &Path, options: &Options) -> Result<Subject> {
    let name = border::name(path);
    let text = files.text(path, "a source", LONGEST_SOURCE)?;
    let asm_options = arcadian_asm::Options { processor: options.cpu, defines: Vec::new() };
    let assembly = assemble(&name, &text, &asm_options, &mut Folders::new(files, path, &[]))
        .map_err(|failure| diagnostic::render_sources(&failure.diagnostics))?;
    if assembly.sheet.as_ref().is_some_and(|sheet| sheet.oracle.is_some()) {
        let routine = Routine::read(&name, &text, &mut Folders::new(files, path, &[]));
        return Ok(Subject::Routine(Box::new(routine.map_err(routine::to_error)?)));
    }
    Ok(Subject::Source(Box::new(assembly)))
}

/// Loads a bundled routine. Without `--cpu` this is the first one of that name, which is for the 8080.
fn load_built_in(files: &dyn Files, options: &Options) -> Result<Subject> {
    let name = border::display_path(&options.target);
    if name.contains(['/', '.', '\\']) {
        // The name is a path, but not of a regular file. Reading it usually fails, with a better error than the next line's.
        files.bytes(&options.target, "a program", LONGEST_SOURCE)?;
        refuse!("{name} is not a regular file");
    }
    let mut routines = routine::named(files, &options.target, Some(program::ROTATE))?;
    if let Some(cpu) = options.cpu {
        routines.retain(|routine| routine.processor() == cpu);
    }
    match routines.into_iter().next() {
        Some(routine) => Ok(Subject::Routine(Box::new(routine))),
        None => refuse!("there is no routine {name} for this processor"),
    }
}
