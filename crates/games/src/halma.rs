//! Halma and Kangaroo Halma as games.

mod player;

use std::sync::Arc;

use arcadian_board::halma::{self, Color, Set, Variant, chain};

use crate::{
    Cell, Choice, Grid, Illegal, IllegalHalma, Kind, Level, Move, Outcome, Played, Position, SetupError,
    Side, Square,
    search::{Stop, thought},
};

pub use player::{choose, search};

pub static HALMA: Kind = Kind {
    name: "halma",
    title: "Halma",
    sides: &["White", "Black"],
    notation: "two squares from 0 to 255, such as 4-21; a square is the sum of the numbers at its row and its column",
    characters: "0123456789-",
    selection: "a piece, then where it goes",
    shading: Some("the camps"),
    read: |rules, text| {
        let variant = variant(rules)?;
        Ok(Arc::new(Halma::new(text.parse()?, variant)?))
    },
};

/// The names of the rules in records.
const RULES: [(&str, Variant); 2] = [("standard", Variant::Standard), ("kangaroo", Variant::Kangaroo)];

fn variant(text: &str) -> Result<Variant, SetupError> {
    let found = RULES.iter().find(|(name, _)| *name == text).map(|&(_, variant)| variant);
    let unknown =
        || SetupError::Rules { found: text.to_owned(), game: HALMA.title, rules: "standard or kangaroo" };
    found.ok_or_else(unknown)
}

/// The number of moves of a side after which the other one need not wait for pieces that stay in their camp. Our choice.
pub const PATIENCE: u32 = 60;

const WIDTH: usize = 16;

/// A position of Halma.
///
/// A side has won when all its pieces are in the opposite camp. So that no side can prevent this by staying at home, from the
/// [`PATIENCE`]th move of each side on it has also won when the camp is full and at least one of the pieces there is its own. The
/// program's search knows only the first rule. A side that cannot move draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halma {
    position: halma::Position,
    variant: Variant,
    /// The number of moves made by both sides.
    moves: u32,
}

impl Halma {
    /// Creates a game from a position in which each side has a piece and the game is not over.
    pub fn new(position: halma::Position, variant: Variant) -> Result<Self, SetupError> {
        let is_missing = |color: &Color| position.board.pieces(*color).next().is_none();
        if let Some(color) = Color::BOTH.into_iter().find(is_missing) {
            return Err(SetupError::NoPieces(color));
        }
        let new = Self { position, variant, moves: 0 };
        match new.outcome() {
            None => Ok(new),
            Some(outcome) => Err(SetupError::Over(result(outcome))),
        }
    }

    /// Returns the position of the reference model.
    pub fn position(&self) -> &halma::Position {
        &self.position
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the side that has won by filling the opposite camp.
    fn winner(&self) -> Option<Color> {
        let mover = self.position.side.other();
        let is_late = self.moves >= 2 * PATIENCE;
        self.position
            .winner()
            .or_else(|| [mover, mover.other()].into_iter().find(|&color| is_late && self.has_filled(color)))
    }

    fn has_filled(&self, color: Color) -> bool {
        let camp = color.other().camp();
        let at = |square: &u8| self.position.board.at(*square);
        camp.iter().all(|square| at(square).is_some()) && camp.iter().any(|square| at(square) == Some(color))
    }

    /// Returns the number of pieces of a side in the opposite camp.
    fn arrived(&self, color: Color) -> usize {
        let camp: Set = color.other().camp().into_iter().collect();
        self.position.board.pieces(color).filter(|&(_, square)| camp.is_in(square)).count()
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => format!("{} has won", HALMA.side(side)),
        Outcome::Drawn => "a draw, because the side to move cannot move".to_owned(),
    }
}

fn number(square: Square) -> Option<u8> {
    (square.column < WIDTH).then(|| u8::try_from(WIDTH * square.row + square.column).ok()).flatten()
}

fn square(number: u8) -> Square {
    Square::new(usize::from(number) / WIDTH, usize::from(number) % WIDTH)
}

impl Position for Halma {
    fn kind(&self) -> &'static Kind {
        &HALMA
    }

    fn rules(&self) -> String {
        RULES.iter().filter(|(_, variant)| *variant == self.variant).map(|(name, _)| *name).collect()
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    fn side(&self) -> Side {
        side(self.position.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(color) => Some(Outcome::Won(side(color))),
            None => self.position.moves(self.variant).is_empty().then_some(Outcome::Drawn),
        }
    }

    fn summary(&self) -> String {
        let [white, black] = Color::BOTH.map(|color| self.arrived(color));
        format!("in the opposite camp: White {white}, Black {black}")
    }

    fn moves(&self) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let moves = self.position.moves(self.variant).into_iter();
        moves
            .map(|played| Move {
                text: played.to_string(),
                pairs: vec![(square(played.from), square(played.to))],
            })
            .collect()
    }

    fn play(&self, text: &str) -> Result<Played, Illegal> {
        let played: halma::Move = text.parse()?;
        if let Some(outcome) = self.outcome() {
            return Err(IllegalHalma::Over(result(outcome)).into());
        }
        let position = self.position.play(played, self.variant).map_err(IllegalHalma::from)?;
        let hops = chain(self.position.board.occupied(), played.from, played.to, self.variant);
        let squares = hops.unwrap_or_else(|| vec![played.from, played.to]);
        Ok(Played {
            text: played.to_string(),
            squares: squares.into_iter().map(square).collect(),
            position: Arc::new(Self { position, variant: self.variant, moves: self.moves.saturating_add(1) }),
        })
    }

    fn notation(&self, from: Square, to: Square) -> Result<String, Illegal> {
        let number = |square: Square| WIDTH * square.row + square.column;
        Ok(format!("{}-{}", number(from), number(to)))
    }

    fn cannot_begin(&self, from: Square) -> Illegal {
        let Some(square) = number(from) else {
            return Illegal::Outside { row: from.row, column: from.column };
        };
        let reason = match (self.outcome(), self.position.board.at(square)) {
            (Some(outcome), _) => IllegalHalma::Over(result(outcome)),
            (None, None) => halma::Illegal::Empty(square).into(),
            (None, Some(color)) if color != self.position.side => {
                halma::Illegal::Theirs(square, self.position.side).into()
            }
            (None, Some(_)) => IllegalHalma::Stuck(square),
        };
        reason.into()
    }

    fn grid(&self) -> Grid {
        let camps: Set = Color::BOTH.into_iter().flat_map(Color::camp).collect();
        let cell = |square| {
            let color = self.position.board.at(square);
            let letter = match color {
                Some(Color::White) => 'w',
                Some(Color::Black) => 'b',
                None => Cell::EMPTY,
            };
            Cell { letter, side: color.map(side), is_shaded: camps.is_in(square) }
        };
        Grid {
            rows: (0..WIDTH).map(|row| (WIDTH * row).to_string()).collect(),
            columns: (0..WIDTH).map(|column| column.to_string()).collect(),
            cells: (0..=255).map(cell).collect(),
        }
    }

    fn choose(&self, level: Level, _random: u64, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
        if self.outcome().is_some() {
            return None;
        }
        choose(&self.position, self.variant, level, &mut Stop(is_enough)).and_then(|found| thought(&found))
    }
}
