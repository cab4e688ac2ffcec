//! What another routine computes, as a specification: its outputs from one initial state. Whether they are the same from every
//! other is part of its own verification.

use crate::{
    bit::ParallelBit,
    explore::{Explorer, Outcome},
    field::Field,
    harness::Harness,
    parallel::ParallelDomain,
    path_group::PathGroup,
    placement::Places,
    routine::{RETURN_ADDRESS, Routine},
};

/// Returns the outputs of a routine for the inputs of the machines in a mask, or `None` if they cannot be run together. Where it
/// does not return they are 0.
pub(crate) fn outputs<D: ParallelDomain>(
    routine: &Routine,
    input: &[D],
    mask: D::Bit,
    instruction_limit: u64,
) -> Option<Vec<D>> {
    let harness = Harness::new(routine, Places::same(routine.processor(), &routine.layout().standard()));
    let mut memory = harness.memory(|_| 0.into());
    let registers = vec![D::from(0); harness.state().len()];
    let mut core = harness.prepare(&mut memory, &registers);
    harness.store_input(&mut core, &mut memory, input);
    let mut explorer = Explorer::single_stepping(instruction_limit, RETURN_ADDRESS, &routine.code());
    let Outcome::Done { returned, .. } = explorer.explore(&mut memory, PathGroup::new(core, mask)) else {
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
