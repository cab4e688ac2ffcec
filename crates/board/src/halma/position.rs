//! A position of the game: a board and the side to move.
//!
//! As text it is sixteen rows separated by `/`, a space, and the side to move. In a row, `w` and `b` are pieces and a
//! number counts empty squares: `wwwww11`.

use std::{error::Error, fmt, str::FromStr};

use super::{
    Board, Color, Lines, Set, Variant,
    board::{PIECES, SQUARES},
};

/// A move from one square to another. The board does not depend on the chain of hops between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub from: u8,
    pub to: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    /// The side to move.
    pub side: Color,
}

impl Position {
    /// Creates the initial position: all pieces in their camps, White to move.
    pub fn start() -> Self {
        Self { board: Board::init(), side: Color::White }
    }

    /// Returns the side that has won: all its pieces are in the opponent's camp. If both sides qualify, it is the side that
    /// moved last.
    pub fn winner(&self) -> Option<Color> {
        [self.side.other(), self.side].into_iter().find(|&color| self.has_reached_goal(color))
    }

    fn has_reached_goal(&self, color: Color) -> bool {
        let camp = color.other().camp();
        let mut squares = self.board.pieces(color).map(|(_, square)| square).peekable();
        squares.peek().is_some() && squares.all(|square| camp.contains(&square))
    }

    pub fn destinations(&self, from: u8, variant: Variant) -> Set {
        destinations(self.board.occupied(), from, variant)
    }

    /// Returns the legal moves, piece by piece. A won game has none.
    pub fn moves(&self, variant: Variant) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let moves_of =
            |(_, from)| self.destinations(from, variant).squares().map(move |to| Move { from, to });
        self.board.pieces(self.side).flat_map(moves_of).collect()
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Fails if the move is illegal.
    pub fn play(&self, played: Move, variant: Variant) -> Result<Self, Illegal> {
        if let Some(color) = self.winner() {
            return Err(Illegal::Over(color));
        }
        let piece = self.piece_to_move(played.from)?;
        if self.board.at(played.to).is_some() {
            return Err(Illegal::Occupied(played.to));
        }
        if !self.destinations(played.from, variant).is_in(played.to) {
            return Err(Illegal::Unreachable(played));
        }
        let mut board = self.board;
        board.make(self.side, piece, played.to);
        Ok(Self { board, side: self.side.other() })
    }

    fn piece_to_move(&self, from: u8) -> Result<usize, Illegal> {
        match self.board.at(from) {
            None => Err(Illegal::Empty(from)),
            Some(color) if color != self.side => Err(Illegal::Theirs(from, self.side)),
            Some(_) => {
                let mut pieces = self.board.pieces(self.side);
                pieces.find(|&(_, square)| square == from).map(|(n, _)| n).ok_or(Illegal::Empty(from))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over; this side has won.
    Over(Color),
    Empty(u8),
    /// The origin has a piece of the opponent; this is the side to move.
    Theirs(u8, Color),
    /// The destination is occupied.
    Occupied(u8),
    /// Neither a step nor hops reach the destination.
    Unreachable(Move),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(color) => write!(f, "the game is over: {color} has won"),
            Self::Empty(square) => write!(f, "square {square} is empty"),
            Self::Theirs(square, side) => {
                write!(f, "the piece on {square} is {}'s, but {side} is to move", side.other())
            }
            Self::Occupied(square) => write!(f, "square {square} is occupied"),
            Self::Unreachable(Move { from, to }) => {
                write!(f, "{to} cannot be reached from {from} by a step or by hops")
            }
        }
    }
}

impl Error for Illegal {}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError(String);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a valid move; write two squares from 0 to 255, such as 4-21", self.0)
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let squares = text.split_once('-').and_then(|(from, to)| Some((square(from)?, square(to)?)));
        squares.map(|(from, to)| Self { from, to }).ok_or_else(|| MoveError(text.to_owned()))
    }
}

/// Parses the number of a square, digits only.
fn square(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// One step: rows down, columns to the right.
type Direction = (i16, i16);

const DIRECTIONS: [Direction; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Returns the square some steps away, or `None` outside the board.
fn at(from: u8, (down, right): Direction, steps: i16) -> Option<u8> {
    let row = i16::from(from / 16) + down * steps;
    let column = i16::from(from % 16) + right * steps;
    let inside = (0..16).contains(&row) && (0..16).contains(&column);
    u8::try_from(16 * row + column).ok().filter(|_| inside)
}

/// Returns the empty squares around a square.
pub fn steps(occupied: &Set, from: u8) -> Set {
    let adjacent = DIRECTIONS.into_iter().filter_map(|direction| at(from, direction, 1));
    adjacent.filter(|&square| !occupied.is_in(square)).collect()
}

/// Returns the landing square of one hop in a direction.
fn hop(occupied: &Set, from: u8, direction: Direction, variant: Variant) -> Option<u8> {
    let square = |steps| at(from, direction, steps);
    let is_empty = |steps| square(steps).is_some_and(|square| !occupied.is_in(square));
    let length = (1..16).find(|&steps| !is_empty(steps))?;
    let short_enough = variant == Variant::Kangaroo || length == 1;
    let clear = (length + 1..=2 * length).all(is_empty);
    square(2 * length).filter(|_| short_enough && clear)
}

/// Returns, for each square reachable by hops, its predecessor on a shortest chain of hops. The hopping piece is
/// lifted: its own square counts as empty.
fn chains(occupied: &Set, from: u8, variant: Variant) -> [Option<u8>; SQUARES] {
    let mut others = *occupied;
    others.excl(from);
    let mut before = [None; SQUARES];
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for landing in DIRECTIONS.into_iter().filter_map(|direction| hop(&others, square, direction, variant))
        {
            if landing != from && before[usize::from(landing)].is_none() {
                before[usize::from(landing)] = Some(square);
                reached.push(landing);
            }
        }
    }
    before
}

/// Returns the squares reachable by one or more hops, without the starting square.
pub fn hops(occupied: &Set, from: u8, variant: Variant) -> Set {
    let before = chains(occupied, from, variant);
    (0..=255).filter(|&square| before[usize::from(square)].is_some()).collect()
}

/// Returns a shortest chain of hops, both ends included, or `None` if hops do not lead there.
pub fn chain(occupied: &Set, from: u8, to: u8, variant: Variant) -> Option<Vec<u8>> {
    let before = chains(occupied, from, variant);
    before[usize::from(to)]?;
    let mut chain: Vec<u8> = std::iter::successors(Some(to), |&square| before[usize::from(square)]).collect();
    chain.reverse();
    Some(chain)
}

/// Returns all destinations of a piece. Hops preserve the parities of row and column and steps do not, so no
/// destination is reached both ways.
pub fn destinations(occupied: &Set, from: u8, variant: Variant) -> Set {
    let mut all = steps(occupied, from);
    all.extend(hops(occupied, from, variant).squares());
    all
}

/// Returns the number of sequences of `depth` moves. Depth 0 is one sequence; a won game has no continuation.
///
/// The last move is counted, not made.
pub fn perft(position: &Position, variant: Variant, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.winner().is_some() => 0,
        _ => Counter::new(position, variant).count(position.side, depth),
    }
}

/// Returns the count for each first move; nothing for depth 0.
pub fn divide(position: &Position, variant: Variant, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let after = |played| Some((played, perft(&position.play(played, variant).ok()?, variant, rest)));
    position.moves(variant).into_iter().filter_map(after).collect()
}

/// A board for counting, with make and unmake.
struct Counter {
    lines: Lines,
    pieces: [Vec<u8>; 2],
    /// The goal of each side: the opponent's camp.
    goals: [Set; 2],
    variant: Variant,
}

impl Counter {
    fn new(position: &Position, variant: Variant) -> Self {
        let squares = |color| position.board.pieces(color).map(|(_, square)| square).collect();
        let goal = |color: Color| color.other().camp().into_iter().collect();
        Self {
            lines: Lines::new(position.board.occupied().squares()),
            pieces: Color::BOTH.map(squares),
            goals: Color::BOTH.map(goal),
            variant,
        }
    }

    fn count(&mut self, side: Color, depth: u32) -> u64 {
        let pieces = 0..self.pieces[side as usize].len();
        match depth {
            1 => pieces.map(|piece| u64::from(self.count_destinations(side, piece))).sum(),
            _ => pieces.map(|piece| self.count_after(side, piece, depth)).sum(),
        }
    }

    fn count_destinations(&mut self, side: Color, piece: usize) -> u32 {
        let from = self.pieces[side as usize][piece];
        self.lines.hops(from, self.variant).count_ones() + self.lines.count_steps(from)
    }

    /// Counts the sequences that begin with a move of this piece.
    fn count_after(&mut self, side: Color, piece: usize, depth: u32) -> u64 {
        let from = self.pieces[side as usize][piece];
        let destinations: Vec<_> = self.lines.destinations(from, self.variant).collect();
        self.lines.toggle(from);
        let mut sequences = 0;
        for to in destinations {
            self.lines.toggle(to);
            self.pieces[side as usize][piece] = to;
            if !self.has_won(side) {
                sequences += self.count(side.other(), depth - 1);
            }
            self.lines.toggle(to);
        }
        self.pieces[side as usize][piece] = from;
        self.lines.toggle(from);
        sequences
    }

    fn has_won(&self, side: Color) -> bool {
        self.pieces[side as usize].iter().all(|&square| self.goals[side as usize].is_in(square))
    }
}

const WIDTH: usize = 16;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..WIDTH {
            let end = if row + 1 < WIDTH { "/" } else { " " };
            write!(f, "{}{end}", row_text(&self.board, row))?;
        }
        write!(f, "{}", letter(self.side))
    }
}

fn row_text(board: &Board, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..WIDTH {
        match board.at((WIDTH * row + column) as u8) {
            None => empty += 1,
            Some(color) => {
                push_empty(&mut text, &mut empty);
                text.push(letter(color));
            }
        }
    }
    push_empty(&mut text, &mut empty);
    text
}

fn push_empty(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&std::mem::take(empty).to_string());
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

fn color_of(letter: char) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| self::letter(color) == letter)
}

/// The reason why a text is not a position. Rows count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text does not have a board, one space and a side.
    Parts,
    /// The side is neither `w` nor `b`.
    Side(String),
    /// The number of rows is not 16.
    Rows(usize),
    /// The number of squares in a row is not 16.
    Row {
        row: usize,
        /// The number of its squares; 17 for any number above 16.
        squares: usize,
    },
    /// A character that is neither a piece nor a number.
    Character { row: usize, found: char },
    /// A number of empty squares that is 0 or begins with 0.
    Zero { row: usize },
    /// Too many pieces of one color.
    Pieces(Color),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts => {
                write!(f, "a position is 16 rows separated by /, a space, and w or b for the side to move")
            }
            Self::Side(found) => write!(f, "the side to move is `{found}`, expected w or b"),
            Self::Rows(found) => write!(f, "the board has {found} rows, expected 16 separated by /"),
            Self::Row { row, squares: 17.. } => write!(f, "row {row} has more than 16 squares"),
            Self::Row { row, squares } => write!(f, "row {row} has {squares} squares, expected 16"),
            Self::Character { row, found } => {
                write!(f, "row {row} contains `{found}`, expected w, b or a number of empty squares")
            }
            Self::Zero { row } => {
                write!(f, "row {row} has a number with a leading 0; write 1 to 16 for empty squares")
            }
            Self::Pieces(color) => write!(f, "{color} has more than {PIECES} pieces"),
        }
    }
}

impl Error for TextError {}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (rows, side) = text.split_once(' ').ok_or(TextError::Parts)?;
        let board = read_board(rows)?;
        let mut letters = side.chars();
        match (letters.next().and_then(color_of), letters.next()) {
            (Some(side), None) => Ok(Self { board, side }),
            _ => Err(TextError::Side(side.to_owned())),
        }
    }
}

fn read_board(text: &str) -> Result<Board, TextError> {
    let rows = text.split('/').count();
    if rows != WIDTH {
        return Err(TextError::Rows(rows));
    }
    let mut board = Board::empty();
    let mut count = [0; 2];
    for (row, text) in text.split('/').enumerate() {
        for (column, color) in read_row(row, text)?.into_iter().enumerate() {
            let Some(color) = color else { continue };
            let piece = &mut count[color as usize];
            if *piece == PIECES {
                return Err(TextError::Pieces(color));
            }
            board.add_piece(color, *piece, (WIDTH * row + column) as u8);
            *piece += 1;
        }
    }
    Ok(board)
}

fn read_row(row: usize, text: &str) -> Result<[Option<Color>; WIDTH], TextError> {
    let mut squares = [None; WIDTH];
    let mut used = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width = match (color_of(first), digits) {
            (None, 0) => return Err(TextError::Character { row, found: first }),
            (None, _) if first == '0' => return Err(TextError::Zero { row }),
            (None, _) => rest[..digits].parse().unwrap_or(usize::MAX),
            (piece @ Some(_), _) => {
                if let Some(square) = squares.get_mut(used) {
                    *square = piece;
                }
                1
            }
        };
        used = (WIDTH + 1).min(width.saturating_add(used));
        rest = &rest[digits.max(1)..];
    }
    if used == WIDTH { Ok(squares) } else { Err(TextError::Row { row, squares: used }) }
}
