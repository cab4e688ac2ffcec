//! Which outputs are right, for the inputs of many machines.

use crate::{
    bdd::BddRef,
    bitslice::{BitSlice, LANES},
    byte::Byte,
    claim::{Formula, Function},
    field::Field,
    lanes::Lanes,
    parallel::ParallelDomain,
    reference,
    replay::Reference,
    routine::Routine,
    specification::Rule,
};

/// Which outputs are right.
pub(crate) enum Expectation<D> {
    /// These bytes.
    Bytes(Vec<D>),
    /// Those that satisfy the conditions of the specification for these input bytes.
    Conditions(Vec<D>),
}

/// A domain in which claims are written.
pub(crate) trait Calculable: ParallelDomain {
    /// Returns the function of a claim in this domain.
    fn function(function: &Function) -> fn(&[Self], &mut [Self]);
}

impl Calculable for Lanes {
    fn function(function: &Function) -> fn(&[Self], &mut [Self]) {
        function.lanes
    }
}

impl Calculable for Byte<BddRef> {
    fn function(function: &Function) -> fn(&[Self], &mut [Self]) {
        function.symbolic
    }
}

impl<D: Calculable> Expectation<D> {
    /// Returns what is expected for the inputs of the machines in a mask, or `None` if that cannot be computed for all of them at
    /// once.
    pub(crate) fn new(routine: &Routine, input: &[D], mask: D::Bit, instruction_limit: u64) -> Option<Self> {
        let specification = &routine.specification;
        let of_routine = |routine: &Routine| reference::outputs(routine, input, mask, instruction_limit);
        match &specification.rule {
            Rule::Claim(claim) => {
                let Formula::Function(function) = claim.formula? else { return None };
                let mut expected = vec![D::from(0); Field::all_bytes(specification.outputs())];
                D::function(&function)(input, &mut expected);
                Some(Expectation::Bytes(expected))
            }
            Rule::Ensures(_) => Some(Expectation::Conditions(input.to_vec())),
            Rule::SameAs(other) => of_routine(other).map(Expectation::Bytes),
            Rule::Itself => of_routine(routine).map(Expectation::Bytes),
        }
    }
}

impl<D> Expectation<D> {
    /// Returns the bytes that it consists of.
    pub(crate) fn bytes(&self) -> &[D] {
        match self {
            Expectation::Bytes(bytes) | Expectation::Conditions(bytes) => bytes,
        }
    }
}

impl Expectation<Lanes> {
    /// Like [`new`](Self::new), but if need be lane by lane.
    pub(crate) fn of_lanes(
        routine: &Routine,
        reference: &mut Reference,
        input: &[Lanes],
        mask: BitSlice,
        instruction_limit: u64,
    ) -> Self {
        if let Some(expected) = Expectation::new(routine, input, mask, instruction_limit) {
            return expected;
        }
        let input: Vec<_> = input.iter().map(|lanes| lanes.to_bytes()).collect();
        let mut outputs = vec![[0; LANES]; Field::all_bytes(routine.specification.outputs())];
        for lane in mask.lanes() {
            let lane_input: Vec<_> = input.iter().map(|bytes| bytes[lane]).collect();
            let output = reference.outputs(&lane_input).unwrap_or_default();
            outputs.iter_mut().zip(&output).for_each(|(bytes, byte)| bytes[lane] = *byte);
        }
        Expectation::Bytes(outputs.iter().map(Lanes::from_bytes).collect())
    }
}
