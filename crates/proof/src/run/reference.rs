//! What is right: what the function of a claim computes, what the conditions allow, or what another routine computes. The outputs
//! of another routine are those from one initial state. Whether they are the same from every other is part of its own verification.

use arcadian_parallel::{
    bit::ParallelBit,
    bitslice::{BitSlice, LANES},
    byte::Byte,
    cancellation::is_cancelled,
    domain::ParallelDomain,
    handle::HandleBit,
    lanes::Lanes,
};

use crate::{
    contract::{
        claim::{Evaluable, Formula, Function},
        field::Field,
        placement::{Placements, RETURN_ADDRESS},
        routine::{Routine, specification::Rule},
    },
    run::{
        explore::{Explorer, Outcome},
        harness::{Expectation, Harness},
        path_group::PathGroup,
    },
};

/// A domain in which claims are computed.
pub(crate) trait Calculable: ParallelDomain<Bit: Evaluable> {
    /// Computes the function of a claim.
    fn compute(function: &Function, input: &[Self], output: &mut [Self]);
}

impl<B: HandleBit + Evaluable> Calculable for Byte<B> {
    fn compute(function: &Function, input: &[Self], output: &mut [Self]) {
        function.compute(input, output);
    }
}

impl<D: Calculable> Expectation<D> {
    /// Returns what is expected for the inputs of the machines in a mask, or `None` if that cannot be computed for all of them at
    /// once.
    pub(crate) fn new(routine: &Routine, input: &[D], mask: D::Bit, instruction_limit: u64) -> Option<Self> {
        let specification = &routine.specification;
        let of_routine = |routine: &Routine| outputs(routine, input, mask, instruction_limit);
        match &specification.rule {
            Rule::Claim(claim) => {
                let Formula::Function(function) = claim.formula? else { return None };
                let mut expected = vec![D::from(0); Field::all_bytes(specification.outputs())];
                D::compute(&function, input, &mut expected);
                Some(Expectation::Bytes(expected))
            }
            Rule::Ensures(_) => Some(Expectation::Conditions(input.to_vec())),
            Rule::SameAs(other) => of_routine(other).map(Expectation::Bytes),
            Rule::Itself => of_routine(routine).map(Expectation::Bytes),
        }
    }
}

impl Expectation<Lanes> {
    /// Like [`new`](Self::new), but if need be lane by lane: `right_output` computes the output for the input of one.
    pub(crate) fn of_lanes(
        routine: &Routine,
        mut right_output: impl FnMut(&[u8]) -> Option<Vec<u8>>,
        input: &[Lanes],
        mask: BitSlice,
        instruction_limit: u64,
    ) -> Self {
        if let Some(expected) = Expectation::new(routine, input, mask, instruction_limit) {
            return expected;
        }
        let input: Vec<_> = input.iter().map(|lanes| lanes.to_bytes()).collect();
        let mut outputs = vec![[0; LANES]; Field::all_bytes(routine.specification.outputs())];
        for lane in mask.lanes().take_while(|_| !is_cancelled()) {
            let lane_input: Vec<_> = input.iter().map(|bytes| bytes[lane]).collect();
            let output = right_output(&lane_input).unwrap_or_default();
            outputs.iter_mut().zip(&output).for_each(|(bytes, byte)| bytes[lane] = *byte);
        }
        Expectation::Bytes(outputs.iter().map(Lanes::from_bytes).collect())
    }
}

/// Returns the outputs of a routine for the inputs of the machines in a mask, or `None` if they cannot be run together. Where it
/// does not return they are 0.
fn outputs<D: ParallelDomain<Bit: Evaluable>>(
    routine: &Routine,
    input: &[D],
    mask: D::Bit,
    instruction_limit: u64,
) -> Option<Vec<D>> {
    let harness = Harness::new(routine, Placements::same(routine.processor(), &routine.layout().standard()));
    let mut memory = harness.memory(|_| 0.into());
    let registers = vec![D::from(0); harness.state().len()];
    let mut core = harness.prepare(&mut memory, &registers);
    harness.store_input(&mut core, &mut memory, input);
    let mut explorer = Explorer::single_stepping(instruction_limit, RETURN_ADDRESS, &routine.code());
    // What it costs does not matter, and the machines with each cost can be a large function.
    let start = PathGroup::with_cost_limit(core, mask, 0);
    let Outcome::Done { returned, .. } = explorer.explore(&mut memory, start) else {
        return None;
    };
    let mut outputs = vec![D::from(0); Field::all_bytes(routine.specification.outputs())];
    for group in &returned {
        for (byte, value) in harness.outputs(&mut memory, &group.core) {
            let zero = D::from(0);
            let own = outputs.get(byte).copied().unwrap_or(zero);
            let bits = value.bits().into_iter().zip(own.bits());
            outputs[byte] = bits
                .enumerate()
                .fold(zero, |all, (n, (value, own))| all | D::place(group.mask.select(value, own), n as u32));
        }
    }
    Some(outputs)
}
