//! ROTATE on sixteen bytes: regular and special move, finding a letter, the solved board, a key.
//!
//! Nothing is assumed of the bytes, nor of positions: the claims hold for 2^128 boards and all 256 positions.

use arcadian_board::rotate::{
    Board,
    cells::{self, Cells},
};
use arcadian_cpu::Domain;

use crate::{
    claim::{Claim, formula},
    claims::{Listing, sheets},
    field::{Field, Values},
};

const POSITION: Field = Field::new("position", Values::Any(1));
const LETTER: Field = Field::new("letter", Values::Any(1));
const BOARD: Field = Field::new("board", Values::Like(b"ABCDEFGHIJKLMNOP"));
const REFUSED: Field = Field::new("refused", Values::Below(2));
const MISSING: Field = Field::new("missing", Values::Below(2));
const SOLVED: Field = Field::new("solved", Values::Below(2));

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "rotate_turn",
        about: "ROTATE's regular move by position, refused where no group begins",
        inputs: &[POSITION, BOARD],
        outputs: &[BOARD, REFUSED],
        plain: turn,
        formula: formula!(turn_formula),
        sample: None,
    },
    Claim {
        name: "rotate_special",
        about: "ROTATE's special move by position, refused in the last column",
        inputs: &[POSITION, BOARD],
        outputs: &[BOARD, REFUSED],
        plain: special,
        formula: formula!(special_formula),
        sample: None,
    },
    Claim {
        name: "rotate_find",
        about: "where a letter first stands on ROTATE's board, 0 if it does not",
        inputs: &[LETTER, BOARD],
        outputs: &[POSITION, MISSING],
        plain: find,
        formula: formula!(find_formula),
        sample: None,
    },
    Claim {
        name: "rotate_solved",
        about: "whether ROTATE's board is in order",
        inputs: &[BOARD],
        outputs: &[SOLVED],
        plain: solved,
        formula: formula!(solved_formula),
        sample: None,
    },
    Claim {
        name: "rotate_key",
        about: "ROTATE's regular move by letter, refused where no group begins",
        inputs: &[LETTER, BOARD],
        outputs: &[BOARD, REFUSED],
        plain: key,
        formula: formula!(key_formula),
        sample: None,
    },
];

pub(super) const SHEETS: &[Listing] = sheets!["rturn", "rspec", "rfind", "rdone", "rkey"];

/// The input's board, after its first byte.
fn board(input: &[u8]) -> Cells {
    std::array::from_fn(|index| input[index + 1])
}

fn give(output: &mut [u8], cells: Cells, done: bool) {
    output[..16].copy_from_slice(&cells);
    output[16] = u8::from(!done);
}

fn turn(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let done = cells::turn(&mut cells, input[0].into());
    give(output, cells, done);
}

fn special(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let done = cells::special(&mut cells, input[0].into());
    give(output, cells, done);
}

fn key(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let done = cells::key(&mut cells, input[0]);
    give(output, cells, done);
}

fn find(input: &[u8], output: &mut [u8]) {
    let position = cells::find(&board(input), input[0]);
    output[0] = position.map_or(0, |position| position as u8);
    output[1] = u8::from(position.is_none());
}

fn solved(input: &[u8], output: &mut [u8]) {
    output[0] = u8::from(Board::SOLVED.letters() == input);
}

/// The two places, counted from 0, that a special move at a position exchanges, and the four that a turn carries on.
fn pair(position: usize) -> [usize; 2] {
    [position - 1, position]
}

fn ring(position: usize) -> [usize; 4] {
    [position - 1, position, position + 4, position + 3]
}

fn same<D: Domain>(one: D, other: D) -> D::Bit {
    (one ^ other).is_zero()
}

/// At each position where `chosen` holds, every place of a ring gets what the place before it had; refused is
/// a choice of none of them.
fn carry<D: Domain, const N: usize>(
    input: &[D],
    output: &mut [D],
    rings: impl Iterator<Item = (D::Bit, [usize; N])>,
) {
    output[..16].copy_from_slice(&input[1..]);
    let mut refused = D::Bit::from(true);
    for (chosen, ring) in rings {
        for (i, place) in ring.into_iter().enumerate() {
            let before = input[1 + ring[(i + N - 1) % N]];
            output[place] = D::select(chosen, before, output[place]);
        }
        refused = refused & !chosen;
    }
    output[16] = D::place(refused, 0);
}

fn turn_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let at = |position: usize| same(input[0], D::from(position as u8));
    let rings = (1..=16).filter(|&position| Board::can_turn(position));
    carry(input, output, rings.map(|position| (at(position), ring(position))));
}

fn special_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let at = |position: usize| same(input[0], D::from(position as u8));
    let rings = (1..=16).filter(|&position| Board::can_swap(position));
    carry(input, output, rings.map(|position| (at(position), pair(position))));
}

/// Whether the letter stands at each place and at none before it.
fn first<D: Domain>(input: &[D]) -> [D::Bit; 16] {
    let mut before = D::Bit::from(false);
    std::array::from_fn(|place| {
        let here = same(input[0], input[1 + place]) & !before;
        before = before | here;
        here
    })
}

fn find_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let zero = D::from(0);
    let position = |(place, here): (u8, _)| D::select(here, D::from(place + 1), zero);
    output[0] = (0..).zip(first(input)).map(position).fold(zero, |all, one| all | one);
    output[1] = D::place(output[0].is_zero(), 0);
}

fn solved_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let letters = (b'A'..).map(D::from).zip(input);
    let solved = letters.fold(D::Bit::from(true), |all, (letter, &cell)| all & same(letter, cell));
    output[0] = D::place(solved, 0);
}

fn key_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let first = first(input);
    let rings = (1..=16).filter(|&position| Board::can_turn(position));
    carry(input, output, rings.map(|position| (first[position - 1], ring(position))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// An input of few different bytes, so that letters are found, are missing and stand in several places.
    fn input(random: &mut Random, bytes: usize) -> Vec<u8> {
        let kinds = 1 + random.below(18);
        let mut input: Vec<u8> = (0..bytes).map(|_| b'A' + random.below(kinds) as u8).collect();
        match random.below(4) {
            0 => input[0] = random.byte(),
            1 => input[0] = random.below(20) as u8,
            _ => {}
        }
        input
    }

    fn agree(claim: &Claim, formula: fn(&[u8], &mut [u8]), input: &[u8]) {
        let bytes = Field::all_bytes(claim.outputs);
        let (mut plain, mut short) = (vec![0xAA; bytes], vec![0x55; bytes]);
        (claim.plain)(input, &mut plain);
        formula(input, &mut short);
        assert_eq!(plain, short, "{} of {input:?}", claim.name);
    }

    #[test]
    fn formulas_say_what_the_oracle_says() {
        let mut random = Random::new(4);
        let formulas = [turn_formula, special_formula, find_formula, solved_formula, key_formula];
        for (claim, formula) in CLAIMS.iter().zip(formulas) {
            let bytes = Field::all_bytes(claim.inputs);
            (0..50_000).for_each(|_| agree(claim, formula, &input(&mut random, bytes)));
        }
    }

    /// Every position and every letter, on boards.
    #[test]
    fn formulas_on_boards() {
        for board in [*b"ABCDEFGHIJKLMNOP", *b"BCDHFGEPIJKLAMNO", [0; 16]] {
            for byte in 0..=255 {
                let input = [&[byte][..], &board].concat();
                for (n, formula) in [
                    (0, turn_formula as fn(&[u8], &mut [u8])),
                    (1, special_formula),
                    (2, find_formula),
                    (4, key_formula),
                ] {
                    agree(&CLAIMS[n], formula, &input);
                }
            }
            agree(&CLAIMS[3], solved_formula, &board);
            for (place, bit) in (0..16).flat_map(|place| (0..8).map(move |bit| (place, bit))) {
                let mut wrong = board;
                wrong[place] ^= 1 << bit;
                agree(&CLAIMS[3], solved_formula, &wrong);
            }
        }
    }
}
