//! Halma: sets of 256 elements, the board (two sets and two piece lists), moves.
//!
//! The bytes of sets and boards are arbitrary: the claims also cover boards whose sets and lists are inconsistent.
//! The set of squares that chains of hops reach is a least set; it is proven by induction.

use arcadian_board::halma::{self, Board, Color, PIECES, Set, Variant};
use arcadian_proof::{Claim, Domain, Field, Formula, Function, LeastSet, Random, Values, formula, function};

const ELEMENT: Field = Field::new("element", Values::Any(1));
const SET: Field = Field::new("set", Values::Any(32));
const MEMBER: Field = Field::new("member", Values::Below(2));
const COLOR: Field = Field::new("color", Values::Below(2));
const PIECE: Field = Field::new("piece", Values::Below(PIECES as u8));
const SQUARE: Field = Field::new("square", Values::Any(1));
const DESTINATION: Field = Field::new("destination", Values::Any(1));
const BOARD: Field = Field::new("board", Values::Any(Board::BYTES));
const CONTENT: Field = Field::new("content", Values::Below(3));
const OCCUPIED: Field = Field::new("occupied", Values::Any(32));
const OTHERS: Field = Field::new("others", Values::Any(32));
const REACH: Field = Field::new("reach", Values::Any(32));

pub(crate) const CLAIMS: &[Claim] = &[
    total(
        "halma_incl",
        "a set of 256 elements with an element included",
        &[ELEMENT, SET],
        &[SET],
        incl,
        formula!(incl_formula),
    ),
    total(
        "halma_excl",
        "a set of 256 elements with an element excluded",
        &[ELEMENT, SET],
        &[SET],
        excl,
        formula!(excl_formula),
    ),
    total(
        "halma_is_in",
        "whether an element is in a set of 256 elements",
        &[ELEMENT, SET],
        &[MEMBER],
        is_in,
        formula!(is_in_formula),
    ),
    total(
        "halma_add",
        "a Halma board with a piece added",
        &[COLOR, PIECE, SQUARE, BOARD],
        &[BOARD],
        add,
        formula!(add_formula),
    ),
    total(
        "halma_init",
        "the initial Halma board, whatever the board was before",
        &[BOARD],
        &[BOARD],
        init,
        formula!(init_formula),
    ),
    total(
        "halma_test",
        "the piece on a square: 0 none, 1 White, 2 Black",
        &[SQUARE, BOARD],
        &[CONTENT],
        test,
        formula!(test_formula),
    ),
    total(
        "halma_make",
        "a Halma board after a move of a piece",
        &[COLOR, PIECE, DESTINATION, BOARD],
        &[BOARD],
        make,
        formula!(make_formula),
    ),
    total(
        "halma_steps",
        "the empty squares adjacent to a square",
        &[SQUARE, OCCUPIED],
        &[REACH],
        steps,
        formula!(steps_formula),
    ),
    reach("halma_hops", "the squares that a piece reaches by hops", hops, &HOPS),
    reach(
        "halma_kangaroo",
        "the squares that a piece reaches by hops in Kangaroo Halma",
        kangaroo,
        &KANGAROO,
    ),
];

static HOPS: LeastSet = reached_set(function!(landings));
static KANGAROO: LeastSet = reached_set(function!(giant_landings));

/// Describes the squares that a piece reaches, and the one where it starts, as a least set.
const fn reached_set(successors: Function) -> LeastSet {
    LeastSet {
        bytes: 32,
        directions: DIRECTIONS.len() as u8,
        context: OTHERS,
        requires: &["bit(least, square)", "others = occupied & ~(1 << square)"],
        ensures: &[
            "not bit(reach, square)",
            "reach & ~least = 0",
            "element = square or bit(reach, element) implies \
             successors(element, direction) & ~(reach | 1 << square) = 0",
        ],
        successors,
    }
}

/// A function of the oracle on the bytes of an input and an output.
type Reference = fn(&[u8], &mut [u8]);

/// Makes a claim about all values of its fields.
const fn total(
    name: &'static str,
    about: &'static str,
    inputs: &'static [Field],
    outputs: &'static [Field],
    reference: Reference,
    formula: Option<Formula>,
) -> Claim {
    Claim { name, about, inputs, outputs, reference, formula, sample: None }
}

/// Makes a claim about the hops of a piece.
const fn reach(
    name: &'static str,
    about: &'static str,
    reference: Reference,
    least_set: &'static LeastSet,
) -> Claim {
    Claim {
        name,
        about,
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[REACH],
        reference,
        formula: Some(Formula::Least(least_set)),
        sample: Some(sample_position),
    }
}

fn element_and_set(input: &[u8]) -> (u8, Set) {
    (input[0], Set::from_bytes(std::array::from_fn(|n| input[1 + n])))
}

fn incl(input: &[u8], output: &mut [u8]) {
    let (element, mut set) = element_and_set(input);
    set.incl(element);
    output.copy_from_slice(&set.to_bytes());
}

fn excl(input: &[u8], output: &mut [u8]) {
    let (element, mut set) = element_and_set(input);
    set.excl(element);
    output.copy_from_slice(&set.to_bytes());
}

fn is_in(input: &[u8], output: &mut [u8]) {
    let (element, set) = element_and_set(input);
    output[0] = u8::from(set.is_in(element));
}

/// Parses the board at the end of an input.
fn board(bytes: &[u8]) -> Board {
    Board::from_bytes(&std::array::from_fn(|n| bytes[n]))
}

/// Writes a board. Conversion fails only for boards that no bytes describe, which cannot occur here.
fn write_board(output: &mut [u8], board: &Board) {
    if let Some(bytes) = board.to_bytes() {
        output.copy_from_slice(&bytes);
    }
}

fn color(byte: u8) -> Color {
    Color::BOTH[usize::from(byte & 1)]
}

fn add(input: &[u8], output: &mut [u8]) {
    let mut board = board(&input[3..]);
    board.add_piece(color(input[0]), input[1].into(), input[2]);
    write_board(output, &board);
}

fn make(input: &[u8], output: &mut [u8]) {
    let mut board = board(&input[3..]);
    board.make(color(input[0]), input[1].into(), input[2]);
    write_board(output, &board);
}

fn init(_: &[u8], output: &mut [u8]) {
    write_board(output, &Board::init());
}

fn test(input: &[u8], output: &mut [u8]) {
    output[0] = board(&input[1..]).at(input[0]).map_or(0, |color| 1 + color as u8);
}

fn steps(input: &[u8], output: &mut [u8]) {
    let (square, occupied) = element_and_set(input);
    output.copy_from_slice(&halma::steps(&occupied, square).to_bytes());
}

fn hops(input: &[u8], output: &mut [u8]) {
    let (square, occupied) = element_and_set(input);
    output.copy_from_slice(&halma::hops(&occupied, square, Variant::Standard).to_bytes());
}

fn kangaroo(input: &[u8], output: &mut [u8]) {
    let (square, occupied) = element_and_set(input);
    output.copy_from_slice(&halma::hops(&occupied, square, Variant::Kangaroo).to_bytes());
}

/// Generates a square and pieces of random density. In one position of eight the squares where hops could land are
/// nearly empty, which makes chains long.
fn sample_position(random: &mut Random, input: &mut [u8]) {
    let (density, landing_density) = (random.below(12), random.below(3));
    let is_open = random.below(8) == 0;
    input[0] = random.next_u8();
    input[1..].fill(0);
    for square in 0..=255_u8 {
        let is_landing = is_open && (square ^ input[0]) & 0x11 == 0;
        let piece = random.below(16) < if is_landing { landing_density } else { density };
        input[1 + usize::from(square / 8)] |= u8::from(piece) << (square % 8);
    }
}

fn equals<D: Domain>(one: D, other: u8) -> D::Bit {
    (one ^ other.into()).is_zero()
}

fn any<D: Domain>(bits: impl Iterator<Item = D::Bit>) -> D::Bit {
    bits.fold(false.into(), |any, bit| any | bit)
}

/// Returns byte `n` of the set that contains only one element.
fn singleton<D: Domain>(element: D, n: usize) -> D {
    let bit = |bit: u32| D::place(equals(element, (8 * n) as u8 + bit as u8), bit);
    (0..8).map(bit).fold(0.into(), |byte, bit| byte | bit)
}

fn contains<D: Domain>(set: &[D], element: D) -> D::Bit {
    any::<D>(set.iter().enumerate().map(|(n, &byte)| !(byte & singleton(element, n)).is_zero()))
}

fn incl_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        output[n] = input[1 + n] | singleton(input[0], n);
    }
}

fn excl_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        output[n] = input[1 + n] & !singleton(input[0], n);
    }
}

fn is_in_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output[0] = D::place(contains(&input[1..], input[0]), 0);
}

/// Returns whether the input's color and piece select slot `n` of the 38 in the piece lists.
fn selects_slot<D: Domain>(input: &[D], n: usize) -> D::Bit {
    equals(input[0], (n / PIECES) as u8) & equals(input[1], (n % PIECES) as u8)
}

/// Writes the input's board with its piece on its square. `vacated` returns byte `n` of the set of squares it leaves.
fn put<D: Domain>(input: &[D], output: &mut [D], vacated: impl Fn(usize) -> D) {
    let board = &input[3..];
    let black = input[0].bit(0);
    for n in 0..32 {
        let added = singleton(input[2], n);
        output[n] = board[n] & !vacated(n) | added;
        output[32 + n] =
            D::select(black, board[32 + n] & !vacated(n) | added, board[32 + n] & !vacated(n) & !added);
    }
    for n in 0..2 * PIECES {
        output[64 + n] = D::select(selects_slot(input, n), input[2], board[64 + n]);
    }
}

fn add_formula<D: Domain>(input: &[D], output: &mut [D]) {
    put(input, output, |_| 0.into());
}

fn make_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let slots = (0..2 * PIECES).map(|n| D::select(selects_slot(input, n), input[3 + 64 + n], 0.into()));
    let from = slots.fold(D::from(0), |from, slot| from | slot);
    put(input, output, |n| singleton(from, n));
}

fn init_formula<D: Domain>(_: &[D], output: &mut [D]) {
    let [white, black] = Color::BOTH.map(Color::camp);
    for n in 0..32 {
        let camp_byte =
            |camp: &[u8; PIECES]| camp.iter().fold(0, |byte, &square| byte | singleton(square, n));
        output[n] = (camp_byte(&white) | camp_byte(&black)).into();
        output[32 + n] = camp_byte(&black).into();
    }
    for (slot, square) in output[64..].iter_mut().zip(white.into_iter().chain(black)) {
        *slot = square.into();
    }
}

fn test_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let (occupied, black) = (contains(&input[1..33], input[0]), contains(&input[33..65], input[0]));
    output[0] = D::place(occupied & !black, 0) | D::place(occupied & black, 1);
}

fn are_adjacent(one: u8, other: u8) -> bool {
    one != other && (one / 16).abs_diff(other / 16) <= 1 && (one % 16).abs_diff(other % 16) <= 1
}

fn steps_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        let is_reached = |bit: u32| {
            let square = (8 * n) as u8 + bit as u8;
            let adjacent = (0..=255).filter(|&other| are_adjacent(square, other));
            D::place(any::<D>(adjacent.map(|other| equals(input[0], other))), bit)
        };
        output[n] = (0..8).map(is_reached).fold(D::from(0), |byte, bit| byte | bit) & !input[1 + n];
    }
}

/// Rows down and columns to the right of one step.
const DIRECTIONS: [(i16, i16); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Returns the square that is some steps from another, or `None` outside the board.
fn away(from: u8, (down, right): (i16, i16), steps: i16) -> Option<u8> {
    let (row, column) = (i16::from(from / 16) + down * steps, i16::from(from % 16) + right * steps);
    ((0..16).contains(&row) && (0..16).contains(&column)).then_some((16 * row + column) as u8)
}

/// Writes the set of the squares where one hop from a square in a direction lands. The input is the square, the direction and the
/// squares that other pieces occupy.
fn landings<D: Domain>(input: &[D], output: &mut [D]) {
    write_landings(input, output, 1);
}

/// The same for Kangaroo Halma.
fn giant_landings<D: Domain>(input: &[D], output: &mut [D]) {
    write_landings(input, output, 15);
}

/// Writes the set of the squares where a hop over a piece up to a number of steps away lands.
fn write_landings<D: Domain>(input: &[D], output: &mut [D], max_steps: i16) {
    let occupied: Vec<D::Bit> =
        (0..=255_u8).map(|square| input[2 + usize::from(square / 8)].bit(u32::from(square % 8))).collect();
    let is_direction: Vec<D::Bit> = (0..8).map(|n| equals(input[1], n)).collect();
    let mut is_landing = [D::Bit::from(false); 256];
    for from in 0..=255 {
        let is_here = equals(input[0], from);
        if is_here == D::Bit::from(false) {
            continue;
        }
        for (direction, is_direction) in DIRECTIONS.into_iter().zip(&is_direction) {
            for (square, lands) in hops_from::<D>(&occupied, from, direction, max_steps) {
                let slot = &mut is_landing[usize::from(square)];
                *slot = *slot | is_here & *is_direction & lands;
            }
        }
    }
    for (byte, bits) in output.iter_mut().zip(is_landing.chunks(8)) {
        let placed = bits.iter().zip(0..).map(|(bit, n)| D::place(*bit, n));
        *byte = placed.fold(0.into(), |byte, bit| byte | bit);
    }
}

/// Returns where hops from a square in a direction can land, and when they do: the square in the middle is occupied, and all
/// others up to the landing are empty.
fn hops_from<D: Domain>(
    occupied: &[D::Bit],
    from: u8,
    direction: (i16, i16),
    max_steps: i16,
) -> Vec<(u8, D::Bit)> {
    let at = |steps| away(from, direction, steps);
    let lands = |middle: i16| {
        let landing = at(2 * middle)?;
        let others = (1..=2 * middle).filter(|steps| *steps != middle).filter_map(at);
        let is_clear = !any::<D>(others.map(|square| occupied[usize::from(square)]));
        Some((landing, occupied[usize::from(at(middle)?)] & is_clear))
    };
    (1..=max_steps).map_while(lands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{assert_agree, assert_all_agree};

    #[test]
    fn formulas_equal_the_oracle() {
        assert_all_agree(&CLAIMS[..8], 1000);
    }

    /// Every element, in the empty set and in the full one.
    #[test]
    fn formulas_equal_the_oracle_for_every_element() {
        for (element, fill) in (0..=255).flat_map(|element| [(element, 0), (element, 0xFF)]) {
            let input = [&[element][..], &[fill; 102]].concat();
            for claim in [0, 1, 2, 5, 7].map(|n| &CLAIMS[n]) {
                assert_agree(claim, &input[..Field::all_bytes(claim.inputs)]);
            }
        }
    }

    /// The oracle returns the least set that contains the square and is closed under the successors.
    #[test]
    fn hops_are_the_least_closed_set() {
        let mut random = Random::new(9);
        for (reference, least_set) in [(hops as Reference, &HOPS), (kangaroo, &KANGAROO)] {
            for _ in 0..400 {
                let (mut input, mut output) = ([0; 33], [0; 32]);
                sample_position(&mut random, &mut input);
                reference(&input, &mut output);
                let (_, mut others) = element_and_set(&input);
                others.excl(input[0]);
                let mut set = Set::default();
                let mut rest = vec![input[0]];
                while let Some(square) = rest.pop() {
                    set.incl(square);
                    for direction in 0..least_set.directions {
                        let input = [&[square, direction], &others.to_bytes()[..]].concat();
                        let successors = least_set.successors.output(&input, 32);
                        let successors = Set::from_bytes(successors.try_into().expect("32 bytes"));
                        rest.extend(successors.squares().filter(|square| !set.is_in(*square)));
                    }
                }
                set.excl(input[0]);
                assert_eq!(set.to_bytes(), output, "{input:02X?}");
            }
        }
    }

    #[test]
    fn sampled_positions_have_hops() {
        let mut random = Random::new(8);
        for (reference, min_hopping) in [(hops as Reference, 400), (kangaroo, 500)] {
            let mut counts: Vec<u32> = (0..1000)
                .map(|_| {
                    let (mut input, mut output) = ([0; 33], [0; 32]);
                    sample_position(&mut random, &mut input);
                    reference(&input, &mut output);
                    output.iter().map(|byte| byte.count_ones()).sum()
                })
                .collect();
            counts.sort_unstable();
            let hopping = counts.iter().filter(|&&count| count > 2).count();
            assert!(hopping > min_hopping && counts[999] > 50, "{hopping} of 1000, at most {}", counts[999]);
        }
    }
}
