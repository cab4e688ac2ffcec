//! A game of TACTIX.

use std::sync::Arc;

use anyhow::Result;
use arcadian_board::tactix::Board;
use arcadian_games::{Position, Tactix, tactix::TACTIX};

use super::{PlayArgs, play};
use crate::files::ExitStatus;

/// Plays a game.
pub fn run(args: &PlayArgs) -> Result<ExitStatus> {
    let board = args.position.map_or_else(|| Board::full(args.size), Ok)?;
    let rule = args.rule.into();
    let start = move |_| Ok(Arc::new(Tactix::new(board, rule)?) as Arc<dyn Position>);
    play::run(&TACTIX, &args.session, args.opponent.players()?, start)
}
