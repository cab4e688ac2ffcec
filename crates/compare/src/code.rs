//! The code of a part, ready to be executed.

use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced};
use arcadian_cpu::Domain;
use arcadian_isa::{Control, CycleKind, Mode, Operand, Page, Processor, Reg, Row, Status};
use arcadian_parallel::{
    byte::Word,
    formula::{Formula, FormulaByte},
};

use super::unknowns::START;
use crate::{operand, reason::Reason, unknowns::Unknowns};

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
        code.set_return_addresses(unknowns.named(START));
        Ok(code)
    }

    /// Sets what the calls inside the part push, if its first instruction is at an address.
    fn set_return_addresses(&mut self, start: Word<Formula>) {
        let mut offset: u16 = 0;
        // JSR pushes the address of its last byte.
        let before = u16::from(self.processor == Processor::Mos6502);
        for step in &mut self.instructions {
            offset = offset.wrapping_add(step.bytes.len() as u16);
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
