//! Positions in a database.

use std::{collections::HashMap, path::Path};

use anyhow::{Result, ensure};
use arcadian_board::tactix::{Board, Move};
use arcadian_files::escape;

use super::database::Database;

/// The blocks that were read.
struct Blocks<'a> {
    database: &'a mut Database,
    read: HashMap<usize, Vec<u64>>,
}

/// Says who wins a position, and how.
pub fn verdict(database: &mut Database, board: &Board, path: &Path) -> Result<String> {
    let shape = database.game().shape;
    ensure!(
        (shape.rows(), shape.columns()) == (board.size(), board.size()),
        "the database {} is of {shape}, and the position has {size} × {size} squares; use one of that size",
        escape::path(path),
        size = board.size()
    );
    ensure!(
        database.is_complete(),
        "the database {} is not complete; solve its board first",
        escape::path(path)
    );
    let mut blocks = Blocks { database, read: HashMap::new() };
    let is_losing = blocks.is_losing(board.counters())?;
    let mut winning = Vec::new();
    for run in if is_losing { Vec::new() } else { board.moves() } {
        if blocks.is_losing(board.take(&run)?.counters())? {
            winning.push(run);
        }
    }
    Ok(words(is_losing, &winning, board.moves().first()))
}

/// Says who wins, for the winning moves and any move.
pub fn words(is_losing: bool, winning: &[Move], any: Option<&Move>) -> String {
    let moves: Vec<String> = winning.iter().map(ToString::to_string).collect();
    match (is_losing, any) {
        (false, Some(_)) => format!("the player to move wins by {}", moves.join(" ")),
        (false, None) => "the player to move has won".to_owned(),
        (true, None) => "the player to move has lost".to_owned(),
        (true, Some(any)) => format!("the player to move loses; every move loses, for example {any}"),
    }
}

impl Blocks<'_> {
    fn is_losing(&mut self, position: u64) -> Result<bool> {
        let size = self.database.game().block_words();
        let (block, word) = ((position / 64) as usize / size, (position / 64) as usize % size);
        if !self.read.contains_key(&block) {
            self.read.insert(block, self.database.read(block, true)?);
        }
        Ok(self.read.get(&block).is_some_and(|words| words[word] >> (position % 64) & 1 != 0))
    }
}
