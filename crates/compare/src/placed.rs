//! Code at its place in memory, decoded where execution can reach it.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_asm::fragment::{Term, Unplaced};
use arcadian_cpu::Domain;
use arcadian_isa::{Control, Instruction, Operand, Processor, row::is_conditional};
use arcadian_parallel::formula::FormulaByte;

use crate::{
    code::{Code, Destination, Step, returning},
    reason::Reason,
    unknowns::{START, Unknowns},
};

#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub processor: Processor,
    /// Returns the byte at an address, if the program has one there.
    pub byte: &'a dyn Fn(u16) -> Option<u8>,
    /// Returns the number of the line of an address, from 1.
    pub line: &'a dyn Fn(u16) -> usize,
}

/// The number of what follows code that runs on where the program has no bytes.
pub(crate) const BEYOND: usize = usize::MAX - 1;

/// Code that can be reached from an address.
pub(crate) struct Placed {
    pub(crate) code: Code,
    /// The address of each instruction.
    pub(crate) addresses: Vec<u16>,
    /// The number of the first instruction.
    pub(crate) first: usize,
    /// The addresses of the code's bytes.
    pub(crate) own: BTreeSet<u16>,
    ends: Vec<u16>,
}

impl Placed {
    /// Decodes what can be reached from the first of some addresses, and from the others, without passing one of the ends.
    pub(crate) fn new(
        program: Program,
        start: u16,
        others: &[u16],
        ends: &[u16],
        unknowns: &Unknowns,
    ) -> Result<Placed, Reason> {
        let decoded = reachable(program, start, others, ends);
        let addresses: Vec<u16> = decoded.keys().copied().collect();
        let numbers = Numbers { addresses: &addresses, ends };
        let base = unknowns.named(START);
        let steps = decoded.iter().map(|(address, instruction)| {
            let line = (program.line)(*address);
            let text = instruction.at(*address).to_string();
            let unplaced = numbers.unplaced(*address, instruction, line, text);
            let mut step = Step::new(&unplaced, &[])?;
            let next = next(*address, instruction);
            step.follower = numbers.of(next).unwrap_or(BEYOND);
            if let Control::Restart(vector) = step.control
                && let Some(number) = numbers.of(vector)
            {
                step.target = Some(Destination::Inside(number));
            }
            if let Some(target) = instruction.target(*address)
                && program.processor == Processor::Mos6502
            {
                step.page_cycles = u64::from(target >> 8 != next >> 8);
            }
            if matches!(step.target, Some(Destination::Inside(_))) && is_call(step.control) {
                // JSR pushes the address of its last byte.
                let back = next.wrapping_sub(u16::from(program.processor == Processor::Mos6502));
                step.pushed = Some(FormulaByte::split(FormulaByte::offset(base, back.wrapping_sub(start))));
            }
            Ok(step)
        });
        let instructions = steps.collect::<Result<Vec<_>, Reason>>()?;
        let own = decoded
            .iter()
            .flat_map(|(address, instruction)| {
                (0..instruction.length()).map(|n| address.wrapping_add(n.into()))
            })
            .collect();
        let first = addresses.binary_search(&start).unwrap_or(BEYOND);
        let code =
            Code { processor: program.processor, instructions, returning: returning(program.processor) };
        Ok(Placed { code, addresses, first, own, ends: ends.to_vec() })
    }

    /// Returns the number of the instruction at an address, or that of the end.
    pub(crate) fn number(&self, address: u16) -> Option<usize> {
        Numbers { addresses: &self.addresses, ends: &self.ends }.of(address)
    }
}

fn is_call(control: Control) -> bool {
    matches!(control, Control::Call | Control::Restart(_))
}

fn next(address: u16, instruction: &Instruction) -> u16 {
    address.wrapping_add(instruction.length().into())
}

/// Returns where a jump or a call leads, if its operand says it.
fn target(address: u16, instruction: &Instruction) -> Option<u16> {
    match Control::of(instruction.row) {
        Control::Branch | Control::Call => Some(instruction.target(address).unwrap_or(instruction.value)),
        Control::Restart(vector) => Some(vector),
        _ => None,
    }
}

fn reachable(program: Program, start: u16, others: &[u16], ends: &[u16]) -> BTreeMap<u16, Instruction> {
    let mut decoded = BTreeMap::new();
    let mut open = [&[start], others].concat();
    while let Some(address) = open.pop() {
        if decoded.contains_key(&address) {
            continue;
        }
        let Some(instruction) = decode(program, address) else { continue };
        decoded.insert(address, instruction);
        let row = instruction.row;
        let never_continues =
            matches!(Control::of(row), Control::Branch | Control::Computed) && !is_conditional(row);
        let next = (!never_continues).then(|| next(address, &instruction));
        let after = next.into_iter().chain(target(address, &instruction));
        open.extend(after.filter(|address| !ends.contains(address)));
    }
    decoded
}

/// Decodes an instruction; `None` if the program does not have all its bytes.
pub(crate) fn decode(program: Program, address: u16) -> Option<Instruction> {
    let bytes: Vec<u8> = (0..4).map_while(|n| (program.byte)(address.wrapping_add(n))).collect();
    program.processor.decode(&bytes).ok()
}

struct Numbers<'a> {
    addresses: &'a [u16],
    ends: &'a [u16],
}

impl Numbers<'_> {
    /// Returns the number of the instruction at an address. The number after the last one is that of all ends.
    fn of(&self, address: u16) -> Option<usize> {
        if self.ends.contains(&address) {
            return Some(self.addresses.len());
        }
        self.addresses.binary_search(&address).ok()
    }

    /// Returns an instruction with what its operands lead to.
    fn unplaced(&self, address: u16, instruction: &Instruction, line: usize, text: String) -> Unplaced {
        let row = instruction.row;
        let value = match target(address, instruction) {
            Some(to) if !matches!(Control::of(row), Control::Restart(_)) => {
                self.of(to).map_or(Term::Number(to.into()), Term::Address)
            }
            _ => Term::Number(instruction.value.into()),
        };
        let is_displaced = row.operands().iter().any(|operand| matches!(operand, Operand::Indexed(_)));
        let displacement = is_displaced.then(|| Term::Number(instruction.displacement.into()));
        Unplaced { row, displacement: displacement.into_iter().collect(), value: vec![value], line, text }
    }
}
