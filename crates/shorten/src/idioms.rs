//! Known idioms that are longer than what a search reaches in seconds: candidates that are tried and proven like any other.
//!
//! In a template `{h}` and `{l}` stand for the halves of a register pair, `{d}` and `{e}` for those of another, `{p}` and
//! `{q}` for the pairs themselves, `{m}` and `{n}` for bytes of memory that the contract names.
//!
//! Facts about the processors that are neither in the opcode tables of `isa` nor in the cores of `cpu`.

use arcadian_isa::Processor;
use arcadian_parallel::flow::BytePlace;

/// The statements, without the return, and a contract that they satisfy: a test proves it. A search tries them for any contract.
type Idiom = (&'static str, &'static str);

pub(crate) struct Idioms {
    templates: &'static [Idiom],
    /// Returns a template for each choice of what its letters stand for. `memory` has the bytes of memory.
    fill: fn(template: &str, memory: &[String]) -> Vec<String>,
}

pub(crate) const I8080: Idioms = Idioms { templates: INTEL, fill: |template, _| with_pairs(template, 0) };
pub(crate) const Z80: Idioms = Idioms { templates: ZILOG, fill: |template, _| with_pairs(template, 1) };
pub(crate) const MOS6502: Idioms = Idioms { templates: MOS, fill: with_memory };

impl Idioms {
    /// Returns the idioms as lists of statements, for the register pairs and these bytes of memory.
    pub(crate) fn of(&self, memory: &[String]) -> Vec<Vec<String>> {
        let mut all: Vec<String> =
            self.templates.iter().flat_map(|(code, _)| (self.fill)(code, memory)).collect();
        all.sort();
        all.dedup();
        all.iter().map(|text| text.split(';').map(str::to_owned).collect()).collect()
    }
}

const INTEL: &[Idiom] = &[
    // 16-bit negation, absolute value and complement.
    (
        "XRA A;SUB {l};MOV {l},A;SBB A;SUB {h};MOV {h},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = (0 - x) mod 65536",
    ),
    (
        "MOV A,{h};ORA A;RP;XRA A;SUB {l};MOV {l},A;SBB A;SUB {h};MOV {h},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = abs(signed(x)) mod 65536",
    ),
    (
        "MOV A,{h};CMA;MOV {h},A;MOV A,{l};CMA;MOV {l},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = 65535 - x",
    ),
    // 16-bit differences, comparisons and bitwise operations.
    (
        "MOV A,{l};SUB {e};MOV {l},A;MOV A,{h};SBB {d};MOV {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = (x - y) mod 65536",
    ),
    (
        "MOV A,{l};SUB {e};MOV {e},A;MOV A,{h};SBB {d};MOV {d},A",
        "in: {p} = x, {q} = y;out: {q} = z;clobbers: A, F;ensures: z = (x - y) mod 65536",
    ),
    (
        "MOV A,{h};CMP {d};RNZ;MOV A,{l};CMP {e}",
        "in: {p} = x, {q} = y;out: Z = z;clobbers: A, F;ensures: z = if x = y then 1 else 0",
    ),
    (
        "MOV A,{l};SUB {e};MOV A,{h};SBB {d}",
        "in: {p} = x, {q} = y;out: CY = c;clobbers: A, F;ensures: c = if x < y then 1 else 0",
    ),
    (
        "MOV A,{l};SUB {e};MOV A,{h};SBB {d};RC;MOV {h},{d};MOV {l},{e}",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = min(x, y)",
    ),
    (
        "MOV A,{l};SUB {e};MOV A,{h};SBB {d};RNC;MOV {h},{d};MOV {l},{e}",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = max(x, y)",
    ),
    (
        "MOV A,{l};ANA {e};MOV {l},A;MOV A,{h};ANA {d};MOV {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x & y",
    ),
    (
        "MOV A,{l};ORA {e};MOV {l},A;MOV A,{h};ORA {d};MOV {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x | y",
    ),
    (
        "MOV A,{l};XRA {e};MOV {l},A;MOV A,{h};XRA {d};MOV {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x ^ y",
    ),
    // 16-bit shifts and rotations to the right.
    (
        "ORA A;MOV A,{h};RAR;MOV {h},A;MOV A,{l};RAR;MOV {l},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = x >> 1",
    ),
    (
        "MOV A,{h};RLC;MOV A,{h};RAR;MOV {h},A;MOV A,{l};RAR;MOV {l},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = (signed(x) >> 1) mod 65536",
    ),
    (
        "MOV A,{l};RRC;MOV A,{h};RAR;MOV {h},A;MOV A,{l};RAR;MOV {l},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = x >> 1 | x mod 2 << 15",
    ),
    // Sign extension and products.
    (
        "MOV {l},A;RLC;SBB A;MOV {h},A",
        "in: A = x;out: {p} = y;clobbers: A, F;ensures: y = signed(x) mod 65536",
    ),
    (
        "MOV {d},H;MOV {e},L;DAD H;DAD {q};DAD H",
        "in: HL = x;out: HL = y;clobbers: {q}, F;ensures: y = 6 * x mod 65536",
    ),
    (
        "MOV {d},H;MOV {e},L;DAD H;DAD H;DAD {q};DAD H",
        "in: HL = x;out: HL = y;clobbers: {q}, F;ensures: y = 10 * x mod 65536",
    ),
    (
        "ADD A;MOV {h},A;ADD A;ADD A;ADD {h}",
        "in: A = x;out: A = y;clobbers: {h}, F;ensures: y = 10 * x mod 256",
    ),
    // Digits, nibbles, sign and parity.
    (
        "ADI 90H;DAA;ACI 40H;DAA",
        "in: A = x;out: A = y;clobbers: F;requires: x < 16;ensures: y = if x < 10 then x + 48 else x + 55",
    ),
    ("RLC;RLC;RLC;RLC", "in: A = x;out: A = y;clobbers: F;ensures: y = (x << 4 | x >> 4) mod 256"),
    (
        "ANA A;RLC;RZ;SBB A;SBI 0FFH",
        "in: A = x;out: A = y;clobbers: F;ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255",
    ),
    ("ANA A;MVI A,01H;RPO;RAR", "in: A = x;out: A = y;clobbers: F;ensures: y = popcount(x) mod 2"),
];

const ZILOG: &[Idiom] = &[
    // 16-bit negation, absolute value and complement.
    (
        "XOR A;SUB {l};LD {l},A;SBC A,A;SUB {h};LD {h},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = (0 - x) mod 65536",
    ),
    (
        "BIT 7,{h};RET Z;XOR A;SUB {l};LD {l},A;SBC A,A;SUB {h};LD {h},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = abs(signed(x)) mod 65536",
    ),
    (
        "LD A,{h};CPL;LD {h},A;LD A,{l};CPL;LD {l},A",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = 65535 - x",
    ),
    // 16-bit differences, comparisons and bitwise operations.
    ("AND A;SBC HL,{q}", "in: HL = x, {q} = y;out: HL = z;clobbers: A, F;ensures: z = (x - y) mod 65536"),
    (
        "EX DE,HL;AND A;SBC HL,DE",
        "in: DE = x, HL = y;out: HL = z;clobbers: A, DE, F;ensures: z = (x - y) mod 65536",
    ),
    (
        "LD A,{l};SUB {e};LD {l},A;LD A,{h};SBC A,{d};LD {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = (x - y) mod 65536",
    ),
    (
        "LD A,{l};SUB {e};LD {e},A;LD A,{h};SBC A,{d};LD {d},A",
        "in: {p} = x, {q} = y;out: {q} = z;clobbers: A, F;ensures: z = (x - y) mod 65536",
    ),
    (
        "LD A,{h};CP {d};RET NZ;LD A,{l};CP {e}",
        "in: {p} = x, {q} = y;out: Z = z;clobbers: A, F;ensures: z = if x = y then 1 else 0",
    ),
    (
        "LD A,{l};SUB {e};LD A,{h};SBC A,{d}",
        "in: {p} = x, {q} = y;out: CY = c;clobbers: A, F;ensures: c = if x < y then 1 else 0",
    ),
    (
        "AND A;SBC HL,{q};ADD HL,{q}",
        "in: HL = x, {q} = y;out: CY = c;clobbers: A, F;ensures: c = if x < y then 1 else 0",
    ),
    (
        "LD A,{l};SUB {e};LD A,{h};SBC A,{d};RET C;LD {h},{d};LD {l},{e}",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = min(x, y)",
    ),
    (
        "LD A,{l};SUB {e};LD A,{h};SBC A,{d};RET NC;LD {h},{d};LD {l},{e}",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = max(x, y)",
    ),
    (
        "AND A;SBC HL,{q};ADD HL,{q};RET C;LD H,{d};LD L,{e}",
        "in: HL = x, {q} = y;out: HL = z;clobbers: A, F;ensures: z = min(x, y)",
    ),
    (
        "AND A;SBC HL,{q};ADD HL,{q};RET NC;LD H,{d};LD L,{e}",
        "in: HL = x, {q} = y;out: HL = z;clobbers: A, F;ensures: z = max(x, y)",
    ),
    (
        "LD A,{l};AND {e};LD {l},A;LD A,{h};AND {d};LD {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x & y",
    ),
    (
        "LD A,{l};OR {e};LD {l},A;LD A,{h};OR {d};LD {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x | y",
    ),
    (
        "LD A,{l};XOR {e};LD {l},A;LD A,{h};XOR {d};LD {h},A",
        "in: {p} = x, {q} = y;out: {p} = z;clobbers: A, F;ensures: z = x ^ y",
    ),
    // 16-bit shifts and rotations.
    ("SRL {h};RR {l}", "in: {p} = x;out: {p} = y;clobbers: F;ensures: y = x >> 1"),
    ("SRA {h};RR {l}", "in: {p} = x;out: {p} = y;clobbers: F;ensures: y = (signed(x) >> 1) mod 65536"),
    ("SLA {l};RL {h}", "in: {p} = x;out: {p} = y;clobbers: F;ensures: y = 2 * x mod 65536"),
    (
        "LD A,{l};RRCA;RR {h};RR {l}",
        "in: {p} = x;out: {p} = y;clobbers: A, F;ensures: y = x >> 1 | x mod 2 << 15",
    ),
    // Sign extension and products.
    (
        "LD {l},A;RLCA;SBC A,A;LD {h},A",
        "in: A = x;out: {p} = y;clobbers: A, F;ensures: y = signed(x) mod 65536",
    ),
    (
        "LD {d},H;LD {e},L;ADD HL,HL;ADD HL,{q};ADD HL,HL",
        "in: HL = x;out: HL = y;clobbers: {q}, F;ensures: y = 6 * x mod 65536",
    ),
    (
        "LD {d},H;LD {e},L;ADD HL,HL;ADD HL,HL;ADD HL,{q};ADD HL,HL",
        "in: HL = x;out: HL = y;clobbers: {q}, F;ensures: y = 10 * x mod 65536",
    ),
    (
        "ADD A,A;LD {h},A;ADD A,A;ADD A,A;ADD A,{h}",
        "in: A = x;out: A = y;clobbers: {h}, F;ensures: y = 10 * x mod 256",
    ),
    // Digits, nibbles, sign and parity.
    (
        "CP 0AH;SBC A,69H;DAA",
        "in: A = x;out: A = y;clobbers: F;requires: x < 16;ensures: y = if x < 10 then x + 48 else x + 55",
    ),
    ("RLCA;RLCA;RLCA;RLCA", "in: A = x;out: A = y;clobbers: F;ensures: y = (x << 4 | x >> 4) mod 256"),
    (
        "RLC A;RET Z;SBC A,A;SBC A,0FFH",
        "in: A = x;out: A = y;clobbers: F;ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255",
    ),
    ("AND A;LD A,00H;RET PE;INC A", "in: A = x;out: A = y;clobbers: F;ensures: y = popcount(x) mod 2"),
];

const MOS: &[Idiom] = &[
    // Negation and absolute value.
    ("EOR #$FF;CLC;ADC #$01", "in: A = x;out: A = y;clobbers: P;ensures: y = (0 - x) mod 256"),
    (
        "CMP #$80;BCC .skip1;EOR #$FF;ADC #$00;.skip1:",
        "in: A = x;out: A = y;clobbers: P;ensures: y = abs(signed(x)) mod 256",
    ),
    (
        "SEC;LDA #$00;SBC {m};STA {m};LDA #$00;SBC {n};STA {n}",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: A, P;ensures: y = (0 - x) mod 65536",
    ),
    // 16-bit shifts and counters in memory.
    (
        "ASL {m};ROL {n}",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: P;ensures: y = 2 * x mod 65536",
    ),
    (
        "LSR {n};ROR {m}",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: P;ensures: y = x >> 1",
    ),
    (
        "LDA {n};ASL A;ROR {n};ROR {m}",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: A, P;ensures: y = (signed(x) >> 1) mod 65536",
    ),
    (
        "INC {m};BNE .skip1;INC {n};.skip1:",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: P;ensures: y = (x + 1) mod 65536",
    ),
    (
        "LDA {m};BNE .skip1;DEC {n};.skip1:;DEC {m}",
        "in: ({m}) = x.0, ({n}) = x.1;out: ({m}) = y.0, ({n}) = y.1;clobbers: A, P;ensures: y = (x - 1) mod 65536",
    ),
    // Shift, nibbles and products.
    ("CMP #$80;ROR A", "in: A = x;out: A = y;clobbers: P;ensures: y = (signed(x) >> 1) mod 256"),
    (
        "ASL A;ADC #$80;ROL A;ASL A;ADC #$80;ROL A",
        "in: A = x;out: A = y;clobbers: P;ensures: y = (x << 4 | x >> 4) mod 256",
    ),
    (
        "STA {m};ASL A;ASL A;CLC;ADC {m};ASL A",
        "in: A = x;out: A = y;clobbers: ({m}), P;ensures: y = 10 * x mod 256",
    ),
];

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
            for (code, contract) in idioms.templates {
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
