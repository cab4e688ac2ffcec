//! Ataxx boards of fourteen bytes.
//!
//! Squares are a row and a column. In the inputs they and the side stand before the board, so that the symbolic method
//! decides first what is being done, and then to which cells.

use std::array::from_fn;

use arcadian_board::ataxx::{Board, Cell, Side, Square, Walls};
use arcadian_cpu::Domain;

use crate::{
    claim::{Claim, formula},
    claims::{Listing, sheets},
    field::{Field, Values},
};

/// Any cells; the two spare bits of each row are 0.
const BOARD: Field = Field::new("board", Values::Masked(&MASKS));
const MASKS: [u8; 14] = [0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F, 0xFF, 0x3F];
const ROW: Field = Field::new("row", Values::Below(7));
const COLUMN: Field = Field::new("column", Values::Below(7));
const FROM_ROW: Field = Field::new("from_row", Values::Below(7));
const FROM_COLUMN: Field = Field::new("from_column", Values::Below(7));
/// 0 is x, 1 is o.
const SIDE: Field = Field::new("side", Values::Below(2));
const CELL: Field = Field::new("cell", Values::Below(4));
/// 1 if the move is illegal.
const REFUSED: Field = Field::new("refused", Values::Below(2));

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "ataxx_walls",
        about: "the walls of any sixteen bits, mirrored into all quadrants; everything else is free",
        inputs: &[Field::new("mask", Values::Any(2))],
        outputs: &[BOARD],
        plain: |input, output| {
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
        about: "the cell of a square: 0 free, 1 x, 2 o, 3 a wall",
        inputs: &[ROW, COLUMN, BOARD],
        outputs: &[CELL],
        plain: |input, output| output[0] = unpacked(&input[2..]).get(square(input)) as u8,
        formula: formula!(get),
        sample: None,
    },
    Claim {
        name: "ataxx_set",
        about: "the board with a cell put on a square",
        inputs: &[ROW, COLUMN, CELL, BOARD],
        outputs: &[BOARD],
        plain: |input, output| {
            let mut board = unpacked(&input[3..]);
            board.set(square(input), Cell::from_bits(input[2]));
            output.copy_from_slice(&board.pack());
        },
        formula: formula!(set),
        sample: None,
    },
    Claim {
        name: "ataxx_clone",
        about: "the board after a clone to a square; refused, and the board as it was, if it is illegal",
        inputs: &[ROW, COLUMN, SIDE, BOARD],
        outputs: &[BOARD, REFUSED],
        plain: |input, output| {
            let board = unpacked(&input[3..]);
            answer(board, board.cloned(side(input[2]), square(input)), output);
        },
        formula: formula!(clone),
        sample: None,
    },
    Claim {
        name: "ataxx_jump",
        about: "the board after a jump from one square to another; refused, and the board as it was, if it is illegal",
        inputs: &[FROM_ROW, FROM_COLUMN, ROW, COLUMN, SIDE, BOARD],
        outputs: &[BOARD, REFUSED],
        plain: |input, output| {
            let board = unpacked(&input[5..]);
            answer(board, board.jumped(side(input[4]), square(input), square(&input[2..])), output);
        },
        formula: formula!(jump),
        sample: None,
    },
    Claim {
        name: "ataxx_count",
        about: "how many stones of x, stones of o and free squares there are",
        inputs: &[BOARD],
        outputs: &[
            Field::new("x", Values::Below(50)),
            Field::new("o", Values::Below(50)),
            Field::new("free", Values::Below(50)),
        ],
        plain: |input, output| {
            let board = unpacked(input);
            let counts = [board.stones(Side::X), board.stones(Side::O), board.free()];
            output.copy_from_slice(&counts.map(|squares| squares.len() as u8));
        },
        formula: formula!(count),
        sample: None,
    },
    Claim {
        name: "ataxx_any",
        about: "whether a free square is within two of a stone of a side",
        inputs: &[SIDE, BOARD],
        outputs: &[Field::new("any", Values::Below(2))],
        plain: |input, output| output[0] = (!unpacked(&input[1..]).reach(side(input[0])).is_empty()).into(),
        formula: formula!(any),
        sample: None,
    },
];

pub(super) const SHEETS: &[Listing] = sheets!["awalls", "aget", "aset", "aclone", "ajump", "acount", "aany"];

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

/// The two bits of each cell.
type Cells<D> = [[<D as Domain>::Bit; 2]; 49];
/// Something true of some squares.
type Where<D> = [<D as Domain>::Bit; 49];

fn squares() -> [Square; 49] {
    let mut all = Square::all();
    from_fn(|_| all.next().expect("49 squares"))
}

/// The byte and the lower bit of a square's cell.
fn place(square: Square) -> (usize, u32) {
    (2 * square.row() + square.column() / 4, 2 * (square.column() as u32 % 4))
}

fn cells<D: Domain>(board: &[D]) -> Cells<D> {
    squares().map(place).map(|(byte, bit)| [board[byte].bit(bit), board[byte].bit(bit + 1)])
}

fn pack<D: Domain>(cells: &Cells<D>, board: &mut [D]) {
    board.fill(0.into());
    for ((byte, bit), [low, high]) in squares().map(place).into_iter().zip(cells) {
        board[byte] = board[byte] | D::place(*low, bit) | D::place(*high, bit + 1);
    }
}

/// The one square in this row and column.
fn at<D: Domain>(row: D, column: D) -> Where<D> {
    let is = |value: D, number: usize| (value ^ D::from(number as u8)).is_zero();
    squares().map(|square| is(row, square.row()) & is(column, square.column()))
}

fn free<D: Domain>(cells: &Cells<D>) -> Where<D> {
    cells.map(|[low, high]| !(low | high))
}

/// The stones of x, and those of o.
fn stones<D: Domain>(cells: &Cells<D>) -> [Where<D>; 2] {
    [cells.map(|[low, high]| low & !high), cells.map(|[low, high]| high & !low)]
}

/// The side's own stones and the enemy's.
fn own_and_enemy<D: Domain>(cells: &Cells<D>, side: D) -> [Where<D>; 2] {
    let [x, o] = stones::<D>(cells);
    let is_o = side.bit(0);
    let chosen = |set: Where<D>, clear: Where<D>| from_fn(|n| (is_o & set[n]) | (!is_o & clear[n]));
    [chosen(o, x), chosen(x, o)]
}

fn any_of<D: Domain>(bits: impl IntoIterator<Item = D::Bit>) -> D::Bit {
    bits.into_iter().fold(false.into(), |any, bit| any | bit)
}

/// Whether there is a pair of squares, one of each set, at such a distance.
fn pair<D: Domain>(one: &Where<D>, other: &Where<D>, is_right: impl Fn(usize) -> bool) -> D::Bit {
    let all = squares();
    any_of::<D>((0..49).map(|n| {
        let others = (0..49).filter(|m| is_right(all[n].distance(all[*m])));
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
    let (here, cells) = (at(input[0], input[1]), cells(&input[2..]));
    let bit = |which: usize| any_of::<D>((0..49).map(|n| here[n] & cells[n][which]));
    output[0] = D::place(bit(0), 0) | D::place(bit(1), 1);
}

fn set<D: Domain>(input: &[D], output: &mut [D]) {
    let (here, cells) = (at(input[0], input[1]), cells(&input[3..]));
    let put = |n: usize, which: usize| (here[n] & input[2].bit(which as u32)) | (!here[n] & cells[n][which]);
    pack(&from_fn(|n| [put(n, 0), put(n, 1)]), output);
}

fn clone<D: Domain>(input: &[D], output: &mut [D]) {
    let (to, side, cells) = (at(input[0], input[1]), input[2], cells(&input[3..]));
    let [own, _] = own_and_enemy(&cells, side);
    let free = free::<D>(&cells);
    let target = from_fn(|n| to[n] & free[n]);
    let legal = pair::<D>(&target, &own, |distance| distance == 1);
    moved(&cells, side, legal, &to, &[false.into(); 49], output);
}

fn jump<D: Domain>(input: &[D], output: &mut [D]) {
    let (from, to, side) = (at(input[0], input[1]), at(input[2], input[3]), input[4]);
    let cells = cells(&input[5..]);
    let [own, _] = own_and_enemy(&cells, side);
    let free = free::<D>(&cells);
    let source = from_fn(|n| from[n] & own[n]);
    let target = from_fn(|n| to[n] & free[n]);
    let legal = pair::<D>(&target, &source, |distance| distance == 2);
    moved(&cells, side, legal, &to, &from, output);
}

/// If it is legal: a stone of the side on `to`, none on `from`, and the enemy's stones beside `to` change side.
fn moved<D: Domain>(
    cells: &Cells<D>,
    side: D,
    legal: D::Bit,
    to: &Where<D>,
    from: &Where<D>,
    output: &mut [D],
) {
    let [_, enemy] = own_and_enemy(cells, side);
    let all = squares();
    let after = from_fn(|n| {
        let beside = any_of::<D>((0..49).filter(|m| all[n].distance(all[*m]) == 1).map(|m| to[m]));
        let (gains, goes) = (legal & (to[n] | (beside & enemy[n])), legal & from[n]);
        let [low, high] = cells[n];
        let stays = !gains & !goes;
        [(stays & low) | (gains & !side.bit(0)), (stays & high) | (gains & side.bit(0))]
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
    let [own, _] = own_and_enemy(&cells, input[0]);
    let wide = spread::<D>(&own, |one, other| one.row() == other.row());
    let reach = spread::<D>(&wide, |one, other| one.column() == other.column());
    let free = free::<D>(&cells);
    output[0] = D::place(any_of::<D>((0..49).map(|n| free[n] & reach[n])), 0);
}

/// The squares within two of a set along one direction.
fn spread<D: Domain>(set: &Where<D>, is_along: impl Fn(Square, Square) -> bool) -> Where<D> {
    let all = squares();
    from_fn(|n| {
        let near = |m: &usize| is_along(all[n], all[*m]) && all[n].distance(all[*m]) <= 2;
        any_of::<D>((0..49).filter(near).map(|m| set[m]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, space::Space};

    type Plain = fn(&[u8], &mut [u8]);
    const FORMULAS: [Plain; 7] = [walls, get, set, clone, jump, count, any];

    fn agree(claim: &Claim, formula: Plain, input: &[u8]) -> Vec<u8> {
        let bytes = Field::all_bytes(claim.outputs);
        let (mut plain, mut short) = (vec![0xAA; bytes], vec![0x55; bytes]);
        (claim.plain)(input, &mut plain);
        formula(input, &mut short);
        assert_eq!(plain, short, "{} of {input:?}", claim.name);
        plain
    }

    #[test]
    fn formulas_say_what_the_oracle_says() {
        let mut random = Random::new(5);
        for (claim, formula) in CLAIMS.iter().zip(FORMULAS) {
            let space = Space::new(claim.inputs);
            (0..5_000).for_each(|_| drop(agree(claim, formula, &space.sample(&mut random))));
        }
    }

    #[test]
    fn all_masks() {
        for mask in 0..=u16::MAX {
            agree(&CLAIMS[0], walls, &mask.to_le_bytes());
        }
    }

    /// Of legal and of refused moves there are enough among the inputs by chance, on boards with few stones too.
    #[test]
    fn moves_of_both_kinds() {
        let mut random = Random::new(6);
        for number in [3, 4] {
            let space = Space::new(CLAIMS[number].inputs);
            let answers =
                (0..20_000).map(|_| agree(&CLAIMS[number], FORMULAS[number], &space.sample(&mut random)));
            let refused = answers.filter(|output| output[14] == 1).count();
            assert!((100..19_900).contains(&refused), "{refused}");
        }
    }
}
