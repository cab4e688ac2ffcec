//! The unknown bits of magics.

use super::adder::Bit;

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
