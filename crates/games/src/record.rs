//! Games as text files, written and read.
//!
//! ```text
//! arcadian game 1
//! game: tactix
//! rules: misere
//! start: xxx/xxx/xxx
//! first: person
//! second: program 5
//! seed: 1
//! result: the second player has won
//!
//! 1. 00 01-02 10-12 20 21 22
//! ```
//!
//! The fields are in any order and before the moves. `seed` is 0 if it is missing, `result` is there if the game is over; a puzzle has no
//! `second`. Ten moves are on a line, after the number of its first move. A line that begins with `#` is a comment.

use std::{collections::BTreeMap, fmt::Write, str::FromStr, sync::Arc};

use crate::{Game, Illegal, Kind, Level, Outcome, Player, Position, SetupError, Side};

/// The first line.
const MAGIC: &str = "arcadian game 1";
/// The number of moves on a line.
const ACROSS: usize = 10;

const PERSON: &str = "person";
const PROGRAM: &str = "program";

/// The names of the fields of players.
const PLAYERS: [&str; 2] = ["first", "second"];

impl Game {
    /// Returns the game as the text of a file, with the moves after the position shown.
    pub fn record(&self) -> String {
        self.record_to(self.steps().len())
    }

    /// Returns the game up to the position shown as the text of a file.
    pub fn record_to_here(&self) -> String {
        self.record_to(self.at())
    }

    fn record_to(&self, end: usize) -> String {
        let kind = self.start().kind();
        let mut text = format!(
            "{MAGIC}\ngame: {}\nrules: {}\nstart: {}\n",
            kind.name,
            self.start().rules(),
            self.start().text()
        );
        for (side, name) in Side::BOTH.into_iter().zip(PLAYERS).take(kind.sides.len()) {
            let _ = writeln!(text, "{name}: {}", player(self.player(side)));
        }
        let _ = writeln!(text, "seed: {}", self.seed());
        if let Some(result) = result(self, end) {
            let _ = writeln!(text, "result: {result}");
        }
        let moves: Vec<&str> = self.steps()[..end].iter().map(|played| &played.text[..]).collect();
        for (line, moves) in moves.chunks(ACROSS).enumerate() {
            let gap = if line == 0 { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}. {}", ACROSS * line + 1, moves.join(" "));
        }
        text
    }
}

fn player(player: Player) -> String {
    match player {
        Player::Person => PERSON.to_owned(),
        Player::Program(level) => format!("{PROGRAM} {}", level.number()),
    }
}

/// Returns the field `result` of a game after a number of moves.
fn result(game: &Game, moves: usize) -> Option<String> {
    let kind = game.start().kind();
    game.position_at(moves).outcome().map(|outcome| match outcome {
        Outcome::Won(_) if kind.sides.len() == 1 => "solved".to_owned(),
        Outcome::Won(side) => format!("{} has won", kind.side(side)),
        Outcome::Drawn => "a draw".to_owned(),
    })
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    pub fault: RecordFault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    #[error("this is not the record of a game; its first line is `{MAGIC}`")]
    Magic,
    #[error("`{}` is not a field of a record; the fields are game, rules, start, first, second, seed and result", .0.escape_debug())]
    Unknown(String),
    #[error("a puzzle has no second player")]
    NoSecond,
    #[error("there is a second field `{0}`")]
    Twice(String),
    #[error("the field `{0}` is missing before the moves")]
    Missing(&'static str),
    #[error("fields are before the moves")]
    Late,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("`{}` is not a player; write `person`, or `program` and a level from 1 to 5", .0.escape_debug())]
    Player(String),
    #[error("`{}` is not a seed; write a number from 0 to {}", .0.escape_debug(), u64::MAX)]
    Seed(String),
    #[error("`{}` is not the number of this move; expected `{expected}.`", .found.escape_debug())]
    Number { found: String, expected: usize },
    #[error("move {number}: {reason}")]
    Illegal { number: usize, reason: Illegal },
    #[error("the result is not `{}` after these moves, but {expected}", .found.escape_debug())]
    Result { found: String, expected: String },
}

/// A part of the text, and its line and column.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Part<'a> {
    fn error(&self, fault: impl Into<RecordFault>) -> RecordError {
        RecordError { line: self.line, column: self.column, fault: fault.into() }
    }

    fn from(&self, byte: usize) -> Self {
        let (before, text) = self.text.split_at(byte);
        Self { text, column: self.column + before.chars().count(), ..*self }
    }

    fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let part = self.from(start);
        Self { text: part.text.trim_end(), ..part }
    }

    /// Splits it into a name before a colon and a value, if it is a field.
    fn field(&self) -> Option<(Self, Self)> {
        let colon = self.text.find(':')?;
        let name = Self { text: &self.text[..colon], ..*self };
        Some((name.trimmed(), self.from(colon + 1).trimmed()))
    }

    fn words(self) -> impl Iterator<Item = Self> {
        let base = self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |word| {
            let start = word.as_ptr() as usize - base;
            Self { text: word, ..self.from(start) }
        })
    }
}

impl FromStr for Game {
    type Err = RecordError;

    /// Reads a record. The position shown is that after all moves.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        let lines = (1..).zip(text.lines()).map(|(line, text)| Part { text, line, column: 1 }.trimmed());
        let mut lines = lines.filter(|part| !part.text.is_empty() && !part.text.starts_with('#')).peekable();
        let first = lines.next_if(|part| part.text == MAGIC);
        let end = Part { text: "", line: text.lines().count().max(1), column: 1 };
        if first.is_none() {
            return Err(lines.peek().unwrap_or(&end).error(RecordFault::Magic));
        }
        let mut fields = Fields::default();
        while let Some((name, value)) = lines.peek().and_then(Part::field) {
            fields.add(name, value)?;
            lines.next();
        }
        let mut game = fields.start(*lines.peek().unwrap_or(&end))?;
        lines.try_for_each(|line| moves(&mut game, line))?;
        fields.check_result(&game)?;
        Ok(game)
    }
}

#[derive(Default)]
struct Fields<'a>(BTreeMap<&'a str, Part<'a>>);

const NAMES: [&str; 7] = ["game", "rules", "start", PLAYERS[0], PLAYERS[1], "seed", "result"];

impl<'a> Fields<'a> {
    fn add(&mut self, name: Part<'a>, value: Part<'a>) -> Result<(), RecordError> {
        if !NAMES.contains(&name.text) {
            return Err(name.error(RecordFault::Unknown(name.text.to_owned())));
        }
        match self.0.insert(name.text, value) {
            Some(_) => Err(name.error(RecordFault::Twice(name.text.to_owned()))),
            None => Ok(()),
        }
    }

    /// Returns a field that must be there. `place` is where the fields end.
    fn need(&self, name: &'static str, place: Part) -> Result<Part<'a>, RecordError> {
        self.0.get(name).copied().ok_or_else(|| place.error(RecordFault::Missing(name)))
    }

    fn start(&self, place: Part) -> Result<Game, RecordError> {
        let name = self.need("game", place)?;
        let kind = Kind::named(name.text).map_err(|error| name.error(error))?;
        let position = self.position(kind, place)?;
        let seed = self.0.get("seed").map_or(Ok(0), |seed| {
            seed.text.parse().map_err(|_| seed.error(RecordFault::Seed(seed.text.to_owned())))
        })?;
        let first = read_player(self.need(PLAYERS[0], place)?)?;
        let second = match (kind.sides.len(), self.0.get(PLAYERS[1])) {
            (1, Some(second)) => return Err(second.error(RecordFault::NoSecond)),
            (1, None) => Player::Person,
            _ => read_player(self.need(PLAYERS[1], place)?)?,
        };
        Ok(Game::new(position, [first, second], seed))
    }

    fn position(&self, kind: &Kind, place: Part) -> Result<Arc<dyn Position>, RecordError> {
        let (rules, start) = (self.need("rules", place)?, self.need("start", place)?);
        (kind.read)(rules.text, start.text).map_err(|error| match error {
            SetupError::Rules { .. } => rules.error(error),
            error => start.error(error),
        })
    }

    fn check_result(&self, game: &Game) -> Result<(), RecordError> {
        let Some(field) = self.0.get("result") else { return Ok(()) };
        let expected = result(game, game.at());
        if expected.as_deref() == Some(field.text) {
            return Ok(());
        }
        let expected = expected.map_or("the game is not over".to_owned(), |result| format!("`{result}`"));
        Err(field.error(RecordFault::Result { found: field.text.to_owned(), expected }))
    }
}

fn read_player(field: Part) -> Result<Player, RecordError> {
    let wrong = || field.error(RecordFault::Player(field.text.to_owned()));
    match field.text.split_once(' ') {
        None if field.text == PERSON => Ok(Player::Person),
        Some((PROGRAM, level)) => {
            level.trim().parse().ok().and_then(Level::new).map(Player::Program).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn moves(game: &mut Game, line: Part) -> Result<(), RecordError> {
    if line.field().is_some() {
        return Err(line.error(RecordFault::Late));
    }
    for word in line.words() {
        let number = game.at() + 1;
        match word.text.strip_suffix('.') {
            Some(found) if found.parse() == Ok(number) => {}
            Some(_) => {
                let found = word.text.to_owned();
                return Err(word.error(RecordFault::Number { found, expected: number }));
            }
            None => {
                let illegal = |reason| word.error(RecordFault::Illegal { number, reason });
                game.play(word.text).map_err(illegal)?;
            }
        }
    }
    Ok(())
}
