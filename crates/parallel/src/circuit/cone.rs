//! What a wire depends on, and its value for given variables.

use std::array::from_fn;

use super::{
    Wire,
    gates::{Gates, Source},
    simulation::gate,
};

/// The gates that some wires depend on, each after those that it depends on.
pub(super) struct Cone {
    /// The indices of the gates and variables.
    members: Vec<u32>,
    /// What each is, with places in place of numbers: of gates among the members, of variables among the variables.
    sources: Vec<Source>,
    /// The variables' numbers.
    variables: Vec<u32>,
    output: Wire,
}

impl Cone {
    pub(super) fn of(gates: &Gates, wire: Wire) -> Cone {
        let members = members(gates, wire);
        let place = |wire: Wire| {
            let place = members.binary_search(&(wire.index() as u32)).unwrap_or(0);
            Wire((place as u32) << 1).complement_if(wire.is_complemented())
        };
        let mut variables = Vec::new();
        let source = |index: &u32| match gates.source(Wire(index << 1)) {
            Source::Gate(inputs) => Source::Gate(inputs.map(place)),
            Source::Variable(number) => {
                variables.push(number);
                Source::Variable(variables.len() as u32 - 1)
            }
            Source::Constant => Source::Constant,
        };
        let sources = members.iter().map(source).collect();
        Cone { sources, variables, output: place(wire), members }
    }

    pub(super) fn variables(&self) -> &[u32] {
        &self.variables
    }

    /// Returns the wires of the members.
    pub(super) fn wires(&self) -> impl Iterator<Item = Wire> {
        self.members.iter().map(|index| Wire(index << 1))
    }

    /// Returns the number of steps in which every assignment is tried, if they are not too many to count.
    pub(super) fn steps(&self) -> Option<u64> {
        let blocks = 1_u64.checked_shl(self.variables.len().saturating_sub(WITHIN_BLOCK) as u32)?;
        blocks.checked_mul(self.sources.len() as u64)
    }

    /// Returns the output for 64 assignments for each word; `variable` returns the values of a variable by its place.
    fn output<const N: usize>(
        &self,
        values: &mut [[u64; N]],
        variable: impl Fn(usize) -> [u64; N],
    ) -> [u64; N] {
        let of = |values: &[[u64; N]], wire: Wire| {
            let complement = 0_u64.wrapping_sub(u64::from(wire.is_complemented()));
            values[wire.index()].map(|word| word ^ complement)
        };
        for (place, source) in self.sources.iter().enumerate() {
            values[place] = match *source {
                Source::Constant => [0; N],
                Source::Variable(place) => variable(place as usize),
                Source::Gate(inputs) => {
                    let [condition, set, clear] = inputs.map(|wire| of(values, wire));
                    from_fn(|n| gate(condition[n], set[n], clear[n]))
                }
            };
        }
        of(values, self.output)
    }

    /// Returns the value for an assignment. Variables that it does not list are 0.
    pub(super) fn evaluate(&self, assignment: &[bool]) -> bool {
        let is_set = |number: u32| assignment.get(number as usize).copied().unwrap_or(false);
        let variable = |place: usize| [u64::from(is_set(self.variables[place]))];
        self.output(&mut vec![[0]; self.sources.len()], variable)[0] & 1 != 0
    }

    /// Tries all assignments. Returns one for which the output is 1; `Err` if it was stopped.
    pub(super) fn find(&self, must_stop: &mut dyn FnMut() -> bool) -> Result<Option<Vec<bool>>, ()> {
        let mut values = vec![[0; WORDS]; self.sources.len()];
        for block in 0..1_u64 << self.variables.len().saturating_sub(WITHIN_BLOCK) {
            if must_stop() {
                return Err(());
            }
            let output = self.output(&mut values, |place| within_block(place, block));
            if let Some(word) = output.iter().position(|word| *word != 0) {
                let value =
                    |place| within_block(place, block)[word] >> output[word].trailing_zeros() & 1 != 0;
                return Ok(Some(self.assignment(value)));
            }
        }
        Ok(None)
    }

    /// Returns the assignment with these values of the variables by their places.
    fn assignment(&self, value: impl Fn(usize) -> bool) -> Vec<bool> {
        let count = self.variables.last().map_or(0, |last| *last as usize + 1);
        let mut assignment = vec![false; count];
        for (place, number) in self.variables.iter().enumerate() {
            assignment[*number as usize] = value(place);
        }
        assignment
    }
}

/// The words of assignments that are tried at once.
const WORDS: usize = 8;

/// The number of variables of which all values occur in a block of words.
const WITHIN_BLOCK: usize = 9;

/// Returns the values of a variable in the block with a number.
fn within_block(place: usize, block: u64) -> [u64; WORDS] {
    const WITHIN_WORD: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    let all = |bit: u64| 0_u64.wrapping_sub(bit & 1);
    match (WITHIN_WORD.get(place), place.checked_sub(WITHIN_BLOCK)) {
        (Some(word), _) => [*word; WORDS],
        (None, None) => from_fn(|n| all((n >> (place - WITHIN_WORD.len())) as u64)),
        (None, Some(place)) => [all(block >> place); WORDS],
    }
}

/// Returns the indices of what a wire depends on, in order.
fn members(gates: &Gates, wire: Wire) -> Vec<u32> {
    let mut is_member = vec![false; wire.index() + 1];
    is_member[wire.index()] = true;
    // Index 0 is the constant, which gates of two inputs have as a third.
    for index in (1..=wire.index()).rev() {
        if !is_member[index] {
            continue;
        }
        if let Source::Gate(inputs) = gates.source(Wire((index as u32) << 1)) {
            inputs.iter().for_each(|input| is_member[input.index()] = true);
        }
    }
    (0..is_member.len()).filter(|index| is_member[*index]).map(|index| index as u32).collect()
}
