//! Machine code in a machine: a routine, a source or a memory image.

use crate::{
    Debuggee,
    code::{MachineCode, Source, enter, typed},
};
use arcadian_asm::Assembly;
use arcadian_cpu::{Bus, I8080, Mos6502, Z80};
use arcadian_files::{
    error::{Context, Result, message},
    escape,
    registers::setting,
    source,
};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, cpm, service::CONSOLE};
use arcadian_proof::Routine;

use super::{Binary, Input, inputs};
use crate::step::{
    devices::Attachment,
    options::{BinaryOptions, CpmOptions, RoutineOptions, SourceOptions},
    registers,
};

/// An assembled source.
pub struct Assembled {
    /// The source.
    pub assembly: Assembly,
    /// What the user has to know.
    pub(crate) notes: Vec<String>,
}

/// Machine code that the debugger can execute.
pub enum Code {
    /// A routine: a sheet with a claim, which names its inputs and outputs.
    Routine(Box<Routine>, Box<RoutineOptions>),
    /// A source, or a sheet without a claim.
    Source(Box<Assembled>, Box<SourceOptions>),
    /// A memory image.
    Binary(Box<Binary>, Box<BinaryOptions>),
    /// A program for CP/M.
    Cpm(Box<Binary>, Box<CpmOptions>),
}

impl Code {
    /// Returns a debuggee that is ready to execute the code with an input.
    pub(super) fn start(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        match self.processor() {
            Processor::I8080 => self.start_on::<I8080>(input),
            Processor::Z80 => self.start_on::<Z80>(input),
            Processor::Mos6502 => self.start_on::<Mos6502>(input),
        }
    }

    fn processor(&self) -> Processor {
        match self {
            Code::Routine(routine, _) => routine.processor(),
            Code::Source(source, _) => source.assembly.processor,
            Code::Binary(binary, _) | Code::Cpm(binary, _) => binary.processor,
        }
    }

    fn start_on<C: MachineCore>(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        let mut machine = Machine::<C>::new();
        let (set, source, end) = match self {
            Code::Routine(routine, options) => {
                routine.load(&mut machine).with_context(|| format!("cannot load {}", routine.file))?;
                // An input can be where a byte is poked; the input counts.
                poke(&mut machine, &options.poke, routine.device_address())?;
                let entry = options.pc.unwrap_or(routine.entry);
                routine.enter(&mut machine, entry, &input.bytes).without_context()?;
                let assembled = || Source::assembled(&routine.assembly);
                let source = options.linked.as_ref().map_or_else(assembled, |linked| linked.source.clone());
                (&options.set, source, routine.return_address())
            }
            Code::Source(source, options) => {
                let end = load_source(&mut machine, &source.assembly, options)?;
                attach(&mut machine, &options.attached)?;
                poke(&mut machine, &options.poke, None)?;
                (&options.set, Source::assembled(&source.assembly), end)
            }
            Code::Binary(binary, options) => {
                let end = binary.load(&mut machine, options)?;
                attach(&mut machine, &options.attached)?;
                poke(&mut machine, &options.poke, None)?;
                (&options.set, binary.source(), end)
            }
            Code::Cpm(binary, options) => {
                let end = binary.load_cpm(&mut machine, options)?;
                attach(&mut machine, &options.attached)?;
                poke(&mut machine, &options.poke, None)?;
                (&options.set, binary.source(), end)
            }
        };
        for text in set {
            let (name, value) = setting(text).map_err(|why| message!("--set {text}: {why}"))?;
            registers::set(&mut machine, &name, value)?;
        }
        Ok(Box::new(MachineCode::new(machine, source, Some(end))))
    }
}

/// Attaches devices. What was loaded stays there.
fn attach<C: MachineCore>(machine: &mut Machine<C>, devices: &[Attachment]) -> Result<()> {
    devices.iter().try_for_each(|device| device.attach(&mut machine.backplane))
}

/// Stores bytes such as `2041=07`. The permuting device takes its latch by a write.
fn poke<C: MachineCore>(machine: &mut Machine<C>, pokes: &[String], device: Option<u16>) -> Result<()> {
    for text in pokes.iter().flat_map(|text| text.split(',')) {
        let (first, bytes) = inputs::parse_poke(text)?;
        for (offset, byte) in (0..).zip(bytes) {
            match first.wrapping_add(offset) {
                address if device == Some(address) => machine.backplane.write(address, byte),
                address => machine.backplane.poke(address, byte),
            }
        }
    }
    Ok(())
}

/// Loads a source into a machine with the system that the options name. Returns the address that ends the program.
fn load_source<C: MachineCore>(
    machine: &mut Machine<C>,
    assembly: &Assembly,
    options: &SourceOptions,
) -> Result<u16> {
    type_keys(machine, &options.keys)?;
    if options.cpm {
        cpm::prepare(machine, source::cpm_program(assembly)?).context("cannot run the source")?;
        return Ok(0);
    }
    if options.console {
        machine.serve(CONSOLE).without_context()?;
    }
    load_assembly(machine, assembly)?;
    let called = options.call.as_deref().map(|text| find(&Source::assembled(assembly), text)).transpose()?;
    let entry = called.or(options.pc).unwrap_or_else(|| assembly.start());
    enter(machine, entry, Routine::RETURN_ADDRESS).without_context()?;
    Ok(Routine::RETURN_ADDRESS)
}

/// Returns the address of a place to call by its label, its line or its address.
pub(super) fn find(source: &Source, text: &str) -> Result<u16> {
    source.address_of(text).map_err(|error| message!("--call {}: {error}", escape::text(text)))
}

/// Types what the program reads from its console.
pub(super) fn type_keys<C: MachineCore>(machine: &mut Machine<C>, keys: &[String]) -> Result<()> {
    let typed = typed(&keys.concat()).map_err(|error| message!("--keys: {error}"))?;
    typed.into_iter().for_each(|byte| machine.backplane.keyboard.push(byte));
    Ok(())
}

fn load_assembly<C: MachineCore>(machine: &mut Machine<C>, assembly: &Assembly) -> Result<()> {
    let name = assembly.files.first().map_or("the source", String::as_str);
    let loaded = machine.backplane.load(assembly.origin, &assembly.image);
    loaded.with_context(|| format!("{name} does not fit into the memory"))
}
