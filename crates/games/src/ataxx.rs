//! Ataxx as a game.

mod picture;
mod player;

use std::sync::Arc;

use arcadian_board::ataxx::{self, Cell as Content, Move as Made, Square as At, Walls};

use crate::{
    Cell, Choice, Grid, Illegal, IllegalAtaxx, Kind, Level, Move, Outcome, Played, Position, SetupError,
    Side, Square,
    search::{Stop, thought},
};

pub use picture::{PictureError, PictureFault, picture};
pub use player::{choose, search};

pub static ATAXX: Kind = Kind {
    name: "ataxx",
    title: "Ataxx",
    sides: &["x", "o"],
    notation: "a square to which a stone is cloned, such as g2, two squares of a jump, such as a7a5, or 0000 for a pass",
    characters: "abcdefg01234567",
    selection: "a stone, then a square at distance 1 (clone) or 2 (jump)",
    shading: None,
    read: |rules, text| match rules {
        RULES => Ok(Arc::new(Ataxx::new(text.parse()?)?)),
        _ => Err(SetupError::Rules { found: rules.to_owned(), game: ATAXX.title, rules: RULES }),
    },
};

/// The name of the rules in records. Walls belong to the position.
const RULES: &str = "standard";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ataxx {
    position: ataxx::Position,
}

impl Ataxx {
    /// Creates a game from a position in which it is not over.
    pub fn new(position: ataxx::Position) -> Result<Self, SetupError> {
        let new = Self { position };
        if new.outcome().is_some() { Err(SetupError::Over(new.ending())) } else { Ok(new) }
    }

    pub fn with_walls(walls: Walls) -> Result<Self, SetupError> {
        Self::new(ataxx::Position::start(walls))
    }

    /// Returns the position of the reference model.
    pub fn position(&self) -> &ataxx::Position {
        &self.position
    }

    /// Returns why the game is over.
    fn ending(&self) -> String {
        let [x, o] = [ataxx::Side::X, ataxx::Side::O].map(|side| self.position.board.stones(side).len());
        let why = if self.position.half_moves >= ataxx::HALF_MOVE_LIMIT {
            "a hundred moves were made without a clone"
        } else if x == 0 || o == 0 {
            "a side has no stones"
        } else {
            "no stone can move"
        };
        format!("{why}; x has {x}, o has {o}")
    }

    fn reason(&self, made: Made) -> IllegalAtaxx {
        let side = self.position.side;
        let get = |square| self.position.board.get(square);
        let own = Content::from(side);
        match made {
            _ if self.position.is_over() => IllegalAtaxx::Over(self.ending()),
            Made::Pass => IllegalAtaxx::Pass { side: side.letter() },
            Made::Jump { from, .. } if get(from) != own => self.not_own(from),
            Made::Clone(to) | Made::Jump { to, .. } if get(to) == Content::Wall => IllegalAtaxx::Wall(to),
            Made::Clone(to) | Made::Jump { to, .. } if get(to) != Content::Free => IllegalAtaxx::Occupied(to),
            Made::Clone(to) => IllegalAtaxx::NoParent { to, side: side.letter() },
            Made::Jump { from, .. } => self.not_own(from),
        }
    }

    fn not_own(&self, from: At) -> IllegalAtaxx {
        let side = self.position.side;
        match self.position.board.get(from) {
            Content::Free => IllegalAtaxx::Empty(from),
            Content::Wall => IllegalAtaxx::Wall(from),
            own if own == Content::from(side) => IllegalAtaxx::Stuck(from),
            _ => IllegalAtaxx::Theirs { from, side: side.letter() },
        }
    }
}

const fn side(side: ataxx::Side) -> Side {
    match side {
        ataxx::Side::X => Side::First,
        ataxx::Side::O => Side::Second,
    }
}

fn square(at: At) -> Square {
    Square::new(at.row(), at.column())
}

fn read(text: &str) -> Result<Made, IllegalAtaxx> {
    text.parse().map_err(|reason| match reason {
        ataxx::MoveError::Distance { from, to } if from.distance(to) > 2 => {
            IllegalAtaxx::Far { from, to, distance: from.distance(to) }
        }
        reason => IllegalAtaxx::Text { text: text.to_owned(), reason },
    })
}

impl Position for Ataxx {
    fn kind(&self) -> &'static Kind {
        &ATAXX
    }

    fn rules(&self) -> String {
        RULES.to_owned()
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    fn side(&self) -> Side {
        side(self.position.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().map(|outcome| match outcome {
            ataxx::Outcome::Won(winner) => Outcome::Won(side(winner)),
            ataxx::Outcome::Drawn => Outcome::Drawn,
        })
    }

    fn summary(&self) -> String {
        let [x, o] = [ataxx::Side::X, ataxx::Side::O].map(|side| self.position.board.stones(side).len());
        let clock = match self.position.half_moves {
            0 => String::new(),
            moves => format!("; {moves} without a clone"),
        };
        format!("x {x}, o {o}, free {}{clock}", self.position.board.free().len())
    }

    fn moves(&self) -> Vec<Move> {
        let board = &self.position.board;
        let parents = |to: At| {
            let own = board.stones(self.position.side).into_iter();
            own.filter(move |from| from.distance(to) == 1)
                .map(move |from| (square(from), square(to)))
                .collect()
        };
        let moves = self.position.moves().into_iter();
        moves
            .map(|made| Move {
                text: made.to_string(),
                pairs: match made {
                    Made::Clone(to) => parents(to),
                    Made::Jump { from, to } => vec![(square(from), square(to))],
                    Made::Pass => Vec::new(),
                },
            })
            .collect()
    }

    fn play(&self, text: &str) -> Result<Played, Illegal> {
        let made = read(text)?;
        let position = self.position.play(made).map_err(|_| self.reason(made))?;
        let squares = match made {
            Made::Clone(to) => vec![square(to)],
            Made::Jump { from, to } => vec![square(from), square(to)],
            Made::Pass => Vec::new(),
        };
        Ok(Played { text: made.to_string(), squares, position: Arc::new(Self { position }) })
    }

    fn notation(&self, from: Square, to: Square) -> Result<String, Illegal> {
        let name =
            |square: Square| At::new(square.row, square.column).map(|at| at.to_string()).unwrap_or_default();
        let distance = from.row.abs_diff(to.row).max(from.column.abs_diff(to.column));
        Ok(if distance == 1 { name(to) } else { name(from) + &name(to) })
    }

    fn cannot_begin(&self, from: Square) -> Illegal {
        match At::new(from.row, from.column) {
            None => Illegal::Outside { row: from.row, column: from.column },
            Some(_) if self.position.is_over() => IllegalAtaxx::Over(self.ending()).into(),
            Some(at) => self.not_own(at).into(),
        }
    }

    fn grid(&self) -> Grid {
        let cell = |at| {
            let (letter, side) = match self.position.board.get(at) {
                Content::Free => (Cell::EMPTY, None),
                Content::Wall => (Cell::WALL, None),
                Content::X => ('x', Some(Side::First)),
                Content::O => ('o', Some(Side::Second)),
            };
            Cell { letter, side, is_shaded: false }
        };
        Grid {
            rows: (1..=ataxx::SIDE).rev().map(|rank| rank.to_string()).collect(),
            columns: ('a'..='g').map(String::from).collect(),
            cells: At::all().map(cell).collect(),
        }
    }

    fn choose(&self, level: Level, _random: u64, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
        choose(&self.position, level, &mut Stop(is_enough)).and_then(|found| thought(&found))
    }
}
