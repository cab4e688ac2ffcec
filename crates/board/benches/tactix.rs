//! TACTIX: images, canonical forms and solutions.

use arcadian_board::tactix::{Board, FIGURE_2, FIGURE_3, Layout, Rule, Solution, Symmetry, grundy_numbers};
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

const FIGURES: [u8; 2] = [2, 3];

fn layout(figure: u8) -> &'static Layout {
    if figure == 2 { &FIGURE_2 } else { &FIGURE_3 }
}

/// Returns 65,536 different boards.
fn words(layout: &Layout) -> Vec<u64> {
    let spread = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & layout.full();
    (0..=u64::from(u16::MAX)).map(spread).collect()
}

#[divan::bench(args = FIGURES)]
fn turn(bencher: Bencher<'_, '_>, figure: u8) {
    let layout = layout(figure);
    let words = words(layout);
    bencher.counter(ItemsCount::new(words.len())).bench_local(|| {
        words.iter().fold(0, |sum, word| sum ^ layout.image(black_box(*word), Symmetry::Clockwise))
    });
}

#[divan::bench(args = FIGURES)]
fn canonical(bencher: Bencher<'_, '_>, figure: u8) {
    let layout = layout(figure);
    let words = words(layout);
    bencher
        .counter(ItemsCount::new(words.len()))
        .bench_local(|| words.iter().fold(0, |sum, word| sum ^ layout.canonical(black_box(*word))));
}

#[divan::bench(args = [4, 5])]
fn solve_normal(bencher: Bencher<'_, '_>, size: usize) {
    solve(bencher, size, Rule::Normal);
}

#[divan::bench(args = [4, 5])]
fn solve_misere(bencher: Bencher<'_, '_>, size: usize) {
    solve(bencher, size, Rule::Misere);
}

fn solve(bencher: Bencher<'_, '_>, size: usize, rule: Rule) {
    bencher
        .counter(ItemsCount::new(1usize << (size * size)))
        .bench_local(|| Board::full(black_box(size)).and_then(|board| Solution::new(board, rule)));
}

#[divan::bench]
fn grundy_4x4() -> Option<u8> {
    let board = Board::full(black_box(4)).ok()?;
    grundy_numbers(&board).ok()?.pop()
}
