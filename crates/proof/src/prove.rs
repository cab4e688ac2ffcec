//! All inputs at once: bits are Boolean functions of the input.

use arcadian_cpu::{Core, I8080, Mos6502};
use arcadian_isa::Processor;

use crate::{
    bits::Byte,
    diagrams::{self, Bit, Bounds},
    field::Field,
    finding::{Extent, Finding, Start, Times},
    memory::Memory,
    routine::{HOME, Routine},
    space::{Order, Space},
    stage::Stage,
    ways::{Arrival, Group, Guide},
};

/// Why a proof was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    /// The claim has no formula.
    #[error("what it must do is not written as a formula")]
    NoFormula,
    /// A bound was reached.
    #[error("its decision diagrams grow too large, after {0} nodes")]
    TooLarge(usize),
}

/// Variables for bytes that nothing is said of and the routine reads nevertheless; the 6502 does so when it crosses
/// a page.
const SPARE: usize = 1024 * 8;

/// Proves a routine for all inputs at once, or finds one for which it is wrong.
///
/// What grows too large with one order of the variables is tried with another, and then case by case: for each value of
/// the first fields, as long as these are single bytes.
pub fn prove(routine: &Routine, bounds: Bounds, limit: u64) -> Result<Finding, NoProof> {
    if routine.claim.sample.is_some() || routine.claim.formula.is_none() {
        return Err(NoProof::NoFormula);
    }
    let space = Space::new(routine.claim.inputs);
    let mut error = NoProof::NoFormula;
    for split in 0.. {
        let Some(cases) = space.cases(split) else { break };
        for order in [Order::Forward, Order::Backward] {
            match attempt(routine, &space, order, &cases, bounds, limit) {
                Ok(finding) => return Ok(finding),
                Err(found) => error = found,
            }
        }
    }
    Err(error)
}

fn attempt(
    routine: &Routine,
    space: &Space,
    order: Order,
    cases: &[Vec<u8>],
    bounds: Bounds,
    limit: u64,
) -> Result<Finding, NoProof> {
    let mut all = Finding::default();
    for placement in routine.placements() {
        let Some(stage) = Stage::new(routine, *placement) else { continue };
        for case in cases {
            let problem = Problem { stage: &stage, space, order, case, bounds, limit };
            let found = match routine.processor() {
                Processor::Mos6502 => problem.on::<Mos6502<Byte<Bit>>>(),
                _ => problem.on::<I8080<Byte<Bit>>>(),
            }?;
            all = all.and(found);
            if all.wrong.is_some() {
                return Ok(all);
            }
        }
    }
    Ok(all)
}

/// A routine with some of its input.
struct Problem<'a> {
    stage: &'a Stage<'a>,
    space: &'a Space,
    order: Order,
    case: &'a [u8],
    bounds: Bounds,
    limit: u64,
}

impl Problem<'_> {
    fn on<C: Core<Byte<Bit>>>(&self) -> Result<Finding, NoProof> {
        let Problem { stage, space, order, case, bounds, limit } = *self;
        let claim = stage.routine.claim;
        let formula = claim.formula.ok_or(NoProof::NoFormula)?;
        let registers = stage.registers().len();
        diagrams::begin(u16::try_from(space.width() + 8 * registers + SPARE).unwrap_or(u16::MAX), bounds);
        let too_large = || NoProof::TooLarge(diagrams::nodes());

        let (input, valid) = space.symbolic(order, case);
        let others: Vec<_> = (0..registers).map(|_| unknown(0)).collect();
        let mut expected = vec![Byte::from(0); Field::all_bytes(claim.outputs)];
        (formula.symbolic)(&input, &mut expected);

        let assembly = &stage.routine.assembly;
        let mut memory = Memory::new(assembly.origin, &assembly.image, stage.routine.device, unknown);
        let mut core: C = stage.prepare(&mut memory, &others);
        stage.feed(&mut core, &mut memory, &input);
        let arrival =
            Guide::watchful(limit, HOME, &stage.routine.code()).lead(&mut memory, Group::new(core, valid));
        let Arrival::There(groups, mut wrong) = arrival else { return Err(too_large()) };
        for group in &groups {
            wrong = wrong | stage.wrong(&mut memory, &core, group, &expected);
        }
        let start = |bit: Bit| {
            let values = bit.witness()?;
            let (own, rest) = values.split_at(space.width().min(values.len()));
            let mut bytes =
                rest.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit)));
            let registers = bytes.by_ref().take(registers).collect();
            let memory = memory.guessed().iter().copied().zip(bytes).collect();
            Some(Start {
                placement: stage.placement,
                input: space.witness(order, case, own),
                registers,
                memory,
            })
        };
        let extent = |part: (u64, Bit)| Some(Extent::of(part.0, &start(part.1)?.input));
        let parts = || groups.iter().flat_map(|group| &group.took);
        let span = |parts: Vec<(u64, Bit)>| {
            let least = parts.iter().copied().min_by_key(|part| part.0)?;
            let most = parts.iter().copied().max_by_key(|part| part.0)?;
            Some(extent(least)?.and(extent(most)?))
        };
        let cycles = span(parts().map(|(ran, who)| (ran.cycles, *who)).collect());
        let instructions = span(parts().map(|(ran, who)| (ran.instructions, *who)).collect());
        let found = Finding {
            wrong: start(wrong),
            times: cycles.zip(instructions).map(|(cycles, instructions)| Times { cycles, instructions }),
        };
        if diagrams::is_exhausted() { Err(too_large()) } else { Ok(found) }
    }
}

/// A byte of which nothing is said.
fn unknown(_: u16) -> Byte<Bit> {
    Byte::from_fn(|_| Bit::variable())
}
