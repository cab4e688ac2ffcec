//! Instructions in place of a wildcard. A wildcard matches any instructions that meet the constraints of the rule, as the optimizer
//! reads these: what a wildcard does to memory is seen only where the operand is written as in the constraint. If the rule is wrong
//! for one of these instructions, it is refuted.

use arcadian_isa::Processor;
use arcadian_peephole::rules::{Assume, Instance};

use super::ask::names;

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

/// Whether code has a wildcard.
pub fn has_wildcard(instance: &Instance) -> bool {
    instance.old.contains(CALL)
}

/// Returns the instance with each instruction in place of each wildcard that may match it; other wildcards are `nop`.
pub fn concrete(processor: Processor, instance: &Instance) -> Vec<Instance> {
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
    /// Whether a wildcard matches it: it meets the constraints, and is not what comes after the wildcard.
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

    /// Whether none of some registers and no operand is in a list.
    fn leaves(&self, processor: Processor, list: &[String], registers: &[&str], operand: &str) -> bool {
        list.iter().all(|name| {
            let components = names(processor, std::slice::from_ref(name)).unwrap_or_default();
            name != operand && components.iter().all(|component| !registers.contains(&component.name))
        })
    }

    fn destination(&self) -> &str {
        operands(self.text)[0]
    }

    fn source(&self) -> &str {
        operands(self.text)[1]
    }

    /// Whether it has an operand of the next instruction at the same place. The pattern of that might match it.
    fn is_like(&self, next: &str) -> bool {
        let next = operands(next);
        self.destination() == next[0] || self.source() == next[1]
    }
}

/// Returns both operands of a load.
fn operands(text: &str) -> [&str; 2] {
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
