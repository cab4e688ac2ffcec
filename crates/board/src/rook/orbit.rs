//! Four squares that are turns of each other, and the tables they need.

use std::cmp::Reverse;

use super::{Family, Found, Shared, Square, Symmetry, mask};

/// A square and its three turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    base: Square,
}

impl Orbit {
    /// The widest keys that are looked for.
    pub const WIDEST: u32 = 13;

    /// The sixteen of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Square::all().filter(|&square| Self::of(square).base == square).map(Self::of)
    }

    /// The one to which a square belongs.
    pub fn of(square: Square) -> Self {
        let turned = |turns| Symmetry::turn(turns).apply(square);
        Self { base: (0..4).map(turned).min().unwrap_or(square) }
    }

    /// The one of its squares that comes first, row by row.
    pub fn base(self) -> Square {
        self.base
    }

    /// The fewest bits with which every occupation that matters has a key of its own.
    pub fn least(self) -> u32 {
        mask(self.base).count_ones()
    }

    /// The narrowest key that these turns can share, up to [`WIDEST`](Self::WIDEST) bits, and its magics.
    pub fn narrowest(self, turns: &[u8]) -> Option<(u32, Found)> {
        let family = Family::of_turns(self.base, turns);
        (self.least()..=Self::WIDEST).find_map(|width| Some((width, family.search(width).found?)))
    }

    /// Tables for the four squares, as few as there can be: the most turns that can share one, then the rest.
    pub fn tables(self) -> Vec<Shared> {
        let mut left = vec![0, 1, 2, 3];
        let mut tables = Vec::new();
        while let Some((turns, table)) = self.largest(&left) {
            left.retain(|turn| !turns.contains(turn));
            tables.push(table);
        }
        tables
    }

    fn largest(self, left: &[u8]) -> Option<(Vec<u8>, Shared)> {
        parts(left).into_iter().find_map(|turns| {
            let (width, found) = self.narrowest(&turns)?;
            let mut magics = [None; 4];
            for (&turn, magic) in turns.iter().zip(found.magics) {
                magics[usize::from(turn % 4)] = Some(magic);
            }
            Some((turns, Shared { base: self.base, width, magics }))
        })
    }
}

/// Every part of some turns that is not empty, the largest first.
fn parts(turns: &[u8]) -> Vec<Vec<u8>> {
    let part = |set: u8| turns.iter().copied().filter(|turn| set >> turn & 1 != 0).collect();
    let mut parts: Vec<Vec<u8>> = (1..16).map(part).filter(|part: &Vec<u8>| !part.is_empty()).collect();
    parts.sort_by_key(|part| Reverse(part.len()));
    parts
}

#[cfg(test)]
mod tests {
    use super::super::SHARED;
    use super::*;

    fn orbit(text: &str) -> Orbit {
        Orbit::of(text.parse().unwrap())
    }

    #[test]
    fn sixteen() {
        let bases = Orbit::all().map(|orbit| format!("{}{}", orbit.base.row(), orbit.base.column()));
        let listed = "00 01 02 03 04 05 06 11 12 13 14 15 22 23 24 33";
        assert_eq!(bases.collect::<Vec<_>>().join(" "), listed);
        assert_eq!(orbit("h1"), orbit("a8"));
    }

    /// What can share one table and what cannot, with the bits of its key.
    #[test]
    fn one_table_for_four_turns() {
        let listed = [(12, "00 01 13"), (11, "04 05 06 24 33"), (10, "11 12 14 15 22 23")];
        for (width, squares) in listed {
            for square in squares.split(' ') {
                let found = orbit(square).narrowest(&[0, 1, 2, 3]);
                assert_eq!(found.map(|(width, _)| width), Some(width), "{square}");
            }
        }
    }

    #[test]
    fn two_orbits_need_two_tables() {
        for square in ["02", "03"] {
            let orbit = orbit(square);
            assert_eq!(orbit.narrowest(&[0, 1, 2, 3]), None);
            assert_eq!(orbit.narrowest(&[0, 1, 2]).unwrap().0, 11);
            for turns in [[0, 1, 3], [0, 2, 3], [1, 2, 3]] {
                assert_eq!(orbit.narrowest(&turns), None);
            }
            assert_eq!(orbit.narrowest(&[3]).unwrap().0, 11);
        }
    }

    #[test]
    fn no_orbit_of_eight_shares_one_table() {
        for square in ["01", "02", "03", "12", "13", "23"] {
            let family = Family::of_all(square.parse().unwrap());
            for width in orbit(square).least()..=Orbit::WIDEST {
                assert_eq!(family.search(width).found, None, "{square} {width}");
            }
        }
    }

    #[test]
    fn the_search_finds_the_stored_magics() {
        let found: Vec<_> = Orbit::all().flat_map(Orbit::tables).collect();
        assert_eq!(found, SHARED);
    }

    /// Every width a caller can name ends.
    #[test]
    fn any_width() {
        for width in [0, 1, 9, 14, 16, 17, u32::MAX] {
            let found = Family::of_turns("d5".parse().unwrap(), &[0, 1, 2, 3]).search(width).found;
            assert_eq!(found.is_some(), width >= 14, "{width}");
        }
    }
}
