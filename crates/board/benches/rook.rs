//! Rook attacks: the W system's shared tables (76,064 bytes) compared with plain magic tables (2 MiB) on the same random
//! squares and occupancies.

use arcadian_board::rook::{Square, Tables, attacks, mask, subsets};
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

const LOOKUPS: usize = 65_536;

#[divan::bench]
fn w_tables(bencher: Bencher) {
    let tables = Tables::new();
    bench(bencher, |square, occupied| tables.attacks(square, occupied));
}

#[divan::bench]
fn plain_magic(bencher: Bencher) {
    let plain = Plain::new();
    bench(bencher, |square, occupied| plain.attacks(square, occupied));
}

#[divan::bench]
fn ray_walk(bencher: Bencher) {
    bench(bencher, attacks);
}

fn bench(bencher: Bencher, attacks: impl Fn(Square, u64) -> u64 + Sync) {
    let mut random = Random(1);
    let square = |number: u64| Square::from_index((number >> 58) as u8).unwrap();
    let queries: Vec<_> =
        (0..LOOKUPS).map(|_| (square(random.next()), random.next() & random.next())).collect();
    bencher.counter(ItemsCount::new(LOOKUPS)).bench(|| {
        black_box(&queries).iter().fold(0, |sum, &(square, occupied)| sum ^ attacks(square, occupied))
    });
}

/// Plain magic tables: 4096 sets for each square.
struct Plain {
    entries: [(u64, u64); 64],
    sets: Box<[u64]>,
}

impl Plain {
    fn new() -> Self {
        let mut random = Random(2);
        let mut plain = Self { entries: [(0, 0); 64], sets: vec![0; 64 << 12].into() };
        for square in Square::all() {
            let at = square.index() << 12;
            let (magic, sets) = std::iter::repeat_with(|| random.next() & random.next() & random.next())
                .find_map(|magic| Some((magic, table(square, magic)?)))
                .unwrap();
            plain.entries[square.index()] = (mask(square), magic);
            plain.sets[at..at + 4096].copy_from_slice(&sets);
        }
        plain
    }

    fn attacks(&self, square: Square, occupied: u64) -> u64 {
        let (mask, magic) = self.entries[square.index()];
        self.sets[square.index() << 12 | ((occupied & mask).wrapping_mul(magic) >> 52) as usize]
    }
}

/// Builds the table of a magic, or returns `None` if two occupancies with different attacks collide.
fn table(square: Square, magic: u64) -> Option<Vec<u64>> {
    let mut sets = vec![0; 4096];
    for occupied in subsets(mask(square)) {
        let key = (occupied.wrapping_mul(magic) >> 52) as usize;
        let attacked = attacks(square, occupied);
        if sets[key] != 0 && sets[key] != attacked {
            return None;
        }
        sets[key] = attacked;
    }
    Some(sets)
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
