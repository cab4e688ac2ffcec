//! ROTATE: turns and shortest solutions.

use arcadian_board::rotate::{Board, PAIRS, Rules, Solver};
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

const GROUPS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];
const MEMORY: usize = 512 << 20;
const REGULAR: Rules = Rules { special: false, limit: usize::MAX };

/// Returns the solved board after this many counterclockwise turns of the groups in rotation.
fn puzzle(turns: usize) -> Board {
    let mut board = Board::SOLVED;
    GROUPS.iter().cycle().take(turns).for_each(|&position| board.unturn(position));
    board
}

#[divan::bench]
fn turn(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(GROUPS.len())).bench_local(|| {
        let mut board = black_box(Board::SOLVED);
        GROUPS.iter().for_each(|&position| board.turn(position));
        board
    });
}

/// Solves from scratch: the time includes computing the layers.
#[divan::bench(args = [8, 10, 12, 14])]
fn solve(turns: usize) -> bool {
    Solver::new(MEMORY).solve(&puzzle(turns), REGULAR, |_| {}).is_ok()
}

#[divan::bench(args = [5, 6, 7])]
fn layers(depth: usize) -> usize {
    Solver::new(MEMORY).new_boards(depth).unwrap_or(0)
}

/// Computes the equivalents of all twelve special moves.
#[divan::bench]
fn special() -> usize {
    let mut solver = Solver::new(MEMORY);
    PAIRS
        .into_iter()
        .filter(|&position| matches!(solver.worth(position), Ok(Some(worth)) if worth.is_least))
        .count()
}
