//! Known idioms that are longer than what a search reaches in seconds: candidates that are tried and proven like any other.
//!
//! In a template `{h}` and `{l}` stand for the halves of a register pair, `{d}` and `{e}` for those of another, `{p}` and
//! `{q}` for the pairs themselves, `{m}` and `{n}` for bytes of memory that the contract names.
//!
//! Facts about the processors that are neither in the opcode tables of `isa` nor in the cores of `cpu`.

use arcadian_isa::Processor;
use arcadian_parallel::flow::BytePlace;

pub(crate) struct Idioms {
    /// The statements of an idiom, without the return, and a contract that they satisfy: a test proves it. A search tries them for any
    /// contract.
    templates: &'static str,
    /// Returns a template for each choice of what its letters stand for. `memory` has the bytes of memory.
    fill: fn(template: &str, memory: &[String]) -> Vec<String>,
}

pub(crate) const I8080: Idioms =
    Idioms { templates: include_str!("idioms/8080.txt"), fill: |template, _| with_pairs(template, 0) };
pub(crate) const Z80: Idioms =
    Idioms { templates: include_str!("idioms/z80.txt"), fill: |template, _| with_pairs(template, 1) };
pub(crate) const MOS6502: Idioms = Idioms { templates: include_str!("idioms/6502.txt"), fill: with_memory };

impl Idioms {
    fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.templates.lines().filter_map(|line| line.split_once(" => "))
    }

    /// Returns the idioms as lists of statements, for the register pairs and these bytes of memory.
    pub(crate) fn of(&self, memory: &[String]) -> Vec<Vec<String>> {
        let mut all: Vec<String> = self.all().flat_map(|(code, _)| (self.fill)(code, memory)).collect();
        all.sort();
        all.dedup();
        all.iter().map(|text| text.split(';').map(str::to_owned).collect()).collect()
    }
}

/// The register pairs: their names on the 8080 and the Z80, and their halves.
const PAIRS: [[&str; 4]; 3] = [["H", "HL", "H", "L"], ["D", "DE", "D", "E"], ["B", "BC", "B", "C"]];

fn with_pairs(template: &str, name: usize) -> Vec<String> {
    let two = PAIRS.iter().flat_map(|one| PAIRS.iter().map(move |other| (one, other)));
    let different = two.filter(|(one, other)| one != other);
    let fill = |(one, other): (&[&str; 4], &[&str; 4])| {
        let letters = [("{p}", one[name]), ("{h}", one[2]), ("{l}", one[3])];
        let others = [("{q}", other[name]), ("{d}", other[2]), ("{e}", other[3])];
        letters
            .iter()
            .chain(&others)
            .fold(template.to_owned(), |text, (letter, name)| text.replace(letter, name))
    };
    different.map(fill).collect()
}

fn with_memory(template: &str, memory: &[String]) -> Vec<String> {
    if !template.contains("{m}") {
        return vec![template.to_owned()];
    }
    let two = memory.iter().flat_map(|one| memory.iter().map(move |other| (one, other)));
    let is_one = !template.contains("{n}");
    let fitting = two.filter(|(one, other)| is_one == (one == other));
    fitting.map(|(one, other)| template.replace("{m}", one).replace("{n}", other)).collect()
}

pub(crate) struct Facts {
    /// The statement that returns to the caller.
    pub(crate) end: &'static str,
    /// The bytes of the stack pointer, which candidates must not touch.
    pub(crate) stack: &'static [BytePlace],
    pub(crate) idioms: Idioms,
}

const SP: &[BytePlace] = &[BytePlace::Half("SP", true), BytePlace::Half("SP", false)];

pub(crate) fn facts(processor: Processor) -> Facts {
    match processor {
        Processor::I8080 => Facts { end: "RET", stack: SP, idioms: I8080 },
        Processor::Z80 => Facts { end: "RET", stack: SP, idioms: Z80 },
        Processor::Mos6502 => Facts { end: "RTS", stack: &[BytePlace::Register("S")], idioms: MOS6502 },
    }
}

#[cfg(test)]
mod tests {
    use arcadian_asm::NoFiles;
    use arcadian_isa::Processor;
    use arcadian_proof::{Bounds, Routine, prove};

    use crate::idioms::{Facts, facts};

    #[test]
    fn every_idiom_is_proven() {
        let memory = ["LOW0".to_owned(), "HIGH0".to_owned()];
        for processor in [Processor::I8080, Processor::Z80, Processor::Mos6502] {
            let Facts { end, idioms, .. } = facts(processor);
            for (code, contract) in idioms.all() {
                // Both are filled in the same order: in the header, pairs have two letters on every processor.
                let contract = contract.replace("{p}", "{h}{l}").replace("{q}", "{d}{e}");
                let both = (idioms.fill)(&format!("{contract}#{code}"), &memory);
                let (contract, code) = both[0].split_once('#').expect("both");
                let lines = contract.split(';').map(|line| format!(";! {line}\n"));
                let code = code.split(';').chain([end]).map(|statement| format!(" {statement}\n"));
                let sheet = format!(
                    ";! routine: RUN\n;! cpu: {}\n;! org: 0300H\n{}LOW0 EQU 12H\nHIGH0 EQU 13H\nRUN:\n{}",
                    processor.to_string().to_lowercase(),
                    lines.collect::<String>(),
                    code.collect::<String>()
                );
                let routine = Routine::read("idiom.asm", &sheet, &mut NoFiles, &[])
                    .unwrap_or_else(|error| panic!("{error}\n{sheet}"));
                let result = prove(&routine, Bounds::default(), 1000)
                    .unwrap_or_else(|error| panic!("{error}\n{sheet}"));
                assert!(result.failing.is_none() && result.cost.is_some(), "{sheet}");
            }
        }
    }
}
