//! The state at a cut point: which parts are as when it was first reached, and which are unknown.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_cpu::Domain;
use arcadian_isa::Processor;

use super::{InductionStep, SymbolicByte};
use crate::{
    contract::{
        binding::Place,
        field::{Field, Values},
        placement::Slot,
        registers::RegisterMap,
        routine::cut_point::CutPoint,
    },
    run::{
        explore::PathGroup,
        harness::Harness,
        memory::{Memory, REFRESH_BIT_7},
    },
};
use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef},
    byte::Byte,
    byte::ParallelBit,
    domain::ParallelDomain,
    symbol::unconstrained,
};

/// Returns the places that cut points name, each once, and fields of these bytes.
pub(super) fn named_places(cut_points: &[CutPoint]) -> (Vec<Place>, Vec<Field<String>>) {
    let (mut places, mut fields): (Vec<Place>, Vec<Field<String>>) = Default::default();
    for cut_point in cut_points {
        let mut rest = &cut_point.places[..];
        for field in &cut_point.fields {
            let (own, others) = rest.split_at(field.bytes().min(rest.len()));
            rest = others;
            let new: Vec<_> = own.iter().copied().filter(|place| !places.contains(place)).collect();
            if new.is_empty() {
                continue;
            }
            let values = if field.is_flag() { field.values } else { Values::Any(new.len()) };
            fields.push(Field::new(field.name.clone(), values));
            places.extend(new);
        }
    }
    (places, fields)
}

/// Returns a value that is `now` in a group, and `before` if that is the same there. Elsewhere the value is meaningless.
pub(super) fn kept_value(before: SymbolicByte, now: SymbolicByte, mask: BddRef) -> SymbolicByte {
    let differs = (0..8).any(|n| mask.intersects(before.0[n] ^ now.0[n]));
    if differs { now.simplify(mask) } else { before }
}

/// Sets the stack pointer of all machines, by its distance from that on entry.
fn set_stack(core: &mut AnyCore<SymbolicByte>, entry: <SymbolicByte as Domain>::Word, depth: i16) {
    let stack = match core.processor() {
        Processor::Mos6502 => {
            let (page, low) = SymbolicByte::split(entry);
            SymbolicByte::join(page, low.sum((depth as u8).into(), false.into()).0)
        }
        Processor::I8080 | Processor::Z80 => SymbolicByte::offset(entry, depth.cast_unsigned()),
    };
    core.set_stack(stack);
}

pub(super) fn slot(memory: &Memory<SymbolicByte>, place: Place) -> Option<Slot> {
    match place {
        Place::Memory(address) => Some(address.into()),
        Place::Pointee(pointer, offset) => Some(memory.pointee_slot(pointer, offset)),
        Place::Stack(distance) => Some(memory.stack_slot(distance)),
        Place::Register(_) | Place::Flag(_) => None,
    }
}

/// The unknown values of parts of the state that change. A part has the same unknown at every cut point, because segments are
/// explored one at a time.
pub(super) struct Unknown {
    /// The places that cut points name. Their variables have a position in the variable order.
    named: Vec<(Place, SymbolicByte)>,
    registers: BTreeMap<&'static str, SymbolicByte>,
    slots: BTreeMap<Slot, SymbolicByte>,
}

impl Unknown {
    pub(super) fn new(named: Vec<(Place, SymbolicByte)>) -> Self {
        Unknown { named, registers: BTreeMap::new(), slots: BTreeMap::new() }
    }

    pub(super) fn named(&self, place: Place) -> Option<SymbolicByte> {
        self.named.iter().find(|(named, _)| *named == place).map(|(_, value)| *value)
    }

    fn register(&mut self, name: &'static str, flag_register: &str) -> SymbolicByte {
        if let Some(value) = self.named(Place::Register(name)) {
            return value;
        }
        let other = *self.registers.entry(name).or_insert_with(|| unconstrained(0));
        if name != flag_register {
            return other;
        }
        let flag = |n: usize| self.named(Place::Flag(n as u32)).map(|flag| flag.0[0]);
        Byte::from_fn(|n| flag(n).unwrap_or(other.0[n]))
    }

    fn slot(&mut self, memory: &Memory<SymbolicByte>, slot: Slot) -> SymbolicByte {
        match self.named.iter().find(|(place, _)| self::slot(memory, *place) == Some(slot)) {
            Some((_, value)) => *value,
            None => *self.slots.entry(slot).or_insert_with(|| unconstrained(0)),
        }
    }

    pub(super) fn variables(&self) -> BTreeSet<usize> {
        let named = self.named.iter().map(|(_, value)| value);
        let all = named.chain(self.registers.values()).chain(self.slots.values());
        all.flat_map(|value| value.0).filter_map(|bit| bit.root()).map(|root| root as usize).collect()
    }
}

/// The known part of the state at a cut point, in addition to the invariants.
pub(super) struct CutState {
    /// The stack pointer, relative to that on entry.
    pub(super) depth: i16,
    /// The core when the cut point was first reached.
    core: AnyCore<SymbolicByte>,
    changing_bits: Vec<u8>,
    /// The bytes that were not as on entry when the cut point was first reached.
    memory: BTreeMap<Slot, SymbolicByte>,
    pub(super) changing_slots: BTreeSet<Slot>,
}

impl CutState {
    /// Creates the state of a group that is the first to reach a cut point. What depends on one of the variables in `unknown`
    /// changes: it is a function of the state at another cut point.
    pub(super) fn new(
        group: &PathGroup<SymbolicByte>,
        (entry, depth): (&AnyCore<SymbolicByte>, i16),
        memory: BTreeMap<Slot, SymbolicByte>,
        unknown: Option<BTreeSet<usize>>,
    ) -> Self {
        let depends =
            |bit: BddRef| unknown.as_ref().is_some_and(|unknown| !bit.support().is_disjoint(unknown));
        let mut core = group.core;
        for byte in RegisterMap::of(entry.processor()).state {
            let (before, now) = (entry.get(byte.name), group.core.get(byte.name));
            core.set(byte.name, kept_value(before, now, group.mask));
        }
        set_stack(&mut core, entry.stack(), depth);
        let changing =
            |value: SymbolicByte| (0..8).fold(0, |bits, n| bits | u8::from(depends(value.0[n])) << n);
        let state = RegisterMap::of(core.processor()).state;
        // Bits 0 to 6 of the Z80's R count instructions.
        let counts = |name| if name == "R" { !REFRESH_BIT_7 } else { 0 };
        let changing_bits =
            state.iter().map(|byte| changing(core.get(byte.name)) | counts(byte.name)).collect();
        let changing_slots =
            memory.iter().filter(|(_, value)| changing(**value) != 0).map(|(slot, _)| *slot).collect();
        let state = CutState { depth, core, changing_bits, memory, changing_slots };
        state.pin();
        state
    }

    pub(super) fn pin(&self) {
        let state = RegisterMap::of(self.core.processor()).state;
        let registers = state.iter().map(|byte| self.core.get(byte.name));
        let (high, low) = SymbolicByte::split(self.core.stack());
        let bytes = registers.chain([high, low]).chain(self.memory.values().copied());
        bdd::pin(bytes.flat_map(|value| value.0));
    }

    /// Sets up the state, with unknown values for what changes. Returns the core.
    pub(super) fn assume(
        &self,
        harness: &Harness<SymbolicByte>,
        memory: &mut Memory<SymbolicByte>,
        unknown: &mut Unknown,
    ) -> AnyCore<SymbolicByte> {
        for (slot, value) in &self.memory {
            memory.initialize(*slot, *value);
        }
        for slot in &self.changing_slots {
            let value = unknown.slot(memory, *slot);
            memory.initialize(*slot, value);
        }
        let mut core = self.core;
        let flag_register = RegisterMap::of(core.processor()).flag_register;
        for (byte, changing) in harness.state().iter().zip(&self.changing_bits) {
            if *changing != 0 {
                let (known, unknown) = (core.get(byte.name), unknown.register(byte.name, flag_register));
                core.set(byte.name, known & (!changing).into() | unknown & (*changing).into());
            }
        }
        core
    }

    /// Marks what a cut point names as changing: of these parts only the invariants are known.
    pub(super) fn mark_named(&mut self, memory: &Memory<SymbolicByte>, cut_point: &CutPoint) {
        cut_point.places.iter().for_each(|place| self.mark(memory, *place));
    }

    fn mark(&mut self, memory: &Memory<SymbolicByte>, place: Place) {
        let map = RegisterMap::of(self.core.processor());
        let (name, bits) = match place {
            Place::Register(name) => (name, 0xFF),
            Place::Flag(n) => (map.flag_register, 1 << n),
            Place::Memory(_) | Place::Pointee(..) | Place::Stack(_) => {
                self.changing_slots.extend(slot(memory, place));
                return;
            }
        };
        let bytes = map.state.iter().zip(&mut self.changing_bits);
        bytes.filter(|(byte, _)| byte.name == name).for_each(|(_, changing)| *changing |= bits);
    }

    /// Marks what is different in a group that has reached the cut point as changing. Returns whether there is more of it than
    /// before.
    pub(super) fn widen(
        &mut self,
        group: &PathGroup<SymbolicByte>,
        memory: &BTreeMap<Slot, SymbolicByte>,
        entry_memory: &BTreeMap<Slot, SymbolicByte>,
        is_valid_placement: BddRef,
    ) -> Result<bool, InductionStep> {
        if !self.core.is_equal_except_registers(&group.core) {
            return Err(InductionStep::Pending);
        }
        let mask = group.mask;
        let differs = |one: SymbolicByte, other: SymbolicByte, n: usize| {
            let differs = one.0[n] ^ other.0[n];
            mask.intersects(differs) && is_valid_placement.intersects(mask & differs)
        };
        let mut has_changed = false;
        for (byte, changing) in
            RegisterMap::of(self.core.processor()).state.iter().zip(&mut self.changing_bits)
        {
            let (before, now) = (self.core.get(byte.name), group.core.get(byte.name));
            let is_new = |n: &usize| *changing >> n & 1 == 0 && differs(before, now, *n);
            let new = (0..8).filter(is_new).fold(0, |bits, n| bits | 1_u8 << n);
            *changing |= new;
            has_changed |= new != 0;
        }
        for (slot, now) in memory {
            let before = self.memory.get(slot).or(entry_memory.get(slot)).copied().unwrap_or(*now);
            if (0..8).any(|n| differs(before, *now, n)) {
                has_changed |= self.changing_slots.insert(*slot);
            }
        }
        Ok(has_changed)
    }
}
