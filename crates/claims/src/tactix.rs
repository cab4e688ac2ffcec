//! TACTIX: rotations and reflections in the layouts of figures 2 to 5; canonical form and moves on 4 × 4.
//!
//! The oracle converts a layout to squares, transforms these, and converts back. The formulas permute the bits according
//! to the layout tables.

use arcadian_board::tactix::{
    Board, FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Move, Outcome, Rule, Solution, Symmetry, all_moves,
};
use arcadian_proof::{Claim, Domain, Field, Values, formula};

const BOARD: &str = "board";
/// The boards of figures 2, 3, 4 and 5.
const BOARDS: [&[Field]; 4] = [
    &[Field::new(BOARD, Values::Any(2))],
    &[Field::new(BOARD, Values::Masked(&[0xFF, 0xFF, 0xFF, 0xFF, 0x55]))],
    &[Field::new(BOARD, Values::Tied { masks: &[0x7F; 4], tied: 0x40 })],
    &[Field::new(BOARD, Values::Masked(&[0xFF, 0xFF, 0xFF, 0x01]))],
];

const CLOCKWISE: usize = Symmetry::Clockwise as usize;
const HALF: usize = Symmetry::Half as usize;
const COUNTER: usize = Symmetry::CounterClockwise as usize;
const VERTICAL: usize = Symmetry::Vertical as usize;
const LOWER_LEFT: usize = Symmetry::AntiDiagonal as usize;

pub(crate) const CLAIMS: &[Claim] = &[
    image::<2, CLOCKWISE>("f2_turn", "4 x 4, figure 2: a quarter turn clockwise"),
    image::<2, COUNTER>("f2_unturn", "4 x 4, figure 2: a quarter turn counter-clockwise"),
    image::<2, HALF>("f2_half", "4 x 4, figure 2: a half turn"),
    image::<2, VERTICAL>("f2_reflect", "4 x 4, figure 2: reflected about the vertical axis"),
    image::<3, CLOCKWISE>("f3_turn", "6 x 6, figure 3: a quarter turn clockwise"),
    image::<3, HALF>("f3_half", "6 x 6, figure 3: a half turn"),
    image::<3, LOWER_LEFT>("f3_reflect", "6 x 6, figure 3: reflected about the diagonal LL-UR"),
    image::<4, CLOCKWISE>("f4_turn", "5 x 5, figure 4: a quarter turn clockwise"),
    image::<4, HALF>("f4_half", "5 x 5, figure 4: a half turn"),
    image::<4, VERTICAL>("f4_reflect", "5 x 5, figure 4: reflected about the vertical axis"),
    image::<5, CLOCKWISE>("f5_turn", "5 x 5, figure 5: a quarter turn clockwise"),
    image::<5, HALF>("f5_half", "5 x 5, figure 5: a half turn"),
    image::<5, VERTICAL>("f5_reflect", "5 x 5, figure 5: reflected about the vertical axis"),
    Claim {
        name: "f2_canonical",
        about: "4 x 4, figure 2: the least of the eight images, with byte 1 as the high byte",
        inputs: BOARDS[0],
        outputs: BOARDS[0],
        reference: canonical,
        formula: formula!(canonical_formula),
        sample: None,
    },
    Claim {
        name: "f2_take",
        about: "4 x 4, figure 2: a move by number, refused if there is no such move or a counter is missing",
        inputs: &[Field::new("number", Values::Any(1)), BOARDS[0][0]],
        outputs: &[BOARDS[0][0], Field::new("refused", Values::Below(2))],
        reference: take,
        formula: formula!(take_formula),
        sample: None,
    },
];

/// The outcomes of all boards of 4 × 4, a bit for each.
const OUTCOMES: Field = Field::new("outcomes", Values::Any(OUTCOME_BYTES));
const OUTCOME_BYTES: usize = 8192;

/// The claims about the parts of the program that plays, by the labels of their routines. They are run, not proven.
pub(crate) const PLAYER: &[Claim] = &[
    Claim {
        name: "TSOLVE",
        about: "4 x 4, figure 2: for every board a bit that is 1 if the player to move wins",
        inputs: &[Field::new("misere", Values::Below(2)), OUTCOMES],
        outputs: &[OUTCOMES],
        reference: solve,
        formula: None,
        sample: None,
    },
    Claim {
        name: "TBEST",
        about: "4 x 4, figure 2: the number of the first move after which the opponent loses, else of the first legal move",
        inputs: &[BOARDS[0][0], OUTCOMES],
        outputs: &[Field::new("number", Values::Any(1)), Field::new("none", Values::Below(2))],
        reference: best,
        formula: None,
        sample: None,
    },
];

/// Makes the claim that a routine computes the image of a board under `Symmetry::ALL[SYMMETRY]`.
const fn image<const FIGURE: usize, const SYMMETRY: usize>(name: &'static str, about: &'static str) -> Claim {
    Claim {
        name,
        about,
        inputs: BOARDS[FIGURE - 2],
        outputs: BOARDS[FIGURE - 2],
        reference: image_of::<FIGURE, SYMMETRY>,
        formula: formula!(image_formula::<FIGURE, SYMMETRY, _>),
        sample: None,
    }
}

fn layout(figure: usize) -> &'static Layout {
    match figure {
        2 => &FIGURE_2,
        3 => &FIGURE_3,
        4 => &FIGURE_4,
        _ => &FIGURE_5,
    }
}

fn board(layout: &Layout, bytes: &[u8]) -> Option<Board> {
    layout.to_rows(layout.word(bytes).ok()?).ok()
}

fn write_board(layout: &Layout, board: &Board, output: &mut [u8]) {
    let bytes = layout.from_rows(board).map(|word| layout.bytes(word)).unwrap_or_default();
    output.iter_mut().zip(bytes).for_each(|(output, byte)| *output = byte);
}

fn image_of<const FIGURE: usize, const SYMMETRY: usize>(input: &[u8], output: &mut [u8]) {
    let layout = layout(FIGURE);
    if let Some(board) = board(layout, input) {
        write_board(layout, &board.image(Symmetry::ALL[SYMMETRY]), output);
    }
}

fn canonical(input: &[u8], output: &mut [u8]) {
    let Some(board) = board(&FIGURE_2, input) else { return };
    let images = Symmetry::ALL.map(|symmetry| board.image(symmetry));
    if let Some(least) = images.iter().min_by_key(|image| FIGURE_2.from_rows(image).unwrap_or(u64::MAX)) {
        write_board(&FIGURE_2, least, output);
    }
}

fn take(input: &[u8], output: &mut [u8]) {
    let [number, bytes @ ..] = input else { return };
    let Some(board) = board(&FIGURE_2, bytes) else { return };
    let taken = all_moves(4).get(usize::from(*number)).and_then(|run| board.take(run).ok());
    write_board(&FIGURE_2, &taken.unwrap_or(board), output);
    output[2] = u8::from(taken.is_none());
}

/// Returns the byte of the outcomes with the bit of a board, and the mask of this bit.
fn outcome_bit(word: usize) -> (usize, u8) {
    (word % OUTCOME_BYTES, 1 << (word / OUTCOME_BYTES))
}

fn solve(input: &[u8], output: &mut [u8]) {
    let rule = if input[0] == 0 { Rule::Normal } else { Rule::Misere };
    let Some(solution) = Board::full(4).ok().and_then(|board| Solution::new(board, rule).ok()) else {
        return;
    };
    output.fill(0);
    for word in 0..=usize::from(u16::MAX) {
        let board = FIGURE_2.to_rows(word as u64).ok();
        if board.and_then(|board| solution.outcome(&board)) == Some(Outcome::Win) {
            let (byte, mask) = outcome_bit(word);
            output[byte] |= mask;
        }
    }
}

fn best(input: &[u8], output: &mut [u8]) {
    let (board_bytes, outcomes) = input.split_at(2);
    let Some(board) = board(&FIGURE_2, board_bytes) else { return };
    let left = |run: &Move| board.take(run).ok().and_then(|left| FIGURE_2.from_rows(&left).ok());
    let loses = |word: u64| {
        let (byte, mask) = outcome_bit(word as usize);
        outcomes[byte] & mask == 0
    };
    let legal = || (0..).zip(all_moves(4)).filter_map(|(number, run)| Some((number, left(&run)?)));
    let found = legal().find(|(_, word)| loses(*word)).or_else(|| legal().next());
    output[0] = found.map_or(u8::MAX, |(number, _)| number);
    output[1] = u8::from(found.is_none());
}

/// Writes the image of a board by moving each bit to its new position.
fn permute<D: Domain>(layout: &Layout, symmetry: Symmetry, input: &[D], output: &mut [D]) {
    output.fill(D::from(0));
    for &(from, to) in layout.map(symmetry).pairs() {
        let byte = &mut output[to as usize / 8];
        *byte = *byte | D::place(input[from as usize / 8].bit(from % 8), to % 8);
    }
}

fn image_formula<const FIGURE: usize, const SYMMETRY: usize, D: Domain>(input: &[D], output: &mut [D]) {
    permute(layout(FIGURE), Symmetry::ALL[SYMMETRY], input, output);
}

fn canonical_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let mut least = [input[0], input[1]];
    for symmetry in Symmetry::ALL {
        let mut image = least;
        permute(&FIGURE_2, symmetry, input, &mut image);
        let borrow = image[0].difference(least[0], false.into()).1.bit(7);
        let less = image[1].difference(least[1], borrow).1.bit(7);
        least = [0, 1].map(|byte| D::select(less, image[byte], least[byte]));
    }
    output.copy_from_slice(&least);
}

/// Applies a move if the input has its number and no bit of its mask is missing. At most one move has the number.
fn take_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let number = input[0];
    let board = [input[1], input[2]];
    let mut left = board;
    let mut refused = D::Bit::from(true);
    for (n, run) in (0..).zip(all_moves(4)) {
        let counters = Board::new(4, run.squares(4).unwrap_or(0));
        let word = counters.and_then(|counters| FIGURE_2.from_rows(&counters)).unwrap_or(0);
        let mask = [word as u8, (word >> 8) as u8];
        let missing = (!board[0] & mask[0].into()) | (!board[1] & mask[1].into());
        let taken = (number ^ D::from(n)).is_zero() & missing.is_zero();
        left = [0, 1].map(|byte| D::select(taken, board[byte] ^ mask[byte].into(), left[byte]));
        refused = refused & !taken;
    }
    output[..2].copy_from_slice(&left);
    output[2] = D::place(refused, 0);
}

#[cfg(test)]
mod tests {
    use arcadian_proof::Random;

    use super::*;
    use crate::tests::{assert_agree, assert_all_agree};

    #[test]
    fn formulas_for_4x4_equal_the_oracle() {
        for claim in CLAIMS.iter().filter(|claim| claim.inputs == BOARDS[0]) {
            (0..=u16::MAX).for_each(|board| assert_agree(claim, &board.to_le_bytes()));
        }
    }

    #[test]
    fn formula_of_a_move_equals_the_oracle() {
        let take = CLAIMS.iter().find(|claim| claim.name == "f2_take").expect("a claim");
        let mut random = Random::new(1);
        for number in 0..=255 {
            for _ in 0..1 << 8 {
                assert_agree(take, &[number, random.next_u8(), random.next_u8()]);
            }
        }
    }

    #[test]
    fn formulas_for_larger_boards_equal_the_oracle() {
        let larger: Vec<_> =
            CLAIMS.iter().copied().filter(|claim| BOARDS[1..].contains(&claim.inputs)).collect();
        assert_eq!(larger.len(), 9);
        assert_all_agree(&larger, 1 << 14);
    }
}
