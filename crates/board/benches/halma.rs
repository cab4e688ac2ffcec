//! Halma: perft from the initial position on one core. divan's `item` is one leaf.
//!
//! The last move is not made: the destinations of every piece are counted, steps by their bits and hops by a flood
//! fill over the 64 squares that hops can reach. All earlier moves are made and unmade.

use arcadian_board::halma::{Position, Variant, perft};
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

#[divan::bench(args = [Variant::Standard, Variant::Kangaroo], sample_count = 20)]
fn perft_4(bencher: Bencher, variant: Variant) {
    let start = Position::start();
    bencher
        .counter(ItemsCount::new(perft(&start, variant, 4)))
        .bench(|| perft(black_box(&start), variant, 4));
}
