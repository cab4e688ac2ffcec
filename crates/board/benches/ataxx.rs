//! Ataxx: perft, in positions per second.

use arcadian_board::ataxx::{Position, Walls};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn start() -> Position {
    Position::start(Walls::default())
}

#[divan::bench(args = [5, 6], sample_count = 5)]
fn perft(bencher: Bencher<'_, '_>, depth: u8) {
    let nodes = start().perft(depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| divan::black_box(start()).perft(depth));
}
