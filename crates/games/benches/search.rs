//! The search, in positions per second.

use arcadian_board::{ataxx, halma};
use arcadian_games::search::{Settings, Unwatched};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn settings(nodes: u64) -> Settings {
    Settings { nodes, ..Settings::default() }
}

#[divan::bench(sample_count = 5)]
fn ataxx(bencher: Bencher<'_, '_>) {
    let (start, settings) = (ataxx::Position::start(ataxx::Walls::default()), settings(1_000_000));
    let bencher = bencher.counter(ItemsCount::new(settings.nodes));
    bencher.bench(|| arcadian_games::ataxx::search(&divan::black_box(start), settings, &mut Unwatched));
}

#[divan::bench(args = [halma::Variant::Standard, halma::Variant::Kangaroo], sample_count = 5)]
fn halma(bencher: Bencher<'_, '_>, variant: halma::Variant) {
    let (start, settings) = (halma::Position::start(), settings(200_000));
    let bencher = bencher.counter(ItemsCount::new(settings.nodes));
    bencher
        .bench(|| arcadian_games::halma::search(&divan::black_box(start), variant, settings, &mut Unwatched));
}
