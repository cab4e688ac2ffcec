//! The rook's W system: the bit of a square, turning and reflecting a board, the key of a square, the squares attacked.
//!
//! A board is 8 bytes, bit n of the W system in byte n / 8. Squares are 8 × row + column, row 0 being rank 8.

use arcadian_board::rook::{self, Axis, Key, SHARED, Shared, Square, squares};
use arcadian_cpu::Domain;

use crate::{
    claim::{Claim, formula},
    claims::{Binary, Listing, sheets},
    field::{Field, Values},
};

const BOARD: Field = Field::new("board", Values::Any(8));
const SQUARE: Field = Field::new("square", Values::Below(64));
const BIT: Field = Field::new("bit", Values::Below(64));
const BYTE: Field = Field::new("byte", Values::Below(8));
const MASK: Field = Field::new("mask", Values::Any(1));
const AXIS: Field = Field::new("axis", Values::Below(4));
const OCCUPIED: Field = Field::new("occupied", Values::Any(8));
const KEY: Field = Field::new("key", Values::Any(2));
const ATTACKED: Field = Field::new("attacked", Values::Any(8));

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "w_bit",
        about: "the bit of a square in the W system",
        inputs: &[SQUARE],
        outputs: &[BIT, BYTE, MASK],
        plain: place,
        formula: formula!(place_formula),
        sample: None,
    },
    Claim {
        name: "w_turn",
        about: "a quarter turn of a chess board in the W system",
        inputs: &[BOARD],
        outputs: &[BOARD],
        plain: turn,
        formula: formula!(turn_formula),
        sample: None,
    },
    Claim {
        name: "w_reflect",
        about: "a reflection of a chess board in the W system, about UL-LR, vertical, LL-UR, horizontal axis",
        inputs: &[AXIS, BOARD],
        outputs: &[BOARD],
        plain: reflect,
        formula: formula!(reflect_formula),
        sample: None,
    },
    Claim {
        name: "w_key",
        about: "the key of a rook's square in the W system",
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[KEY],
        plain: key,
        formula: formula!(key_formula),
        sample: None,
    },
    Claim {
        name: "w_attacks",
        about: "the squares that a rook attacks, in the W system",
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[ATTACKED],
        plain: attacks,
        formula: formula!(attacks_formula),
        sample: None,
    },
];

pub(super) const SHEETS: &[Listing] = sheets!["wbit", "wturn", "wref", "wkey", "watt"];

pub(super) const BINARIES: &[Binary] = &[
    Binary { file: "rook-index.bin", bytes: include_bytes!("../../../../asm/rook-index.bin") },
    Binary { file: "rook-sets.bin", bytes: include_bytes!("../../../../asm/rook-sets.bin") },
];

/// The word of 8 bytes.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The axes by their numbers: each is the first and so many quarter turns.
const AXES: [Axis; 4] = [Axis::Falling, Axis::Vertical, Axis::Rising, Axis::Horizontal];

/// The keys of all squares.
fn keys() -> impl Iterator<Item = Key> {
    SHARED.into_iter().flat_map(Shared::keys).map(|(_, key)| key)
}

fn place(input: &[u8], output: &mut [u8]) {
    let bit = Square::from_index(input[0]).map_or(0, Square::bit);
    output.copy_from_slice(&[bit as u8, bit as u8 / 8, 1 << (bit % 8)]);
}

fn turn(input: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&rook::turn(word(input)).to_le_bytes());
}

fn reflect(input: &[u8], output: &mut [u8]) {
    let axis = AXES.get(usize::from(input[0])).copied().unwrap_or(Axis::Falling);
    output.copy_from_slice(&rook::reflect(word(&input[1..]), axis).to_le_bytes());
}

fn key(input: &[u8], output: &mut [u8]) {
    let key = keys().find(|key| key.square().index() == usize::from(input[0]));
    let key = key.map_or(0, |key| key.of(word(&input[1..])));
    output.copy_from_slice(&key.to_le_bytes());
}

fn attacks(input: &[u8], output: &mut [u8]) {
    let attacked = Square::from_index(input[0]).map_or(0, |square| rook::attacks(square, word(&input[1..])));
    output.copy_from_slice(&attacked.to_le_bytes());
}

/// A bit of a board.
fn bit<D: Domain>(board: &[D], n: u32) -> D::Bit {
    board[n as usize / 8].bit(n % 8)
}

/// Sets a bit of a board where it holds.
fn set<D: Domain>(board: &mut [D], n: u32, holds: D::Bit) {
    let byte = &mut board[n as usize / 8];
    *byte = *byte | D::place(holds, n % 8);
}

/// Whether the input's first byte is this square.
fn on<D: Domain>(input: &[D], square: Square) -> D::Bit {
    (input[0] ^ D::from(square.index() as u8)).is_zero()
}

/// What stands in the table, square by square.
fn place_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        let bit = square.bit() as u8;
        let row = [bit, bit / 8, 1 << (bit % 8)];
        for (output, value) in output.iter_mut().zip(row) {
            *output = *output | D::select(on(input, square), D::from(value), D::from(0));
        }
    }
}

/// Every square goes where its coordinates go.
fn reflect_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for (number, axis) in (0..).zip(AXES) {
        let chosen = (input[0] ^ D::from(number)).is_zero();
        for square in Square::all() {
            set(output, axis.reflect(square).bit(), chosen & bit(&input[1..], square.bit()));
        }
    }
}

/// Every square goes where its coordinates go.
fn turn_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        set(output, square.turned().bit(), bit(input, square.bit()));
    }
}

/// Every bit of the key is the squares that come to it.
fn key_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for key in keys() {
        let here = on(input, key.square());
        for (n, sources) in (0..).zip(key.sources()) {
            for square in squares(sources) {
                set(output, n, here & bit(&input[1..], square.bit()));
            }
        }
    }
}

/// From the rook outwards, as long as nothing stands there.
fn attacks_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        for direction in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            let mut open = on(input, square);
            let mut next = square.step(direction);
            while let Some(here) = next {
                set(output, here.bit(), open);
                open = open & !bit(&input[1..], here.bit());
                next = here.step(direction);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arcadian_board::rook::{Tables, base_sets};

    use super::*;
    use crate::random::Random;

    /// The formula, evaluated for one machine, is the oracle's answer.
    fn check(claim: &Claim, formula: fn(&[u8], &mut [u8]), inputs: impl Iterator<Item = Vec<u8>>) {
        let bytes = claim.outputs.iter().map(Field::bytes).sum();
        let (mut plain, mut said) = (vec![0; bytes], vec![0; bytes]);
        for input in inputs {
            (claim.plain)(&input, &mut plain);
            formula(&input, &mut said);
            assert_eq!(said, plain, "{} {input:02X?}", claim.name);
        }
    }

    fn boards() -> impl Iterator<Item = Vec<u8>> {
        let mut random = Random::new(1);
        (0..40).map(move |_| (random.number() & random.number()).to_le_bytes().to_vec())
    }

    fn rooks() -> impl Iterator<Item = Vec<u8>> {
        let on = |board: Vec<u8>| (0..64).map(move |square| [&[square], board.as_slice()].concat());
        boards().flat_map(on)
    }

    #[test]
    fn formulas_say_what_the_oracle_says() {
        let [place, turn, reflect, key, attacks] = CLAIMS else { panic!("five claims") };
        let single = (0..64).map(|n| (1_u64 << n).to_le_bytes().to_vec());
        let flips = |board: Vec<u8>| (0..4).map(move |axis| [&[axis], board.as_slice()].concat());
        check(place, place_formula, (0..64).map(|square| vec![square]));
        check(turn, turn_formula, single.clone().chain(boards()));
        check(reflect, reflect_formula, single.chain(boards()).flat_map(flips));
        check(key, key_formula, rooks());
        check(attacks, attacks_formula, rooks());
    }

    #[test]
    fn the_sheets_include_the_oracle_s_tables() {
        let sets: Vec<u8> = base_sets().into_iter().flat_map(u64::to_le_bytes).collect();
        let [index, attacked] = BINARIES else { panic!("two files") };
        assert!(index.bytes == Tables::new().numbers());
        assert!(attacked.bytes == sets);
    }
}
