//! The interface that the four games share: a position with its rules, as hosts see it; the level of the program, and
//! random numbers that follow from a seed; and the reasons why a move is refused or a game cannot start.

use std::{
    any::Any,
    fmt::{self, Debug},
    sync::Arc,
};

use arcadian_board::{
    ataxx::{self, Square as At},
    halma,
};

use crate::ataxx::PictureError;

/// A position of one of the games, with its rules. Hosts draw its [`Grid`] and make its [`Move`]s by notation. One that needs more can
/// downcast it to the game's own type.
pub trait Position: Any + Debug + Send + Sync {
    fn kind(&self) -> &'static Kind;

    /// Returns the rules as [`Kind::read`] takes them, such as `misere`.
    fn rules(&self) -> String;

    /// Returns the position as text, as [`Kind::read`] takes it.
    fn text(&self) -> String;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns the result, or `None` while the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns what the board does not show or what is tedious to count, such as `x 12, o 9`.
    fn summary(&self) -> String;

    fn moves(&self) -> Vec<Move>;

    /// Makes a move in the game's notation.
    ///
    /// # Errors
    /// Says why the text is not a move, or why the move is illegal.
    fn play(&self, text: &str) -> Result<Played, Illegal>;

    /// Returns the notation for a move from a square to another one, legal or not.
    ///
    /// # Errors
    /// Fails if two such squares never are a move of the game.
    fn notation(&self, from: Square, to: Square) -> Result<String, Illegal>;

    /// Returns why no move begins on a square where none does.
    fn cannot_begin(&self, from: Square) -> Illegal;

    fn grid(&self) -> Grid;

    /// Chooses a move of the side to move, or returns `None` if there is none or the search was stopped before it had one. Equal
    /// arguments give equal moves, unless `is_enough` stops the search. In a game of one player it is the next move of a shortest solution.
    fn choose(&self, level: Level, random: u64, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice>;
}

pub type Read = fn(rules: &str, text: &str) -> Result<Arc<dyn Position>, SetupError>;

#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in commands and records, such as `tactix`.
    pub name: &'static str,
    /// Its name in texts, such as `TACTIX`.
    pub title: &'static str,
    /// The names of the sides, the one that moves first in front. A puzzle has one.
    pub sides: &'static [&'static str],
    pub notation: &'static str,
    /// The characters of moves, so that a host can tell a typed move from its other keys. Letters are in lower case.
    pub characters: &'static str,
    /// The way to make a move with a cursor or a finger.
    pub selection: &'static str,
    /// The meaning of [`Cell::is_shaded`], if the board has such squares.
    pub shading: Option<&'static str>,
    /// Reads rules and a position, the texts of [`Position::rules`] and [`Position::text`].
    pub read: Read,
}

impl Kind {
    pub fn side(&self, side: Side) -> &'static str {
        self.sides.get(side as usize).copied().unwrap_or(self.title)
    }
}

/// A side: in Halma White, in Ataxx x, in TACTIX the player who starts, in ROTATE the only player is the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won. A solved puzzle is won by its player.
    Won(Side),
    Drawn,
}

/// A square by row and column, counted from 0 at the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    pub row: usize,
    pub column: usize,
}

impl Square {
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its notation.
    pub text: String,
    /// The pairs of squares, source and target, by which it is selected on the board. A move that is not made on the board, such as a
    /// pass, has none.
    pub pairs: Vec<(Square, Square)>,
}

#[derive(Clone, Debug)]
pub struct Played {
    pub text: String,
    /// The squares that it concerns, in the order of the movement.
    pub squares: Vec<Square>,
    /// The position after it.
    pub position: Arc<dyn Position>,
}

/// A move that a player of the program chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub text: String,
    /// The reason, such as `wins with best play`.
    pub reason: String,
}

/// The board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The label of each row, from the top, as moves name them.
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// Returns the cell of a square, or `None` outside the board.
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        let is_inside = square.row < self.rows.len() && square.column < self.columns.len();
        is_inside.then(|| self.cells.get(square.row * self.columns.len() + square.column)).flatten()
    }

    /// Returns the squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns.len();
        (0..self.rows.len()).flat_map(move |row| (0..columns).map(move |column| Square::new(row, column)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The letter of a piece, `.` for an empty square, `#` for a wall.
    pub letter: char,
    /// The owner of the piece, if it belongs to a side.
    pub side: Option<Side>,
    /// Whether the square is marked on the board itself: a camp of Halma, a letter of ROTATE that is in its place.
    pub is_shaded: bool,
}

impl Cell {
    pub const EMPTY: char = '.';
    pub const WALL: char = '#';

    pub fn is_empty(&self) -> bool {
        self.letter == Self::EMPTY
    }
}

impl fmt::Display for Grid {
    /// Draws the board with its labels, a line for each row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |labels: &[String]| labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let (row_width, width) = (width(&self.rows), width(&self.columns) + 1);
        let line = |label: &str, cells: &mut dyn Iterator<Item = String>| {
            let cells: String = cells.map(|cell| format!("{cell:>width$}")).collect();
            format!("{label:>row_width$} {cells}").trim_end().to_owned()
        };
        write!(f, "{}", line("", &mut self.columns.iter().cloned()))?;
        for (label, cells) in self.rows.iter().zip(self.cells.chunks(self.columns.len().max(1))) {
            write!(f, "\n{}", line(label, &mut cells.iter().map(|cell| cell.letter.to_string())))?;
        }
        Ok(())
    }
}

/// A level from 1, for beginners, to [`Level::HIGHEST`], as well as the program can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    pub const LOWEST: Self = Self(1);
    pub const HIGHEST: Self = Self(5);

    /// Returns the level with a number, if it is 1 to 5.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).contains(&number).then_some(Self(number))
    }

    /// Returns the number, 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// Mixes the bits of a number: equal numbers give equal results, and close numbers unrelated ones. This is the finalizer of SplitMix64
/// (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
pub(crate) const fn hash(number: u64) -> u64 {
    let a = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let b = (a ^ a >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    b ^ b >> 31
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        hash(self.0)
    }

    /// Returns a number below a limit, 0 if the limit is 0. The excess of the first numbers is at most `limit` in 2^64.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.number()) * limit as u128) >> 64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error(transparent)]
    Tactix(#[from] IllegalTactix),
    #[error(transparent)]
    HalmaText(#[from] halma::MoveError),
    #[error(transparent)]
    Halma(#[from] IllegalHalma),
    #[error(transparent)]
    Ataxx(#[from] IllegalAtaxx),
    #[error(transparent)]
    Rotate(#[from] IllegalRotate),
    #[error("there is no square in row {row}, column {column} (from 0)")]
    Outside { row: usize, column: usize },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("`{}` is not a game; the games are tactix, halma, ataxx and rotate", .0.escape_debug())]
    Game(String),
    #[error("`{}` is not a rule of {game}; write {rules}", .found.escape_debug())]
    Rules { found: String, game: &'static str, rules: &'static str },
    #[error("not a position of TACTIX: {0}")]
    Tactix(#[from] arcadian_board::tactix::TactixError),
    #[error("TACTIX is played on boards of 2 to 6 squares on a side, not {0}")]
    Size(usize),
    #[error("not a position of Halma: {0}")]
    Halma(#[from] halma::TextError),
    #[error("{0} has no pieces; each side needs at least one")]
    NoPieces(halma::Color),
    #[error("not a position of Ataxx: {0}")]
    Ataxx(#[from] ataxx::FenError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("not a board of ROTATE: {0}")]
    Rotate(#[from] arcadian_board::rotate::BoardError),
    #[error("a level of ROTATE is a number of turns from 1 to 40, not {0}")]
    Turns(u64),
    #[error("the game is over in this position: {0}; start from another one")]
    Over(String),
}

/// The reason why a move of TACTIX is refused. Squares are two digits, row and column from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTactix {
    #[error("`{}` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03", .0.escape_debug())]
    Text(String),
    #[error("{square} is outside the board; rows and columns are 0 to {last}")]
    Outside { square: String, last: usize },
    #[error("{first} and {last} are neither in one row nor in one column")]
    Line { first: String, last: String },
    #[error("{0} has no counter; a move takes counters without a gap")]
    Gap(String),
    #[error("the game is over: no counters are left")]
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalHalma {
    #[error(transparent)]
    Rules(#[from] halma::Illegal),
    #[error("the piece on {0} cannot move")]
    Stuck(u8),
    #[error("the game is over: {0}")]
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAtaxx {
    #[error("`{}`: {reason}", .text.escape_debug())]
    Text { text: String, reason: ataxx::MoveError },
    #[error("{from} and {to} are {distance} squares apart; a clone goes 1 square, a jump 2")]
    Far { from: At, to: At, distance: usize },
    #[error("{0} has no stone")]
    Empty(At),
    #[error("{0} is a wall")]
    Wall(At),
    #[error("{0} is occupied")]
    Occupied(At),
    #[error("the stone on {from} is not {side}'s, and {side} is to move")]
    Theirs { from: At, side: char },
    #[error("no stone of {side} is next to {to}, so none can be cloned there; write two squares for a jump")]
    NoParent { to: At, side: char },
    #[error("the stone on {0} cannot move: no square within distance 2 is free")]
    Stuck(At),
    #[error("{side} can move, so it must not pass")]
    Pass { side: char },
    #[error("the game is over: {0}")]
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalRotate {
    #[error("`{}` is not a move; write a letter A to P, S and a letter for the special move, T or R", .0.escape_debug())]
    Text(String),
    #[error("{} has no group: it is in the bottom row or the right column", char::from(*.0))]
    NoGroup(u8),
    #[error("{} has no right neighbor to be exchanged with", char::from(*.0))]
    NoNeighbor(u8),
    #[error("the special move has been made; R starts again with a new one")]
    Spent,
    #[error("T takes back the turn just made, and there is none")]
    NoTurn,
    /// Two squares that are no move.
    #[error("select the same letter twice for a turn, or its right neighbor for the special move")]
    Pair,
    #[error("the game is over: {0}")]
    Over(String),
}
