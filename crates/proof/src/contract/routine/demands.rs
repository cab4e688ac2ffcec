//! Whether the contract of a routine is that of an exercise.
//!
//! Compared is what the headers mean, not how they are written: fields, places, conditions and examples with the values of their
//! symbols. Cut points demand nothing: they help a proof, so they may differ.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_asm::{Assembly, Sheet, SymbolKind, sheet::Term};

use super::{Routine, specification::Rule};
use crate::contract::{
    binding::{Binding, Place},
    field::{Field, Values},
};

/// Returns a list of a header.
type List = fn(&Sheet) -> &[Term];

/// The lists of places in a header.
const LISTS: [(&str, List); 3] =
    [("in", |sheet| &sheet.inputs), ("out", |sheet| &sheet.outputs), ("clobbers", |sheet| &sheet.clobbers)];

impl Routine {
    /// Returns the key of a header line that demands something else than that of another routine, or `None` if the contracts are the
    /// same.
    pub fn changed_demand(&self, original: &Routine) -> Option<&'static str> {
        let (own, other) = (&self.specification, &original.specification);
        let sheets = [self.header(), original.header()];
        let is_changed = |get: fn(&Sheet) -> Option<usize>| get(&sheets[0]) != get(&sheets[1]);
        let is_elsewhere = sheets[1].origin.is_some() && self.assembly.origin != original.assembly.origin;
        let changes = [
            ("cpu", self.processor() != original.processor()),
            ("routine", !self.name.eq_ignore_ascii_case(&original.name)),
            ("org", is_elsewhere),
            ("device", self.device != original.device),
            ("pops", is_changed(|sheet| Some(sheet.pops.into()))),
            ("in", values(&own.inputs) != values(&other.inputs)),
            ("out", values(&own.outputs) != values(&other.outputs)),
            ("requires", own.requires != other.requires),
            (key(&other.rule), !is_same_rule(&own.rule, &other.rule)),
            ("example", !own.examples.demand_the_same_as(&other.examples)),
            ("bytes", is_changed(|sheet| sheet.bytes.as_ref().map(|bytes| bytes.value))),
            ("cycles", self.stated_cycles != original.stated_cycles),
        ];
        let moved = self.moved_data(original, &sheets);
        let places = places(&self.binding, &|address| moved.get(&address).copied().unwrap_or(address));
        let of_original = self::places(&original.binding, &|address| address);
        let lists = LISTS.iter().zip(places.iter().zip(&of_original));
        let places = lists.map(|((key, _), (own, other))| (*key, own != other));
        changes.into_iter().chain(places).find(|(_, is_changed)| *is_changed).map(|(key, _)| key)
    }

    fn header(&self) -> Sheet {
        self.assembly.sheet.clone().unwrap_or_default()
    }

    /// Returns where the other routine has the memory that both headers name by the same labels, such as variables below the code, if
    /// this memory is only elsewhere: it is the same bytes that are apart, in page 0 and part of the program.
    fn moved_data(&self, original: &Routine, sheets: &[Sheet; 2]) -> BTreeMap<u32, u32> {
        let is_byte = |assembly: &Assembly, address: u32| {
            u16::try_from(address).is_ok_and(|address| assembly.byte_at(address).is_some())
        };
        let assemblies = [&self.assembly, &original.assembly];
        let lists = LISTS.iter().zip(memory(&self.binding).into_iter().zip(memory(&original.binding)));
        let alike =
            lists.filter(|((_, list), _)| are_named_alike([list(&sheets[0]), list(&sheets[1])], assemblies));
        let (mut moved, mut back) = (BTreeMap::new(), BTreeMap::new());
        for (own, other) in alike.flat_map(|(_, (own, other))| own.into_iter().zip(other)) {
            let is_like = (own < 0x100) == (other < 0x100)
                && is_byte(&self.assembly, own) == is_byte(&original.assembly, other);
            let is_apart =
                *moved.entry(own).or_insert(other) == other && *back.entry(other).or_insert(own) == own;
            if !(is_like && is_apart) {
                return BTreeMap::new();
            }
        }
        moved
    }
}

/// Returns the addresses that each list of a header names, in its order.
fn memory(binding: &Binding) -> [Vec<u32>; 3] {
    let of = |places: &mut dyn Iterator<Item = Place>| {
        places
            .filter_map(|place| if let Place::Memory(at) = place { Some(at.into()) } else { None })
            .collect()
    };
    let pointers = binding.pointers.iter().flat_map(|pointer| pointer.bytes);
    [
        of(&mut binding.inputs.iter().map(|(place, _)| *place).chain(pointers)),
        of(&mut binding.outputs.iter().map(|(place, _)| *place)),
        binding.clobbered_memory.iter().cloned().flatten().collect(),
    ]
}

/// Whether terms name places by the same text, in which symbols are labels or have the same values.
fn are_named_alike(lists: [&[Term]; 2], assemblies: [&Assembly; 2]) -> bool {
    let text = |term: &Term| term.place.split_whitespace().collect::<String>().to_ascii_uppercase();
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
        && own.iter().zip(other).all(|(own, other)| text(own) == text(other))
        && own.iter().flat_map(|term| term.place.split(is_sign)).all(|name| is_same(name.trim()))
}

/// The places of a list, each with what it is for.
type Places = BTreeSet<(String, usize)>;

/// Returns the places of the lists of a header. `address` maps addresses.
fn places(binding: &Binding, address: &dyn Fn(u32) -> u32) -> [Places; 3] {
    let text = |place: Place| match place {
        Place::Memory(at) => format!("memory {}", address(at.into())),
        other => format!("{other:?}"),
    };
    let bytes = |list: &[(Place, usize)]| -> Places {
        list.iter().map(|(place, byte)| (text(*place), *byte)).collect()
    };
    let mut inputs = bytes(&binding.inputs);
    for (number, pointer) in binding.pointers.iter().enumerate() {
        let [low, high] = pointer.bytes.map(text);
        inputs.insert((format!("{low}, {high} -> {}", pointer.field.to_ascii_lowercase()), number));
    }
    let registers = binding.clobbered_registers.iter().map(|name| (*name).to_owned());
    let memory =
        binding.clobbered_memory.iter().cloned().flatten().map(|at| format!("memory {}", address(at)));
    let stack = binding.clobbered_stack.iter().cloned().flatten().map(|offset| text(Place::Stack(offset)));
    let flags = (0..8).filter(|n| binding.clobbered_flags >> n & 1 != 0).map(|n| text(Place::Flag(n)));
    let clobbers = registers.chain(memory).chain(stack).chain(flags).map(|place| (place, 0)).collect();
    [inputs, bytes(&binding.outputs), clobbers]
}

/// Returns what fields are.
fn values(fields: &[Field<String>]) -> Vec<(&str, Values)> {
    fields.iter().map(|field| (&*field.name, field.values)).collect()
}

/// Returns the key of the lines that state a rule.
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
