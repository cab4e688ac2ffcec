//! The gates of a circuit. Equal gates are stored once.

use std::{array::from_fn, collections::HashMap};

use super::Wire;
use crate::{
    bdd::{self, BddRef, Reduced},
    random::Random,
};

/// The inputs of a gate, and whether its output is complemented; or a wire that does the same.
pub(super) type Normal = Result<Wire, ([Wire; 3], bool)>;

/// Returns the normal form of a gate, which is that of an operation on decision diagrams.
pub(super) fn normal_form(inputs: [Wire; 3]) -> Normal {
    let wire = |bit: BddRef| Wire(bit.number());
    match bdd::normal_form(inputs.map(|input| BddRef::from_number(input.0))) {
        Reduced::Solved(result) => Ok(wire(result)),
        Reduced::Problem(operands, is_complemented) => Err((operands.map(wire), is_complemented)),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The constant 0.
    Constant,
    Variable(u32),
    /// If the first wire then the second, else the third. `f & g` is `[f, g, 0]` and `f ^ g` is `[f, !g, g]`.
    Gate([Wire; 3]),
}

/// All gates, each after those that it depends on.
pub(super) struct Gates {
    sources: Vec<Source>,
    known: HashMap<[Wire; 3], u32>,
    /// Of each gate the wire that was proven to be the same, itself at first.
    same: Vec<Wire>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Gates { sources: vec![Source::Constant], known: HashMap::new(), same: vec![Wire::FALSE] }
    }

    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    pub(super) fn source(&self, wire: Wire) -> Source {
        // A stale handle has no meaning, and must not panic.
        self.sources.get(wire.index()).copied().unwrap_or(Source::Constant)
    }

    pub(super) fn sources(&self) -> &[Source] {
        &self.sources
    }

    pub(super) fn push(&mut self, source: Source) -> Wire {
        let wire = Wire((self.sources.len() as u32) << 1);
        self.sources.push(source);
        self.same.push(wire);
        wire
    }

    /// Returns the wire that a wire was proven to be the same as.
    pub(super) fn simplest(&self, wire: Wire) -> Wire {
        let same = self.same.get(wire.index()).copied().unwrap_or(Wire::FALSE);
        same.complement_if(wire.is_complemented())
    }

    pub(super) fn set_never(&mut self, wire: Wire) {
        if let Some(same) = self.same.get_mut(wire.index()) {
            *same = Wire::FALSE.complement_if(wire.is_complemented());
        }
    }

    /// Returns the wire of a gate, or what the gate must be if it is new, with whether its output is complemented.
    pub(super) fn find(&self, inputs: [Wire; 3]) -> Normal {
        let (inputs, is_complemented) = match normal_form(inputs.map(|wire| self.simplest(wire))) {
            Ok(wire) => return Ok(wire),
            Err(gate) => gate,
        };
        if let Some(wire) = self.reduced(inputs) {
            return Ok(wire.complement_if(is_complemented));
        }
        match self.known.get(&inputs) {
            Some(index) => Ok(self.simplest(Wire(index << 1)).complement_if(is_complemented)),
            None => Err((inputs, is_complemented)),
        }
    }

    pub(super) fn insert(&mut self, inputs: [Wire; 3]) -> Wire {
        let wire = self.push(Source::Gate(inputs));
        self.known.insert(inputs, wire.index() as u32);
        wire
    }

    /// Returns the inputs of a conjunction.
    fn factors(&self, wire: Wire) -> Option<[Wire; 2]> {
        match self.source(wire) {
            Source::Gate([one, other, Wire::FALSE]) => Some([one, other]),
            _ => None,
        }
    }

    /// Returns what a conjunction with another conjunction is without a new gate, by rules of Brummayer and Biere ("Local two-level
    /// and-inverter graph minimization without blowup", 2006).
    fn reduced(&self, inputs: [Wire; 3]) -> Option<Wire> {
        let [one, other, Wire::FALSE] = inputs else { return None };
        self.reduced_by(one, other).or_else(|| self.reduced_by(other, one))
    }

    fn reduced_by(&self, one: Wire, other: Wire) -> Option<Wire> {
        let factors = self.factors(one)?;
        let others = self.factors(other).filter(|_| !other.is_complemented());
        let has = |wire: Wire| other == wire || others.is_some_and(|others| others.contains(&wire));
        if !one.is_complemented() {
            // Idempotence and contradiction.
            return match factors {
                [first, second] if other == first || other == second => Some(one),
                [first, second] if has(!first) || has(!second) => Some(Wire::FALSE),
                _ => None,
            };
        }
        let [first, second] = factors;
        // Subsumption: what contradicts a factor implies the complement of their product.
        if has(!first) || has(!second) {
            return Some(other);
        }
        // Resolution.
        let against = self.factors(other).filter(|_| other.is_complemented())?;
        let resolves = |common: Wire, rest: Wire| against == [common, !rest] || against == [!rest, common];
        if resolves(first, second) {
            Some(!first)
        } else if resolves(second, first) {
            Some(!second)
        } else {
            None
        }
    }
}

/// The gates that some wires depend on, each after those that it depends on.
pub(super) struct Cone {
    /// The indices of the gates and variables.
    members: Vec<u32>,
    /// The source of each member, with positions instead of numbers: of gates in `members`, of variables in `variables`.
    sources: Vec<Source>,
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
        let mut values = vec![[0; BLOCK_WORDS]; self.sources.len()];
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
const BLOCK_WORDS: usize = 8;

/// The number of variables of which all values occur in a block of words.
const WITHIN_BLOCK: usize = 9;

/// Returns the values of a variable in the block with a number.
fn within_block(place: usize, block: u64) -> [u64; BLOCK_WORDS] {
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
        (Some(word), _) => [*word; BLOCK_WORDS],
        (None, None) => from_fn(|n| all((n >> (place - WITHIN_WORD.len())) as u64)),
        (None, Some(place)) => [all(block >> place); BLOCK_WORDS],
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

/// The words for each wire.
const WORDS: usize = 8;

/// The words that have random values only. The others take assignments that were found, in turns.
const RANDOM_WORDS: usize = 4;

pub(super) struct Simulation {
    values: Vec<[u64; WORDS]>,
    /// The number of assignments that were found.
    found: usize,
}

#[inline(always)]
pub(super) fn gate(condition: u64, set: u64, clear: u64) -> u64 {
    clear ^ condition & (set ^ clear)
}

impl Simulation {
    pub(super) fn new() -> Self {
        Simulation { values: vec![[0; WORDS]], found: 0 }
    }

    fn of(&self, wire: Wire) -> [u64; WORDS] {
        let complement = 0_u64.wrapping_sub(u64::from(wire.is_complemented()));
        self.values.get(wire.index()).map_or([0; WORDS], |words| words.map(|word| word ^ complement))
    }

    pub(super) fn push(&mut self, source: Source) {
        let words = match source {
            Source::Constant => [0; WORDS],
            Source::Variable(number) => {
                let mut random = Random::new(u64::from(number) << 32);
                [(); WORDS].map(|()| random.next_u64())
            }
            Source::Gate(inputs) => {
                let [condition, set, clear] = inputs.map(|wire| self.of(wire));
                from_fn(|n| gate(condition[n], set[n], clear[n]))
            }
        };
        self.values.push(words);
    }

    pub(super) fn add(&mut self, sources: &[Source], assignment: &[bool]) {
        const PLACES: usize = 64 * (WORDS - RANDOM_WORDS);
        let place = self.found % PLACES;
        let (word, bit) = (RANDOM_WORDS + place / 64, place % 64);
        self.found += 1;
        for (index, source) in sources.iter().enumerate() {
            let value = match *source {
                Source::Constant => false,
                Source::Variable(number) => assignment.get(number as usize).copied().unwrap_or(false),
                Source::Gate(inputs) => {
                    let [condition, set, clear] = inputs.map(|wire| self.of_word(wire, word));
                    gate(condition, set, clear) >> bit & 1 != 0
                }
            };
            let word = &mut self.values[index][word];
            *word = *word & !(1 << bit) | u64::from(value) << bit;
        }
    }

    fn of_word(&self, wire: Wire, word: usize) -> u64 {
        self.values[wire.index()][word] ^ 0_u64.wrapping_sub(u64::from(wire.is_complemented()))
    }

    /// Returns the number of an assignment for which a wire is 1.
    pub(super) fn example(&self, wire: Wire) -> Option<usize> {
        let words = self.of(wire);
        // Those that were found first: they tell more.
        let found = (0..WORDS).rev().find(|n| words[*n] != 0)?;
        Some(64 * found + words[found].trailing_zeros() as usize)
    }

    pub(super) fn value(&self, wire: Wire, example: usize) -> bool {
        self.of(wire)[example / 64 % WORDS] >> (example % 64) & 1 != 0
    }
}
