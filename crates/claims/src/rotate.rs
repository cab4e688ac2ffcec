//! ROTATE on boards of sixteen bytes: regular and special move, finding a letter, the solved board, a key press.
//!
//! Boards and positions are arbitrary bytes: the claims cover all 2^128 boards and 256 positions.

use arcadian_board::rotate::{
    Board,
    board::{self, Cells},
};
use arcadian_proof::{Claim, Domain, Field, Values, formula};

const POSITION: Field = Field::new("position", Values::Any(1));
const LETTER: Field = Field::new("letter", Values::Any(1));
const BOARD: Field = Field::new("board", Values::Like(b"ABCDEFGHIJKLMNOP"));
const REFUSED: Field = Field::new("refused", Values::Below(2));
const MISSING: Field = Field::new("missing", Values::Below(2));
const SOLVED: Field = Field::new("solved", Values::Below(2));

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        name: "rotate_turn",
        about: "ROTATE's regular move by position, refused if no group starts there",
        inputs: &[POSITION, BOARD],
        outputs: &[BOARD, REFUSED],
        reference: turn,
        formula: formula!(turn_formula),
        sample: None,
    },
    Claim {
        name: "rotate_special",
        about: "ROTATE's special move by position, refused in the last column",
        inputs: &[POSITION, BOARD],
        outputs: &[BOARD, REFUSED],
        reference: special,
        formula: formula!(special_formula),
        sample: None,
    },
    Claim {
        name: "rotate_find",
        about: "the first position of a letter on ROTATE's board, 0 if it is missing",
        inputs: &[LETTER, BOARD],
        outputs: &[POSITION, MISSING],
        reference: find,
        formula: formula!(find_formula),
        sample: None,
    },
    Claim {
        name: "rotate_solved",
        about: "whether ROTATE's board is solved",
        inputs: &[BOARD],
        outputs: &[SOLVED],
        reference: solved,
        formula: formula!(solved_formula),
        sample: None,
    },
    Claim {
        name: "rotate_key",
        about: "ROTATE's regular move by letter, refused if no group starts there",
        inputs: &[LETTER, BOARD],
        outputs: &[BOARD, REFUSED],
        reference: key,
        formula: formula!(key_formula),
        sample: None,
    },
];

/// Returns the board of an input, which follows the first byte.
fn board(input: &[u8]) -> Cells {
    std::array::from_fn(|index| input[index + 1])
}

fn write_move(output: &mut [u8], cells: Cells, is_legal: bool) {
    output[..16].copy_from_slice(&cells);
    output[16] = u8::from(!is_legal);
}

fn turn(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let is_legal = board::turn(&mut cells, input[0].into());
    write_move(output, cells, is_legal);
}

fn special(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let is_legal = board::special(&mut cells, input[0].into());
    write_move(output, cells, is_legal);
}

fn key(input: &[u8], output: &mut [u8]) {
    let mut cells = board(input);
    let is_legal = board::key(&mut cells, input[0]);
    write_move(output, cells, is_legal);
}

fn find(input: &[u8], output: &mut [u8]) {
    let position = board::find(&board(input), input[0]);
    output[0] = position.map_or(0, |position| position as u8);
    output[1] = u8::from(position.is_none());
}

fn solved(input: &[u8], output: &mut [u8]) {
    output[0] = u8::from(Board::SOLVED.letters() == input);
}

/// Returns the indices of the two cells that a special move at a position exchanges.
fn pair(position: usize) -> [usize; 2] {
    [position - 1, position]
}

/// Returns the indices of the four cells that a regular move at a position rotates, each followed by its successor.
fn ring(position: usize) -> [usize; 4] {
    [position - 1, position, position + 4, position + 3]
}

fn equals<D: Domain>(one: D, other: D) -> D::Bit {
    (one ^ other).is_zero()
}

/// Rotates the cells of each ring by one if its condition is true. The move is refused if none is.
fn rotate_rings<D: Domain, const N: usize>(
    input: &[D],
    output: &mut [D],
    rings: impl Iterator<Item = (D::Bit, [usize; N])>,
) {
    output[..16].copy_from_slice(&input[1..]);
    let mut refused = D::Bit::from(true);
    for (condition, ring) in rings {
        for (i, index) in ring.into_iter().enumerate() {
            let predecessor = input[1 + ring[(i + N - 1) % N]];
            output[index] = D::select(condition, predecessor, output[index]);
        }
        refused = refused & !condition;
    }
    output[16] = D::place(refused, 0);
}

fn turn_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let at = |position: usize| equals(input[0], D::from(position as u8));
    let rings = (1..=16).filter(|&position| Board::can_turn(position));
    rotate_rings(input, output, rings.map(|position| (at(position), ring(position))));
}

fn special_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let at = |position: usize| equals(input[0], D::from(position as u8));
    let rings = (1..=16).filter(|&position| Board::can_swap(position));
    rotate_rings(input, output, rings.map(|position| (at(position), pair(position))));
}

/// Returns, for each cell, whether it is the first one with the input's letter.
fn first<D: Domain>(input: &[D]) -> [D::Bit; 16] {
    let mut is_found = D::Bit::from(false);
    std::array::from_fn(|index| {
        let is_first = equals(input[0], input[1 + index]) & !is_found;
        is_found = is_found | is_first;
        is_first
    })
}

fn find_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let zero = D::from(0);
    let position = |(index, is_first): (u8, _)| D::select(is_first, D::from(index + 1), zero);
    output[0] = (0..).zip(first(input)).map(position).fold(zero, |all, one| all | one);
    output[1] = D::place(output[0].is_zero(), 0);
}

fn solved_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let letters = (b'A'..).map(D::from).zip(input);
    let solved = letters.fold(D::Bit::from(true), |all, (letter, &cell)| all & equals(letter, cell));
    output[0] = D::place(solved, 0);
}

fn key_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let first = first(input);
    let rings = (1..=16).filter(|&position| Board::can_turn(position));
    rotate_rings(input, output, rings.map(|position| (first[position - 1], ring(position))));
}

#[cfg(test)]
mod tests {
    use arcadian_proof::Random;

    use super::*;
    use crate::tests::assert_agree;

    /// Generates an input with few distinct bytes, so that letters are found, missing or repeated.
    fn input(random: &mut Random, bytes: usize) -> Vec<u8> {
        let kinds = 1 + random.below(18);
        let mut input: Vec<u8> = (0..bytes).map(|_| b'A' + random.below(kinds) as u8).collect();
        match random.below(4) {
            0 => input[0] = random.next_u8(),
            1 => input[0] = random.below(20) as u8,
            _ => {}
        }
        input
    }

    #[test]
    fn formulas_equal_the_oracle() {
        let mut random = Random::new(4);
        for claim in CLAIMS {
            let bytes = Field::all_bytes(claim.inputs);
            (0..50_000).for_each(|_| assert_agree(claim, &input(&mut random, bytes)));
        }
    }

    /// Every position and every letter, on a few boards.
    #[test]
    fn formulas_equal_the_oracle_for_every_position() {
        for board in [*b"ABCDEFGHIJKLMNOP", *b"BCDHFGEPIJKLAMNO", [0; 16]] {
            for byte in 0..=255 {
                let input = [&[byte][..], &board].concat();
                [0, 1, 2, 4].iter().for_each(|n| assert_agree(&CLAIMS[*n], &input));
            }
            assert_agree(&CLAIMS[3], &board);
            for (index, bit) in (0..16).flat_map(|index| (0..8).map(move |bit| (index, bit))) {
                let mut wrong = board;
                wrong[index] ^= 1 << bit;
                assert_agree(&CLAIMS[3], &wrong);
            }
        }
    }
}
