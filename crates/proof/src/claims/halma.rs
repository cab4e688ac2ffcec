//! Halma: sets of 256, the board of two sets and two lists, moves.
//!
//! Nothing is assumed of the bytes of sets and boards: the claims hold for boards whose three structures
//! disagree, too. Chains of hops are sampled.

use arcadian_board::halma::{self, Board, Colour, PIECES, Set, Variant};
use arcadian_cpu::Domain;

use crate::{
    claim::{Claim, Formula, formula},
    claims::{Listing, sheets},
    field::{Field, Values},
    random::Random,
};

const ELEMENT: Field = Field::new("element", Values::Any(1));
const SET: Field = Field::new("set", Values::Any(32));
const MEMBER: Field = Field::new("member", Values::Below(2));
const COLOUR: Field = Field::new("colour", Values::Below(2));
const PIECE: Field = Field::new("piece", Values::Below(PIECES as u8));
const SQUARE: Field = Field::new("square", Values::Any(1));
const DESTINATION: Field = Field::new("destination", Values::Any(1));
const BOARD: Field = Field::new("board", Values::Any(Board::BYTES));
const CONTENT: Field = Field::new("content", Values::Below(3));
const OCCUPIED: Field = Field::new("occupied", Values::Any(32));
const REACH: Field = Field::new("reach", Values::Any(32));

pub(super) const CLAIMS: &[Claim] = &[
    total(
        "halma_incl",
        "a set of 256 with an element put in",
        &[ELEMENT, SET],
        &[SET],
        incl,
        formula!(incl_formula),
    ),
    total(
        "halma_excl",
        "a set of 256 with an element taken out",
        &[ELEMENT, SET],
        &[SET],
        excl,
        formula!(excl_formula),
    ),
    total(
        "halma_is_in",
        "whether an element is in a set of 256",
        &[ELEMENT, SET],
        &[MEMBER],
        is_in,
        formula!(is_in_formula),
    ),
    total(
        "halma_add",
        "a Halma board with a piece added",
        &[COLOUR, PIECE, SQUARE, BOARD],
        &[BOARD],
        add,
        formula!(add_formula),
    ),
    total(
        "halma_init",
        "a Halma board with all pieces in their camps, whatever was there",
        &[BOARD],
        &[BOARD],
        init,
        formula!(init_formula),
    ),
    total(
        "halma_test",
        "who stands on a square: 0 nobody, 1 White, 2 Black",
        &[SQUARE, BOARD],
        &[CONTENT],
        test,
        formula!(test_formula),
    ),
    total(
        "halma_make",
        "a Halma board after a move of a piece",
        &[COLOUR, PIECE, DESTINATION, BOARD],
        &[BOARD],
        make,
        formula!(make_formula),
    ),
    total(
        "halma_steps",
        "the empty squares around a square",
        &[SQUARE, OCCUPIED],
        &[REACH],
        steps,
        formula!(steps_formula),
    ),
    sampled("halma_hops", "the squares to which hops lead a piece", hops),
    sampled("halma_kangaroo", "the squares to which hops lead a piece in Kangaroo Halma", kangaroo),
];

pub(super) const SHEETS: &[Listing] =
    sheets!["hincl", "hexcl", "hisin", "hadd", "hinit", "htest", "hmake", "hsteps", "hhops", "hkhops"];

type Plain = fn(&[u8], &mut [u8]);

/// A claim about every value of its fields.
const fn total(
    name: &'static str,
    about: &'static str,
    inputs: &'static [Field],
    outputs: &'static [Field],
    plain: Plain,
    formula: Option<Formula>,
) -> Claim {
    Claim { name, about, inputs, outputs, plain, formula, sample: None }
}

/// A claim about the hops of a piece.
const fn sampled(name: &'static str, about: &'static str, plain: Plain) -> Claim {
    Claim {
        name,
        about,
        inputs: &[SQUARE, OCCUPIED],
        outputs: &[REACH],
        plain,
        formula: None,
        sample: Some(crowd),
    }
}

/// The element and the set of an input.
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

/// The board that an input ends with.
fn board(bytes: &[u8]) -> Board {
    Board::from_bytes(&std::array::from_fn(|n| bytes[n]))
}

/// Boards made of bytes have bytes.
fn give(output: &mut [u8], board: &Board) {
    if let Some(bytes) = board.to_bytes() {
        output.copy_from_slice(&bytes);
    }
}

fn colour(byte: u8) -> Colour {
    Colour::BOTH[usize::from(byte & 1)]
}

fn add(input: &[u8], output: &mut [u8]) {
    let mut board = board(&input[3..]);
    board.add_piece(colour(input[0]), input[1].into(), input[2]);
    give(output, &board);
}

fn make(input: &[u8], output: &mut [u8]) {
    let mut board = board(&input[3..]);
    board.make(colour(input[0]), input[1].into(), input[2]);
    give(output, &board);
}

fn init(_: &[u8], output: &mut [u8]) {
    give(output, &Board::init());
}

fn test(input: &[u8], output: &mut [u8]) {
    output[0] = board(&input[1..]).at(input[0]).map_or(0, |colour| 1 + colour as u8);
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

/// A square, and pieces as thick as chance has it. In one crowd of eight hardly any piece stands where hops could land,
/// so that chains grow long.
fn crowd(random: &mut Random, input: &mut [u8]) {
    let (thick, thin) = (random.below(12), random.below(3));
    let open = random.below(8) == 0;
    input[0] = random.byte();
    input[1..].fill(0);
    for square in 0..=255_u8 {
        let may_land = open && (square ^ input[0]) & 0x11 == 0;
        let piece = random.below(16) < if may_land { thin } else { thick };
        input[1 + usize::from(square / 8)] |= u8::from(piece) << (square % 8);
    }
}

fn same<D: Domain>(one: D, other: u8) -> D::Bit {
    (one ^ other.into()).is_zero()
}

fn any<D: Domain>(bits: impl Iterator<Item = D::Bit>) -> D::Bit {
    bits.fold(false.into(), |any, bit| any | bit)
}

/// Byte `n` of the set that has one element alone.
fn alone<D: Domain>(element: D, n: usize) -> D {
    let bit = |bit: u32| D::place(same(element, (8 * n) as u8 + bit as u8), bit);
    (0..8).map(bit).fold(0.into(), |byte, bit| byte | bit)
}

/// Whether an element is in a set.
fn holds<D: Domain>(set: &[D], element: D) -> D::Bit {
    any::<D>(set.iter().enumerate().map(|(n, &byte)| !(byte & alone(element, n)).is_zero()))
}

fn incl_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        output[n] = input[1 + n] | alone(input[0], n);
    }
}

fn excl_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        output[n] = input[1 + n] & !alone(input[0], n);
    }
}

fn is_in_formula<D: Domain>(input: &[D], output: &mut [D]) {
    output[0] = D::place(holds(&input[1..], input[0]), 0);
}

/// Whether the input's colour and piece have slot `n` of the 38.
fn chosen<D: Domain>(input: &[D], n: usize) -> D::Bit {
    same(input[0], (n / PIECES) as u8) & same(input[1], (n % PIECES) as u8)
}

/// The input's board with its piece on its square; it leaves `left` if that is a square.
fn put<D: Domain>(input: &[D], output: &mut [D], left: impl Fn(usize) -> D) {
    let board = &input[3..];
    let black = input[0].bit(0);
    for n in 0..32 {
        let here = alone(input[2], n);
        output[n] = board[n] & !left(n) | here;
        output[32 + n] = D::select(black, board[32 + n] & !left(n) | here, board[32 + n] & !left(n) & !here);
    }
    for n in 0..2 * PIECES {
        output[64 + n] = D::select(chosen(input, n), input[2], board[64 + n]);
    }
}

fn add_formula<D: Domain>(input: &[D], output: &mut [D]) {
    put(input, output, |_| 0.into());
}

fn make_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let slots = (0..2 * PIECES).map(|n| D::select(chosen(input, n), input[3 + 64 + n], 0.into()));
    let from = slots.fold(D::from(0), |from, slot| from | slot);
    put(input, output, |n| alone(from, n));
}

fn init_formula<D: Domain>(_: &[D], output: &mut [D]) {
    let [white, black] = Colour::BOTH.map(Colour::camp);
    for n in 0..32 {
        let among = |camp: &[u8; PIECES]| camp.iter().fold(0, |byte, &square| byte | alone(square, n));
        output[n] = (among(&white) | among(&black)).into();
        output[32 + n] = among(&black).into();
    }
    for (slot, square) in output[64..].iter_mut().zip(white.into_iter().chain(black)) {
        *slot = square.into();
    }
}

fn test_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let (occupied, black) = (holds(&input[1..33], input[0]), holds(&input[33..65], input[0]));
    output[0] = D::place(occupied & !black, 0) | D::place(occupied & black, 1);
}

fn are_neighbours(one: u8, other: u8) -> bool {
    one != other && (one / 16).abs_diff(other / 16) <= 1 && (one % 16).abs_diff(other % 16) <= 1
}

fn steps_formula<D: Domain>(input: &[D], output: &mut [D]) {
    for n in 0..32 {
        let beside = |bit: u32| {
            let square = (8 * n) as u8 + bit as u8;
            let neighbours = (0..=255).filter(|&other| are_neighbours(square, other));
            D::place(any::<D>(neighbours.map(|other| same(input[0], other))), bit)
        };
        output[n] = (0..8).map(beside).fold(D::from(0), |byte, bit| byte | bit) & !input[1 + n];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Space;

    const FORMULAS: [Plain; 8] = [
        incl_formula,
        excl_formula,
        is_in_formula,
        add_formula,
        init_formula,
        test_formula,
        make_formula,
        steps_formula,
    ];

    fn agree(claim: &Claim, formula: Plain, input: &[u8]) {
        let bytes = Field::all_bytes(claim.outputs);
        let (mut plain, mut short) = (vec![0xAA; bytes], vec![0x55; bytes]);
        (claim.plain)(input, &mut plain);
        formula(input, &mut short);
        assert_eq!(plain, short, "{} of {input:?}", claim.name);
    }

    #[test]
    fn formulas_say_what_the_oracle_says() {
        let mut random = Random::new(7);
        for (claim, formula) in CLAIMS.iter().zip(FORMULAS) {
            let space = Space::new(claim.inputs);
            (0..1000).for_each(|_| agree(claim, formula, &space.sample(&mut random)));
        }
    }

    /// Every element, in the empty set and in the full one.
    #[test]
    fn formulas_on_every_element() {
        for (element, fill) in (0..=255).flat_map(|element| [(element, 0), (element, 0xFF)]) {
            let input = [&[element][..], &[fill; 102]].concat();
            for n in [0, 1, 2, 5, 7] {
                let bytes = Field::all_bytes(CLAIMS[n].inputs);
                agree(&CLAIMS[n], FORMULAS[n], &input[..bytes]);
            }
        }
    }

    /// The crowds are such that many pieces hop, some far.
    #[test]
    fn crowds_hop() {
        let mut random = Random::new(8);
        for (plain, least) in [(hops as Plain, 400), (kangaroo, 500)] {
            let mut counts: Vec<u32> = (0..1000)
                .map(|_| {
                    let (mut input, mut output) = ([0; 33], [0; 32]);
                    crowd(&mut random, &mut input);
                    plain(&input, &mut output);
                    output.iter().map(|byte| byte.count_ones()).sum()
                })
                .collect();
            counts.sort_unstable();
            let several = counts.iter().filter(|&&count| count > 2).count();
            assert!(several > least && counts[999] > 50, "{several} of 1000, at most {}", counts[999]);
        }
    }
}
