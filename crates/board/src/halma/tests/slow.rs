//! A second, slow implementation of the rules for comparison: characters on a padded board, and recursion.

use std::collections::BTreeSet;

use super::*;

/// A board of 16 × 16 squares, `.`, `w` or `b`, with a wide border.
type Grid = Vec<Vec<char>>;

const BORDER: usize = 16;

fn grid(position: &Position) -> Grid {
    let mut grid = vec![vec!['#'; 16 + 2 * BORDER]; 16 + 2 * BORDER];
    for square in 0..=255u8 {
        let (row, column) = (usize::from(square) / 16, usize::from(square) % 16);
        grid[BORDER + row][BORDER + column] = match position.board.at(square) {
            None => '.',
            Some(Color::White) => 'w',
            Some(Color::Black) => 'b',
        };
    }
    grid
}

fn shifted(at: (usize, usize), by: (isize, isize), times: isize) -> (usize, usize) {
    (at.0.wrapping_add_signed(by.0 * times), at.1.wrapping_add_signed(by.1 * times))
}

fn around() -> impl Iterator<Item = (isize, isize)> {
    (0..9).filter(|&n| n != 4).map(|n| (n / 3 - 1, n % 3 - 1))
}

fn hop_on(grid: &Grid, at: (usize, usize), longest: isize, seen: &mut BTreeSet<(usize, usize)>) {
    for by in around() {
        for length in 1..=longest {
            let look = |n| {
                let (row, column) = shifted(at, by, n);
                grid[row][column]
            };
            let piece = matches!(look(length), 'w' | 'b');
            let clear = (1..=2 * length).filter(|&n| n != length).all(|n| look(n) == '.');
            let landing = shifted(at, by, 2 * length);
            if piece && clear && seen.insert(landing) {
                hop_on(grid, landing, longest, seen);
            }
        }
    }
}

/// Returns every legal move, sorted.
pub(super) fn moves(position: &Position, variant: Variant) -> Vec<Move> {
    if position.winner().is_some() {
        return Vec::new();
    }
    let mut grid = grid(position);
    let own = if position.side == Color::White { 'w' } else { 'b' };
    let number = |(row, column): (usize, usize)| (16 * (row - BORDER) + column - BORDER) as u8;
    let mut moves = Vec::new();
    for at in (0..256).map(|n| (BORDER + n / 16, BORDER + n % 16)) {
        if grid[at.0][at.1] != own {
            continue;
        }
        grid[at.0][at.1] = '.';
        let mut seen = BTreeSet::from([at]);
        hop_on(&grid, at, if variant == Variant::Standard { 1 } else { 7 }, &mut seen);
        seen.extend(around().map(|by| shifted(at, by, 1)).filter(|&(row, column)| grid[row][column] == '.'));
        grid[at.0][at.1] = own;
        seen.remove(&at);
        moves.extend(seen.into_iter().map(|to| Move { from: number(at), to: number(to) }));
    }
    moves.sort_unstable();
    moves
}

/// Counts sequences of moves by making every move.
pub(super) fn perft(position: &Position, variant: Variant, depth: u32) -> u64 {
    let moves = moves(position, variant);
    if depth <= 1 {
        return if depth == 0 { 1 } else { moves.len() as u64 };
    }
    let after = |&played| perft(&position.play(played, variant).expect("a legal move"), variant, depth - 1);
    moves.iter().map(after).sum()
}
