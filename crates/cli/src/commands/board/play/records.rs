//! The files of the games that a session plays.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arcadian_files::escape;
use arcadian_games::Game;

use crate::files::{
    output,
    pending::Pending,
    pending::{free, rescued},
};

/// The name of the file in messages.
pub const WHAT: &str = "the record of a game";

/// The file of `--record`. Each further game of the session has a file of its own beside it.
#[derive(Default)]
pub struct Records {
    file: Option<Pending>,
    /// The records of the games before, of a file that can only be written once: a device, a pipe or standard output.
    before: String,
}

impl Records {
    pub fn new(path: Option<&Path>) -> Result<Self> {
        Ok(Self { file: path.map(Pending::new).transpose()?, before: String::new() })
    }

    /// Returns whether the games are written.
    pub fn is_on(&self) -> bool {
        self.file.is_some()
    }

    /// Writes a game that ends because the next one begins. Returns what was written, and where that one goes.
    ///
    /// # Errors
    /// Fails if it cannot be written, or the next one could not. Then the file is still there for the game.
    pub fn next(&mut self, game: &Game) -> Result<Option<String>> {
        let Some(file) = self.file.as_ref().filter(|_| !game.steps().is_empty()) else { return Ok(None) };
        if !file.is_regular() {
            self.before += &format!("{}\n", game.record());
            return Ok(None);
        }
        let path = file.path().to_owned();
        let next = Pending::new(&free(&path, |n| n.to_string()))?;
        let said =
            format!("Written to {}; this game goes to {}.", escape::path(&path), escape::path(next.path()));
        let written = self.file.replace(next).map_or(Ok(()), |file| file.finish(game.record().as_bytes()));
        if let Err(error) = written {
            self.file = Some(Pending::new(&path)?);
            return Err(error);
        }
        Ok(Some(said))
    }

    /// Writes the last game. A game without a move replaces no file.
    ///
    /// # Errors
    /// Says why it cannot be written, and where the game is instead.
    pub fn finish(&mut self, game: &Saved) -> Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        if game.is_empty && file.is_regular() && file.path().exists() {
            output::note(&format!("no move was made: {} is as it was", escape::path(file.path())));
            return Ok(());
        }
        let path = file.path().to_owned();
        let text = std::mem::take(&mut self.before) + &game.record;
        file.finish(text.as_bytes()).map_err(|error| match game.is_empty {
            true => error,
            false => error.context(kept(&path, &text)),
        })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Saved {
    pub record: String,
    pub is_empty: bool,
}

impl From<&Game> for Saved {
    fn from(game: &Game) -> Self {
        Saved { record: game.record(), is_empty: game.steps().is_empty() }
    }
}

/// Writes a game that nobody was asked about to a new file. Returns a message.
pub fn rescue(game: &Game) -> String {
    let path = PathBuf::from(format!("{}.txt", game.start().kind().name));
    match rescued(&path, game.record().as_bytes()) {
        Ok(path) => format!("note: the game is in {}", escape::path(&path)),
        Err(error) => format!("error: {error:#}\n{}", game.record()),
    }
}

/// Keeps a record that could not be written to its file. Returns what is to be said about that.
fn kept(path: &Path, record: &str) -> String {
    match rescued(path, record.as_bytes()) {
        Ok(path) => format!("the game is in {} instead", escape::path(&path)),
        Err(_) => format!("the game is kept nowhere; its record is\n{record}"),
    }
}

pub fn write(path: &Path, game: &Game) -> Result<()> {
    Pending::saved(path, WHAT)?.finish(game.record().as_bytes())
}
