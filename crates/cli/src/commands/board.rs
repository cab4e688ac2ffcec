//! `board`: the native oracle by hand.

mod ataxx;
mod halma;
mod rook;
mod rotate;
mod tactix;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::files::Verdict;

/// Asks the oracle.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The game
    #[command(subcommand)]
    pub game: Game,
}

/// The games.
#[derive(Debug, Subcommand)]
pub enum Game {
    /// TACTIX: layouts, turns, reflections, moves, solutions
    #[command(subcommand)]
    Tactix(tactix::Command),
    /// ROTATE: shortest solutions, and what a special move is worth
    #[command(subcommand)]
    Rotate(rotate::Command),
    /// The rook's W system: numbering, keys, magics
    #[command(subcommand)]
    Rook(rook::Command),
    /// Halma and Kangaroo Halma: boards, moves, perft
    #[command(subcommand)]
    Halma(halma::Command),
    /// Ataxx: walls, boards, moves, perft, an engine
    #[command(subcommand)]
    Ataxx(ataxx::Command),
}

/// Asks the oracle.
pub fn run(args: &BoardArgs) -> Result<Verdict> {
    match &args.game {
        Game::Tactix(command) => tactix::run(command),
        Game::Rotate(command) => rotate::run(command),
        Game::Rook(command) => rook::run(command),
        Game::Halma(command) => halma::run(command),
        Game::Ataxx(command) => ataxx::run(command),
    }
}
