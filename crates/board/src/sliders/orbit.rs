//! Orbits: four squares that are rotations of each other, and their tables.

use std::cmp::Reverse;

use super::{Family, Found, Piece, Shared, Square, Symmetry};

/// A square and its three rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    base: Square,
}

impl Orbit {
    /// The maximum key width of the search.
    pub const MAX_WIDTH: u32 = 13;

    /// Returns all sixteen orbits.
    pub fn all() -> impl Iterator<Item = Self> {
        Square::all().filter(|&square| Self::of(square).base == square).map(Self::of)
    }

    /// Returns the orbit of a square.
    pub fn of(square: Square) -> Self {
        let turned = |turns| Symmetry::turn(turns).apply(square);
        Self { base: (0..4).map(turned).min().unwrap_or(square) }
    }

    /// Returns its base square: the first in row-major order.
    pub fn base(self) -> Square {
        self.base
    }

    /// Returns the minimum key width, which gives every relevant occupancy a distinct key.
    pub fn min_width(self, piece: Piece) -> u32 {
        piece.mask(self.base).count_ones()
    }

    /// Finds the narrowest key that these turns can share, up to [`MAX_WIDTH`](Self::MAX_WIDTH) bits, and its magics.
    pub fn narrowest(self, piece: Piece, turns: &[u8]) -> Option<(u32, Found)> {
        let family = Family::of_turns(piece, self.base, turns);
        (self.min_width(piece)..=Self::MAX_WIDTH).find_map(|width| Some((width, family.search(width).found?)))
    }

    /// Finds the tables of the four squares: greedily, the most turns that can share one table, then the rest.
    pub fn tables(self, piece: Piece) -> Vec<Shared> {
        let mut left = vec![0, 1, 2, 3];
        let mut tables = Vec::new();
        while let Some((turns, table)) = self.largest(piece, &left) {
            left.retain(|turn| !turns.contains(turn));
            tables.push(table);
        }
        tables
    }

    fn largest(self, piece: Piece, left: &[u8]) -> Option<(Vec<u8>, Shared)> {
        subsets(left).into_iter().find_map(|turns| {
            let (width, found) = self.narrowest(piece, &turns)?;
            let mut magics = [None; 4];
            for (&turn, magic) in turns.iter().zip(found.magics) {
                magics[usize::from(turn % 4)] = Some(magic);
            }
            Some((turns, Shared { piece, base: self.base, width, magics }))
        })
    }
}

/// Returns every nonempty subset of the turns, the largest first.
fn subsets(turns: &[u8]) -> Vec<Vec<u8>> {
    let subset = |set: u8| turns.iter().copied().filter(|turn| set >> turn & 1 != 0).collect();
    let mut subsets: Vec<Vec<u8>> =
        (1..16).map(subset).filter(|subset: &Vec<u8>| !subset.is_empty()).collect();
    subsets.sort_by_key(|subset| Reverse(subset.len()));
    subsets
}

#[cfg(test)]
mod tests {
    use super::{Piece::*, *};

    fn orbit(text: &str) -> Orbit {
        Orbit::of(text.parse().unwrap())
    }

    #[test]
    fn sixteen_orbits() {
        let bases = Orbit::all().map(|orbit| format!("{}{}", orbit.base.row(), orbit.base.column()));
        let listed = "00 01 02 03 04 05 06 11 12 13 14 15 22 23 24 33";
        assert_eq!(bases.collect::<Vec<_>>().join(" "), listed);
        assert_eq!(orbit("h1"), orbit("a8"));
    }

    /// Orbits whose four squares can share one table, with the width of its key.
    #[test]
    fn one_table_for_four_turns() {
        let listed = [(12, "00 01 13"), (11, "04 05 06 24 33"), (10, "11 12 14 15 22 23")];
        for (width, squares) in listed {
            for square in squares.split(' ') {
                let found = orbit(square).narrowest(Rook, &[0, 1, 2, 3]);
                assert_eq!(found.map(|(width, _)| width), Some(width), "{square}");
            }
        }
    }

    #[test]
    fn two_orbits_need_two_tables() {
        for square in ["02", "03"] {
            let orbit = orbit(square);
            assert_eq!(orbit.narrowest(Rook, &[0, 1, 2, 3]), None);
            assert_eq!(orbit.narrowest(Rook, &[0, 1, 2]).unwrap().0, 11);
            for turns in [[0, 1, 3], [0, 2, 3], [1, 2, 3]] {
                assert_eq!(orbit.narrowest(Rook, &turns), None);
            }
            assert_eq!(orbit.narrowest(Rook, &[3]).unwrap().0, 11);
        }
    }

    #[test]
    fn no_orbit_of_eight_shares_one_table() {
        for square in ["01", "02", "03", "12", "13", "23"] {
            let family = Family::of_all(Rook, square.parse().unwrap());
            for width in orbit(square).min_width(Rook)..=Orbit::MAX_WIDTH {
                assert_eq!(family.search(width).found, None, "{square} {width}");
            }
        }
    }

    #[test]
    fn the_search_finds_the_stored_magics() {
        for piece in Piece::ALL {
            let found: Vec<_> = Orbit::all().flat_map(|orbit| orbit.tables(piece)).collect();
            assert_eq!(found, piece.tables());
        }
    }

    /// The magics of a bishop can share more: eight squares one table, at the narrowest width.
    #[test]
    fn eight_squares_of_a_bishop_share_one_table() {
        for square in ["01", "02", "03", "12", "13", "23"] {
            let family = Family::of_all(Bishop, square.parse().unwrap());
            assert!(family.search(orbit(square).min_width(Bishop)).found.is_some(), "{square}");
        }
    }

    /// The search terminates for every width.
    #[test]
    fn any_width() {
        for width in [0, 1, 9, 14, 16, 17, u32::MAX] {
            let found = Family::of_turns(Rook, "d5".parse().unwrap(), &[0, 1, 2, 3]).search(width).found;
            assert_eq!(found.is_some(), width >= 14, "{width}");
        }
    }
}
