//! Machine code in a machine: a routine with its contract, or a program.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    Debuggee,
    code::{MachineCode, Source, enter, typed},
};
use arcadian_cpu::{Bus, I8080, Mos6502, Z80};
use arcadian_files::{
    address::{Setting, setting},
    error::{Context, Result, message, refuse},
    escape,
};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, cpm, service::CONSOLE};
use arcadian_program::{
    Program,
    devices::Attachment,
    ending::{Caller, Sentry},
};
use arcadian_proof::{FixedPlace, Routine};

use super::{Input, inputs};
use crate::step::request::StepRequest;

/// Machine code that the debugger can execute.
pub struct Code {
    /// The routine to call: a sheet, or a part of the program.
    pub routine: Option<Box<Routine>>,
    /// The program; `None` for a bundled routine.
    pub program: Option<Box<Program>>,
    pub(crate) request: Box<StepRequest>,
    pub(super) devices: Vec<Attachment>,
    pub(super) processor: Processor,
}

impl Code {
    /// Returns a debuggee that is ready to execute the code with an input.
    pub(super) fn start(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        match self.processor {
            Processor::I8080 => self.start_on::<I8080>(input),
            Processor::Z80 => self.start_on::<Z80>(input),
            Processor::Mos6502 => self.start_on::<Mos6502>(input),
        }
    }

    fn start_on<C: MachineCore>(&self, input: &Input) -> Result<Box<dyn Debuggee>> {
        let mut machine = Machine::<C>::new();
        let request = &self.request;
        let mut loaded: Vec<Range<usize>> = Vec::new();
        let mut add =
            |(address, length): (u16, usize)| loaded.push(address.into()..usize::from(address) + length);
        let (source, end) = match (&self.routine, &self.program) {
            (Some(routine), program) => {
                routine.load(&mut machine).with_context(|| format!("cannot load {}", routine.file))?;
                poke(&mut machine, &request.poke, routine.device_address())?;
                routine.assembly.parts().iter().for_each(|(first, bytes)| add((*first, bytes.len())));
                let entry = request.pc.unwrap_or(routine.entry);
                routine.enter(&mut machine, entry, &input.bytes).without_context()?;
                check_pokes(&machine, &request.poke, routine)?;
                let linked = program.as_ref().filter(|program| program.has_map());
                let source = linked.map(|program| program.source.clone());
                (source.unwrap_or_else(|| Source::assembled(&routine.assembly)), routine.return_address())
            }
            (None, None) => (Source::default(), Routine::RETURN_ADDRESS),
            (None, Some(program)) => {
                let end = self.load(&mut machine, program)?;
                program.parts.iter().for_each(|(first, bytes)| add((*first, bytes.len())));
                // What was loaded stays there.
                self.devices.iter().try_for_each(|device| device.attach(&mut machine.backplane))?;
                poke(&mut machine, &request.poke, None)?;
                (program.source.clone(), end)
            }
        };
        let before = machine.core;
        let read = |text: &str| setting(text).map_err(|why| message!("--set {text}: {why}"));
        let settings: Vec<Setting> =
            request.set.iter().flat_map(|texts| texts.split(',')).map(read).collect::<Result<_>>()?;
        set_registers(&mut machine, &settings)?;
        if let Some(routine) = &self.routine {
            check_settings(&before, &machine.core, &request.set.join(","), routine)?;
        }
        let caller = (!request.cpm).then(|| Caller::of(&machine, end));
        let requested = if request.cpm { vec![end] } else { Vec::new() };
        let sentry = Sentry::new(requested, caller, &loaded);
        Ok(Box::new(MachineCode::ending_by(machine, source, sentry)))
    }

    /// Loads a program into a machine with the system that the request names. Returns the address that ends the program.
    fn load<C: MachineCore>(&self, machine: &mut Machine<C>, program: &Program) -> Result<u16> {
        let request = &self.request;
        type_keys(machine, &request.keys)?;
        if request.cpm {
            let image = program.cpm_image()?;
            cpm::prepare(machine, image).with_context(|| format!("cannot run {}", program.name))?;
            return Ok(0);
        }
        if request.console {
            machine.serve(CONSOLE).without_context()?;
        }
        for (address, bytes) in &program.parts {
            let loaded = machine.backplane.load(*address, bytes);
            loaded.with_context(|| format!("{} does not fit into the memory", program.name))?;
        }
        let called = request.call.as_deref().map(|text| find(&program.source, text)).transpose()?;
        let entry = called.or(request.pc).unwrap_or_else(|| program.start());
        enter(machine, entry, Routine::RETURN_ADDRESS).without_context()?;
        Ok(Routine::RETURN_ADDRESS)
    }
}

/// Sets registers. Refuses an unknown register, a value that is too large, and two values for one register.
pub fn set_registers<C: MachineCore>(machine: &mut Machine<C>, settings: &[Setting]) -> Result<()> {
    let value =
        |machine: &Machine<C>, name: &str| C::register(name).map(|register| (register.get)(&machine.core));
    let mut values = Vec::new();
    for setting in settings {
        set_register(machine, setting)?;
        values.push(value(machine, &setting.name));
    }
    for (Setting { name, value: set, .. }, taken) in settings.iter().zip(values) {
        if value(machine, name) != taken {
            refuse!("--set {name}={set:X}: another --set gives {name} another value; leave out one of them");
        }
    }
    Ok(())
}

/// Sets a register.
fn set_register<C: MachineCore>(machine: &mut Machine<C>, setting: &Setting) -> Result<()> {
    let Setting { name, value, is_bare } = setting;
    let value = *value;
    let Some(register) = C::register(name) else {
        let names: Vec<_> = C::REGISTERS.iter().map(|register| register.name).collect();
        refuse!("the {} has no register {name}; it has {}", C::PROCESSOR, names.join(" "));
    };
    if register.bits == 8 && value > 0xFF {
        // The digits may have been meant as decimal ones.
        let decimal = format!("{value:X}").parse::<u8>().ok().filter(|_| *is_bare);
        let hint = decimal.map(|value| format!("; if it is decimal, write #{value} or {value:X}"));
        refuse!(
            "{value:X} hexadecimal, which is #{value}, does not fit in {} (0 to FF, or #255){}",
            register.name,
            hint.unwrap_or_default()
        );
    }
    (register.set)(&mut machine.core, value);
    Ok(())
}

/// Refuses bytes to poke that the call of a routine has replaced by others.
fn check_pokes<C: MachineCore>(machine: &Machine<C>, pokes: &[String], routine: &Routine) -> Result<()> {
    for text in pokes.iter().flat_map(|text| text.split(',')) {
        let (first, bytes) = inputs::parse_poke(text)?;
        let places = (0..).zip(bytes).map(|(offset, byte)| (first.wrapping_add(offset), byte));
        for (at, byte) in places.filter(|(at, _)| routine.device_address() != Some(*at)) {
            let is = machine.peek(at);
            if is != byte {
                match input_at(routine, |place| place == FixedPlace::Memory(at)) {
                    Some(name) => refuse!(
                        "--poke {text}: the input {name} is {is:02X} at {at:04X}; --in {name}= sets it"
                    ),
                    None => refuse!("--poke {text}: the call of {} puts {is:02X} to {at:04X}", routine.name),
                }
            }
        }
    }
    Ok(())
}

/// Refuses values of registers that replace an input of a routine by another one.
fn check_settings<C: MachineCore>(before: &C, after: &C, text: &str, routine: &Routine) -> Result<()> {
    let value = |core, name| C::register(name).map_or(0, |register| (register.get)(core));
    let changed = |place| match place {
        FixedPlace::Register(name) => value(before, name) != value(after, name),
        FixedPlace::Flag(name, bit) => (value(before, name) ^ value(after, name)) >> bit & 1 != 0,
        FixedPlace::Memory(_) => false,
    };
    match input_at(routine, changed) {
        Some(name) => refuse!("--set {text}: the input {name} has another value there; --in {name}= sets it"),
        None => Ok(()),
    }
}

/// Returns the name of the first input with a byte at such a place.
fn input_at(routine: &Routine, is_there: impl Fn(FixedPlace) -> bool) -> Option<&str> {
    let fields = routine.specification.inputs().iter();
    let names = fields.map(|field| &*field.name);
    names.into_iter().find(|name| routine.input_places(name).into_iter().any(&is_there))
}

/// Stores bytes such as `2041=07`, one at each place. The permuting device takes its latch by a write.
fn poke<C: MachineCore>(machine: &mut Machine<C>, pokes: &[String], device: Option<u16>) -> Result<()> {
    let mut poked = BTreeSet::new();
    for text in pokes.iter().flat_map(|text| text.split(',')) {
        let (first, bytes) = inputs::parse_poke(text)?;
        for (offset, byte) in (0..).zip(bytes) {
            let address = first.wrapping_add(offset);
            if !poked.insert(address) {
                refuse!("--poke {text}: another --poke has a byte at {address:04X}; leave out one of them");
            }
            match address {
                address if device == Some(address) => machine.backplane.write(address, byte),
                address => machine.backplane.poke(address, byte),
            }
        }
    }
    Ok(())
}

/// Returns the address of a place to call by its label, its line or its address.
fn find(source: &Source, text: &str) -> Result<u16> {
    source.address_of(text).map_err(|error| message!("--routine {}: {error}", escape::text(text)))
}

/// Types what the program reads from its console.
fn type_keys<C: MachineCore>(machine: &mut Machine<C>, keys: &[String]) -> Result<()> {
    let typed = typed(&keys.concat()).map_err(|error| message!("--keys: {error}"))?;
    typed.into_iter().for_each(|byte| machine.backplane.keyboard.push(byte));
    Ok(())
}
