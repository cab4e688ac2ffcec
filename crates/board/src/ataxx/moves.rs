//! Moves and their text form.

use std::{error::Error, fmt, str::FromStr};

use super::square::Square;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A new stone next to a stone of the same side, `g2`.
    Clone(Square),
    /// A stone moves to a square at distance 2, `a7a5`.
    Jump {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A pass, `0000`; legal only if there is no other move.
    Pass,
}

impl Move {
    /// Returns the destination, or `None` for a pass.
    pub const fn to(self) -> Option<Square> {
        match self {
            Self::Clone(to) | Self::Jump { to, .. } => Some(to),
            Self::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clone(to) => to.fmt(f),
            Self::Jump { from, to } => write!(f, "{from}{to}"),
            Self::Pass => f.write_str("0000"),
        }
    }
}

/// The reason why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is neither a square, nor two squares, nor 0000.
    Form,
    /// The distance of the squares is not 2.
    Distance {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a move is a square (g2), two squares (a7a5) or 0000"),
            Self::Distance { from, to } if from.distance(*to) == 1 => {
                write!(f, "{from} and {to} are adjacent; write {to} for a clone to {to}")
            }
            Self::Distance { from, to } => {
                write!(f, "the distance of a jump is 2 squares; that of {from}{to} is {}", from.distance(*to))
            }
        }
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a move without checking that it is legal.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let square = |text: Option<&str>| text.and_then(|text| text.parse().ok()).ok_or(MoveError::Form);
        match text.len() {
            2 => square(Some(text)).map(Self::Clone),
            4 if text == "0000" => Ok(Self::Pass),
            4 => match (square(text.get(..2))?, square(text.get(2..))?) {
                (from, to) if from.distance(to) == 2 => Ok(Self::Jump { from, to }),
                (from, to) => Err(MoveError::Distance { from, to }),
            },
            _ => Err(MoveError::Form),
        }
    }
}
