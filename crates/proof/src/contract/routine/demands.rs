//! Whether the contract of a routine is that of an exercise.
//!
//! Compared is what the headers mean, not how they are written: fields, places, conditions and examples with the values of their
//! symbols. Cut points demand nothing: they help a proof, so they may differ.

use arcadian_asm::{Assembly, Sheet, SymbolKind, sheet::Term};

use super::{Routine, specification::Rule};
use crate::contract::{
    binding::{Binding, Place},
    field::Field,
};

type List = fn(&Sheet) -> &[Term];

const LISTS: [(&str, List); 3] =
    [("in", |sheet| &sheet.inputs), ("out", |sheet| &sheet.outputs), ("clobbers", |sheet| &sheet.clobbers)];

impl Routine {
    /// Returns the key of a header line that demands something else than that of another routine, or `None` if the contracts are the
    /// same.
    pub fn changed_demand(&self, original: &Routine) -> Option<&'static str> {
        let none = Sheet::default();
        let [own, other] = [self, original].map(|routine| routine.assembly.sheet.as_ref().unwrap_or(&none));
        let bytes = |sheet: &Sheet| sheet.bytes.as_ref().map(|bytes| bytes.value);
        let is_elsewhere = other.origin.is_some() && self.assembly.origin != original.assembly.origin;
        let (found, wanted) = (&self.specification, &original.specification);
        let changes = [
            ("cpu", self.processor() != original.processor()),
            ("routine", !self.name.eq_ignore_ascii_case(&original.name)),
            ("org", is_elsewhere),
            ("device", self.device != original.device),
            ("pops", own.pops != other.pops),
            ("stack", self.binding.has_stack != original.binding.has_stack),
            ("in", !are_same_fields(&found.inputs, &wanted.inputs)),
            ("out", !are_same_fields(&found.outputs, &wanted.outputs)),
            ("requires", found.requires != wanted.requires),
            (key(&wanted.rule), !is_same_rule(&found.rule, &wanted.rule)),
            ("example", !found.examples.demand_the_same_as(&wanted.examples)),
            ("bytes", bytes(own) != bytes(other)),
            ("cycles", self.stated_cycles != original.stated_cycles),
        ];
        let moved = self.moved_data(original, [own, other]);
        let places = LISTS.iter().zip(changed_places(&self.binding, &original.binding, &moved));
        let places = places.map(|((key, _), is_changed)| (*key, is_changed));
        changes.into_iter().chain(places).find(|(_, is_changed)| *is_changed).map(|(key, _)| key)
    }

    /// Returns where the other routine has memory that both headers name by the same labels, such as those of variables below the code, if
    /// it is only elsewhere: it is the same bytes that are apart, in page 0, and part of the program.
    fn moved_data(&self, original: &Routine, sheets: [&Sheet; 2]) -> Moved {
        let assemblies = [&self.assembly, &original.assembly];
        let is_byte = |assembly: &Assembly, address: u32| {
            u16::try_from(address).is_ok_and(|address| assembly.byte_at(address).is_some())
        };
        let (mut moved, mut are_apart) = (Moved::default(), true);
        for (list, (_, terms)) in LISTS.iter().enumerate() {
            if are_named_alike(sheets.map(terms), assemblies) {
                each_memory(&self.binding, &original.binding, list, &mut |own, other| {
                    are_apart &= moved.add(own, other)
                        && (own < 0x100) == (other < 0x100)
                        && is_byte(&self.assembly, own) == is_byte(&original.assembly, other);
                });
            }
        }
        if are_apart { moved } else { Moved::default() }
    }
}

/// The mapping between the memory of two routines. Memory that is not moved has the same address in both.
struct Moved {
    /// The addresses in the other routine by those in the own one, and back.
    known: [Vec<u32>; 2],
}

impl Default for Moved {
    fn default() -> Self {
        Moved { known: [vec![Self::UNKNOWN; 0x1_0001], vec![Self::UNKNOWN; 0x1_0001]] }
    }
}

impl Moved {
    const UNKNOWN: u32 = u32::MAX;

    /// Adds an address. Returns whether that contradicts none before.
    fn add(&mut self, own: u32, other: u32) -> bool {
        let [there, back] = &mut self.known;
        [(there, own, other), (back, other, own)].into_iter().all(|(known, from, to)| {
            known.get_mut(from as usize).is_some_and(|place| {
                let is_free = *place == Self::UNKNOWN || *place == to;
                *place = to;
                is_free
            })
        })
    }

    /// Returns whether an address is that of the same byte in the other routine.
    fn is_same(&self, own: u32, other: u32) -> bool {
        let [there, back] = &self.known;
        let find = |known: &[u32], from: u32| {
            known.get(from as usize).copied().filter(|to| *to != Self::UNKNOWN).unwrap_or(from)
        };
        find(there, own) == other && find(back, other) == own
    }
}

/// Calls a function with each address of a list of a header and that of another header.
fn each_memory(own: &Binding, other: &Binding, list: usize, pair: &mut dyn FnMut(u32, u32)) {
    let mut places = |own: Place, other: Place| {
        if let (Place::Memory(own), Place::Memory(other)) = (own, other) {
            pair(own.into(), other.into());
        }
    };
    match list {
        0 => {
            own.inputs.iter().zip(&other.inputs).for_each(|(own, other)| places(own.0, other.0));
            for (own, other) in own.pointers.iter().zip(&other.pointers) {
                (0..2).for_each(|byte| places(own.bytes[byte], other.bytes[byte]));
            }
        }
        1 => own.outputs.iter().zip(&other.outputs).for_each(|(own, other)| places(own.0, other.0)),
        _ => {
            for (own, other) in own.clobbered_memory.iter().zip(&other.clobbered_memory) {
                own.clone().zip(other.clone()).for_each(|(own, other)| pair(own, other));
            }
        }
    }
}

/// Returns for each list of a header whether its places are others.
fn changed_places(own: &Binding, other: &Binding, moved: &Moved) -> [bool; 3] {
    let is_same = |own: Place, other: Place| match (own, other) {
        (Place::Memory(own), Place::Memory(other)) => moved.is_same(own.into(), other.into()),
        _ => own == other,
    };
    let are_same = |own: &[(Place, usize)], other: &[(Place, usize)]| {
        own.len() == other.len()
            && own.iter().zip(other).all(|(own, other)| is_same(own.0, other.0) && own.1 == other.1)
    };
    let pointers = own.pointers.len() == other.pointers.len()
        && own.pointers.iter().zip(&other.pointers).all(|(own, other)| {
            own.field.eq_ignore_ascii_case(&other.field)
                && (0..2).all(|byte| is_same(own.bytes[byte], other.bytes[byte]))
        });
    let has_all = |some: &[&str], all: &[&str]| some.iter().all(|name| all.contains(name));
    let memory = own.clobbered_memory.len() == other.clobbered_memory.len()
        && own.clobbered_memory.iter().zip(&other.clobbered_memory).all(|(own, other)| {
            own.len() == other.len()
                && own.clone().zip(other.clone()).all(|(own, other)| moved.is_same(own, other))
        });
    let clobbers = has_all(&own.clobbered_registers, &other.clobbered_registers)
        && has_all(&other.clobbered_registers, &own.clobbered_registers)
        && memory
        && own.clobbered_flags == other.clobbered_flags
        && own.clobbered_stack == other.clobbered_stack;
    [!(pointers && are_same(&own.inputs, &other.inputs)), !are_same(&own.outputs, &other.outputs), !clobbers]
}

/// Returns whether terms name places by the same text, in which symbols are labels or have the same values.
fn are_named_alike(lists: [&[Term]; 2], assemblies: [&Assembly; 2]) -> bool {
    let is_sign = |sign: char| "()+-:/".contains(sign);
    let is_same = |name: &str| match assemblies.map(|assembly| assembly.symbol(name)) {
        [None, None] => true,
        [Some(own), Some(other)] => {
            own.kind == other.kind && (own.kind == SymbolKind::Label || own.value == other.value)
        }
        _ => false,
    };
    let [own, other] = lists;
    own.len() == other.len()
        && own.iter().zip(other).all(|(own, other)| {
            own.place.eq_ignore_ascii_case(&other.place)
                && own.place.split(is_sign).all(|name| is_same(name.trim()))
        })
}

fn are_same_fields(own: &[Field<String>], other: &[Field<String>]) -> bool {
    own.len() == other.len()
        && own.iter().zip(other).all(|(own, other)| own.name == other.name && own.values == other.values)
}

fn key(rule: &Rule) -> &'static str {
    match rule {
        Rule::Claim(_) => "oracle",
        Rule::SameAs(_) => "same-as",
        Rule::Ensures(_) | Rule::Itself => "ensures",
    }
}

fn is_same_rule(own: &Rule, other: &Rule) -> bool {
    match (own, other) {
        (Rule::Claim(own), Rule::Claim(other)) => own.name == other.name,
        (Rule::Ensures(own), Rule::Ensures(other)) => own == other,
        (Rule::SameAs(own), Rule::SameAs(other)) => {
            own.changed_demand(other).is_none()
                && own.entry == other.entry
                && (own.assembly.origin, own.image()) == (other.assembly.origin, other.image())
        }
        (Rule::Itself, Rule::Itself) => true,
        _ => false,
    }
}
