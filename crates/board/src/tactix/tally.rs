//! Bits counted by their place in a word.

/// The places whose numbers have 0, 1, … 6 bits set.
const PLACES: [u64; 7] = places();

/// The number of words after which a place could overflow.
const FULL: u32 = 255;

/// How many of some words have each bit set, and their sums over the places whose numbers have equally many bits set.
///
/// The numbers are kept as bit planes: an addition to all 64 is a few operations on words, where counting the bits of a word
/// under seven masks would take many.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    planes: [u64; 8],
    added: u32,
    counts: [u64; 7],
}

impl Tally {
    /// Adds the bits of a word.
    pub(super) fn add(&mut self, word: u64) {
        let mut carry = word;
        for plane in &mut self.planes {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
            if carry == 0 {
                break;
            }
        }
        self.added += 1;
        if self.added == FULL {
            self.flush();
        }
    }

    /// Returns the number of bits at places whose numbers have 0, 1, … 6 bits set.
    pub(super) fn counts(&mut self) -> [u64; 7] {
        self.flush();
        self.counts
    }

    fn flush(&mut self) {
        for (weight, plane) in self.planes.iter().enumerate() {
            for (count, places) in self.counts.iter_mut().zip(PLACES) {
                *count += u64::from((plane & places).count_ones()) << weight;
            }
        }
        self.planes = [0; 8];
        self.added = 0;
    }
}

const fn places() -> [u64; 7] {
    let mut places = [0; 7];
    let mut place: u32 = 0;
    while place < 64 {
        places[place.count_ones() as usize] |= 1 << place;
        place += 1;
    }
    places
}
