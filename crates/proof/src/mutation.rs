//! Mutation testing: changes a routine's code or its header a little, and checks that verification notices.

use std::fmt;

use arcadian_asm::Line;
use arcadian_isa::{Processor, hex};

use crate::{
    contract::{inputs::Inputs, placement::FRAME_BYTES, registers::RegisterMap, routine::Routine},
    methods::{
        induction::CycleProof,
        result::CheckResult,
        sweep::{Sweep, check_one_by_one},
    },
    plan::{Plan, Settings},
    run::engine::Engine,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// A bit of a byte is flipped: address and number of the bit.
    Bit(u16, u32),
    /// The instruction at an address counts only the low byte of a pointer, so that data across a page boundary is missed:
    /// `INX H` becomes `INR L`.
    LowByte(u16),
    /// A register or flag is not in `clobbers`.
    Clobber(&'static str),
    /// Memory is not in `clobbers`: the address of the first byte.
    ClobberedMemory(u32),
    /// Arguments on the stack are not in `clobbers`: the name of the stack pointer and the distance from it on entry.
    ClobberedStack(&'static str, u16),
    /// An input field is not passed to the routine: its number and name.
    Input(usize, String),
    /// A condition is not in `requires`: its number and text.
    Requires(usize, String),
}

/// Writes a bit as `0104.3`, a change of the header as what is missing.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mutant::Bit(address, bit) => write!(f, "{address:04X}.{bit}"),
            Mutant::LowByte(address) => write!(f, "{address:04X}.low"),
            Mutant::Clobber(name) => write!(f, "clobbers:{name}"),
            Mutant::ClobberedMemory(address) => write!(f, "clobbers:({})", hex::InSource(*address)),
            Mutant::ClobberedStack(name, distance) => write!(f, "clobbers:({name}+{distance})"),
            Mutant::Input(_, name) => write!(f, "in:{name}"),
            Mutant::Requires(_, text) => write!(f, "requires:`{text}`"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The mutant does not hold, or its cycles are not those that the sheet states.
    Killed,
    /// The mutant holds for every input, in the cycles that the sheet states. If the mutation changed the header, the header allows
    /// more than the routine needs.
    Equivalent,
    /// The mutant was run on some inputs only, and none showed a difference.
    Survived,
}

/// The number of random inputs tried first: they kill almost every mutant, and quickly.
const QUICK_SAMPLES: u64 = 1 << 12;

/// Data is mutated only up to this number of bytes; larger tables would dominate the run.
const MAX_DATA: usize = 512;

impl Mutant {
    /// Returns every mutant of a routine: each bit of each instruction, and of its data up to 512 bytes; each pointer that is
    /// counted; each part of the header that could be missing.
    pub fn all(routine: &Routine) -> Vec<Mutant> {
        let lines = || routine.assembly.lines.iter();
        let data: usize = lines().filter(|line| line.row.is_none()).map(|line| line.bytes.len()).sum();
        let mutable = lines().filter(|line| line.row.is_some() || data <= MAX_DATA);
        let bytes = mutable.flat_map(|line| (line.address..).take(line.bytes.len()));
        let bits = bytes.flat_map(|address| (0..8).map(move |bit| Mutant::Bit(address, bit)));
        let counted = low_byte_patches(routine).map(|(line, _)| Mutant::LowByte(line.address));
        bits.chain(counted).chain(Self::of_header(routine)).collect()
    }

    fn of_header(routine: &Routine) -> impl Iterator<Item = Mutant> {
        let (binding, registers) = (&routine.binding, RegisterMap::of(routine.processor()));
        let whole = binding.clobbered_registers.iter().map(|name| Mutant::Clobber(name));
        let flags = registers.flags.iter().filter(|(_, bit)| binding.clobbered_flags >> bit & 1 != 0);
        let memory = binding.clobbered_memory.iter().map(|range| Mutant::ClobberedMemory(range.start));
        let stack = routine.processor().stack_pointer();
        let stack = binding
            .clobbered_stack
            .iter()
            .map(move |range| Mutant::ClobberedStack(stack, range.start + FRAME_BYTES as u16));
        let inputs = routine.specification.inputs().iter().enumerate();
        let inputs = inputs.map(|(number, field)| Mutant::Input(number, field.name.clone()));
        let requires = routine.specification.requires.iter().enumerate();
        let requires = requires.map(|(number, condition)| Mutant::Requires(number, condition.text.clone()));
        whole
            .chain(flags.map(|(name, _)| Mutant::Clobber(name)))
            .chain(memory)
            .chain(stack)
            .chain(inputs)
            .chain(requires)
    }

    pub fn apply(&self, routine: &Routine) -> Routine {
        let mut mutant = routine.clone();
        match self {
            Mutant::Bit(address, bit) => mutant.patch(*address, |byte| byte ^ 1 << bit),
            Mutant::LowByte(address) => {
                let patch = low_byte_patches(routine).find(|(line, _)| line.address == *address);
                if let Some((_, (offset, opcode))) = patch {
                    mutant.patch(address.wrapping_add(offset), |_| opcode);
                }
            }
            Mutant::Clobber(name) => {
                let registers = RegisterMap::of(routine.processor());
                match registers.flag(name).filter(|_| !mutant.binding.clobbered_registers.contains(name)) {
                    Some(bit) => mutant.binding.clobbered_flags &= !(1 << bit),
                    None => mutant.binding.clobbered_registers.retain(|clobbered| clobbered != name),
                }
            }
            Mutant::ClobberedMemory(first) => {
                mutant.binding.clobbered_memory.retain(|range| range.start != *first);
            }
            Mutant::ClobberedStack(_, distance) => {
                mutant.binding.clobbered_stack.retain(|range| range.start + FRAME_BYTES as u16 != *distance);
            }
            Mutant::Input(number, _) => {
                let bytes = routine.specification.input_bytes(*number);
                mutant.binding.inputs.retain(|(_, byte)| !bytes.contains(byte));
            }
            Mutant::Requires(number, _) => drop(mutant.specification.requires.remove(*number)),
        }
        mutant
    }

    /// Verifies the mutant. `max_instructions` is the greatest number of instructions that the unchanged routine
    /// executes.
    pub fn verify(&self, routine: &Routine, settings: &Settings, max_instructions: u64) -> Fate {
        let mutant = self.apply(routine);
        // A tight limit detects mutants that loop forever early.
        let settings = Settings { instruction_limit: 4 * max_instructions + 256, ..*settings };
        let run_scalar = |inputs, count| {
            check_one_by_one(&mutant, Engine::Own, inputs, 0..count, settings.instruction_limit)
                .unwrap_or_default()
        };
        let is_killed = |result: &CheckResult, is_proof| {
            result.failing.is_some() || !mutant.matches_stated_cycles(result, is_proof)
        };
        if is_killed(&run_scalar(Inputs::Sampled(settings.seed), QUICK_SAMPLES), false) {
            return Fate::Killed;
        }
        let plan = settings.plan(&mutant);
        let is_proof = matches!(plan, Ok(Plan::Done(_)));
        let (result, fate) = match plan {
            Ok(Plan::Inductive(result, CycleProof::NotProven(_))) => (*result, Fate::Survived),
            Ok(Plan::Done(result) | Plan::Inductive(result, _)) => (*result, Fate::Equivalent),
            Ok(Plan::Failed(..) | Plan::Examples(..)) => return Fate::Killed,
            Ok(Plan::Sweep(Inputs::All, count, _)) => {
                let mut sweep = Sweep::new(&mutant, Inputs::All, settings.instruction_limit);
                (sweep.check(0..count), Fate::Equivalent)
            }
            // Routines that can only be sampled have many paths, which makes lock step slower than scalar runs.
            Ok(Plan::Sweep(inputs, count, _)) => (run_scalar(inputs, count), Fate::Survived),
            Err(_) => return Fate::Survived,
        };
        if is_killed(&result, is_proof) { Fate::Killed } else { fate }
    }
}

/// Iterates over the instructions that count a pointer, each with offset and value of the byte that makes it count only the low
/// byte.
fn low_byte_patches(routine: &Routine) -> impl Iterator<Item = (&Line, (u16, u8))> {
    let code = || routine.assembly.lines.iter().filter(|line| !line.bytes.is_empty());
    let before = std::iter::once(&[][..]).chain(code().map(|line| &line.bytes[..]));
    let instructions = code().zip(before).filter(|(line, _)| line.row.is_some());
    instructions
        .filter_map(|(line, before)| Some((line, counts_low_byte(routine.processor(), before, line)?)))
}

/// Returns offset and value of the byte that makes an instruction count only the low byte of a pointer. On the 6502 this is the
/// second instruction of `INC LOW`, `BNE SKIP`, `INC HIGH`; in its place an instruction of the same length only reads.
fn counts_low_byte(processor: Processor, before: &[u8], line: &Line) -> Option<(u16, u8)> {
    let byte_of_pair = |opcode: u8| match opcode {
        // INX and DCX of BC, DE and HL become INR and DCR of C, E and L.
        0x03 | 0x13 | 0x23 => Some(opcode + 9),
        0x0B | 0x1B | 0x2B => Some(opcode + 2),
        _ => None,
    };
    match (processor, &line.bytes[..]) {
        (Processor::I8080 | Processor::Z80, [opcode]) => Some((0, byte_of_pair(*opcode)?)),
        (Processor::Z80, [0xDD | 0xFD, opcode]) => {
            Some((1, byte_of_pair(*opcode).filter(|_| *opcode & 0xF0 == 0x20)?))
        }
        (Processor::Mos6502, [opcode, ..]) => {
            let skips = matches!(before[..], [0xD0, offset] if usize::from(offset) == line.bytes.len());
            match opcode {
                // INC and DEC become BIT.
                0xE6 | 0xC6 if skips => Some((0, 0x24)),
                0xEE | 0xCE if skips => Some((0, 0x2C)),
                _ => None,
            }
        }
        _ => None,
    }
}
