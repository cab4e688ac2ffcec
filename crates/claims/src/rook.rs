//! The rook in the W system: bit numbers of squares, rotation and reflection of boards, keys, attacked squares.
//!
//! A board is 8 bytes; bit n of the W system is in byte n / 8. A square is 8 × row + column, where row 0 is rank 8.

use arcadian_board::sliders::{self, Axis, Key, Piece, Square, squares};
use arcadian_proof::{Claim, Domain, Field, Values, formula};

const BOARD: Field = Field::new("board", Values::Any(8));
const SQUARE: Field = Field::new("square", Values::Below(64));
const BIT: Field = Field::new("bit", Values::Below(64));
const BYTE: Field = Field::new("byte", Values::Below(8));
const MASK: Field = Field::new("mask", Values::Any(1));
const AXIS: Field = Field::new("axis", Values::Below(4));
const OCCUPIED: Field = Field::new("occupied", Values::Any(8));
const KEY: Field = Field::new("key", Values::Any(2));
const ATTACKED: Field = Field::new("attacked", Values::Any(8));

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        name: "w_bit",
        about: "the bit number, byte index and mask of a square in the W system",
        inputs: &[SQUARE],
        outputs: &[BIT, BYTE, MASK],
        reference: locate,
        formula: formula!(locate_formula),
        sample: None,
    },
    Claim {
        name: "w_turn",
        about: "a quarter turn of a chess board in the W system",
        inputs: &[BOARD],
        outputs: &[BOARD],
        reference: turn,
        formula: formula!(turn_formula),
        sample: None,
    },
    Claim {
        name: "w_reflect",
        about: "a reflection of a chess board in the W system; axis 0 UL-LR, 1 vertical, 2 LL-UR, 3 horizontal",
        inputs: &[AXIS, BOARD],
        outputs: &[BOARD],
        reference: reflect,
        formula: formula!(reflect_formula),
        sample: None,
    },
    Claim {
        name: "w_key",
        about: "the key of a rook's square in the W system",
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[KEY],
        reference: key,
        formula: formula!(key_formula),
        sample: None,
    },
    Claim {
        name: "w_attacks",
        about: "the squares that a rook attacks, in the W system",
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[ATTACKED],
        reference: attacks,
        formula: formula!(attacks_formula),
        sample: None,
    },
];

/// Reads a little-endian word of up to 8 bytes.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The axes by number: axis n is axis 0 followed by n quarter turns.
const AXES: [Axis; 4] = [Axis::MainDiagonal, Axis::Vertical, Axis::AntiDiagonal, Axis::Horizontal];

fn keys() -> impl Iterator<Item = Key> {
    Piece::Rook.tables().iter().flat_map(|shared| shared.keys()).map(|(_, key)| key)
}

fn locate(input: &[u8], output: &mut [u8]) {
    let bit = Square::from_index(input[0]).map_or(0, Square::bit);
    output.copy_from_slice(&[bit as u8, bit as u8 / 8, 1 << (bit % 8)]);
}

fn turn(input: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&sliders::turn(word(input)).to_le_bytes());
}

fn reflect(input: &[u8], output: &mut [u8]) {
    let axis = AXES.get(usize::from(input[0])).copied().unwrap_or(Axis::MainDiagonal);
    output.copy_from_slice(&sliders::reflect(word(&input[1..]), axis).to_le_bytes());
}

fn key(input: &[u8], output: &mut [u8]) {
    let key = keys().find(|key| key.square().index() == usize::from(input[0]));
    let key = key.map_or(0, |key| key.of(word(&input[1..])));
    output.copy_from_slice(&key.to_le_bytes());
}

fn attacks(input: &[u8], output: &mut [u8]) {
    let attacked =
        Square::from_index(input[0]).map_or(0, |square| Piece::Rook.attacks(square, word(&input[1..])));
    output.copy_from_slice(&attacked.to_le_bytes());
}

fn bit<D: Domain>(board: &[D], n: u32) -> D::Bit {
    board[n as usize / 8].bit(n % 8)
}

fn set_if<D: Domain>(board: &mut [D], n: u32, condition: D::Bit) {
    let byte = &mut board[n as usize / 8];
    *byte = *byte | D::place(condition, n % 8);
}

/// Returns whether the input's first byte is this square.
fn is_square<D: Domain>(input: &[D], square: Square) -> D::Bit {
    (input[0] ^ D::from(square.index() as u8)).is_zero()
}

/// Selects the row of a table, square by square.
fn locate_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        let bit = square.bit() as u8;
        let row = [bit, bit / 8, 1 << (bit % 8)];
        for (output, value) in output.iter_mut().zip(row) {
            *output = *output | D::select(is_square(input, square), D::from(value), D::from(0));
        }
    }
}

fn reflect_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for (number, axis) in (0..).zip(AXES) {
        let is_axis = (input[0] ^ D::from(number)).is_zero();
        for square in Square::all() {
            set_if(output, axis.reflect(square).bit(), is_axis & bit(&input[1..], square.bit()));
        }
    }
}

fn turn_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        set_if(output, square.turned().bit(), bit(input, square.bit()));
    }
}

/// Each bit of the key is the union of its source squares.
fn key_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for key in keys() {
        let is_rook = is_square(input, key.square());
        for (n, sources) in (0..).zip(key.sources()) {
            for square in squares(sources) {
                set_if(output, n, is_rook & bit(&input[1..], square.bit()));
            }
        }
    }
}

/// Follows each direction from the rook up to and including the first occupied square.
fn attacks_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for square in Square::all() {
        for direction in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            let mut is_open = is_square(input, square);
            let mut next = square.step(direction);
            while let Some(target) = next {
                set_if(output, target.bit(), is_open);
                is_open = is_open & !bit(&input[1..], target.bit());
                next = target.step(direction);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arcadian_board::sliders::{Tables, base_sets};
    use arcadian_proof::Random;

    use super::*;
    use crate::tests::assert_agree;

    fn check(claim: &Claim, inputs: impl Iterator<Item = Vec<u8>>) {
        inputs.for_each(|input| assert_agree(claim, &input));
    }

    fn boards() -> impl Iterator<Item = Vec<u8>> {
        let mut random = Random::new(1);
        (0..40).map(move |_| (random.next_u64() & random.next_u64()).to_le_bytes().to_vec())
    }

    fn rooks() -> impl Iterator<Item = Vec<u8>> {
        let on = |board: Vec<u8>| (0..64).map(move |square| [&[square], board.as_slice()].concat());
        boards().flat_map(on)
    }

    #[test]
    fn formulas_equal_the_oracle() {
        let [locate, turn, reflect, key, attacks] = CLAIMS else { panic!("five claims") };
        let single = (0..64).map(|n| (1_u64 << n).to_le_bytes().to_vec());
        let flips = |board: Vec<u8>| (0..4).map(move |axis| [&[axis], board.as_slice()].concat());
        check(locate, (0..64).map(|square| vec![square]));
        check(turn, single.clone().chain(boards()));
        check(reflect, single.chain(boards()).flat_map(flips));
        check(key, rooks());
        check(attacks, rooks());
    }

    #[test]
    fn binary_files_equal_the_tables_of_the_oracle() {
        let sets: Vec<u8> = base_sets(Piece::Rook).into_iter().flat_map(u64::to_le_bytes).collect();
        let [index, attacked] = crate::sheets::TABLES else { panic!("two files") };
        assert!(index.bytes == Tables::new(Piece::Rook).numbers());
        assert!(attacked.bytes == sets);
    }
}
