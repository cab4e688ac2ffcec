use std::collections::HashMap;

use super::super::{Piece, Square, Symmetry};
use super::*;

/// A solver by trial: sets what follows from single literals, then tries the first free variable.
#[derive(Default)]
struct Trial {
    clauses: Vec<Vec<Literal>>,
}

impl Trial {
    fn variables(&self) -> usize {
        self.clauses.iter().flatten().map(|literal| *literal as usize / 2 + 1).max().unwrap_or(0)
    }

    fn extend(&self, mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
        loop {
            let mut is_settled = true;
            for clause in &self.clauses {
                let value =
                    |literal: Literal| values[literal as usize / 2].map(|value| value == (literal & 1 == 0));
                if clause.iter().any(|literal| value(*literal) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| value(**literal).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(literal), None) => {
                        values[*literal as usize / 2] = Some(literal & 1 == 0);
                        is_settled = false;
                    }
                    _ => {}
                }
            }
            if is_settled {
                break;
            }
        }
        let Some(free) = values.iter().position(Option::is_none) else { return Some(values) };
        [false, true].into_iter().find_map(|value| {
            let mut values = values.clone();
            values[free] = Some(value);
            self.extend(values)
        })
    }
}

impl Solver for Trial {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self) -> Answer {
        match self.extend(vec![None; self.variables()]) {
            Some(values) => Answer::Values(values.into_iter().map(|value| value == Some(true)).collect()),
            None => Answer::Contradiction,
        }
    }
}

fn form(width: u32) -> Form {
    Form { width, inverted: 0 }
}

fn turns(piece: Piece, square: &str) -> Family {
    Family::of_turns(piece, square.parse().unwrap(), &[0, 1, 2, 3])
}

/// The magics that the carry-free search finds satisfy the conditions, and changed ones do not.
#[test]
fn stored_magics_satisfy_the_conditions() {
    for piece in Piece::ALL {
        for shared in piece.tables() {
            let of = |turns: u8| shared.magics[usize::from(turns)];
            let used: Vec<_> = (0..4).filter(|turns| of(*turns).is_some()).collect();
            let magics: Vec<_> = used.iter().copied().filter_map(of).collect();
            let family = Family::of_turns(piece, shared.base, &used);
            assert!(family.shares(form(shared.width), &magics), "{piece:?} {}", shared.base);
            let changed: Vec<_> = magics.iter().map(|magic| magic & (magic - 1)).collect();
            assert!(!family.shares(form(shared.width), &changed), "{piece:?} {}", shared.base);
            assert!(!family.shares(form(shared.width), &magics[1..]));
        }
    }
}

#[test]
fn finds_magics() {
    for (square, width) in [("b8", 5), ("c7", 5)] {
        let family = turns(Piece::Bishop, square);
        let (decision, conditions) = family.decide(form(width), &mut Trial::default(), |_| ());
        let Decision::Magics(magics) = decision else { panic!("{square}: {decision:?}") };
        assert!(family.shares(form(width), &magics), "{square} {magics:x?}");
        assert!(conditions.rounds > 0 && conditions.unknowns > 0);
    }
}

/// Some square of the mask is in no window of a magic: the first conditions have no answer.
#[test]
fn impossible_keys() {
    let corner = Family::of_all(Piece::Rook, "d8".parse().unwrap());
    for width in [11, 12, 13, 16] {
        let (decision, conditions) = corner.decide(form(width), &mut Trial::default(), |_| ());
        assert_eq!((decision, conditions.rounds), (Decision::Impossible, 1), "{width}");
    }
}

#[test]
fn a_family_of_nothing() {
    let none = Family { piece: Piece::Rook, base: "a8".parse().unwrap(), images: Vec::new() };
    assert_eq!(none.decide(form(12), &mut Trial::default(), |_| ()).0, Decision::Magics(Vec::new()));
    assert!(none.shares(form(12), &[]));
    let one = Family { images: vec![Symmetry::turn(0)], ..none };
    assert!(!one.shares(form(12), &[]));
}

/// The orbits of c8 and d8, which need two tables without carries: these magics share one of 13 bits.
#[test]
fn carries_join_the_last_two_orbits() {
    let magics = [0xCA00_00D0_0800_4006, 0xF940_0060_0D00_8004, 0xFF28_0040_0600_D008, 0xFFE5_0080_0400_600D];
    assert!(turns(Piece::Rook, "c8").shares(form(13), &magics));
    assert!(!turns(Piece::Rook, "c8").shares(form(12), &magics));
}

/// If nothing carries, inverted squares change a key by a constant, so the stored magics serve them, too.
#[test]
fn inverted_squares_keep_carry_free_magics() {
    for shared in Piece::Bishop.tables() {
        let family = Family::of_turns(shared.piece, shared.base, &[0, 1, 2, 3]);
        let magics: Vec<_> = shared.magics.into_iter().flatten().collect();
        for inverted in [u64::MAX, 0x5555_5555_5555_5555] {
            assert!(family.shares(Form { inverted, ..form(shared.width) }, &magics), "{}", shared.base);
        }
    }
}

/// The conditions, as they are defined: invert, multiply, and compare the attacks of equal keys.
#[test]
fn inverted_squares_belong_to_other_attacks() {
    let corner: Square = "a8".parse().unwrap();
    let mask = Piece::Bishop.mask(corner);
    let is_unique = |Form { width, inverted }: Form, magic: u64| {
        let mut sets = HashMap::new();
        subsets(mask).all(|occupied| {
            let key = ((occupied ^ inverted) & mask).wrapping_mul(magic) >> (64 - width);
            let attacks = Piece::Bishop.attacks(corner, occupied);
            *sets.entry(key).or_insert(attacks) == attacks
        })
    };
    let family = Family::of_turns(Piece::Bishop, corner, &[0]);
    let stored = Piece::Bishop.tables()[0].magics[0].unwrap();
    let mut counts = [0, 0];
    for magic in (0..64).map(|shift| stored | 1 << shift).chain([stored]) {
        for (width, inverted) in [(6, 0), (6, u64::MAX), (6, 1 << 37), (5, 0), (7, u64::MAX), (8, 1 << 12)] {
            let form = Form { width, inverted };
            assert_eq!(family.shares(form, &[magic]), is_unique(form, magic), "{magic:x} {form:?}");
            counts[usize::from(is_unique(form, magic))] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}
