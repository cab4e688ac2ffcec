//! Values of all wires for a few hundred assignments of the variables: what is 1 for one of them need not be decided.

use super::{Wire, gates::Source};
use crate::random::Random;

/// The words for each wire.
const WORDS: usize = 8;

/// The words that have random values only. The others take assignments that were found, in turns.
const RANDOM_WORDS: usize = 4;

/// The values of the wires.
pub(super) struct Simulation {
    values: Vec<[u64; WORDS]>,
    /// The number of assignments that were found.
    found: usize,
}

/// Returns the value of a gate.
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

    /// Adds the values of a new wire.
    pub(super) fn push(&mut self, source: Source) {
        let words = match source {
            Source::Constant => [0; WORDS],
            Source::Variable(number) => {
                let mut random = Random::new(u64::from(number) << 32);
                [(); WORDS].map(|()| random.next_u64())
            }
            Source::Gate(inputs) => {
                let [condition, set, clear] = inputs.map(|wire| self.of(wire));
                std::array::from_fn(|n| gate(condition[n], set[n], clear[n]))
            }
        };
        self.values.push(words);
    }

    /// Adds an assignment of the variables.
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

    /// Returns the value of a wire for an assignment.
    pub(super) fn value(&self, wire: Wire, example: usize) -> bool {
        self.of(wire)[example / 64 % WORDS] >> (example % 64) & 1 != 0
    }
}
