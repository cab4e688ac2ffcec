//! The instructions that candidates consist of.

use arcadian_isa::{CycleKind, Instruction, Mode, Operand, Processor, Row, Status};
use arcadian_parallel::flow::{BytePlace, Resources};

use super::options::Constants;
use crate::{
    idioms::facts,
    model::{Effects, Model},
    options::{Cost, Options},
};

/// Effect of an operation on the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Continues with the next instruction.
    Plain,
    /// Skips this number of instructions if its condition holds.
    Skip(u8),
    /// Returns if its condition holds.
    Return,
}

/// An instruction with its operands, as the search uses it.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) instruction: Instruction,
    /// Its bytes, padded with 0.
    pub(crate) code: [u8; 4],
    pub(crate) kind: Kind,
    /// Its cost if it does not branch.
    pub(crate) cost: Cost,
    pub(crate) taken_cycles: u32,
    /// The relevant resources on which it depends.
    pub(crate) reads: Resources,
    /// The relevant resources that it may change.
    pub(crate) writes: Resources,
    pub(crate) changed: Vec<usize>,
    pub(crate) uses_memory: bool,
}

impl Operation {
    /// Creates a plain operation. Its data flow is unknown.
    pub(crate) fn new(instruction: Instruction, effects: &Effects) -> Operation {
        let row = instruction.row;
        let mut code = [0; 4];
        code.iter_mut().zip(instruction.bytes().iter()).for_each(|(place, byte)| *place = *byte);
        Operation {
            instruction,
            code,
            kind: Kind::Plain,
            cost: Cost { bytes: row.length.into(), cycles: row.cycles.base.into() },
            taken_cycles: u32::from(row.cycles.base) + u32::from(row.cycles.taken),
            reads: 0,
            writes: 0,
            changed: effects.changed.clone(),
            uses_memory: row.bus.has(CycleKind::Read) || row.bus.has(CycleKind::Write),
        }
    }
}

/// The instructions of a search, and the resources that can affect the result.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub(crate) operations: Vec<Operation>,
    /// The resources that can affect a required resource or a branch.
    pub(crate) relevant: Resources,
}

/// The longest forward skip, in instructions.
pub(crate) const MAX_SKIP: u8 = 3;

impl Pool {
    /// Selects the instructions that satisfy the contract's restrictions, from all rows of the processor's tables.
    pub(crate) fn new(model: &Model, options: &Options, constants: &Constants) -> Pool {
        let rows = model.processor.rows().filter(|row| is_selected(row, options));
        let instructions = rows.flat_map(|row| instances(row, model, constants));
        let known: Vec<_> = instructions
            .filter_map(|instruction| Some((instruction, model.effects(&instruction.bytes())?)))
            .collect();
        let known: Vec<_> =
            known.into_iter().filter(|(found, effects)| is_allowed(found.row, effects, options)).collect();
        let relevant = relevant(model, &known);
        let mut operations: Vec<_> =
            known.iter().flat_map(|(found, effects)| operations(model, *found, effects, relevant)).collect();
        operations.sort_by_key(|operation| options.goal.key(operation.cost));
        Pool { operations, relevant }
    }
}

impl Pool {
    /// Returns the number of different instructions with operands.
    pub(crate) fn instructions(&self) -> usize {
        let is_longer_skip = |kind: Kind| matches!(kind, Kind::Skip(count) if count > 1);
        self.operations.iter().filter(|operation| !is_longer_skip(operation.kind)).count()
    }
}

fn is_selected(row: &Row, options: &Options) -> bool {
    !row.alternative
        && match row.status {
            Status::Documented => true,
            Status::Undocumented => options.undocumented,
            Status::Unstable => false,
        }
}

/// Returns the instructions with this row: one for each value of its operand.
fn instances(row: &'static Row, model: &Model, constants: &Constants) -> Vec<Instruction> {
    let instruction = |value: u16| Instruction { row, displacement: 0, value };
    let addresses = model.used().iter().filter_map(|part| match part.place {
        BytePlace::Memory(address) => Some(address),
        _ => None,
    });
    let is_zero_page = |address: &u16| *address < 0x100;
    let value = row.operands().iter().find_map(|operand| match operand {
        Operand::Byte | Operand::Mos(Mode::Immediate) => {
            Some(constants.bytes.iter().map(|b| (*b).into()).collect())
        }
        Operand::Word => Some(constants.words.clone()),
        Operand::Memory => Some(addresses.clone().collect()),
        Operand::Mos(Mode::ZeroPage) => Some(addresses.clone().filter(is_zero_page).collect()),
        Operand::Mos(Mode::Absolute) => {
            Some(addresses.clone().filter(|address| !is_zero_page(address)).collect())
        }
        _ => None,
    });
    let values: Vec<u16> = if is_jump(row) { vec![0] } else { value.unwrap_or_else(|| vec![0]) };
    values.into_iter().map(instruction).collect()
}

/// Returns whether its operand, if it has one, is a target, which is known only when the code is complete.
fn is_jump(row: &Row) -> bool {
    let target = |operand: &Operand| {
        matches!(operand, Operand::Cond(_) | Operand::Word | Operand::Relative | Operand::Mos(Mode::Relative))
    };
    row.operands().first().is_some_and(target)
}

/// Returns whether it is a plain instruction or, if branches are searched, a conditional jump or return.
fn is_allowed(row: &Row, effects: &Effects, options: &Options) -> bool {
    match effects.branches_on {
        None => true,
        Some(_) => options.branches && effects.changed.is_empty() && !row.bus.has(CycleKind::Push),
    }
}

/// Returns the resources that can affect a required resource or a branch.
fn relevant(model: &Model, known: &[(Instruction, Effects)]) -> Resources {
    let branches = known.iter().filter_map(|(_, effects)| effects.branches_on);
    let mut relevant = model.required_resources() | branches.fold(0, |all, sources| all | sources);
    loop {
        let flows = known.iter().flat_map(|(_, effects)| &effects.flow);
        let sources = flows.filter(|(resource, _)| relevant >> resource & 1 != 0).map(|(_, sources)| sources);
        let more = sources.fold(relevant, |all, sources| all | sources);
        if more == relevant {
            return relevant & model.usable_resources();
        }
        relevant = more;
    }
}

/// Returns the operations of an instruction: none if it has no relevant effect or depends on state out of scope, several for a
/// skip.
fn operations(
    model: &Model,
    instruction: Instruction,
    effects: &Effects,
    relevant: Resources,
) -> Vec<Operation> {
    let flows = || effects.flow.iter().filter(|(resource, _)| relevant >> resource & 1 != 0);
    let writes: Resources = flows().fold(0, |all, (resource, _)| all | 1 << resource);
    let reads = flows().fold(effects.branches_on.unwrap_or(0), |all, (_, sources)| all | sources);
    if reads & !model.usable_resources() != 0 || (writes == 0 && effects.branches_on.is_none()) {
        return Vec::new();
    }
    let plain = Operation { reads, writes, ..Operation::new(instruction, effects) };
    let operation = |kind| Operation { kind, ..plain.clone() };
    match (effects.branches_on, instruction.row.bus.has(CycleKind::Pull)) {
        (None, _) => vec![operation(Kind::Plain)],
        (Some(_), true) => vec![operation(Kind::Return)],
        (Some(_), false) => (1..=MAX_SKIP).map(|count| operation(Kind::Skip(count))).collect(),
    }
}

pub(crate) fn return_instruction(processor: Processor) -> Option<Instruction> {
    let row = processor.find(facts(processor).end, &[]).next()?;
    Some(Instruction { row, displacement: 0, value: 0 })
}

/// Returns the cost of the cheapest instruction in each respect.
pub(crate) fn cheapest(operations: &[Operation]) -> Cost {
    let least = |of: fn(&Operation) -> u32| operations.iter().map(of).min().unwrap_or(1);
    Cost { bytes: least(|operation| operation.cost.bytes), cycles: least(|operation| operation.cost.cycles) }
}
