//! ROTATE (1982) as a puzzle: turns, the special move, T and R, with the count of moves that the game keeps.

mod hint;

use std::sync::Arc;

use arcadian_board::rotate::{Board, Game, Move as Made};

use crate::{
    Cell, Choice, Grid, Illegal, IllegalRotate, Kind, Level, Move, Outcome, Played, Position, SetupError,
    Side, Square, position::Random,
};

pub use hint::{Puzzle, use_search};

pub static ROTATE: Kind = Kind {
    name: "rotate",
    title: "ROTATE",
    sides: &["the player"],
    notation: "the letter at the upper left of a group, such as E; S and a letter for the special move, such as SE; T takes a turn back, R starts again",
    characters: "abcdefghijklmnoprst",
    selection: "the letter at the upper left of a group twice turns it; a letter and its right neighbor exchange them, once",
    shading: Some("letters that are in their places"),
    read: |rules, text| Ok(Arc::new(Rotate::new(text.parse()?, level(rules)?)?)),
};

/// The beginning of `rules` if the level of the puzzle is known.
const LEVEL: &str = "level ";
/// `rules` of a board that the player chose.
const GIVEN: &str = "given";

fn level(rules: &str) -> Result<Option<u8>, SetupError> {
    let number = rules.strip_prefix(LEVEL).and_then(|number| number.parse().ok());
    match number {
        Some(turns @ 1..=40) => Ok(Some(turns)),
        None if rules == GIVEN => Ok(None),
        _ => Err(SetupError::Rules {
            found: rules.to_owned(),
            game: ROTATE.title,
            rules: "`level` and a number from 1 to 40, or `given`",
        }),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotate {
    puzzle: Board,
    board: Board,
    /// The number of turns that made the puzzle.
    level: Option<u8>,
    has_special: bool,
    /// The position of the group that was turned last, as long as T can take it back.
    last_turn: Option<usize>,
    /// The number of moves, over all resets.
    moves: u32,
    resets: u32,
}

impl Rotate {
    /// Creates a game with a puzzle that is not solved, and the number of turns that made it, if it is known.
    pub fn new(puzzle: Board, level: Option<u8>) -> Result<Self, SetupError> {
        if puzzle.is_solved() {
            return Err(SetupError::Over("the letters are in order".to_owned()));
        }
        Ok(Self { puzzle, board: puzzle, level, has_special: true, last_turn: None, moves: 0, resets: 0 })
    }

    /// Creates a puzzle as the game of 1982 does at a level, 1 to 40: the level is the number of counterclockwise turns. A shuffle that ends
    /// at the solved board is repeated with the next random numbers.
    pub fn shuffled(level: u8, seed: u64) -> Result<Self, SetupError> {
        if !(1..=40).contains(&level) {
            return Err(SetupError::Turns(level.into()));
        }
        let mut random = Random::new(seed);
        loop {
            let mut game = Game::new();
            game.level(level.into(), || random.below(11) as u8 + 1);
            if !game.board().is_solved() {
                return Self::new(*game.board(), Some(level));
            }
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whether the special move can still be made.
    pub fn has_special(&self) -> bool {
        self.has_special
    }

    /// Returns the number of moves, as the game counts them: a turn that is taken back does not count, moves before a reset do.
    pub fn count(&self) -> u32 {
        self.moves
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Says why the text is not a move, or why the move is illegal.
    pub fn after(&self, text: &str) -> Result<Self, IllegalRotate> {
        self.action(text).map(|action| self.made(action))
    }

    /// Returns what a move does, if it is legal.
    fn action(&self, text: &str) -> Result<Action, IllegalRotate> {
        if self.is_over() { Err(IllegalRotate::Over(self.ending())) } else { self.read(text) }
    }

    fn read(&self, text: &str) -> Result<Action, IllegalRotate> {
        let upper = text.to_ascii_uppercase();
        let find = |letter: &u8| self.board.find(*letter);
        match upper.as_bytes() {
            b"T" => self.last_turn.map(Action::Undo).ok_or(IllegalRotate::NoTurn),
            b"R" => Ok(Action::Reset),
            [b'S', letter] if find(letter).is_some() => self.special(*letter),
            [letter] if find(letter).is_some() => self.turn(*letter),
            _ => Err(IllegalRotate::Text(text.to_owned())),
        }
    }

    fn turn(&self, letter: u8) -> Result<Action, IllegalRotate> {
        let position = self.board.find(letter).filter(|&position| Board::can_turn(position));
        position.map(|position| Action::Make(Made::Turn(position))).ok_or(IllegalRotate::NoGroup(letter))
    }

    fn special(&self, letter: u8) -> Result<Action, IllegalRotate> {
        let position = self.board.find(letter).filter(|&position| Board::can_swap(position));
        match position {
            _ if !self.has_special => Err(IllegalRotate::Spent),
            Some(position) => Ok(Action::Make(Made::Special(position))),
            None => Err(IllegalRotate::NoNeighbor(letter)),
        }
    }

    fn made(&self, action: Action) -> Self {
        let mut next = *self;
        match action {
            Action::Make(made) => {
                made.play(&mut next.board);
                next.moves = next.moves.saturating_add(1);
                let is_special = matches!(made, Made::Special(_));
                next.has_special &= !is_special;
                next.last_turn = (!is_special).then_some(made.position());
            }
            Action::Undo(position) => {
                next.board.unturn(position);
                next.moves = next.moves.saturating_sub(1);
                next.last_turn = None;
            }
            Action::Reset => {
                (next.board, next.has_special, next.last_turn) = (self.puzzle, true, None);
                next.resets = next.resets.saturating_add(1);
            }
        }
        next
    }

    fn is_over(&self) -> bool {
        self.board.is_solved()
    }

    /// Returns how the number of moves compares with the level.
    fn ending(&self) -> String {
        let turns = self.level.map(u32::from);
        let compared = turns.map(|turns| match self.moves.cmp(&turns) {
            std::cmp::Ordering::Equal => ", as many as the turns of the shuffle".to_owned(),
            std::cmp::Ordering::Greater => {
                format!(", {} more than the turns of the shuffle", self.moves - turns)
            }
            std::cmp::Ordering::Less => {
                format!(", {} fewer than the turns of the shuffle", turns - self.moves)
            }
        });
        format!("solved in {}{}", crate::search::moves(self.moves), compared.unwrap_or_default())
    }
}

/// The effect of a key of the game.
#[derive(Clone, Copy, Debug)]
enum Action {
    Make(Made),
    Undo(usize),
    Reset,
}

impl Action {
    fn squares(self) -> Vec<Square> {
        let positions = match self {
            Self::Make(Made::Special(position)) => vec![position, position + 1],
            Self::Make(made) => [0, 1, 5, 4].map(|step| made.position() + step).to_vec(),
            Self::Undo(position) => [0, 4, 5, 1].map(|step| position + step).to_vec(),
            Self::Reset => Vec::new(),
        };
        positions.into_iter().map(square).collect()
    }
}

/// Returns the square of a position, 1 to 16.
fn square(position: usize) -> Square {
    Square::new((position - 1) / 4, (position - 1) % 4)
}

impl Position for Rotate {
    fn kind(&self) -> &'static Kind {
        &ROTATE
    }

    fn rules(&self) -> String {
        self.level.map_or_else(|| GIVEN.to_owned(), |level| format!("{LEVEL}{level}"))
    }

    fn text(&self) -> String {
        self.board.to_string()
    }

    fn side(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome::Won(Side::First))
    }

    fn summary(&self) -> String {
        if self.is_over() {
            return self.ending();
        }
        let level = self.level.map_or_else(|| "given board".to_owned(), |level| format!("level {level}"));
        let special = if self.has_special { "special move left" } else { "special move used" };
        let resets = match self.resets {
            0 => String::new(),
            number => format!("; resets: {number}"),
        };
        format!("{level}; moves: {}; {special}{resets}", self.moves)
    }

    fn moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        let positions = 1..=16;
        let turns = positions.clone().filter(|&p| Board::can_turn(p)).map(|p| (Made::Turn(p), p));
        let specials =
            positions.filter(|&p| self.has_special && Board::can_swap(p)).map(|p| (Made::Special(p), p + 1));
        let on_board = turns.chain(specials).map(|(made, to)| Move {
            text: made.keys(&self.board),
            pairs: vec![(square(made.position()), square(to))],
        });
        let keys = self.last_turn.map(|_| "T").into_iter().chain(["R"]);
        on_board.chain(keys.map(|key| Move { text: key.to_owned(), pairs: Vec::new() })).collect()
    }

    fn play(&self, text: &str) -> Result<Played, Illegal> {
        let action = self.action(text)?;
        Ok(Played {
            text: text.to_ascii_uppercase(),
            squares: action.squares(),
            position: Arc::new(self.made(action)),
        })
    }

    fn notation(&self, from: Square, to: Square) -> Result<String, Illegal> {
        let letter = self.board.at(4 * from.row + from.column + 1).map(char::from).map(String::from);
        let letter = letter.unwrap_or_default();
        let is_pair = (from.row, from.column + 1) == (to.row, to.column);
        match is_pair {
            true => Ok(format!("S{letter}")),
            false if from == to => Ok(letter),
            false => Err(IllegalRotate::Pair.into()),
        }
    }

    fn cannot_begin(&self, from: Square) -> Illegal {
        match self.board.at(4 * from.row + from.column + 1) {
            Some(_) if self.is_over() => IllegalRotate::Over(self.ending()).into(),
            Some(letter) if from.column < 4 => IllegalRotate::NoGroup(letter).into(),
            _ => Illegal::Outside { row: from.row, column: from.column },
        }
    }

    fn grid(&self) -> Grid {
        let labels: Vec<String> = (1..=4).map(|number| number.to_string()).collect();
        let letters = self.board.letters().iter().zip(Board::SOLVED.letters());
        let cell = |(&letter, &goal): (&u8, &u8)| Cell {
            letter: letter.into(),
            side: None,
            is_shaded: letter == goal,
        };
        Grid { rows: labels.clone(), columns: labels, cells: letters.map(cell).collect() }
    }

    fn choose(&self, _level: Level, _random: u64, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
        hint::next(&self.board, self.has_special, is_enough)
    }
}
