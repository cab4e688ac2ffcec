//! Where a piece can go: one step, or any number of hops.

use super::{Set, board::SQUARES};

/// Which hops there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Over an adjacent piece, to the square behind it.
    Standard,
    /// Over a piece at any distance, to as far behind it, if all squares on both sides of it are empty.
    Kangaroo,
}

/// Rows downwards and columns to the right that one step takes.
type Direction = (i16, i16);

const DIRECTIONS: [Direction; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The square so many steps away, if it is on the board.
fn at(from: u8, (down, right): Direction, steps: i16) -> Option<u8> {
    let row = i16::from(from / 16) + down * steps;
    let column = i16::from(from % 16) + right * steps;
    let inside = (0..16).contains(&row) && (0..16).contains(&column);
    u8::try_from(16 * row + column).ok().filter(|_| inside)
}

/// The empty squares beside a square.
pub fn steps(occupied: &Set, from: u8) -> Set {
    let beside = DIRECTIONS.into_iter().filter_map(|direction| at(from, direction, 1));
    beside.filter(|&square| !occupied.is_in(square)).collect()
}

/// Where one hop in this direction lands.
fn hop(occupied: &Set, from: u8, direction: Direction, variant: Variant) -> Option<u8> {
    let square = |steps| at(from, direction, steps);
    let is_empty = |steps| square(steps).is_some_and(|square| !occupied.is_in(square));
    let length = (1..16).find(|&steps| !is_empty(steps))?;
    let short_enough = variant == Variant::Kangaroo || length == 1;
    let clear = (length + 1..=2 * length).all(is_empty);
    square(2 * length).filter(|_| short_enough && clear)
}

/// The square before each square to which hops lead, on a shortest chain of them. The piece that hops is lifted: its
/// own square counts as empty.
fn chains(occupied: &Set, from: u8, variant: Variant) -> [Option<u8>; SQUARES] {
    let mut others = *occupied;
    others.excl(from);
    let mut before = [None; SQUARES];
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for landing in DIRECTIONS.into_iter().filter_map(|direction| hop(&others, square, direction, variant))
        {
            if landing != from && before[usize::from(landing)].is_none() {
                before[usize::from(landing)] = Some(square);
                reached.push(landing);
            }
        }
    }
    before
}

/// The squares to which one or more hops lead. The square itself is not among them.
pub fn hops(occupied: &Set, from: u8, variant: Variant) -> Set {
    let before = chains(occupied, from, variant);
    (0..=255).filter(|&square| before[usize::from(square)].is_some()).collect()
}

/// The squares of a shortest chain of hops, both ends included, if hops lead there.
pub fn chain(occupied: &Set, from: u8, to: u8, variant: Variant) -> Option<Vec<u8>> {
    let before = chains(occupied, from, variant);
    before[usize::from(to)]?;
    let mut chain: Vec<u8> = std::iter::successors(Some(to), |&square| before[usize::from(square)]).collect();
    chain.reverse();
    Some(chain)
}

/// All destinations of a piece. Hops keep the parity of row and column and steps do not, so none is counted twice.
pub fn destinations(occupied: &Set, from: u8, variant: Variant) -> Set {
    let mut all = steps(occupied, from);
    all.extend(hops(occupied, from, variant).squares());
    all
}
