//! The state that candidates work on: the parts of the processor and of memory that the contract lets them use.

use arcadian_isa::{Processor, hex};
use arcadian_parallel::flow::{AbstractBit, AbstractByte, BytePlace, Flow, Resources, StatePart, flow};
use arcadian_proof::{FixedPlace, Routine, ScopeByte};

use crate::{idioms::facts, options::ShortenError};

/// A byte of the state.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) place: BytePlace,
    unknown: u8,
    set: u8,
    /// The bits that candidates may read and change.
    pub(crate) usable: u8,
    /// The bits whose final value the contract determines.
    pub(crate) required: u8,
    /// The bits whose final value must be that of the given code. The others that are required are outputs, which the conditions of
    /// the contract judge.
    pub(crate) compared: u8,
    is_flags: bool,
}

/// The state of a processor and of the memory that a header names.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) processor: Processor,
    /// The parts: first those that candidates may use, then those that they must not touch.
    pub(crate) parts: Vec<Part>,
    /// The number of parts that candidates may use.
    pub(crate) in_scope: usize,
    /// The places of the outputs, if the contract can allow several for an input.
    pub(crate) outputs: Option<Outputs>,
}

/// Places of the bytes of the output fields after a return.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    bytes: usize,
    places: Vec<OutputPlace>,
}

#[derive(Clone, Copy, Debug)]
struct OutputPlace {
    byte: usize,
    part: usize,
    /// For a flag, the number of its bit.
    bit: Option<u32>,
}

impl Outputs {
    /// Returns the bytes of the output fields, or `None` if a byte has different values in two places. `part` returns the
    /// value of a part.
    pub(crate) fn read(&self, part: impl Fn(usize) -> u8) -> Option<Vec<u8>> {
        let mut output = vec![None; self.bytes];
        for place in &self.places {
            let value = part(place.part);
            let value = place.bit.map_or(value, |bit| value >> bit & 1);
            if *output[place.byte].get_or_insert(value) != value {
                return None;
            }
        }
        Some(output.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// The resource of bit 0 of the flags. The other parts have one resource each.
const FLAG_RESOURCES: usize = 56;

/// The greatest number of memory bytes. Together with the registers they have fewer resources than [`FLAG_RESOURCES`].
const MAX_MEMORY: usize = 16;

impl Model {
    pub(crate) fn new(routine: &Routine) -> Result<Model, ShortenError> {
        let scope = routine.scope();
        let memory = scope.iter().filter(|byte| matches!(byte.place, FixedPlace::Memory(_))).count();
        if memory > MAX_MEMORY {
            return Err(ShortenError::TooMuchMemory { bytes: memory, limit: MAX_MEMORY });
        }
        let (used, hidden): (Vec<Part>, Vec<Part>) =
            scope.iter().map(Part::new).partition(|part| part.usable != 0);
        let in_scope = used.len();
        let stack = facts(routine.processor()).stack.iter().map(|place| untouched(*place));
        let parts = used.into_iter().chain(hidden).chain(stack).collect();
        Ok(Model { processor: routine.processor(), parts, in_scope, outputs: None })
    }

    /// Returns the model of a contract whose conditions judge the outputs of candidates.
    pub(crate) fn judged_by_contract(mut self, places: Vec<(FixedPlace, usize)>) -> Model {
        let mut outputs = Outputs::default();
        for (fixed, byte) in places {
            let (place, bit) = match fixed {
                FixedPlace::Register(name) => (BytePlace::Register(name), None),
                FixedPlace::Flag(register, bit) => (BytePlace::Register(register), Some(bit)),
                FixedPlace::Memory(address) => (BytePlace::Memory(address), None),
            };
            let Some(part) = self.used().iter().position(|part| part.place == place) else { continue };
            outputs.bytes = outputs.bytes.max(byte + 1);
            outputs.places.push(OutputPlace { byte, part, bit });
            self.parts[part].compared &= bit.map_or(0, |bit| !(1 << bit));
        }
        self.outputs = Some(outputs);
        self
    }

    /// Returns the parts that candidates may use.
    pub(crate) fn used(&self) -> &[Part] {
        &self.parts[..self.in_scope]
    }

    pub(crate) fn resource(&self, part: usize, bit: usize) -> usize {
        if self.parts[part].is_flags { FLAG_RESOURCES + bit } else { part }
    }

    pub(crate) fn resources(&self, part: usize, bits: u8) -> Resources {
        let bits = (0..8).filter(|bit| bits >> bit & 1 != 0);
        bits.fold(0, |resources, bit| resources | 1 << self.resource(part, bit))
    }

    pub(crate) fn bits(&self, part: usize, resources: Resources) -> u8 {
        (0..8).fold(0, |bits, bit| bits | u8::from(resources >> self.resource(part, bit) & 1 != 0) << bit)
    }

    pub(crate) fn usable_resources(&self) -> Resources {
        (0..self.in_scope)
            .fold(0, |resources, part| resources | self.resources(part, self.parts[part].usable))
    }

    pub(crate) fn required_resources(&self) -> Resources {
        (0..self.in_scope)
            .fold(0, |resources, part| resources | self.resources(part, self.parts[part].required))
    }

    /// Returns the model of code after which only these resources matter.
    pub(crate) fn with_required(&self, resources: Resources) -> Model {
        let mut model = Model { outputs: None, ..self.clone() };
        for part in 0..self.in_scope {
            let Part { usable, required, .. } = self.parts[part];
            model.parts[part].required = self.bits(part, resources) & usable | required & !usable;
            model.parts[part].compared = model.parts[part].required;
        }
        model
    }

    /// Returns the names of the parts that candidates may use.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |part: &Part| match part.place {
            BytePlace::Register(name) | BytePlace::Half(name, _) => name.to_owned(),
            BytePlace::Memory(address) => format!("({})", hex::InSource(address.into())),
        };
        self.used().iter().map(name).collect()
    }

    /// Returns the addresses of the memory that candidates may use.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u16> {
        self.used().iter().filter_map(|part| match part.place {
            BytePlace::Memory(address) => Some(address),
            _ => None,
        })
    }

    /// Returns whether a contract names memory that may be part of code of up to a number of bytes at the place of a routine.
    pub(crate) fn may_change_code(&self, routine: &Routine, bytes: usize) -> bool {
        self.addresses().any(|address| usize::from(address.wrapping_sub(routine.assembly.origin)) < bytes)
    }

    fn abstract_parts(&self) -> Vec<StatePart> {
        let entry = |part: usize, bit: usize| {
            let Part { unknown, set, .. } = self.parts[part];
            match unknown >> bit & 1 {
                0 => AbstractBit::Known(set >> bit & 1 != 0),
                _ => AbstractBit::Entry(self.resource(part, bit) as u8, bit as u8),
            }
        };
        let byte = |part| AbstractByte(std::array::from_fn(|bit| entry(part, bit)));
        (0..self.parts.len())
            .map(|part| StatePart { place: self.parts[part].place, entry: byte(part) })
            .collect()
    }

    /// Returns what an instruction does to the state, or `None` if candidates must not use it.
    pub(crate) fn effects(&self, code: &[u8]) -> Option<Effects> {
        let parts = self.abstract_parts();
        let flow = flow(self.processor, code, &parts);
        if flow.leaves {
            return None;
        }
        let mut effects = Effects { branches_on: flow.branches_on, ..Effects::default() };
        for (part, before) in parts.iter().enumerate() {
            self.add_changes(part, before, &flow, &mut effects)?;
        }
        Some(effects)
    }

    /// Adds the changes of a part. Returns `None` if it must not change.
    fn add_changes(&self, part: usize, before: &StatePart, flow: &Flow, effects: &mut Effects) -> Option<()> {
        let (entry, after) = (before.entry.0, flow.after[part].0);
        let changed = (0..8).fold(0_u8, |bits, bit| bits | u8::from(entry[bit] != after[bit]) << bit);
        let Part { usable, required, is_flags, .. } = self.parts[part];
        if changed & required & !usable != 0 {
            return None;
        }
        if changed == 0 {
            return Some(());
        }
        if part < self.in_scope {
            effects.changed.push(part);
        }
        if is_flags {
            let bits = (0..8).filter(|bit| changed >> bit & 1 != 0);
            effects.flow.extend(bits.map(|bit| (self.resource(part, bit), after[bit].sources())));
        } else {
            let sources = after.iter().fold(0, |all, bit| all | bit.sources());
            effects.flow.push((part, sources));
        }
        Some(())
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// The parts in scope that it may change.
    pub(crate) changed: Vec<usize>,
    /// Each resource that it may change, with the resources on which the new value depends.
    pub(crate) flow: Vec<(usize, Resources)>,
    pub(crate) branches_on: Option<Resources>,
}

impl Effects {
    /// Returns the resources that matter before an instruction, if these matter after it.
    pub(crate) fn live_before(&self, live: Resources) -> Resources {
        let written = self.flow.iter().fold(0, |all, (resource, _)| all | 1 << resource);
        let flows = self.flow.iter().filter(|(resource, _)| live >> resource & 1 != 0);
        flows.fold(live & !written, |all, (_, sources)| all | sources)
    }
}

impl Part {
    fn new(byte: &ScopeByte) -> Part {
        let place = match byte.place {
            FixedPlace::Register(name) | FixedPlace::Flag(name, _) => BytePlace::Register(name),
            FixedPlace::Memory(address) => BytePlace::Memory(address),
        };
        let is_flags = matches!(byte.place, FixedPlace::Register("F" | "P"));
        let ScopeByte { unknown, set, usable, required, .. } = *byte;
        Part { place, unknown, set, usable, required, compared: required, is_flags }
    }
}

/// Returns a part that candidates must not touch.
fn untouched(place: BytePlace) -> Part {
    Part { place, unknown: 0xFF, set: 0, usable: 0, required: 0xFF, compared: 0xFF, is_flags: false }
}
