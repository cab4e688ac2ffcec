//! Games as text files.
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

mod read;

use std::fmt::Write;

use crate::{Game, Outcome, Player, Side};

pub use read::{RecordError, RecordFault};

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

    /// Returns the record of a number of moves.
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
