//! The operands for which a rule is refuted or holds only under a condition, and the instructions that a wildcard stands
//! for.

use std::collections::BTreeSet;

use arcadian_compare::{Component, named};
use arcadian_isa::Processor;

use crate::rules::{
    formats::zxbasic::MORE,
    instances::{Assume, Instance},
};

/// The operands for which a rule is worse than for all others: those of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub variable: String,
    /// The operands that the variable is in the worse instances.
    pub operands: BTreeSet<String>,
    /// Whether the variable is a number in each of the other instances.
    pub is_number_otherwise: bool,
    /// The number of the other instances.
    pub others: usize,
}

/// The word for constants and labels.
const CONSTANT: &str = "a number";

/// The number of operands that are all written.
const MOST_WRITTEN: usize = 4;

/// Returns the variable whose operands tell the worse instances from the others; of several, the one with the fewest operands.
pub(crate) fn of(worse: &[&Instance], others: &[&Instance]) -> Option<Scope> {
    let names: BTreeSet<&str> =
        worse.iter().flat_map(|instance| &instance.bindings).map(|(name, _)| name.as_str()).collect();
    let scopes = names.into_iter().filter_map(|name| {
        let (operands, proven) = (operands(name, worse)?, operands(name, others)?);
        let is_told = !proven.is_empty() && operands.is_disjoint(&proven);
        is_told.then(|| Scope {
            variable: name.to_owned(),
            operands,
            is_number_otherwise: proven.iter().all(|operand| operand == CONSTANT),
            others: others.len(),
        })
    });
    scopes.min_by_key(|scope| scope.operands.len())
}

/// Returns what a variable is in these instances, if all of them have it.
fn operands(name: &str, instances: &[&Instance]) -> Option<BTreeSet<String>> {
    let operand = |instance: &&Instance| {
        let (_, text) = instance.bindings.iter().find(|(other, _)| other == name)?;
        Some(if is_constant(text) { CONSTANT.to_owned() } else { text.clone() })
    };
    instances.iter().map(operand).collect()
}

/// Returns whether an operand is made of numbers, and of names, which are in capital letters.
fn is_constant(text: &str) -> bool {
    let bare = text.trim_start_matches(['#', '-']);
    let is_other = |c: char| c.is_ascii_lowercase() || matches!(c, '(' | '\'');
    bare.starts_with(|c: char| c.is_ascii_digit()) || !bare.is_empty() && !bare.contains(is_other)
}

impl Scope {
    /// Returns it in words: `if %1 is (N1) or h`, `unless %1 is a number`.
    pub fn text(&self) -> String {
        let Scope { operands, .. } = self;
        let variable = match self.variable.strip_prefix(MORE) {
            Some(line) => format!("the rest of line {line}"),
            None => self.variable.clone(),
        };
        if self.is_number_otherwise {
            return format!("unless {variable} is {CONSTANT}");
        }
        let written: Vec<&str> = operands.iter().take(MOST_WRITTEN).map(|text| text.trim()).collect();
        let more = operands.len() - written.len();
        let end = if more > 0 { format!("one of {more} more") } else { String::new() };
        let all: Vec<&str> = written.into_iter().chain((more > 0).then_some(end.as_str())).collect();
        match &all[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("if {variable} is {} or {last}", first.join(", "))
            }
            all => format!("if {variable} is {}", all.concat()),
        }
    }
}

/// Returns the registers and flags with these names. A flag is written `F.Z`.
pub(crate) fn names(processor: Processor, names: &[String]) -> Result<Vec<Component>, String> {
    let mut found = Vec::new();
    for name in names {
        let short = name.strip_prefix("F.").unwrap_or(name);
        let components = named(processor, short).map_err(|_| format!("`{name}` is not compared"))?;
        found.extend(components);
    }
    Ok(found)
}

/// An instruction that changes neither flags nor the stack.
struct Candidate {
    text: &'static str,
    /// The registers that it reads and writes.
    reads: &'static [&'static str],
    writes: &'static [&'static str],
}

const fn candidate(
    text: &'static str,
    reads: &'static [&'static str],
    writes: &'static [&'static str],
) -> Candidate {
    Candidate { text, reads, writes }
}

/// Loads through each pointer, stores, and moves of each register.
const CANDIDATES: [Candidate; 17] = [
    candidate("ld (hl),1", &["H", "L"], &[]),
    candidate("ld a,(hl)", &["H", "L"], &["A"]),
    candidate("ld b,(hl)", &["H", "L"], &["B"]),
    candidate("ld d,(hl)", &["H", "L"], &["D"]),
    candidate("ld (de),a", &["D", "E", "A"], &[]),
    candidate("ld a,(de)", &["D", "E"], &["A"]),
    candidate("ld (bc),a", &["B", "C", "A"], &[]),
    candidate("ld a,(bc)", &["B", "C"], &["A"]),
    candidate("ld d,a", &["A"], &["D"]),
    candidate("ld d,b", &["B"], &["D"]),
    candidate("ld d,c", &["C"], &["D"]),
    candidate("ld b,d", &["D"], &["B"]),
    candidate("ld b,e", &["E"], &["B"]),
    candidate("ld b,h", &["H"], &["B"]),
    candidate("ld b,l", &["L"], &["B"]),
    candidate("ld a,ixl", &["IXL"], &["A"]),
    candidate("ld a,iyl", &["IYL"], &["A"]),
];

/// The call that stands for a wildcard.
const CALL: &str = "call BLOCK";

pub(crate) fn has_wildcard(instance: &Instance) -> bool {
    instance.old.contains(CALL)
}

/// Returns the instance with each instruction in place of each wildcard that may match it; other wildcards are `nop`.
pub(crate) fn concrete(processor: Processor, instance: &Instance) -> Vec<Instance> {
    let lines: Vec<&str> = instance.old.lines().map(str::trim).collect();
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(block) = line.strip_prefix("call ").filter(|_| line.starts_with(CALL)) else { continue };
        let next = lines.get(number + 1).copied().unwrap_or_default();
        for candidate in &CANDIDATES {
            if candidate.can_match(processor, instance, block, next) {
                all.push(replaced(instance, block, candidate.text));
            }
        }
    }
    all
}

impl Candidate {
    /// Returns whether a wildcard matches it: it meets the constraints, and is not what comes after the wildcard.
    fn can_match(&self, processor: Processor, instance: &Instance, block: &str, next: &str) -> bool {
        let meets = |assume: &Assume| match assume {
            Assume::Keeps { function, what } if function == block => {
                self.leaves(processor, what, self.writes, self.destination())
            }
            Assume::Ignores { function, what } if function == block => {
                self.leaves(processor, what, self.reads, self.source())
            }
            _ => true,
        };
        instance.requires.iter().all(meets) && !self.is_like(next)
    }

    /// Returns whether none of some registers and no operand is in a list.
    fn leaves(&self, processor: Processor, list: &[String], registers: &[&str], operand: &str) -> bool {
        list.iter().all(|name| {
            let components = names(processor, std::slice::from_ref(name)).unwrap_or_default();
            name != operand && components.iter().all(|component| !registers.contains(&component.name))
        })
    }

    fn destination(&self) -> &str {
        shared_operands(self.text)[0]
    }

    fn source(&self) -> &str {
        shared_operands(self.text)[1]
    }

    /// Returns whether it has an operand of the next instruction at the same place. The pattern of that might match it.
    fn is_like(&self, next: &str) -> bool {
        let next = shared_operands(next);
        self.destination() == next[0] || self.source() == next[1]
    }
}

/// Returns both operands of a load.
fn shared_operands(text: &str) -> [&str; 2] {
    let (destination, source) =
        text.strip_prefix("ld ").unwrap_or_default().split_once(',').unwrap_or_default();
    [destination, source]
}

/// Returns an instance with an instruction in place of a wildcard.
fn replaced(instance: &Instance, block: &str, instruction: &str) -> Instance {
    let code = |code: &str| {
        let line = |line: &str| match line.trim().strip_prefix("call ") {
            Some(name) if name == block => format!("\t{instruction}\n"),
            Some(name) if name.starts_with("BLOCK") => "\tnop\n".to_owned(),
            _ => format!("{line}\n"),
        };
        code.lines().map(line).collect::<String>()
    };
    let mut concrete = Instance { old: code(&instance.old), new: code(&instance.new), ..instance.clone() };
    concrete.requires.retain(|assume| !matches!(assume, Assume::Keeps { .. } | Assume::Ignores { .. }));
    concrete
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(operand: &str) -> Instance {
        let bindings = vec![("%1".to_owned(), operand.to_owned()), ("%2".to_owned(), "a".to_owned())];
        Instance { bindings, ..Instance::default() }
    }

    #[test]
    fn operands_that_tell_refuted_instances_from_the_others() {
        let cases: [(&[&str], &[&str], Option<&str>); 7] = [
            (&["h"], &["b", "N1"], Some("if %1 is h")),
            (&["h", "(N1)"], &["b", "#N1"], Some("if %1 is (N1) or h")),
            (&["h", "b"], &["N1", "N1+1", "5"], Some("unless %1 is a number")),
            (&["N1"], &["h"], Some("if %1 is a number")),
            (&["b", "c", "d", "e", "h", "l"], &["a"], Some("if %1 is b, c, d, e or one of 2 more")),
            (&["h"], &["h", "b"], None),
            (&["h"], &[], None),
        ];
        for (refuted, others, expected) in cases {
            let all =
                [refuted, others].map(|texts| texts.iter().map(|text| instance(text)).collect::<Vec<_>>());
            let [refuted, others] = all.each_ref().map(|all| all.iter().collect::<Vec<_>>());
            assert_eq!(of(&refuted, &others).map(|scope| scope.text()).as_deref(), expected);
        }
    }
}
