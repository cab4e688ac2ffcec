//! The code of a part: decoded where execution can reach it, at its place in memory, and ready to be executed.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced};
use arcadian_cpu::Domain;
use arcadian_isa::{
    Control, CycleKind, Instruction, Mode, Operand, Page, Processor, Reg, Row, Status, row::is_conditional,
};
use arcadian_parallel::{
    byte::Word,
    formula::{Formula, FormulaByte},
};

use crate::{
    operand,
    reason::Reason,
    unknowns::{START, Unknowns},
};

/// The address at which each instruction is executed. Nothing depends on it.
pub(crate) const ADDRESS: u16 = 0x8000;

/// The address to which every direct jump and call leads while it is executed.
pub(crate) const MARKER: u16 = 0x4444;

/// The distance of relative branches while they are executed.
pub(crate) const DISTANCE: u8 = 0x40;

pub(crate) struct Code {
    pub(crate) processor: Processor,
    pub(crate) instructions: Vec<Step>,
    /// The return of a routine to which the code jumps.
    pub(crate) returning: Option<Step>,
}

/// The number of the return of a routine to which the code jumps.
pub(crate) const RETURNING: usize = usize::MAX;

/// An instruction.
pub(crate) struct Step {
    pub(crate) row: &'static Row,
    pub(crate) control: Control,
    pub(crate) may_cross_page: bool,
    /// Whether its accesses to memory are to the top of the stack.
    pub(crate) is_stack_access: bool,
    /// Its bytes. Of a branch and a call the target is replaced.
    pub(crate) bytes: Vec<FormulaByte>,
    /// The target of a branch or a call.
    pub(crate) target: Option<Destination>,
    /// The number of the instruction that follows it.
    pub(crate) follower: usize,
    /// The cycles that a branch takes in addition if it is taken, because its target is in another page (6502).
    pub(crate) page_cycles: u64,
    /// The high and the low byte that a call inside the part pushes.
    pub(crate) pushed: Option<(FormulaByte, FormulaByte)>,
    /// The address of the target: it stays in WZ of the Z80.
    pub(crate) target_address: Option<Word<Formula>>,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// Target of a branch or a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To an instruction of the part, or to its end.
    Inside(usize),
    /// To an address outside.
    Outside(Word<Formula>),
    /// To a routine outside, which returns for the part.
    TailCall(Word<Formula>),
    /// To a routine outside after which the part only returns, in this number of cycles: the same as a jump.
    LastCall(Word<Formula>, u64),
}

impl Code {
    pub(crate) fn new(fragment: &Fragment, unknowns: &Unknowns) -> Result<Code, Reason> {
        let parameter = |name: &String| {
            let found = unknowns.parameters.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map_or((FormulaByte::from(0), FormulaByte::from(0)), |(_, value)| *value)
        };
        let parameters: Vec<_> = fragment.parameters.iter().map(parameter).collect();
        let step = |(number, instruction): (usize, &Unplaced)| {
            Ok(Step { follower: number + 1, ..Step::new(instruction, &parameters)? })
        };
        let mut code = Code {
            processor: fragment.processor,
            instructions: fragment.instructions.iter().enumerate().map(step).collect::<Result<_, _>>()?,
            returning: returning(fragment.processor),
        };
        code.place(unknowns.named(START));
        Ok(code)
    }

    /// Sets the addresses of targets inside the part, and what calls push, if its first instruction is at an address.
    fn place(&mut self, start: Word<Formula>) {
        let mut ends: Vec<u16> = vec![0];
        for step in &self.instructions {
            ends.push(ends.last().unwrap_or(&0).wrapping_add(step.bytes.len() as u16));
        }
        // JSR pushes the address of its last byte.
        let before = u16::from(self.processor == Processor::Mos6502);
        for (step, offset) in self.instructions.iter_mut().zip(ends.iter().skip(1)) {
            if let Some(Destination::Inside(index)) = step.target {
                step.target_address = ends.get(index).map(|offset| FormulaByte::offset(start, *offset));
            }
            if let (Control::Call, Some(Destination::Inside(_))) = (step.control, step.target) {
                step.pushed =
                    Some(FormulaByte::split(FormulaByte::offset(start, offset.wrapping_sub(before))));
            }
        }
    }

    pub(crate) fn step(&self, at: usize) -> Option<&Step> {
        if at == RETURNING { self.returning.as_ref() } else { self.instructions.get(at) }
    }

    /// Returns whether the undocumented flags of the Z80 may reach memory.
    pub(crate) fn pushes_flags(&self) -> bool {
        self.instructions.iter().any(|step| step.row.mnemonic == "PUSH" && step.row.opcode == 0xF5)
    }

    /// Returns the number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.instructions.iter().map(|step| step.bytes.len()).sum()
    }
}

impl Step {
    pub(crate) fn new(
        instruction: &Unplaced,
        parameters: &[(FormulaByte, FormulaByte)],
    ) -> Result<Step, Reason> {
        let (row, line) = (instruction.row, instruction.line);
        if row.status == Status::Unstable {
            return Err(Reason::Unstable { line, text: instruction.text.clone() });
        }
        if row.mnemonic == "BRK" {
            return Err(Reason::Break { line });
        }
        let control = Control::of(row);
        let compute = |terms: &[Term]| operand::value(terms, parameters, line);
        let leaves = matches!(control, Control::Branch | Control::Call);
        let target = match instruction.target() {
            _ if !leaves => None,
            Some(Target::Instruction(index)) => Some(Destination::Inside(index)),
            _ => {
                let (high, low) = compute(&instruction.value)?;
                Some(Destination::Outside(Word::Bytes(high, low)))
            }
        };
        let target_address = match target {
            Some(Destination::Outside(address)) => Some(address),
            _ => None,
        };
        let value = if leaves {
            replaced_target(row)
        } else if instruction.value.is_empty() {
            (FormulaByte::from(0), FormulaByte::from(0))
        } else {
            compute(&instruction.value)?
        };
        let displacement = if instruction.displacement.is_empty() {
            FormulaByte::from(0)
        } else {
            compute(&instruction.displacement)?.1
        };
        let bytes = bytes(row, displacement, value);
        Ok(Step {
            row,
            control,
            may_cross_page: may_cross_page(row),
            is_stack_access: is_stack_access(row),
            bytes,
            target,
            follower: 0,
            page_cycles: 0,
            pushed: None,
            target_address,
            line,
        })
    }

    /// Returns the address after it.
    pub(crate) fn next(&self) -> u16 {
        ADDRESS + self.bytes.len() as u16
    }
}

/// Returns the instruction that returns from a routine.
pub(crate) fn returning(processor: Processor) -> Option<Step> {
    let row = processor
        .rows()
        .find(|row| row.mnemonic == "RTS" || row.mnemonic == "RET" && row.operands().is_empty())?;
    let zero = FormulaByte::from(0);
    Some(Step {
        row,
        control: Control::of(row),
        may_cross_page: false,
        is_stack_access: is_stack_access(row),
        bytes: bytes(row, zero, (zero, zero)),
        target: None,
        follower: RETURNING,
        page_cycles: 0,
        pushed: None,
        target_address: None,
        line: 0,
    })
}

/// Returns the operand that a branch or a call has while it is executed.
fn replaced_target(row: &Row) -> (FormulaByte, FormulaByte) {
    if is_relative(row) {
        return (FormulaByte::from(0), FormulaByte::from(DISTANCE));
    }
    let [high, low] = MARKER.to_be_bytes();
    (FormulaByte::from(high), FormulaByte::from(low))
}

fn is_relative(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative)))
}

fn bytes(row: &Row, displacement: FormulaByte, (high, low): (FormulaByte, FormulaByte)) -> Vec<FormulaByte> {
    let mut bytes: Vec<_> = row.page.prefix().iter().map(|byte| FormulaByte::from(*byte)).collect();
    let opcode = FormulaByte::from(row.opcode);
    let is_displaced = row.operands().iter().any(|operand| matches!(operand, Operand::Indexed(_)));
    match row.page {
        Page::DdCb | Page::FdCb => bytes.extend([displacement, opcode]),
        _ => {
            bytes.push(opcode);
            bytes.extend(is_displaced.then_some(displacement));
        }
    }
    let left = usize::from(row.length).saturating_sub(bytes.len());
    bytes.extend([low, high].into_iter().take(left));
    bytes
}

/// Returns whether an instruction chooses something that is only about its duration: whether an indexed address crosses a page (6502).
pub(crate) fn may_cross_page(row: &Row) -> bool {
    let crosses = row.bus.cycles().iter().any(|cycle| cycle.when == arcadian_isa::When::Crossed);
    crosses && row.mode() != Mode::Relative
}

pub(crate) fn is_stack_access(row: &Row) -> bool {
    let is_top = |kind| matches!(kind, CycleKind::Push | CycleKind::Pull);
    let exchanges = row.mnemonic == "XTHL" || row.operands().contains(&Operand::At(Reg::SP));
    exchanges || row.bus.cycles().iter().any(|cycle| is_top(cycle.kind))
}

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
            if let Some(target) = instruction.target(*address) {
                step.target_address = Some(FormulaByte::offset(base, target.wrapping_sub(start)));
                if program.processor == Processor::Mos6502 {
                    step.page_cycles = u64::from(target >> 8 != next >> 8);
                }
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
