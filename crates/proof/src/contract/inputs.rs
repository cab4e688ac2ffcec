//! Numbered sequences of inputs, their number, and the initial state of one.

use std::ops::Range;

use arcadian_parallel::{
    bitslice::{BitSlice, LANES, Lanes},
    cancellation::is_cancelled,
    random::Random,
};

use crate::contract::{
    field::Field,
    input_space::{InputSpace, transpose},
    placement::Placement,
    routine::specification::Specification,
};

/// A numbered sequence of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All inputs, numbered from 0.
    All,
    /// An endless sequence of random inputs, determined by a seed.
    Sampled(u64),
}

/// The maximum number of random inputs drawn to find one that satisfies `requires`.
const MAX_TRIES: usize = 1000;

pub(crate) struct InputSequence<'a> {
    specification: &'a Specification,
    inputs: Inputs,
    space: InputSpace,
}

impl<'a> InputSequence<'a> {
    pub(crate) fn new(specification: &'a Specification, inputs: Inputs) -> Self {
        InputSequence { specification, inputs, space: InputSpace::new(specification.inputs()) }
    }

    pub(crate) fn input(&self, number: u64) -> Vec<u8> {
        let Inputs::Sampled(seed) = self.inputs else { return self.space.input(number) };
        let mut random = Random::new(seed.wrapping_add(number.wrapping_mul(0xD134_2543_DE82_EF95)));
        let mut sample = || self.sample(&mut random);
        let first = sample();
        let mut others = (0..MAX_TRIES).take_while(|_| !is_cancelled()).map(|_| sample());
        let is_allowed = |input: &Vec<u8>| self.specification.allows_input(input);
        if is_allowed(&first) { first } else { others.find(is_allowed).unwrap_or(first) }
    }

    /// Returns the input with a number if it satisfies `requires`.
    pub(crate) fn valid_input(&self, number: u64) -> Option<Vec<u8>> {
        Some(self.input(number)).filter(|input| self.specification.allows_input(input))
    }

    /// Writes the first inputs of a range to the lanes and returns the lanes that hold one.
    pub(crate) fn lanes(&self, numbers: Range<u64>, input: &mut [Lanes]) -> BitSlice {
        match self.inputs {
            Inputs::All => self.space.lanes(numbers.start, input),
            Inputs::Sampled(_) => {
                let inputs: Vec<_> = numbers.take(LANES).map(|number| self.input(number)).collect();
                transpose(&inputs, input);
                true.into()
            }
        }
    }

    fn sample(&self, random: &mut Random) -> Vec<u8> {
        match self.specification.sampler() {
            None => self.space.sample(random),
            Some(sample) => {
                let mut input = vec![0; Field::all_bytes(self.specification.inputs())];
                sample(random, &mut input);
                input
            }
        }
    }
}

/// The complete state of a machine on entry to a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialState {
    pub(crate) placement: Placement,
    pub(crate) input: Vec<u8>,
    /// The state of the processor, in the order of [`RegisterMap::state`](crate::contract::registers::RegisterMap).
    pub(crate) registers: Vec<u8>,
    /// The values of unconstrained memory bytes. If an address occurs twice, the first value counts.
    pub(crate) memory: Vec<(u16, u8)>,
}

impl InitialState {
    pub fn input(&self) -> &[u8] {
        &self.input
    }
}
