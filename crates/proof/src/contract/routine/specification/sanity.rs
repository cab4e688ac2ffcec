//! Specifications that no routine can satisfy, or that say nothing.

use crate::contract::{
    field::Field,
    input_space::{InputSpace, KnownBits, VariableOrder},
    routine::Routine,
};
use arcadian_parallel::{
    bdd::{self, BddRef, Bounds},
    byte::Byte,
    byte::ParallelBit,
    random::Random,
};

use super::{Specification, bits, constants};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecificationFault {
    /// There is no input that a routine must process.
    #[error("no input satisfies `requires`")]
    NoInput,
    /// The conditions hold whatever the value of an output field, or of a byte `FIELD.n` of it, is.
    #[error("`ensures` allows every value of the output `{0}`, for every input")]
    Unconstrained(String),
}

/// The number of random inputs for which each output is checked first.
const SAMPLES: usize = 64;

const BOUNDS: Bounds = Bounds { nodes: 500_000 };

impl Routine {
    pub fn specification_fault(&self) -> Option<SpecificationFault> {
        let specification = &self.specification;
        if !specification.requires.is_empty() && specification.has_no_input() {
            return Some(SpecificationFault::NoInput);
        }
        if specification.ensures().is_empty() {
            return None;
        }
        let silent = specification.unconstrained_outputs();
        silent
            .first()
            .map(|byte| SpecificationFault::Unconstrained(specification.output_name(*byte, &silent)))
    }

    /// Returns whether no output at all satisfies `ensures` for an input.
    pub(crate) fn is_contradictory_for(&self, input: &[u8]) -> bool {
        let specification = &self.specification;
        if specification.ensures().is_empty() {
            return false;
        }
        let output = specification.symbolic_outputs();
        let holds = specification.ensured(&constants(input), &bits(&output));
        !bdd::is_aborted() && holds == BddRef::FALSE
    }
}

impl Specification {
    fn has_no_input(&self) -> bool {
        let (_, allowed) = self.allowed_inputs(&InputSpace::new(&self.inputs));
        !bdd::is_aborted() && allowed == BddRef::FALSE
    }

    /// Returns all inputs as functions of new variables, and the condition under which `requires` allows them. Nothing else has
    /// variables.
    fn allowed_inputs(&self, space: &InputSpace) -> (Vec<Byte<BddRef>>, BddRef) {
        bdd::reset(space.variable_count(), BOUNDS);
        let (input, is_valid) = space.symbolic_input(VariableOrder::Forward, &[]);
        let allowed = is_valid & self.allows(&input);
        (input, allowed)
    }

    /// Returns the space of the inputs, in which the bits are fixed that are the same wherever `requires` is true: the high byte of
    /// a word that must be less than 256. There are no variables afterward.
    pub(crate) fn input_space(&self) -> InputSpace {
        let mut space = InputSpace::new(&self.inputs);
        if !self.requires.is_empty() {
            let (input, allowed) = self.allowed_inputs(&space);
            if !bdd::is_aborted() && allowed != BddRef::FALSE {
                space.fix(
                    input.iter().enumerate().map(|(byte, value)| known_bits(byte, *value, allowed)).collect(),
                );
            }
        }
        space
    }

    fn unconstrained_outputs(&self) -> Vec<usize> {
        let mut silent: Vec<usize> = (0..Field::all_bytes(&self.outputs)).collect();
        let space = InputSpace::new(&self.inputs);
        let mut random = Random::new(0);
        for _ in 0..SAMPLES {
            let input = space.sample(&mut random);
            if silent.is_empty() {
                return Vec::new();
            }
            if self.allows_input(&input) {
                let output = self.symbolic_outputs();
                let holds = self.ensured(&constants(&input), &bits(&output));
                // A contradiction is not silence. Verification finds it.
                if holds == BddRef::FALSE || bdd::is_aborted() {
                    return Vec::new();
                }
                silent.retain(|byte| !depends(holds, 0, *byte));
            }
        }
        // What no sample showed may still hold for rare inputs.
        bdd::reset(space.variable_count() + self.output_variables(), BOUNDS);
        let (input, is_valid) = space.symbolic_input(VariableOrder::Forward, &[]);
        let first = space.variable_count();
        let output: Vec<_> = (0..Field::all_bytes(&self.outputs)).map(|_| variable_byte()).collect();
        let allowed = is_valid & self.allows(&input);
        let holds = self.ensured(&bits(&input), &bits(&output)).simplify(allowed);
        silent.retain(|byte| !depends(holds, first, *byte) && !bdd::is_aborted());
        silent
    }

    /// Returns the name of an output byte: the field, or `FIELD.n` if only a part of it is meant.
    fn output_name(&self, byte: usize, silent: &[usize]) -> String {
        let mut first = 0;
        for field in &self.outputs {
            let range = first..first + field.bytes();
            first = range.end;
            if range.contains(&byte) {
                let is_whole = range.clone().all(|byte| silent.contains(&byte));
                return if is_whole {
                    field.name.clone()
                } else {
                    format!("{}.{}", field.name, byte - range.start)
                };
            }
        }
        String::new()
    }

    /// Returns bytes of new variables for the outputs. Nothing else has variables.
    pub(super) fn symbolic_outputs(&self) -> Vec<Byte<BddRef>> {
        bdd::reset(self.output_variables(), BOUNDS);
        (0..Field::all_bytes(&self.outputs)).map(|_| variable_byte()).collect()
    }

    pub(super) fn output_variables(&self) -> usize {
        8 * Field::all_bytes(&self.outputs)
    }

    pub(super) fn ensured(&self, input: &[[BddRef; 8]], output: &[[BddRef; 8]]) -> BddRef {
        let mut evaluator = self.evaluator(input, output);
        let conditions = self.ensures().iter();
        conditions.fold(BddRef::TRUE, |all, condition| all & condition.holds(&mut evaluator, BddRef::TRUE))
    }
}

/// Returns the bits of an input byte that are the same wherever a condition is true.
fn known_bits(byte: usize, value: Byte<BddRef>, allowed: BddRef) -> KnownBits {
    let known = value.0.map(|bit| bit.constant(allowed));
    let byte_where =
        |is_set: fn(Option<bool>) -> bool| (0..8).fold(0, |all, n| all | u8::from(is_set(known[n])) << n);
    KnownBits { byte, mask: byte_where(|bit| bit.is_some()), value: byte_where(|bit| bit == Some(true)) }
}

/// Returns whether a function depends on an output byte. The variables of the outputs begin with the number `first`.
fn depends(function: BddRef, first: usize, byte: usize) -> bool {
    let range = first + 8 * byte..first + 8 * byte + 8;
    function.support().into_iter().any(|variable| range.contains(&variable))
}

fn variable_byte() -> Byte<BddRef> {
    Byte::from_fn(|_| BddRef::new_variable())
}
