//! A complete search for magics with which several images of a square have the same key, carries included.
//!
//! [`Family::search`] finds only carry-free magics. Here the magics are unknown words of 64 bits. Two facts make the search finite
//! and small:
//!
//! - The key of a single occupied square is a window of the magic, because nothing carries. So equal keys of the images of a square
//!   equate bits of their magics, and bits of a window that would reach below the magic are 0. What is left is one unknown for
//!   each class of equated bits, mostly some tens of unknowns for 256 or 512 bits ([`Bits`]).
//! - All other conditions are about sums: corresponding occupancies must have the same key, and occupancies with different attacks
//!   must have different keys. A [`Solver`] decides them as clauses about the unknowns. It gets only those conditions that its last
//!   answer broke, until an answer breaks none, or the conditions so far have no answer.
//!
//! An occupancy may have the key of another one with the same attacks, so a key can be narrower than its mask. Squares can be
//! inverted before the multiplication, as the source proposes: the sums stay the same, but belong to other attacks.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::{Family, subsets};

/// A variable or its complement: twice the number of the variable, plus 1 for the complement. Variables count from 0.
pub type Literal = u32;

/// A search for values with which all clauses are true.
pub trait Solver {
    /// Adds a clause: one of its literals must be true.
    fn add_clause(&mut self, clause: &[Literal]);

    fn solve(&mut self) -> Answer;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Values of the variables. Those that are not listed are false.
    Values(Vec<bool>),
    Contradiction,
    /// The solver gave up.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Magics of the images with the same keys. They satisfy every condition; see [`Family::shares`].
    Magics(Vec<u64>),
    Impossible,
    /// The solver gave up.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The width in bits, 1 to 16.
    pub width: u32,
    /// The squares of the base square's mask that are inverted before the multiplication. Those of the other images are their images.
    pub inverted: u64,
}

/// The questions of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The unknown bits of all magics together.
    pub unknowns: usize,
    /// The number of times an answer was asked for.
    pub rounds: u32,
    /// Pairs of an occupancy and an image that must have the key of the first image.
    pub equal: usize,
    /// Pairs of occupancies that must have different keys.
    pub different: usize,
}

/// The most conditions added in one round.
const MOST_BROKEN: usize = 40;

impl Family {
    /// Decides whether magics exist with which corresponding occupancies of all images have the same key, and occupancies with
    /// different attacks different keys. `watch` sees the conditions of each round.
    pub fn decide(
        &self,
        form: Form,
        solver: &mut impl Solver,
        mut watch: impl FnMut(&Conditions),
    ) -> (Decision, Conditions) {
        if self.images.is_empty() {
            return (Decision::Magics(Vec::new()), Conditions::default());
        }
        let mut search = Search::new(self, form, solver);
        let decision = loop {
            search.conditions.rounds += 1;
            watch(&search.conditions);
            match search.solver.solve() {
                Answer::Contradiction => break Decision::Impossible,
                Answer::Unknown => break Decision::Unknown,
                Answer::Values(values) => {
                    let magics = search.bits.magics(&values);
                    if search.add_broken(&magics) == 0 {
                        break Decision::Magics(magics);
                    }
                }
            }
        };
        (decision, search.conditions)
    }

    /// Returns whether these magics, one for each image, give corresponding occupancies the same key and occupancies with different
    /// attacks different keys.
    pub fn shares(&self, form: Form, magics: &[u64]) -> bool {
        let problem = Problem::new(self, form);
        magics.len() == self.images.len() && (magics.is_empty() || problem.broken(magics).next().is_none())
    }
}

/// The conditions on the keys of a family.
struct Problem {
    width: u32,
    /// For each image, the bit numbers of the squares of its mask, in corresponding order.
    places: Vec<Vec<u32>>,
    /// Each occupancy, after the inversion, as a subset of the mask's squares by their index; those with the fewest squares first.
    occupancies: Vec<u32>,
    /// The attacks of each occupancy.
    attacks: Vec<u64>,
}

#[derive(Clone, Copy)]
enum BrokenCondition {
    /// The occupancy has another key in this image than in the first.
    Unequal { image: usize, occupancy: u32 },
    /// Two occupancies with different attacks have the same key in the first image.
    Collision(u32, u32),
}

impl Problem {
    fn new(family: &Family, form: Form) -> Self {
        let mask = family.piece.mask(family.base);
        let attacks = |set: u64| family.piece.attacks(family.base, set ^ form.inverted & mask);
        let attacks: Vec<_> = subsets(mask).map(attacks).collect();
        let mut occupancies: Vec<_> = (0..attacks.len() as u32).collect();
        occupancies.sort_by_key(|occupancy| occupancy.count_ones());
        Self { width: form.width.clamp(1, 16), places: family.bits(), occupancies, attacks }
    }

    fn key(&self, image: usize, magic: u64, occupancy: u32) -> usize {
        let places = self.places[image].iter().enumerate();
        let word: u64 = places.map(|(n, place)| u64::from(occupancy >> n & 1) << place).sum();
        (word.wrapping_mul(magic) >> (64 - self.width)) as usize
    }

    /// Iterates over the conditions that magics break, those with the fewest occupied squares first.
    fn broken(&self, magics: &[u64]) -> impl Iterator<Item = BrokenCondition> {
        let mut first_with = vec![None; 1 << self.width];
        self.occupancies.iter().flat_map(move |&occupancy| {
            let key = self.key(0, magics[0], occupancy);
            let other = |&image: &usize| self.key(image, magics[image], occupancy) != key;
            let mut broken: Vec<_> = (1..magics.len())
                .filter(other)
                .map(|image| BrokenCondition::Unequal { image, occupancy })
                .collect();
            let first = *first_with[key].get_or_insert(occupancy);
            if self.attacks[first as usize] != self.attacks[occupancy as usize] {
                broken.push(BrokenCondition::Collision(first, occupancy));
            }
            broken
        })
    }
}

struct Search<'a, S> {
    problem: Problem,
    bits: Bits,
    solver: &'a mut S,
    adders: Adders,
    conditions: Conditions,
}

impl<'a, S: Solver> Search<'a, S> {
    fn new(family: &Family, form: Form, solver: &'a mut S) -> Self {
        let problem = Problem::new(family, form);
        let bits = Bits::new(&problem.places, problem.width);
        let conditions = Conditions { unknowns: bits.unknowns(), ..Conditions::default() };
        let adders = Adders::new(bits.unknowns());
        let mut search = Self { problem, bits, solver, adders, conditions };
        let squares = search.problem.places[0].len();
        for n in 0..squares {
            search.different(0, 1 << n);
            (0..n).for_each(|other| search.different(1 << other, 1 << n));
        }
        search
    }

    /// Adds conditions that magics break, and returns their number.
    fn add_broken(&mut self, magics: &[u64]) -> usize {
        let broken: Vec<_> = self.problem.broken(magics).take(MOST_BROKEN).collect();
        for &condition in &broken {
            match condition {
                BrokenCondition::Unequal { image, occupancy } => self.equal(image, occupancy),
                BrokenCondition::Collision(one, other) => self.different(one, other),
            }
        }
        broken.len()
    }

    /// The key of an occupancy in the image must be that in the first image.
    fn equal(&mut self, image: usize, occupancy: u32) {
        self.conditions.equal += 1;
        for (one, other) in self.key(0, occupancy).into_iter().zip(self.key(image, occupancy)) {
            let differ = self.adders.xor(self.solver, one, other);
            if let Some(differ) = differ {
                self.solver.add_clause(&[differ ^ 1]);
            }
        }
    }

    /// Two occupancies must have different keys in the first image, unless their attacks are the same.
    fn different(&mut self, one: u32, other: u32) {
        if self.problem.attacks[one as usize] == self.problem.attacks[other as usize] {
            return;
        }
        self.conditions.different += 1;
        let pairs = self.key(0, one).into_iter().zip(self.key(0, other));
        let differ: Vec<_> =
            pairs.filter_map(|(one, other)| self.adders.xor(self.solver, one, other)).collect();
        self.solver.add_clause(&differ);
    }

    /// Returns the bits of a key, the lowest first.
    fn key(&mut self, image: usize, occupancy: u32) -> Vec<Bit> {
        let terms = |square: usize| self.bits.shifted(image, self.problem.places[image][square]);
        let sum = self.adders.sum(self.solver, image, occupancy, &terms);
        sum[64 - self.problem.width as usize..].to_vec()
    }
}

/// A bit of a word: a literal, or `None` for 0.
pub(super) type Bit = Option<Literal>;

/// The sums that the solver knows.
pub(super) struct Adders {
    variables: u32,
    /// The sums by image and set of terms.
    sums: HashMap<(usize, u32), Vec<Bit>>,
}

impl Adders {
    /// Creates no sum; the first variables are taken.
    pub(super) fn new(taken: usize) -> Self {
        Self { variables: taken as u32, sums: HashMap::new() }
    }

    /// Returns the sum of a set of terms of an image. Sums share the sums of their lower terms.
    pub(super) fn sum(
        &mut self,
        solver: &mut impl Solver,
        image: usize,
        set: u32,
        term: &impl Fn(usize) -> Vec<Bit>,
    ) -> Vec<Bit> {
        let Some(highest) = set.checked_ilog2() else { return vec![None; 64] };
        if let Some(sum) = self.sums.get(&(image, set)) {
            return sum.clone();
        }
        let rest = self.sum(solver, image, set ^ 1 << highest, term);
        let sum = self.add(solver, &rest, &term(highest as usize));
        self.sums.insert((image, set), sum.clone());
        sum
    }

    /// Adds two words; a carry out of the last bit is lost.
    fn add(&mut self, solver: &mut impl Solver, one: &[Bit], other: &[Bit]) -> Vec<Bit> {
        let mut carry = None;
        let mut sum = Vec::new();
        for (&one, &other) in one.iter().zip(other) {
            let half = self.xor(solver, one, other);
            sum.push(self.xor(solver, half, carry));
            carry = self.majority(solver, [one, other, carry]);
        }
        sum
    }

    pub(super) fn xor(&mut self, solver: &mut impl Solver, one: Bit, other: Bit) -> Bit {
        let (Some(a), Some(b)) = (one, other) else { return one.or(other) };
        if a == b {
            return None;
        }
        let out = self.variable();
        for clause in [[a, b, out ^ 1], [a ^ 1, b ^ 1, out ^ 1], [a, b ^ 1, out], [a ^ 1, b, out]] {
            solver.add_clause(&clause);
        }
        Some(out)
    }

    fn majority(&mut self, solver: &mut impl Solver, bits: [Bit; 3]) -> Bit {
        let mut literals = bits.into_iter().flatten();
        match [literals.next(), literals.next(), literals.next()] {
            [Some(a), Some(b), None] if a == b => Some(a),
            [Some(a), Some(b), None] => {
                let out = self.variable();
                for clause in [&[a ^ 1, b ^ 1, out][..], &[a, out ^ 1], &[b, out ^ 1]] {
                    solver.add_clause(clause);
                }
                Some(out)
            }
            [Some(a), Some(b), Some(c)] => {
                let out = self.variable();
                for (one, other) in [(a, b), (a, c), (b, c)] {
                    solver.add_clause(&[one ^ 1, other ^ 1, out]);
                    solver.add_clause(&[one, other, out ^ 1]);
                }
                Some(out)
            }
            _ => None,
        }
    }

    fn variable(&mut self) -> Literal {
        self.variables += 1;
        2 * (self.variables - 1)
    }
}

/// The magics of several images, as unknowns: bits that must be equal are one unknown.
pub(super) struct Bits {
    /// For each image, its 64 bits, the lowest first.
    magics: Vec<Vec<Bit>>,
    unknowns: usize,
}

impl Bits {
    /// Equates the bits by which images of a square reach the key. `places` has, for each image, the bit numbers of the squares in
    /// corresponding order.
    pub(super) fn new(places: &[Vec<u32>], width: u32) -> Self {
        let mut classes = Classes::new(64 * places.len() + 1);
        let zero = 64 * places.len();
        for square in 0..places[0].len() {
            for key_bit in 64 - width..64 {
                let node = |image: usize| {
                    let bit = key_bit.checked_sub(places[image][square]);
                    bit.map_or(zero, |bit| 64 * image + bit as usize)
                };
                (1..places.len()).for_each(|image| classes.join(node(0), node(image)));
                classes.join(node(0), node(0));
            }
        }
        let mut names = vec![None; zero + 1];
        let mut unknowns = 0;
        let mut name = |node: usize| {
            let class = classes.find(node);
            if class == classes.find(zero) {
                return None;
            }
            let number = *names[class].get_or_insert_with(|| {
                unknowns += 1;
                unknowns - 1
            });
            Some(2 * number)
        };
        let magics =
            (0..places.len()).map(|image| (0..64).map(|bit| name(64 * image + bit)).collect()).collect();
        Self { magics, unknowns: unknowns as usize }
    }

    /// Returns the number of unknowns. They are the first variables of the solver.
    pub(super) fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// Returns the 64 bits of an image's magic, shifted up.
    pub(super) fn shifted(&self, image: usize, shift: u32) -> Vec<Bit> {
        let zeros = std::iter::repeat_n(None, shift as usize);
        zeros.chain(self.magics[image].iter().copied()).take(64).collect()
    }

    /// Returns the magics for values of the unknowns.
    pub(super) fn magics(&self, values: &[bool]) -> Vec<u64> {
        let value = |bit: &Bit| {
            bit.is_some_and(|literal| values.get(literal as usize / 2).is_some_and(|value| *value))
        };
        let word = |bits: &Vec<Bit>| (0..).zip(bits).map(|(n, bit)| u64::from(value(bit)) << n).sum();
        self.magics.iter().map(word).collect()
    }
}

/// Sets of nodes that grow together.
struct Classes(Vec<usize>);

impl Classes {
    fn new(nodes: usize) -> Self {
        Self((0..nodes).collect())
    }

    fn find(&self, mut node: usize) -> usize {
        while self.0[node] != node {
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one] = other;
    }
}
