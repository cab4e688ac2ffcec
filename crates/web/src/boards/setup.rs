//! The game that the page wants to begin.

use std::sync::Arc;

use crate::refuse;
use arcadian_board::{
    ataxx::{self, Walls},
    halma,
    tactix::Board,
};
use arcadian_files::Error;
use arcadian_games::{Game, Kind, Level, Player, Position, Rotate};
use serde::Deserialize;

use crate::boards::refused;

/// A game to begin: who plays, and the fields of its kind.
#[derive(Deserialize)]
pub(crate) struct Setup {
    game: String,
    /// The sides that the program plays: `first`, `second`, `both` or `none`.
    program: String,
    level: u8,
    seed: u64,
    /// The rules as records name them.
    #[serde(default)]
    rules: String,
    /// The squares on a side in TACTIX.
    #[serde(default)]
    size: usize,
    /// The mask of the walls in Ataxx.
    #[serde(default)]
    walls: u16,
    /// The level of ROTATE.
    #[serde(default)]
    turns: u8,
    /// A position to begin with, as records have it.
    #[serde(default)]
    position: String,
}

impl Setup {
    pub(crate) fn begin(&self) -> Result<Game, Error> {
        let kind = Kind::named(&self.game).map_err(refused)?;
        Ok(Game::new(self.start(kind)?, self.players()?, self.seed))
    }

    fn start(&self, kind: &Kind) -> Result<Arc<dyn Position>, Error> {
        let position = match (self.position.trim(), kind.name) {
            ("", "rotate") => {
                return Ok(Arc::new(Rotate::shuffled(self.turns, self.seed).map_err(refused)?));
            }
            ("", "tactix") => Board::full(self.size).map_err(refused)?.to_string(),
            ("", "halma") => halma::Position::start().to_string(),
            ("", _) => ataxx::Position::start(Walls::new(self.walls).map_err(refused)?).to_string(),
            (given, _) => given.to_owned(),
        };
        (kind.read)(&self.rules, &position).map_err(refused)
    }

    fn players(&self) -> Result<[Player; 2], Error> {
        let level = Level::new(self.level);
        let level =
            level.ok_or_else(|| refuse(format!("a level is a number from 1 to 5, not {}", self.level)))?;
        let program = Player::Program(level);
        match &*self.program {
            "first" => Ok([program, Player::Person]),
            "second" => Ok([Player::Person, program]),
            "both" => Ok([program; 2]),
            "none" => Ok([Player::Person; 2]),
            other => Err(refuse(format!("the program plays first, second, both or none, not `{other}`"))),
        }
    }
}
