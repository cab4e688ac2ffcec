//! The puzzle, to be solved.

use std::sync::Arc;

use anyhow::Result;
use arcadian_games::{Player, Position, Rotate, rotate::ROTATE};

use super::{PlayArgs, board, play};
use crate::files::ExitStatus;

/// Plays the puzzle.
pub fn run(args: &PlayArgs) -> Result<ExitStatus> {
    args.hint.prepare()?;
    let given = match &args.board[..] {
        [] => None,
        letters => Some(board(&letters.concat())?),
    };
    let level = args.level;
    let start = move |seed| {
        let puzzle = match given {
            Some(board) => Rotate::new(board, None)?,
            None => Rotate::shuffled(level, seed)?,
        };
        Ok(Arc::new(puzzle) as Arc<dyn Position>)
    };
    play::run(&ROTATE, &args.session, [Player::Person; 2], start)
}
