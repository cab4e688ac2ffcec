//! Destinations of a piece: one step or any number of hops.

use super::{Set, board::SQUARES};

/// The rule for hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Over an adjacent piece to the square directly beyond it.
    Standard,
    /// Over a piece at any distance to the square at the same distance beyond it, if all other squares between are empty.
    Kangaroo,
}

/// One step: rows down, columns to the right.
type Direction = (i16, i16);

const DIRECTIONS: [Direction; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Returns the square some steps away, or `None` outside the board.
fn at(from: u8, (down, right): Direction, steps: i16) -> Option<u8> {
    let row = i16::from(from / 16) + down * steps;
    let column = i16::from(from % 16) + right * steps;
    let inside = (0..16).contains(&row) && (0..16).contains(&column);
    u8::try_from(16 * row + column).ok().filter(|_| inside)
}

/// Returns the empty squares around a square.
pub fn steps(occupied: &Set, from: u8) -> Set {
    let adjacent = DIRECTIONS.into_iter().filter_map(|direction| at(from, direction, 1));
    adjacent.filter(|&square| !occupied.is_in(square)).collect()
}

/// Returns the landing square of one hop in a direction.
fn hop(occupied: &Set, from: u8, direction: Direction, variant: Variant) -> Option<u8> {
    let square = |steps| at(from, direction, steps);
    let is_empty = |steps| square(steps).is_some_and(|square| !occupied.is_in(square));
    let length = (1..16).find(|&steps| !is_empty(steps))?;
    let short_enough = variant == Variant::Kangaroo || length == 1;
    let clear = (length + 1..=2 * length).all(is_empty);
    square(2 * length).filter(|_| short_enough && clear)
}

/// Returns, for each square reachable by hops, its predecessor on a shortest chain of hops. The hopping piece is
/// lifted: its own square counts as empty.
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

/// Returns the squares reachable by one or more hops, without the starting square.
pub fn hops(occupied: &Set, from: u8, variant: Variant) -> Set {
    let before = chains(occupied, from, variant);
    (0..=255).filter(|&square| before[usize::from(square)].is_some()).collect()
}

/// Returns a shortest chain of hops, both ends included, or `None` if hops do not lead there.
pub fn chain(occupied: &Set, from: u8, to: u8, variant: Variant) -> Option<Vec<u8>> {
    let before = chains(occupied, from, variant);
    before[usize::from(to)]?;
    let mut chain: Vec<u8> = std::iter::successors(Some(to), |&square| before[usize::from(square)]).collect();
    chain.reverse();
    Some(chain)
}

/// Returns all destinations of a piece. Hops preserve the parities of row and column and steps do not, so no
/// destination is reached both ways.
pub fn destinations(occupied: &Set, from: u8, variant: Variant) -> Set {
    let mut all = steps(occupied, from);
    all.extend(hops(occupied, from, variant).squares());
    all
}
