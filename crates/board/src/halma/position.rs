//! A position of the game: a board and whose turn it is.

use std::{error::Error, fmt, str::FromStr};

use super::{Board, Colour, Set, Variant, moves};

/// A move: from one square to another. What lies between, if it hops, does not matter to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A board, and the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The side to move.
    pub side: Colour,
}

impl Position {
    /// The beginning of a game: all pieces in their camps, White to move.
    pub fn start() -> Self {
        Self { board: Board::init(), side: Colour::White }
    }

    /// The side that has won: every piece it has stands in the other's camp. The side that moved last is
    /// asked first.
    pub fn winner(&self) -> Option<Colour> {
        [self.side.other(), self.side].into_iter().find(|&colour| self.is_home(colour))
    }

    fn is_home(&self, colour: Colour) -> bool {
        let camp = colour.other().camp();
        let mut squares = self.board.pieces(colour).map(|(_, square)| square).peekable();
        squares.peek().is_some() && squares.all(|square| camp.contains(&square))
    }

    /// Where the piece on a square can go.
    pub fn destinations(&self, from: u8, variant: Variant) -> Set {
        moves::destinations(self.board.occupied(), from, variant)
    }

    /// Every move of the side to move, piece by piece. A game that is won has none.
    pub fn moves(&self, variant: Variant) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let moves_of =
            |(_, from)| self.destinations(from, variant).squares().map(move |to| Move { from, to });
        self.board.pieces(self.side).flat_map(moves_of).collect()
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the rules do not allow the move.
    pub fn play(&self, played: Move, variant: Variant) -> Result<Self, Illegal> {
        if let Some(colour) = self.winner() {
            return Err(Illegal::Over(colour));
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
            Some(colour) if colour != self.side => Err(Illegal::Theirs(from, self.side)),
            Some(_) => {
                let mut pieces = self.board.pieces(self.side);
                pieces.find(|&(_, square)| square == from).map(|(n, _)| n).ok_or(Illegal::Empty(from))
            }
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over; this side has won.
    Over(Colour),
    /// No piece stands on this square.
    Empty(u8),
    /// A piece stands on this square, but this other side is to move.
    Theirs(u8, Colour),
    /// A piece stands where it should go.
    Occupied(u8),
    /// Neither a step nor hops lead there.
    Unreachable(Move),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(colour) => write!(f, "the game is over: {colour} has won"),
            Self::Empty(square) => write!(f, "no piece stands on {square}"),
            Self::Theirs(square, side) => {
                write!(f, "the piece on {square} is {}'s, and {side} is to move", side.other())
            }
            Self::Occupied(square) => write!(f, "a piece stands on {square}"),
            Self::Unreachable(Move { from, to }) => {
                write!(f, "neither a step nor hops lead from {from} to {to}")
            }
        }
    }
}

impl Error for Illegal {}

impl fmt::Display for Colour {
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

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError(String);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no move: expected two squares of 0 to 255, such as 4-21", self.0)
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

/// The number of a square, digits alone.
fn square(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
