//! Rules and encodings, with a second, slow move generator for comparison: an array of letters with a border, testing
//! every pair of squares.

use proptest::prelude::*;

use super::{START, boards, position, positions, square};
use crate::ataxx::{
    Board, Cell, CornerError, IllegalMove, Move, Outcome, PackedError, Position, Side, Square, Squares,
    Uncounted, Walls,
};

fn played(fen: &str, moves: &str) -> Position {
    let make = |position: Position, text: &str| position.play(text.parse().unwrap()).unwrap();
    moves.split_whitespace().fold(position(fen), make)
}

/// The moves of libataxx tests/counters.cpp.
#[test]
fn counts() {
    let half_and_full = |fen, moves| {
        let after = played(fen, moves);
        (after.half_moves, after.full_moves)
    };
    assert_eq!(half_and_full(START, "g2 a2 g3"), (0, 2));
    assert_eq!(half_and_full(START, "g2 a2 g3 a2a4 a7a5 a1b3"), (3, 4));
    assert_eq!(half_and_full(START, "g2 a2 g3 a2a4 a7a5 a1b3 b4"), (0, 4));
    let cornered = "7/7/7/7/4ooo/4ooo/4oox x 0 1";
    assert_eq!(half_and_full(cornered, "0000"), (1, 1));
    assert_eq!(half_and_full(cornered, "0000 d1 0000 d1b1 0000"), (3, 3));
    assert_eq!(half_and_full(cornered, "0000 d1 0000 d1b1 0000 a1"), (0, 4));
}

#[test]
fn captures() {
    let full = "ooooooo/ooooooo/oo3oo/oox1ooo/ooooooo/ooooooo/ooooooo x 7 1";
    assert_eq!(played(full, "d4").to_string(), "ooooooo/ooooooo/oo3oo/ooxxxoo/ooxxxoo/ooooooo/ooooooo o 0 1");
    assert_eq!(
        played(full, "c4e5").to_string(),
        "ooooooo/oooxxxo/oo2xxo/oo2xxo/ooooooo/ooooooo/ooooooo o 8 1"
    );
}

/// The positions of libataxx tests/gameover.cpp and their results.
#[test]
fn ends() {
    use Outcome::{Drawn, Won};
    for (fen, outcome) in [
        (START, None),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", None),
        ("x5o/7/7/7/7/7/o5x x 99 1", None),
        ("x5o/7/7/7/7/7/o5x x 100 1", Some(Drawn)),
        ("xx4o/7/7/7/7/7/o5x x 101 1", Some(Drawn)),
        ("7/7/7/7/7/7/7 x 0 1", Some(Drawn)),
        ("x6/7/7/7/7/7/7 x 0 1", Some(Won(Side::X))),
        ("x6/7/7/7/7/7/7 o 0 1", Some(Won(Side::X))),
        ("o6/7/7/7/7/7/7 x 200 1", Some(Won(Side::O))),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", Some(Won(Side::O))),
        ("xx-----/-------/-------/7/-------/-------/-----oo x 0 1", Some(Drawn)),
        ("7/7/7/7/4ooo/4ooo/4oox x 0 1", None),
    ] {
        let position = position(fen);
        assert_eq!(position.outcome(), outcome, "{fen}");
        assert_eq!(position.is_over(), outcome.is_some(), "{fen}");
        assert_eq!(position.moves().is_empty(), outcome.is_some(), "{fen}");
    }
}

#[test]
fn illegal_moves() {
    for (fen, text) in [
        (START, "0000"),
        (START, "d4"),
        (START, "a7"),
        (START, "g7e7"),
        (START, "a5a7"),
        ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", "d4"),
        ("xx-4/7/7/7/7/7/o5x x 0 1", "a7c7"),
        ("x5o/7/7/7/7/7/o5x x 100 1", "a6"),
        ("x6/7/7/7/7/7/7 o 0 1", "0000"),
    ] {
        let position = position(fen);
        let illegal = IllegalMove { played: text.parse().unwrap(), side: position.side };
        assert_eq!(position.play(illegal.played), Err(illegal), "{fen} {text}");
    }
    let message = position(START).play(Move::Clone(square("d4"))).unwrap_err().to_string();
    assert_eq!(message, "d4 is not a legal move of x here");
}

#[test]
fn the_order_of_moves() {
    let moves: Vec<_> = position(START).moves().iter().map(Move::to_string).collect();
    assert_eq!(moves.join(" "), "b7 a6 b6 f2 g2 f1 a7c7 a7c6 a7a5 a7b5 a7c5 g1e3 g1f3 g1g3 g1e2 g1e1");
    assert_eq!(position("7/7/7/7/4ooo/4ooo/4oox x 0 1").moves(), [Move::Pass]);
}

proptest! {
    #[test]
    fn moves_are_those_of_the_slow_generator(position in positions()) {
        let after = |position: Position| {
            let fen = position.to_string();
            fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
        };
        let mut fast: Vec<_> = position.moves().iter().map(|&m| after(position.play(m).unwrap())).collect();
        let mut slow: Vec<_> = Slow::of(&position).children().iter().map(Slow::text).collect();
        fast.sort();
        slow.sort();
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn only_the_listed_moves_are_played(position in positions(), pair in (0..7_usize, 0..7_usize, 0..7_usize, 0..7_usize)) {
        let name = |row: usize, column: usize| format!("{}{}", (b'a' + column as u8) as char, 7 - row);
        let (from, to) = (name(pair.0, pair.1), name(pair.2, pair.3));
        for text in [to.clone(), from + &to, "0000".to_owned()] {
            if let Ok(any) = text.parse::<Move>() {
                prop_assert_eq!(position.play(any).is_ok(), position.moves().contains(&any), "{}", text);
            }
        }
    }
}

/// Positions and their counts from depth 0: those of libataxx tests/perft.cpp, and one for the wall mask 7888.
const VECTORS: &[(&str, &[u64])] = &[
    ("7/7/7/7/7/7/7 x 0 1", &[1, 0, 0, 0, 0]),
    ("7/7/7/7/7/7/7 o 0 1", &[1, 0, 0, 0, 0]),
    (START, &[1, 16, 256, 6460, 155_888, 4_752_668]),
    ("x5o/7/7/7/7/7/o5x o 0 1", &[1, 16, 256, 6460, 155_888, 4_752_668]),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", &[1, 14, 196, 4184, 86_528, 2_266_352]),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", &[1, 14, 196, 4184, 86_528, 2_266_352]),
    ("x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", &[1, 14, 196, 4100, 83_104, 2_114_588]),
    ("x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", &[1, 16, 256, 5948, 133_264, 3_639_856]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", &[1, 1, 75, 249, 14_270, 452_980]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/2x1o2/7/7/7 x 0 1", &[1, 23, 419, 7887, 168_317, 4_266_992]),
    ("x5o/7/7/7/7/7/o5x x 100 1", &[1, 0, 0, 0, 0]),
    ("7/7/7/7/-------/-------/x5o x 0 1", &[1, 2, 4, 13, 30, 73, 174]),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", &[1, 16, 256, 5180]),
];

#[test]
fn published_counts() {
    for (fen, counts) in VECTORS {
        let found: Vec<_> = (0..counts.len()).map(|depth| position(fen).perft(depth as u8)).collect();
        assert_eq!(found, *counts, "{fen}");
    }
}

#[test]
fn the_slow_generator_agrees() {
    for (fen, counts) in VECTORS {
        let position = position(fen);
        let depth = counts.iter().take_while(|count| **count < 200_000).count() - 1;
        assert_eq!(Slow::of(&position).perft(depth as u8), position.perft(depth as u8), "{fen}");
    }
}

/// Counts beyond the published ones; both generators agree on them.
const DEEPER: &[(&str, u8, u64)] = &[
    (START, 6, 141_865_520),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", 6, 58_227_084),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 4, 102_364),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 5, 2_322_764),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 6, 51_681_984),
    ("7/7/7/7/4ooo/4ooo/4oox x 0 1", 6, 1_683_904),
    ("x5o/7/7/7/7/7/o5x x 97 1", 5, 3_779_968),
];

#[test]
fn deeper_counts() {
    for (fen, depth, count) in DEEPER {
        assert_eq!(position(fen).perft(*depth), *count, "{fen}");
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p arcadian-board --lib ataxx -- --ignored"]
fn the_slow_generator_agrees_deeper() {
    for (fen, depth, count) in DEEPER {
        assert_eq!(Slow::of(&position(fen)).perft(*depth), *count, "{fen}");
    }
}

#[test]
fn a_count_can_be_stopped() {
    let mut polls = 0;
    let stopped = position(START).perft_until(99, u64::MAX, &mut || {
        polls += 1;
        polls == 100
    });
    assert_eq!((stopped, polls), (Err(Uncounted::Stopped), 100));
}

#[test]
fn a_count_has_a_limit() {
    let count = |depth, limit| position(START).perft_until(depth, limit, &mut || false);
    assert_eq!(count(4, 155_888), Ok(155_888));
    assert_eq!(count(4, 155_887), Err(Uncounted::TooMany));
    assert_eq!(count(99, 1_000_000), Err(Uncounted::TooMany));
    assert_eq!((count(0, 0), count(1, 0)), (Err(Uncounted::TooMany), Err(Uncounted::TooMany)));
}

proptest! {
    #[test]
    fn any_position_has_equal_counts(position in positions()) {
        for depth in 0..=2 {
            prop_assert_eq!(position.perft(depth), Slow::of(&position).perft(depth));
        }
        prop_assert_eq!(position.moves().len(), position.move_count() as usize);
    }
}

/// Rows and columns -2 to 8, so that no access needs a bounds check.
type Grid = [[u8; 11]; 11];

#[derive(Clone, Copy)]
pub(super) struct Slow {
    grid: Grid,
    side: u8,
    clock: u32,
}

impl Slow {
    pub(super) fn of(position: &Position) -> Self {
        let fen = position.to_string();
        let words: Vec<_> = fen.split(' ').collect();
        let mut grid = [[b'#'; 11]; 11];
        for (row, rank) in words[0].split('/').enumerate() {
            let spaced =
                (1..=7).fold(rank.to_owned(), |rank, n| rank.replace(&n.to_string(), &".".repeat(n)));
            grid[row + 2][2..9].copy_from_slice(spaced.as_bytes());
        }
        Self { grid, side: words[1].as_bytes()[0], clock: words[2].parse().unwrap() }
    }

    fn cells(letter: u8, grid: &Grid) -> Vec<(usize, usize)> {
        let all = (2..9).flat_map(|row| (2..9).map(move |column| (row, column)));
        all.filter(|&(row, column)| grid[row][column] == letter).collect()
    }

    fn is_over(&self) -> bool {
        let [x, o] = [b'x', b'o'].map(|letter| Self::cells(letter, &self.grid));
        let can_move = |stones: &[_]| stones.iter().any(|&stone| self.has_free(stone));
        self.clock >= 100 || x.is_empty() || o.is_empty() || !(can_move(&x) || can_move(&o))
    }

    fn has_free(&self, (row, column): (usize, usize)) -> bool {
        (row - 2..=row + 2).any(|r| (column - 2..=column + 2).any(|c| self.grid[r][c] == b'.'))
    }

    pub(super) fn children(&self) -> Vec<Slow> {
        if self.is_over() {
            return Vec::new();
        }
        let mut children = Vec::new();
        let own = Self::cells(self.side, &self.grid);
        for to in Self::cells(b'.', &self.grid) {
            let far = |from: &(usize, usize)| from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
            if own.iter().any(|from| far(from) == 1) {
                children.push(self.after(None, to));
            }
            children.extend(own.iter().filter(|from| far(from) == 2).map(|from| self.after(Some(*from), to)));
        }
        if children.is_empty() {
            children.push(Self { side: self.opponent(), clock: self.clock + 1, ..*self });
        }
        children
    }

    fn opponent(&self) -> u8 {
        if self.side == b'x' { b'o' } else { b'x' }
    }

    fn after(&self, from: Option<(usize, usize)>, to: (usize, usize)) -> Slow {
        let mut grid = self.grid;
        if let Some((row, column)) = from {
            grid[row][column] = b'.';
        }
        for cell in
            (to.0 - 1..=to.0 + 1).flat_map(|row| (to.1 - 1..=to.1 + 1).map(move |column| (row, column)))
        {
            if cell == to || grid[cell.0][cell.1] == self.opponent() {
                grid[cell.0][cell.1] = self.side;
            }
        }
        Slow { grid, side: self.opponent(), clock: if from.is_some() { self.clock + 1 } else { 0 } }
    }

    /// Formats board, side and clock as in a FEN.
    pub(super) fn text(&self) -> String {
        let rows: Vec<_> =
            self.grid[2..9].iter().map(|row| String::from_utf8_lossy(&row[2..9]).into_owned()).collect();
        let board =
            (1..=7).rev().fold(rows.join("/"), |text, n| text.replace(&".".repeat(n), &n.to_string()));
        format!("{board} {} {}", self.side as char, self.clock)
    }

    pub(super) fn perft(&self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            _ => self.children().iter().map(|child| child.perft(depth - 1)).sum(),
        }
    }
}

fn rows(squares: Squares) -> Vec<String> {
    let letter = |square| if squares.contains(square) { '#' } else { '.' };
    let all: Vec<_> = Square::all().map(letter).collect();
    all.chunks(7).map(String::from_iter).collect()
}

/// The three masks printed in the designer's notes.
#[test]
fn printed_masks() {
    let drawn = |mask| rows(Walls::new(mask).unwrap().squares());
    assert_eq!(drawn(0x7888), ["...#...", "...#...", "...#...", "###.###", "...#...", "...#...", "...#..."]);
    assert_eq!(drawn(0x01A2), [".#...#.", ".#.#.#.", "#.....#", ".......", "#.....#", ".#.#.#.", ".#...#."]);
    assert_eq!(drawn(0x8124), ["..#.#..", ".#...#.", "#.....#", "...#...", "#.....#", ".#...#.", "..#.#.."]);
    assert_eq!(Walls::new(0x0001), Err(CornerError));
}

#[test]
fn squares_of_each_bit() {
    let counts: Vec<_> = (0..16).map(|bit| Walls::expand(1 << bit).len()).collect();
    assert_eq!(counts, [4, 4, 4, 2, 4, 4, 4, 2, 4, 4, 4, 2, 2, 2, 2, 1]);
    assert_eq!(Walls::expand(0xFFFF), Squares::ALL);
    assert_eq!(
        [Walls::label(square("g1")), Walls::label(square("b4")), Walls::label(square("d4"))],
        [0, 13, 15]
    );
}

#[test]
fn counts_of_layouts() {
    assert_eq!(Walls::all().count(), 1 << 15);
    assert_eq!(Walls::all().filter(|walls| walls.is_playable()).count(), 9949);
    let locked: Vec<_> = Walls::all().filter(|walls| walls.is_locked()).collect();
    assert_eq!(locked.len(), 128);
    let around = [1, 2, 4, 5, 6, 8, 9, 10].iter().fold(0, |mask, bit| mask | 1 << bit);
    assert!(Walls::all().all(|walls| locked.contains(&walls) == (walls.mask() & around == around)));
}

#[test]
fn the_start_in_bytes() {
    let start = Position::start(Walls::new(0x7888).unwrap());
    let bytes = [0xC1, 0x20, 0xC0, 0, 0xC0, 0, 0x3F, 0x3F, 0xC0, 0, 0xC0, 0, 0xC2, 0x10];
    assert_eq!(start.board.pack(), bytes);
}

#[test]
fn invalid_bytes() {
    assert_eq!(Board::unpack(&[0; 13]), Err(PackedError::Length(13)));
    assert_eq!(Board::unpack(&[]), Err(PackedError::Length(0)));
    let mut bytes = [0; 14];
    bytes[9] = 0x40;
    assert_eq!(Board::unpack(&bytes), Err(PackedError::Spare { row: 4 }));
    bytes[9] = 0xFF;
    assert_eq!(
        Board::unpack(&bytes).unwrap_err().to_string(),
        "byte 9 (high byte of row 4) is above 3F; its bits 6 and 7 are unused and must be 0"
    );
}

proptest! {
    #[test]
    fn packing_round_trip(board in boards()) {
        prop_assert_eq!(Board::unpack(&board.pack()), Ok(board));
        let sets = [board.free(), board.stones(Side::X), board.stones(Side::O), board.walls()];
        for square in Square::all() {
            let cell = board.get(square);
            let word = u16::from_le_bytes([board.pack()[2 * square.row()], board.pack()[2 * square.row() + 1]]);
            prop_assert_eq!(word >> (2 * square.column()) & 3, cell as u16);
            let holds: Vec<_> = sets.iter().map(|set| set.contains(square)).collect();
            prop_assert_eq!(holds.iter().filter(|holds| **holds).count(), 1);
            prop_assert!(holds[cell as usize]);
        }
    }

    #[test]
    fn set_changes_one_cell(board in boards(), at in 0..49_usize, bits in 0..4_u8) {
        let changed = Square::all().nth(at).unwrap();
        let mut after = board;
        after.set(changed, Cell::from_bits(bits));
        prop_assert_eq!(after.get(changed), Cell::from_bits(bits));
        prop_assert!(Square::all().all(|square| square == changed || after.get(square) == board.get(square)));
    }
}

#[test]
fn rings_are_distances() {
    for (one, other) in Square::all().flat_map(|one| Square::all().map(move |other| (one, other))) {
        assert_eq!(Squares::near(one).contains(other), one.distance(other) == 1);
        assert_eq!(Squares::far(one).contains(other), one.distance(other) == 2);
        assert_eq!(Squares::one(one).grown().contains(other), one.distance(other) <= 1);
    }
}
