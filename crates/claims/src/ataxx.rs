//! Ataxx: walls, cells, clones, jumps and counts, on boards of fourteen bytes.
//!
//! A square is given as row and column. In the inputs, squares and side precede the board: with this variable order the
//! decision diagrams stay small.

use std::array::from_fn;

use arcadian_board::ataxx::{Board, Cell, Side, Square, Walls};
use arcadian_proof::{Claim, Domain, Field, Values, formula};

/// Arbitrary cells; the two unused bits of each row are 0.
const BOARD: Field = Field::new("board", Values::Masked(&MASKS));
const MASKS: [u8; 14] = [0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F];
const ROW: Field = Field::new("row", Values::Below(7));
const COLUMN: Field = Field::new("column", Values::Below(7));
const FROM_ROW: Field = Field::new("from_row", Values::Below(7));
const FROM_COLUMN: Field = Field::new("from_column", Values::Below(7));
/// 0 is X, 1 is O.
const SIDE: Field = Field::new("side", Values::Below(2));
const CELL: Field = Field::new("cell", Values::Below(4));
/// 1 if the move is illegal.
const REFUSED: Field = Field::new("refused", Values::Below(2));

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        name: "ataxx_walls",
        about: "the walls that sixteen bits describe, mirrored into all quadrants; all other squares are free",
        inputs: &[Field::new("mask", Values::Any(2))],
        outputs: &[BOARD],
        reference: |input, output| {
            let walls = Walls::expand(u16::from_le_bytes([input[0], input[1]]));
            let mut board = Board::default();
            walls.into_iter().for_each(|square| board.set(square, Cell::Wall));
            output.copy_from_slice(&board.pack());
        },
        formula: formula!(walls),
        sample: None,
    },
    Claim {
        name: "ataxx_get",
        about: "the cell of a square: 0 free, 1 x, 2 o, 3 wall",
        inputs: &[ROW, COLUMN, BOARD],
        outputs: &[CELL],
        reference: |input, output| output[0] = unpacked(&input[2..]).get(square(input)) as u8,
        formula: formula!(get),
        sample: None,
    },
    Claim {
        name: "ataxx_set",
        about: "the board with the cell of a square replaced",
        inputs: &[ROW, COLUMN, CELL, BOARD],
        outputs: &[BOARD],
        reference: |input, output| {
            let mut board = unpacked(&input[3..]);
            board.set(square(input), Cell::from_bits(input[2]));
            output.copy_from_slice(&board.pack());
        },
        formula: formula!(set),
        sample: None,
    },
    Claim {
        name: "ataxx_clone",
        about: "the board after a clone to a square; an illegal move is refused and leaves the board unchanged",
        inputs: &[ROW, COLUMN, SIDE, BOARD],
        outputs: &[BOARD, REFUSED],
        reference: |input, output| {
            let board = unpacked(&input[3..]);
            answer(board, board.cloned(side(input[2]), square(input)), output);
        },
        formula: formula!(clone),
        sample: None,
    },
    Claim {
        name: "ataxx_jump",
        about: "the board after a jump between squares; an illegal move is refused and leaves the board unchanged",
        inputs: &[FROM_ROW, FROM_COLUMN, ROW, COLUMN, SIDE, BOARD],
        outputs: &[BOARD, REFUSED],
        reference: |input, output| {
            let board = unpacked(&input[5..]);
            answer(board, board.jumped(side(input[4]), square(input), square(&input[2..])), output);
        },
        formula: formula!(jump),
        sample: None,
    },
    Claim {
        name: "ataxx_count",
        about: "the numbers of stones of x, stones of o and free squares",
        inputs: &[BOARD],
        outputs: &[
            Field::new("x", Values::Below(50)),
            Field::new("o", Values::Below(50)),
            Field::new("free", Values::Below(50)),
        ],
        reference: |input, output| {
            let board = unpacked(input);
            let counts = [board.stones(Side::X), board.stones(Side::O), board.free()];
            output.copy_from_slice(&counts.map(|squares| squares.len() as u8));
        },
        formula: formula!(count),
        sample: None,
    },
    Claim {
        name: "ataxx_any",
        about: "whether a side can move: a free square is at distance 1 or 2 from one of its stones",
        inputs: &[SIDE, BOARD],
        outputs: &[Field::new("any", Values::Below(2))],
        reference: |input, output| {
            output[0] = (!unpacked(&input[1..]).reach(side(input[0])).is_empty()).into();
        },
        formula: formula!(any),
        sample: None,
    },
];

fn unpacked(bytes: &[u8]) -> Board {
    Board::unpack(bytes).unwrap_or_default()
}

fn square(input: &[u8]) -> Square {
    Square::new(input[0].into(), input[1].into()).expect("rows and columns below 7")
}

fn side(number: u8) -> Side {
    if number == 0 { Side::X } else { Side::O }
}

fn answer(before: Board, after: Option<Board>, output: &mut [u8]) {
    output[..14].copy_from_slice(&after.unwrap_or(before).pack());
    output[14] = after.is_none().into();
}

/// The low and the high bit of each cell.
type Cells<D> = [[<D as Domain>::Bit; 2]; 49];
type SquareMask<D> = [<D as Domain>::Bit; 49];

fn squares() -> [Square; 49] {
    let mut all = Square::all();
    from_fn(|_| all.next().expect("49 squares"))
}

/// Returns the byte index and the lower bit number of a square's cell.
fn cell_position(square: Square) -> (usize, u32) {
    (2 * square.row() + square.column() / 4, 2 * (square.column() as u32 % 4))
}

fn cells<D: Domain>(board: &[D]) -> Cells<D> {
    squares().map(cell_position).map(|(byte, bit)| [board[byte].bit(bit), board[byte].bit(bit + 1)])
}

fn pack<D: Domain>(cells: &Cells<D>, board: &mut [D]) {
    board.fill(0.into());
    for ((byte, bit), [low, high]) in squares().map(cell_position).into_iter().zip(cells) {
        board[byte] = board[byte] | D::place(*low, bit) | D::place(*high, bit + 1);
    }
}

/// Returns the condition that a square has this row and column.
fn at<D: Domain>(row: D, column: D) -> SquareMask<D> {
    let is = |value: D, number: usize| (value ^ D::from(number as u8)).is_zero();
    squares().map(|square| is(row, square.row()) & is(column, square.column()))
}

fn free<D: Domain>(cells: &Cells<D>) -> SquareMask<D> {
    cells.map(|[low, high]| !(low | high))
}

/// Returns the squares with a stone of X and those with a stone of O.
fn stones<D: Domain>(cells: &Cells<D>) -> [SquareMask<D>; 2] {
    [cells.map(|[low, high]| low & !high), cells.map(|[low, high]| high & !low)]
}

fn own_and_opponent<D: Domain>(cells: &Cells<D>, side: D) -> [SquareMask<D>; 2] {
    let [x, o] = stones::<D>(cells);
    let is_o = side.bit(0);
    let select = |set: SquareMask<D>, clear: SquareMask<D>| from_fn(|n| (is_o & set[n]) | (!is_o & clear[n]));
    [select(o, x), select(x, o)]
}

fn any_of<D: Domain>(bits: impl IntoIterator<Item = D::Bit>) -> D::Bit {
    bits.into_iter().fold(false.into(), |any, bit| any | bit)
}

/// Returns whether a square of one set and a square of another are at a distance that satisfies a predicate.
fn has_pair<D: Domain>(
    one: &SquareMask<D>,
    other: &SquareMask<D>,
    predicate: impl Fn(usize) -> bool,
) -> D::Bit {
    let all = squares();
    any_of::<D>((0..49).map(|n| {
        let others = (0..49).filter(|m| predicate(all[n].distance(all[*m])));
        one[n] & any_of::<D>(others.map(|m| other[m]))
    }))
}

fn walls<D: Domain>(input: &[D], output: &mut [D]) {
    let cells = squares().map(|square| {
        let label = Walls::label(square);
        [input[label / 8].bit(label as u32 % 8); 2]
    });
    pack(&cells, output);
}

fn get<D: Domain>(input: &[D], output: &mut [D]) {
    let (is_square, cells) = (at(input[0], input[1]), cells(&input[2..]));
    let bit = |which: usize| any_of::<D>((0..49).map(|n| is_square[n] & cells[n][which]));
    output[0] = D::place(bit(0), 0) | D::place(bit(1), 1);
}

fn set<D: Domain>(input: &[D], output: &mut [D]) {
    let (is_square, cells) = (at(input[0], input[1]), cells(&input[3..]));
    let cell_bit = |n: usize, which: usize| {
        (is_square[n] & input[2].bit(which as u32)) | (!is_square[n] & cells[n][which])
    };
    pack(&from_fn(|n| [cell_bit(n, 0), cell_bit(n, 1)]), output);
}

fn clone<D: Domain>(input: &[D], output: &mut [D]) {
    let (to, side, cells) = (at(input[0], input[1]), input[2], cells(&input[3..]));
    let [own, _] = own_and_opponent(&cells, side);
    let free = free::<D>(&cells);
    let target = from_fn(|n| to[n] & free[n]);
    let legal = has_pair::<D>(&target, &own, |distance| distance == 1);
    apply_move(&cells, side, legal, &to, &[false.into(); 49], output);
}

fn jump<D: Domain>(input: &[D], output: &mut [D]) {
    let (from, to, side) = (at(input[0], input[1]), at(input[2], input[3]), input[4]);
    let cells = cells(&input[5..]);
    let [own, _] = own_and_opponent(&cells, side);
    let free = free::<D>(&cells);
    let source = from_fn(|n| from[n] & own[n]);
    let target = from_fn(|n| to[n] & free[n]);
    let legal = has_pair::<D>(&target, &source, |distance| distance == 2);
    apply_move(&cells, side, legal, &to, &from, output);
}

/// Writes the board after a move. If it is legal, `to` gets a stone of the side, `from` is vacated, and the opponent's
/// stones adjacent to `to` change sides.
fn apply_move<D: Domain>(
    cells: &Cells<D>,
    side: D,
    legal: D::Bit,
    to: &SquareMask<D>,
    from: &SquareMask<D>,
    output: &mut [D],
) {
    let [_, opponent] = own_and_opponent(cells, side);
    let all = squares();
    let after = from_fn(|n| {
        let adjacent = any_of::<D>((0..49).filter(|m| all[n].distance(all[*m]) == 1).map(|m| to[m]));
        let (is_gained, is_vacated) = (legal & (to[n] | (adjacent & opponent[n])), legal & from[n]);
        let [low, high] = cells[n];
        let is_unchanged = !is_gained & !is_vacated;
        [(is_unchanged & low) | (is_gained & !side.bit(0)), (is_unchanged & high) | (is_gained & side.bit(0))]
    });
    pack(&after, output);
    output[14] = D::place(!legal, 0);
}

fn count<D: Domain>(input: &[D], output: &mut [D]) {
    let cells = cells(input);
    let [x, o] = stones::<D>(&cells);
    for (sum, squares) in output.iter_mut().zip([x, o, free::<D>(&cells)]) {
        *sum = squares.into_iter().fold(0.into(), |sum: D, bit| sum.sum(0.into(), bit).0);
    }
}

fn any<D: Domain>(input: &[D], output: &mut [D]) {
    let cells = cells(&input[1..]);
    let [own, _] = own_and_opponent(&cells, input[0]);
    let in_rows = spread::<D>(&own, |one, other| one.row() == other.row());
    let reach = spread::<D>(&in_rows, |one, other| one.column() == other.column());
    let free = free::<D>(&cells);
    output[0] = D::place(any_of::<D>((0..49).map(|n| free[n] & reach[n])), 0);
}

/// Returns the squares within distance 2 of a set along one direction.
fn spread<D: Domain>(set: &SquareMask<D>, are_aligned: impl Fn(Square, Square) -> bool) -> SquareMask<D> {
    let all = squares();
    from_fn(|n| {
        let near = |m: &usize| are_aligned(all[n], all[*m]) && all[n].distance(all[*m]) <= 2;
        any_of::<D>((0..49).filter(near).map(|m| set[m]))
    })
}

#[cfg(test)]
mod tests {
    use arcadian_proof::Random;

    use super::*;
    use crate::tests::{assert_agree, assert_all_agree};

    #[test]
    fn formulas_equal_the_oracle() {
        assert_all_agree(CLAIMS, 5_000);
    }

    #[test]
    fn walls_equal_the_oracle_for_all_masks() {
        for mask in 0..=u16::MAX {
            assert_agree(&CLAIMS[0], &mask.to_le_bytes());
        }
    }

    #[test]
    fn samples_include_legal_and_illegal_moves() {
        let mut random = Random::new(6);
        for claim in [&CLAIMS[3], &CLAIMS[4]] {
            let outputs = (0..20_000).map(|_| claim.output(&claim.sample_input(&mut random)));
            let refused = outputs.filter(|output| output[14] == 1).count();
            assert!((100..19_900).contains(&refused), "{refused}");
        }
    }
}
