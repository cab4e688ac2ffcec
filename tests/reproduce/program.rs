//! Code with its constants at an address.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced, read_fragment};
use arcadian_isa::{Mode, Operand, Processor, Row};

/// Placed code.
pub(super) struct Program {
    pub(super) instructions: Vec<Placed>,
    /// The address after the last instruction.
    pub(super) end: u16,
    /// Targets of relative branches to the outside, and the address that each place stands for.
    pub(super) outside: BTreeMap<u16, u16>,
}

/// An instruction.
pub(super) struct Placed {
    pub(super) address: u16,
    pub(super) row: &'static Row,
    pub(super) bytes: Vec<u8>,
    /// Whether it leads to an instruction of the program.
    pub(super) is_inside: bool,
}

impl Program {
    pub(super) fn at(&self, address: u16) -> Option<&Placed> {
        self.instructions.iter().find(|placed| placed.address == address)
    }
}

impl Placed {
    pub(super) fn next(&self) -> u16 {
        self.address.wrapping_add(u16::from(self.row.length))
    }
}

/// The values from which the operands of a program are computed.
struct Values {
    /// The addresses of the instructions and of the end.
    addresses: Vec<u16>,
    parameters: Vec<u16>,
}

pub(super) fn place(
    text: &str,
    processor: Processor,
    constants: &BTreeMap<String, u16>,
    origin: u16,
) -> Result<Program> {
    let fragment = read_fragment("part", text, processor).map_err(|failure| {
        let fault = failure.diagnostics.first().map(|found| found.fault.to_string());
        anyhow::anyhow!("the code cannot be read: {}", fault.unwrap_or_default())
    })?;
    let values =
        Values { addresses: addresses(&fragment, origin), parameters: parameters(&fragment, constants)? };
    let end = values.addresses.last().copied().unwrap_or(origin);
    let (mut instructions, mut outside) = (Vec::new(), BTreeMap::new());
    for (instruction, address) in fragment.instructions.iter().zip(&values.addresses) {
        let bytes = values.encode(instruction, *address, end, &mut outside)?;
        let is_inside = matches!(instruction.target(), Some(Target::Instruction(_)));
        instructions.push(Placed { address: *address, row: instruction.row, bytes, is_inside });
    }
    Ok(Program { instructions, end, outside })
}

fn addresses(fragment: &Fragment, origin: u16) -> Vec<u16> {
    let mut addresses = vec![origin];
    let mut next = origin;
    for instruction in &fragment.instructions {
        next = next.wrapping_add(u16::from(instruction.row.length));
        addresses.push(next);
    }
    addresses
}

fn parameters(fragment: &Fragment, constants: &BTreeMap<String, u16>) -> Result<Vec<u16>> {
    let value = |name: &String| {
        let known = constants.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, value)| *value).with_context(|| format!("the constant {name} has no value"))
    };
    fragment.parameters.iter().map(value).collect()
}

impl Values {
    fn encode(
        &self,
        instruction: &Unplaced,
        address: u16,
        end: u16,
        outside: &mut BTreeMap<u16, u16>,
    ) -> Result<Vec<u8>> {
        let row = instruction.row;
        let value = if instruction.value.is_empty() { 0 } else { self.compute(&instruction.value)? };
        if !is_relative(row) {
            let displacement = match &instruction.displacement[..] {
                [] => 0,
                terms => self.compute(terms)?.to_le_bytes()[0].cast_signed(),
            };
            return Ok(row.encode(displacement, value).to_vec());
        }
        let is_inside = matches!(instruction.target(), Some(Target::Instruction(_)));
        let target = if is_inside { value } else { place_outside(value, end, outside) };
        let distance = target.wrapping_sub(address).wrapping_sub(row.length.into()).cast_signed();
        let distance = i8::try_from(distance).context("a branch is too far")?;
        Ok(row.encode(distance, 0).to_vec())
    }

    fn compute(&self, terms: &[Term]) -> Result<u16> {
        let mut stack: Vec<u32> = Vec::new();
        for term in terms {
            let result = self.step(*term, &mut stack).with_context(|| format!("{term:?} is not computed"))?;
            stack.push(result);
        }
        let [result] = stack[..] else { bail!("an operand is not a number") };
        Ok((result & 0xFFFF) as u16)
    }

    fn step(&self, term: Term, stack: &mut Vec<u32>) -> Option<u32> {
        Some(match term {
            Term::Number(number) => (number & 0xFFFF_FFFF) as u32,
            Term::Parameter(number) => u32::from(*self.parameters.get(number)?),
            Term::Address(number) => u32::from(*self.addresses.get(number)?),
            Term::Minus => stack.pop()?.wrapping_neg(),
            Term::Not => !stack.pop()?,
            Term::Low => stack.pop()? & 0xFF,
            Term::High => stack.pop()? >> 8 & 0xFF,
            _ => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                binary(term, left, right)?
            }
        })
    }
}

fn binary(term: Term, left: u32, right: u32) -> Option<u32> {
    Some(match term {
        Term::Add => left.wrapping_add(right),
        Term::Subtract => left.wrapping_sub(right),
        Term::Multiply => left.wrapping_mul(right),
        Term::And => left & right,
        Term::Or => left | right,
        Term::Xor => left ^ right,
        Term::Left => left.checked_shl(right).unwrap_or(0),
        Term::Right => left.checked_shr(right).unwrap_or(0),
        _ => return None,
    })
}

fn is_relative(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative)))
}

/// Returns the place after the code that stands for an address outside.
fn place_outside(target: u16, end: u16, outside: &mut BTreeMap<u16, u16>) -> u16 {
    let known = outside.iter().find(|(_, address)| **address == target).map(|(place, _)| *place);
    known.unwrap_or_else(|| {
        let place = end.wrapping_add(1).wrapping_add(outside.len() as u16);
        outside.insert(place, target);
        place
    })
}
