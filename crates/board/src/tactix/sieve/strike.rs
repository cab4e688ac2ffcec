//! What a move strikes out.

/// A move that leads from one range to a sibling.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    /// The sibling that strikes: the number of the range without the move's bits.
    pub source: usize,
    /// The move's bits in the number of a word within the range.
    pub inner: usize,
    /// The contents of a word without the move's bits.
    pub without: u64,
    /// How far these contents shift when the move's bits are added.
    pub shift: u32,
}

impl Strike {
    /// Marks in a range what its sibling strikes out.
    pub(super) fn apply(&self, from: &[u64], to: &mut [u64]) {
        self.apply_from(0, from, to);
    }

    /// Marks in a range what some words of its sibling strike out: as many as a power of two, from a multiple of their number.
    pub(super) fn apply_from(&self, first: usize, from: &[u64], to: &mut [u64]) {
        if first & self.inner != 0 {
            return;
        }
        let low = from.len() - 1;
        let to = &mut to[first | self.inner & !low..][..from.len()];
        let inner = self.inner & low;
        // Words that differ only in bits below those of the move are neighbors before and after it.
        let run = 1 << inner.trailing_zeros().min(from.len().ilog2());
        let mut place = 0;
        while place < from.len() {
            self.apply_run(&from[place..][..run], &mut to[place | inner..][..run]);
            // The next multiple of `run` without the bits of the move.
            place = ((place | inner) + run) & !inner;
        }
    }

    fn apply_run(&self, from: &[u64], to: &mut [u64]) {
        if self.shift == 0 {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
        } else {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= (from & self.without) << self.shift);
        }
    }
}

/// Returns, for each range of a level, the strikes that it receives. The level decides some bits of the number of a word from
/// bit `from` on.
pub(super) fn received(moves: &[u64], from: u32, bits: u32) -> Vec<Vec<Strike>> {
    let top = |mask: u64| (mask >> 6 >> from) as usize;
    let of_level: Vec<u64> =
        moves.iter().copied().filter(|mask| top(*mask) != 0 && top(*mask) >> bits == 0).collect();
    let strike = |range: usize, mask: u64| Strike {
        source: range & !top(mask),
        inner: (mask >> 6) as usize & ((1 << from) - 1),
        without: without(mask % 64),
        shift: (mask % 64) as u32,
    };
    let leads_to = |range: usize| of_level.iter().filter(move |mask| top(**mask) & !range == 0);
    (0..1 << bits).map(|range| leads_to(range).map(|mask| strike(range, *mask)).collect()).collect()
}

/// Returns, for each content of a word, the contents from which one move inside the word leads to it.
pub(super) fn above(moves: &[u64]) -> [u64; 64] {
    let inside: Vec<u64> = moves.iter().copied().filter(|mask| *mask < 64).collect();
    std::array::from_fn(|content| {
        let adds = inside.iter().filter(|mask| **mask & content as u64 == 0);
        adds.fold(0, |above, mask| above | 1 << (content as u64 | mask))
    })
}

/// Returns the contents of a word that have none of these bits.
fn without(bits: u64) -> u64 {
    (0..64).filter(|content| content & bits == 0).fold(0, |without, content| without | 1 << content)
}

/// Returns the P-positions among the contents of a word that are not struck out from outside.
pub(super) fn settle_word(mut left: u64, above: &[u64; 64]) -> u64 {
    let mut losing = 0;
    while left != 0 {
        let content = left.trailing_zeros() as usize;
        losing |= left & left.wrapping_neg();
        left &= (left - 1) & !above[content];
    }
    losing
}
