//! States on entry that show a difference.

use std::collections::BTreeSet;

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    any_core::AnyCore,
    byte::Word,
    formula::{Formula, FormulaByte},
};

use crate::{
    difference::Comparer,
    operand::Assignment,
    path::{Callee, End, Event, Exit, Path},
    reason::is_stopped,
    state::{Component, components, flag_register, hidden, pairs},
    unknowns::{Setup, Unknowns},
};

/// A state on entry from which two parts do something different, and what they do. It names only what matters: with these
/// values the parts differ whatever the rest is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Registers, pairs, flags and constants on entry.
    pub entry: Vec<Value>,
    /// Bytes of memory on entry: the address and the value.
    pub memory: Vec<(u16, u8)>,
    /// The values that matter of those that the ports and volatile cells return, in order: the number of the access and the value.
    pub inputs: Vec<(usize, u8)>,
    pub old: Outcome,
    pub new: Outcome,
    /// Whether it was found by trying states: not all of its values may matter.
    pub is_sampled: bool,
    /// All values, also of what does not matter.
    pub setup: Setup,
    /// The first part step by step. What does not matter on entry has any value.
    pub old_steps: Steps,
    /// The second part step by step.
    pub new_steps: Steps,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Steps {
    /// The first instructions that were executed.
    pub list: Vec<Stepped>,
    pub is_complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stepped {
    /// Its line, from 1.
    pub line: usize,
    pub text: String,
    /// The registers and flags that it changed, with their new values.
    pub values: Vec<Value>,
    /// The bytes of memory that it wrote.
    pub memory: Vec<(u16, u8)>,
    pub events: Vec<EventValue>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The name of a register, a pair, a flag or a constant.
    pub name: String,
    pub value: u16,
    /// The number of bits: 1, 8 or 16.
    pub bits: u32,
    /// Whether it is a constant, whose name may be that of a flag.
    pub is_constant: bool,
}

/// Behavior of a part from a state, reduced to the differences from the other part.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    pub exit: Option<ExitValue>,
    /// Registers and flags at the end.
    pub components: Vec<Value>,
    /// Bytes of memory at the end.
    pub memory: Vec<(u16, u8)>,
    pub events: Vec<EventValue>,
}

/// Place where a part continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitValue {
    /// After its last instruction.
    End,
    Jump(u16),
    /// Nowhere: the processor stops.
    Stop,
}

/// Something observed outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventValue {
    Input(u16),
    Output(u16, u8),
    /// A volatile cell is read.
    Read(u16),
    /// A volatile cell is written.
    Write(u16, u8),
    Call(u16),
    /// HALT waits for an interrupt.
    Wait,
}

/// The bits of a value that are counted as one.
pub(crate) struct Group {
    /// The bytes, the high one first.
    bits: Vec<Formula>,
}

impl Group {
    fn of(byte: FormulaByte) -> Group {
        Group { bits: byte.0.to_vec() }
    }

    pub(crate) fn variables(&self) -> BTreeSet<usize> {
        self.bits.iter().flat_map(|bit| bit.support()).collect()
    }
}

/// Returns the variables of an assignment that matter for a set of states: their values suffice to be in it.
fn relevant(states: Formula, assignment: &Assignment, groups: &[Group]) -> BTreeSet<usize> {
    let mut needed: BTreeSet<usize> = states.support();
    let literal = |variable: usize| {
        let bit = Formula::variable(variable);
        if assignment.0.get(variable).copied().unwrap_or(false) { bit } else { !bit }
    };
    for group in groups {
        if is_stopped() {
            break;
        }
        let variables = group.variables();
        if needed.is_disjoint(&variables) {
            continue;
        }
        let rest: BTreeSet<usize> = needed.difference(&variables).copied().collect();
        let cube = rest.iter().rev().fold(Formula::TRUE, |cube, variable| cube & literal(*variable));
        if !cube.intersects(!states) {
            needed = rest;
        }
    }
    needed
}

impl Comparer<'_> {
    /// Returns the smallest of the states in which the parts differ, and what they do there. `seen` are the variables that
    /// matter, if they were found by trying.
    pub(crate) fn counterexample(
        &mut self,
        states: Formula,
        old: &[End],
        new: &[End],
        seen: Option<BTreeSet<usize>>,
    ) -> Option<(Counterexample, Assignment)> {
        let mut assignment = Assignment(states.witness()?);
        let is_sampled = seen.is_some();
        let mut needed = seen.unwrap_or_else(|| {
            let needed = relevant(states, &assignment, &groups(self.unknowns));
            // Any value of the others will do.
            assignment.clear_except(&needed);
            needed
        });
        if is_sampled {
            needed.extend(self.set_on_entry(&assignment));
            let memory = memory_groups(self.unknowns);
            let of_memory: BTreeSet<usize> = memory.iter().flat_map(Group::variables).collect();
            let relevant = relevant(states, &assignment, &memory);
            needed.extend(relevant.intersection(&of_memory));
        }
        // What a byte of memory is matters only together with its address.
        for cell in self.unknowns.cells.iter().flatten() {
            if cell.value.0.iter().any(|bit| !needed.is_disjoint(&bit.support())) {
                let (high, low) = FormulaByte::split(cell.address);
                needed.extend(high.0.iter().chain(&low.0).flat_map(|bit| bit.support()));
            }
        }
        let is_needed = |byte: FormulaByte| byte.0.iter().any(|bit| !needed.is_disjoint(&bit.support()));
        let entry = entry(self.unknowns, &assignment, &is_needed);
        let cells = self.unknowns.cells.first().map_or(&[][..], |cells| cells);
        let memory = cells.iter().filter(|cell| is_needed(cell.value));
        let mut memory: Vec<_> =
            memory.map(|cell| (assignment.word(cell.address), assignment.byte(cell.value))).collect();
        // Of cells with the same address the first counts.
        let mut known = BTreeSet::new();
        memory.retain(|(address, _)| known.insert(*address));
        let inputs = self.unknowns.inputs.iter().enumerate().filter(|(_, byte)| is_needed(**byte));
        let inputs = inputs.map(|(number, byte)| (number, assignment.byte(*byte))).collect();
        let taken = |ends: &[End]| ends.iter().position(|end| assignment.bit(end.path.mask));
        let (one, other) = (&old[taken(old)?], &new[taken(new)?]);
        let (old, new) = self.outcomes(one, other, &assignment);
        let setup = Setup::of(self.unknowns, &assignment);
        let (old_steps, new_steps) = (Steps::default(), Steps::default());
        Some((
            Counterexample { entry, memory, inputs, old, new, is_sampled, setup, old_steps, new_steps },
            assignment,
        ))
    }

    /// Returns the variables of the registers and constants that are not 0.
    fn set_on_entry(&self, assignment: &Assignment) -> BTreeSet<usize> {
        let is_set = |variable: &usize| assignment.0.get(*variable).copied().unwrap_or(false);
        let memory: BTreeSet<usize> =
            memory_groups(self.unknowns).iter().flat_map(Group::variables).collect();
        let all = groups(self.unknowns);
        let variables = all.iter().flat_map(Group::variables);
        variables.filter(|variable| !memory.contains(variable)).filter(is_set).collect()
    }

    fn outcomes(&mut self, old: &End, new: &End, assignment: &Assignment) -> (Outcome, Outcome) {
        let (mut one, mut other) = (Outcome::default(), Outcome::default());
        let events =
            |path: &Path| path.events.iter().map(|event| event.value(assignment)).collect::<Vec<_>>();
        let (old_events, new_events) = (events(&old.path), events(&new.path));
        if old_events != new_events {
            (one.events, other.events) = (old_events, new_events);
            return (one, other);
        }
        let calls = old.path.events.iter().zip(&new.path.events);
        for pair in calls {
            if let (Event::Call(_, old), Event::Call(_, new)) = pair {
                self.states_differ(old, new, assignment, None, &mut one, &mut other);
                if one != Outcome::default() {
                    one.events = old_events;
                    other.events = new_events;
                    return (one, other);
                }
            }
        }
        let exit = |end: &End| match end.exit {
            Exit::End => ExitValue::End,
            Exit::Jump(address) => ExitValue::Jump(assignment.word(address)),
            Exit::Stop => ExitValue::Stop,
        };
        if exit(old) != exit(new) {
            (one.exit, other.exit) = (Some(exit(old)), Some(exit(new)));
            return (one, other);
        }
        let dead = self.dead_after(old);
        self.states_differ(&old.path, &new.path, assignment, Some(&dead), &mut one, &mut other);
        (one, other)
    }

    /// Adds what differs in registers, flags and memory: at the end, where something may be dead, or before a call.
    fn states_differ(
        &mut self,
        old: &Path,
        new: &Path,
        assignment: &Assignment,
        dead: Option<&[Component]>,
        one: &mut Outcome,
        other: &mut Outcome,
    ) {
        let compared = if dead.is_none() { self.all } else { self.live };
        let is_live = |component: &&Component| dead.is_none_or(|dead| !dead.contains(component));
        for component in compared.iter().filter(is_live) {
            let value = |path: &Path| assignment.component(*component, &path.core);
            if value(old) != value(new) {
                one.components.push(Value::of(*component, value(old)));
                other.components.push(Value::of(*component, value(new)));
            }
        }
        for (address, differs) in self.memory_differences(old, new, old.mask & new.mask) {
            let cell = assignment.word(address);
            let is_dead = dead.is_some() && self.dead_memory.contains(&cell);
            if is_dead || !assignment.bit(differs) || one.memory.iter().any(|(known, _)| *known == cell) {
                continue;
            }
            let mut value = |path: &Path| path.memory.read(address, path.mask, self.unknowns);
            let (before, after) = (value(old), value(new));
            one.memory.push((cell, assignment.byte(before)));
            other.memory.push((cell, assignment.byte(after)));
        }
    }
}

/// Returns the registers, flags and constants that matter.
pub(crate) fn entry(
    unknowns: &Unknowns,
    assignment: &Assignment,
    is_needed: &dyn Fn(FormulaByte) -> bool,
) -> Vec<Value> {
    let core = &unknowns.entry;
    let mut values = Vec::new();
    let compared = components(core.processor()).into_iter();
    for component in compared.chain(hidden(core.processor())) {
        let value = if component.name == "SP" {
            let (high, low) = FormulaByte::split(core.stack());
            (is_needed(high) || is_needed(low)).then(|| assignment.word(core.stack()))
        } else {
            let byte = core.get(component.register);
            let counted = byte & FormulaByte::from(component.mask as u8);
            is_needed(counted).then(|| u16::from(assignment.byte(counted)))
        };
        values.extend(value.map(|value| Value::of(component, value)));
    }
    join_pairs(core.processor(), &mut values);
    for (name, (high, low)) in &unknowns.parameters {
        let (has_high, value) = (*high != FormulaByte::from(0), Word::Bytes(*high, *low));
        if is_needed(*high) || is_needed(*low) {
            let bits = if has_high { 16 } else { 8 };
            values.push(Value { name: name.clone(), value: assignment.word(value), bits, is_constant: true });
        }
    }
    values
}

impl Value {
    pub(crate) fn of(component: Component, value: u16) -> Value {
        let name = component.name.to_owned();
        match (component.is_flag, component.name) {
            (true, _) => {
                Value { name, value: u16::from(value & component.mask != 0), bits: 1, is_constant: false }
            }
            (_, "SP") => Value { name, value, bits: 16, is_constant: false },
            _ => Value { name, value: value & component.mask, bits: 8, is_constant: false },
        }
    }
}

impl Event {
    pub(crate) fn value(&self, assignment: &Assignment) -> EventValue {
        match self {
            Event::Input(port) => EventValue::Input(assignment.word(*port)),
            Event::Output(port, value) => EventValue::Output(assignment.word(*port), assignment.byte(*value)),
            Event::Read(address) => EventValue::Read(assignment.word(*address)),
            Event::Write(address, value) => {
                EventValue::Write(assignment.word(*address), assignment.byte(*value))
            }
            Event::Call(Callee::Routine(address), _) => EventValue::Call(assignment.word(*address)),
            Event::Call(Callee::Interrupt, _) => EventValue::Wait,
        }
    }
}

fn join_pairs(processor: Processor, values: &mut Vec<Value>) {
    for (pair, [high, low]) in pairs(processor) {
        let place = |name: &str| values.iter().position(|value| value.name == name && value.bits == 8);
        if let (Some(high), Some(low)) = (place(high), place(low)) {
            let value = values[high].value << 8 | values[low].value;
            values[high] = Value { name: (*pair).to_owned(), value, bits: 16, is_constant: false };
            values.remove(low);
        }
    }
}

/// Returns what ports and memory return.
fn memory_groups(unknowns: &Unknowns) -> Vec<Group> {
    let inputs = unknowns.inputs.iter().rev().map(|byte| Group::of(*byte));
    inputs.chain(unknowns.cells.iter().flatten().rev().map(|cell| Group::of(cell.value))).collect()
}

/// Returns what may be left out of a counterexample, what one would rather not see first.
pub(crate) fn groups(unknowns: &Unknowns) -> Vec<Group> {
    let processor = unknowns.entry.processor();
    let mut groups = Vec::new();
    let mut add_core = |core: &AnyCore<FormulaByte>| {
        let flags = core.get(flag_register(processor));
        groups.extend(flags.0.iter().map(|flag| Group { bits: vec![*flag] }));
        let words = core.words();
        groups.extend(words.iter().rev().map(|word| {
            let (high, low) = FormulaByte::split(*word);
            Group { bits: high.0.into_iter().chain(low.0).filter(|bit| !flags.0.contains(bit)).collect() }
        }));
    };
    unknowns.after_calls.iter().rev().for_each(&mut add_core);
    add_core(&unknowns.entry);
    groups.extend(memory_groups(unknowns));
    for (_, (high, low)) in &unknowns.parameters {
        groups.push(Group { bits: high.0.into_iter().chain(low.0).collect() });
    }
    groups
}
