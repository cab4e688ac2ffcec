//! Moves as one writes them.

use std::{error::Error, fmt, str::FromStr};

use super::square::Square;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A new stone beside one's own, `g2`.
    Clone(Square),
    /// A stone goes to a square at distance 2, `a7a5`.
    Jump {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// No move is possible, `0000`.
    Pass,
}

impl Move {
    /// Where the stone comes to stand.
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

/// The text is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no square, no two squares and no 0000.
    Form,
    /// The squares are not at distance 2 of each other.
    Distance {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a move is a square (g2), two squares (a7a5) or 0000"),
            Self::Distance { from, to } if from.distance(*to) == 1 => {
                write!(f, "{from} and {to} are neighbours: a clone to {to} is written {to}")
            }
            Self::Distance { from, to } => {
                write!(f, "a jump goes two squares far; {from}{to} goes {}", from.distance(*to))
            }
        }
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads a move; whether it is legal somewhere is not asked.
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
