//! A position of the game: a board and the side to move.

use std::{error::Error, fmt, str::FromStr};

use super::{Board, Color, Set, Variant, moves};

/// A move from one square to another. The board does not depend on the chain of hops between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The origin.
    pub from: u8,
    /// The destination.
    pub to: u8,
}

/// A board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
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

    /// Returns the destinations of the piece on a square.
    pub fn destinations(&self, from: u8, variant: Variant) -> Set {
        moves::destinations(self.board.occupied(), from, variant)
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

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over; this side has won.
    Over(Color),
    /// The origin is empty.
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

/// A text that is not a move.
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
