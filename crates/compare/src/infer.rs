//! Finds conditions on entry under which two parts are the same.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    byte::Word,
    formula::{Formula, FormulaByte},
};

use crate::{
    condition::conditions,
    reason::is_stopped,
    state::{components, flag_register, pairs},
    unknowns::Unknowns,
};

/// Returns the pairs that can hold addresses. The names of the alternate registers are no conditions that one would write.
fn address_pairs(processor: Processor) -> impl Iterator<Item = &'static str> {
    pairs(processor).iter().map(|(name, _)| *name).filter(|name| !name.ends_with('\''))
}

/// A condition that may make the parts the same.
struct Candidate {
    text: String,
    states: Formula,
}

/// Returns sets of conditions, each of which suffices. `allowed` are the states to begin with, `differing` those in which the
/// parts differ.
pub(crate) fn needs(unknowns: &mut Unknowns, allowed: Formula, differing: Formula) -> Vec<Vec<String>> {
    let processor = unknowns.entry.processor();
    let read = |texts: Vec<String>, unknowns: &mut Unknowns| {
        let texts = texts.into_iter().take_while(|_| !is_stopped());
        let candidates = texts.filter_map(|text| {
            let states =
                conditions(&text).ok()?.iter().fold(allowed, |all, each| all & each.states(unknowns));
            // A condition that is never true excludes everything, one that changes nothing excludes too little.
            let is_useful = !states.is_never() && !(differing & !states).is_never();
            is_useful.then_some(Candidate { text, states })
        });
        candidates.collect::<Vec<_>>()
    };
    let pointers = pointers(processor, unknowns, differing);
    let apart = read(apart(&pointers), unknowns);
    let values = read(values(processor, unknowns, differing), unknowns);
    let suffices = |candidate: &&Candidate| (candidate.states & differing).is_never();
    let single: Vec<_> =
        values.iter().chain(&apart).filter(suffices).map(|candidate| vec![candidate.text.clone()]).collect();
    if !single.is_empty() {
        return single;
    }
    let together = smallest(&apart, allowed, differing);
    if let Some(found) = together {
        return vec![found];
    }
    let with = values.iter().filter_map(|value| {
        let mut found = smallest(&apart, value.states, differing)?;
        found.push(value.text.clone());
        Some(found)
    });
    let with: Vec<_> = with.collect();
    if with.is_empty() { two(&values, differing) } else { with }
}

/// Returns the pairs of conditions on values that suffice.
fn two(values: &[Candidate], differing: Formula) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (number, one) in values.iter().enumerate() {
        for other in &values[number + 1..] {
            if is_stopped() {
                return found;
            }
            let states = one.states & other.states;
            if !states.is_never() && (states & differing).is_never() {
                found.push(vec![one.text.clone(), other.text.clone()]);
            }
        }
    }
    found
}

/// Returns as few of the conditions as suffice together, if all of them do.
fn smallest(candidates: &[Candidate], allowed: Formula, differing: Formula) -> Option<Vec<String>> {
    let suffice = |chosen: &[&Candidate]| {
        let states = chosen.iter().fold(allowed, |all, candidate| all & candidate.states);
        !states.is_never() && (states & differing).is_never()
    };
    let mut chosen: Vec<&Candidate> = candidates.iter().collect();
    if !suffice(&chosen) {
        return None;
    }
    for number in (0..chosen.len()).rev() {
        let without: Vec<_> =
            (0..chosen.len()).filter(|other| *other != number).map(|other| chosen[other]).collect();
        if suffice(&without) {
            chosen = without;
        }
    }
    Some(chosen.iter().map(|candidate| candidate.text.clone()).collect())
}

/// Returns the pairs and constants on which the difference depends, and that may be addresses.
fn pointers(processor: Processor, unknowns: &Unknowns, differing: Formula) -> Vec<String> {
    let support = differing.support();
    let matters = |word: Word<Formula>| {
        let (high, low) = FormulaByte::split(word);
        // Only a word can be an address.
        let is_word = high != FormulaByte::from(0);
        is_word && high.0.iter().chain(&low.0).any(|bit| !bit.support().is_disjoint(&support))
    };
    // S of the 6502 is a byte: its stack is page 1.
    let stack = (processor != Processor::Mos6502).then_some("SP");
    let names = address_pairs(processor).chain(stack).map(str::to_owned);
    let constants = unknowns.parameters.iter().map(|(name, _)| name.clone());
    names.chain(constants).filter(|name| matters(unknowns.named(name))).collect()
}

/// Returns the conditions that two addresses are different, or not neighbors.
fn apart(pointers: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    for (number, one) in pointers.iter().enumerate() {
        for other in &pointers[..number] {
            texts.push(format!("{other} != {one}"));
            texts.extend(
                (1..=2)
                    .flat_map(|by| [format!("{other} != {one} + {by}"), format!("{other} != {one} - {by}")]),
            );
        }
    }
    texts
}

/// Returns conditions on the values of flags, registers and constants on which the difference depends.
fn values(processor: Processor, unknowns: &Unknowns, differing: Formula) -> Vec<String> {
    let support = differing.support();
    let matters = |name: &str| {
        let (high, low) = FormulaByte::split(unknowns.named(name));
        high.0.iter().chain(&low.0).any(|bit| !bit.support().is_disjoint(&support))
    };
    let mut texts = Vec::new();
    for component in components(processor) {
        let name = component.name;
        // The names of the alternate registers are no conditions that one would write.
        if component.register == flag_register(processor) {
            texts.extend((0..2).filter(|_| matters(name)).map(|value| format!("{name} = {value}")));
        } else if name.len() == 1 && matters(name) {
            texts.extend(of_byte(name));
        }
    }
    for name in address_pairs(processor).filter(|name| matters(name)) {
        texts.extend(["!= 0", "!= 0FFFFH", "!= 1"].map(|text| format!("{name} {text}")));
    }
    for (name, _) in unknowns.parameters.iter().filter(|(name, _)| matters(name)) {
        texts.extend(of_byte(name));
        texts.extend(["< 100H", "!= 0FFFFH"].map(|text| format!("{name} {text}")));
    }
    texts
}

fn of_byte(name: &str) -> [String; 6] {
    ["!= 0", "!= 0FFH", "!= 80H", "< 80H", ">= 80H", "= 0"].map(|text| format!("{name} {text}"))
}
