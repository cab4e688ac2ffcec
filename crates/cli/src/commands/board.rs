//! `board`: commands that ask the oracle.

mod ataxx;
mod halma;
mod play;
mod rotate;
mod sliders;
mod tactix;

use anyhow::{Result, ensure};
use arcadian_board::sliders::Piece;
use clap::{Args, Subcommand};

use crate::files::{ExitStatus, output};

/// The arguments of `board`.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The game to ask about
    #[command(subcommand)]
    pub game: Game,
    /// Report everything as one JSON object
    #[arg(long, global = true)]
    pub json: bool,
}

/// The commands that answer nothing: games, a protocol, a file.
const WITHOUT_REPORT: [&str; 3] = [" play", " uai", " database"];

/// A game and its command.
#[derive(Debug, Subcommand)]
pub enum Game {
    /// TACTIX: a game, layouts, turns, reflections, moves, solutions
    #[command(subcommand)]
    Tactix(tactix::Command),
    /// ROTATE: the puzzle, shortest solutions, and the turns that equal a special move
    #[command(subcommand)]
    Rotate(rotate::Command),
    /// The W system of rook moves: numbering, keys, magics
    #[command(subcommand)]
    Rook(sliders::Command),
    /// Bishop moves in the W system: keys, magics
    #[command(subcommand)]
    Bishop(sliders::Command),
    /// Halma and Kangaroo Halma: a game, boards, moves, perft
    #[command(subcommand)]
    Halma(halma::Command),
    /// Ataxx: a game, walls, boards, moves, perft, an engine
    #[command(subcommand)]
    Ataxx(ataxx::Command),
}

pub fn run(args: &BoardArgs) -> Result<ExitStatus> {
    let name = output::command();
    let has_report = !WITHOUT_REPORT.iter().any(|end| name.ends_with(end));
    ensure!(!args.json || has_report, "`{name}` has no report for --json; leave the option out");
    match &args.game {
        Game::Tactix(command) => tactix::run(command),
        Game::Rotate(command) => rotate::run(command),
        Game::Rook(command) => sliders::run(Piece::Rook, command),
        Game::Bishop(command) => sliders::run(Piece::Bishop, command),
        Game::Halma(command) => halma::run(command),
        Game::Ataxx(command) => ataxx::run(command),
    }
}
