//! Ataxx: perft and search, in positions per second.

use arcadian_board::ataxx::{Found, Limits, Position, Search, Walls, Watch};
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

/// An observer that never stops the search.
struct NoWatch;

impl Watch for NoWatch {
    fn is_enough(&mut self) -> bool {
        false
    }
    fn found(&mut self, _: &Found) {}
}

#[divan::bench(sample_count = 5)]
fn search(bencher: Bencher<'_, '_>) {
    let limits = Limits { nodes: 1_000_000, ..Limits::default() };
    let bencher = bencher.counter(ItemsCount::new(limits.nodes));
    bencher.bench(|| Search::new(limits, &mut NoWatch).run(&divan::black_box(start())));
}
