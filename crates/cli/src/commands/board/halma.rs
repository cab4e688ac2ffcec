//! `board halma`: Halma and Kangaroo Halma.

mod moves;
mod paths;
mod perft;
mod picture;

use std::sync::Arc;

use anyhow::{Context, Result};
use arcadian_board::halma::{Move, Position, Variant};
use arcadian_games::{self as games, Halma, halma::HALMA};
use clap::{Args, Subcommand};

use super::play::{self, OpponentArgs, SessionArgs};

use crate::files::ExitStatus;
use crate::number::decimal;

const SHOW_HELP: &str = "\
Square = 16 x row + column, from the upper left corner. A move is two squares: 4-21.
A position is 16 rows separated by /, a blank, and w or b for the side to move. In a row w and b are pieces, and a number \
is that number of empty squares.

Examples:
  arcadian board halma show --numbers
  arcadian board halma show --from 65
  arcadian board halma show --position '16/1w14/16/3b12/16/8w7/16/16/16/16/16/16/16/16/16/16 w' --from 17 --kangaroo";

const MOVES_HELP: &str = "\
Examples:
  arcadian board halma moves
  arcadian board halma moves 35
  arcadian board halma moves 68 --after '50-67 205-188' --kangaroo";

const PATHS_HELP: &str = "\
Examples:
  arcadian board halma paths 4-21 251-234
  arcadian board halma paths --kangaroo 65-81 190-174";

const PLAY_HELP: &str = "\
White moves first, and `--program first` lets the program begin. From move 60 of each side on a side has also won if the opposite camp is full \
and one of the pieces there is its own, so that nobody can prevent a win by staying at home.

Examples:
  arcadian board halma play
  arcadian board halma play --kangaroo --program first --level 5
  arcadian board halma play --program none --record game.txt
  arcadian board halma play --replay game.txt";

/// A command of `board halma`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a board, and the destinations of a piece
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// List the moves of a piece with their hops, or all moves
    #[command(after_help = MOVES_HELP)]
    Moves(MovesArgs),
    /// Count the sequences of moves up to a depth
    Perft(PerftArgs),
    /// List given moves, each with its path, and draw the board after them
    #[command(after_help = PATHS_HELP)]
    Paths(PathsArgs),
    /// Play a game against the program or another person
    #[command(after_help = PLAY_HELP, after_long_help = format!("{}\n\n{PLAY_HELP}", play::HELP))]
    Play(PlayArgs),
}

/// The initial position and the rules.
#[derive(Args, Debug)]
pub struct From {
    /// Position [default: the start]
    #[arg(long, value_name = "TEXT")]
    pub position: Option<Position>,
    /// Play Kangaroo Halma: hops over pieces at any distance
    #[arg(long)]
    pub kangaroo: bool,
}

/// The position after some moves.
#[derive(Args, Debug)]
pub struct After {
    #[command(flatten)]
    pub from: From,
    /// Moves to make first, separated by blanks or commas
    #[arg(long, value_name = "MOVES", value_parser = moves_text)]
    pub after: Option<Moves>,
}

/// A sequence of moves.
#[derive(Clone, Debug)]
pub struct Moves(Vec<Move>);

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub at: After,
    /// Mark the destinations of the piece on this square
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    pub from: Option<u8>,
    /// Show the number of each square
    #[arg(long)]
    pub numbers: bool,
}

/// The arguments of `moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// Square of the piece [default: all pieces of the side to move]
    #[arg(value_parser = square)]
    pub square: Option<u8>,
    #[command(flatten)]
    pub at: After,
}

/// The arguments of `perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Number of moves, at most 12; each takes about sixty times as long as the one before
    #[arg(allow_negative_numbers = true, value_parser = decimal::<u8>(0..=12))]
    pub depth: u8,
    #[command(flatten)]
    pub at: After,
    /// Show the count of each first move
    #[arg(long)]
    pub divide: bool,
}

/// The arguments of `paths`.
#[derive(Args, Debug)]
pub struct PathsArgs {
    /// Moves to play
    #[arg(required = true)]
    pub moves: Vec<Move>,
    #[command(flatten)]
    pub from: From,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub from: From,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    #[command(flatten)]
    pub session: SessionArgs,
}

impl From {
    fn variant(&self) -> Variant {
        if self.kangaroo { Variant::Kangaroo } else { Variant::Standard }
    }

    fn position(&self) -> Position {
        self.position.unwrap_or_else(Position::start)
    }
}

impl After {
    fn position(&self) -> Result<Position> {
        let moves = self.after.iter().flat_map(|Moves(moves)| moves);
        (1..).zip(moves).try_fold(self.from.position(), |position, (number, &played)| {
            play_one(&position, number, played, self.from.variant())
        })
    }
}

fn play_game(args: &PlayArgs) -> Result<ExitStatus> {
    let is_given = args.from.kangaroo || args.from.position.is_some();
    play::refuse_with_replay(&args.session, is_given, "--kangaroo and --position")?;
    let (position, variant) = (args.from.position(), args.from.variant());
    let start = move |_| Ok(Arc::new(Halma::new(position, variant)?) as Arc<dyn games::Position>);
    play::run(&HALMA, &args.session, args.opponent.players()?, start)
}

/// Plays a move. The error names the number of the move.
fn play_one(position: &Position, number: usize, played: Move, variant: Variant) -> Result<Position> {
    position.play(played, variant).with_context(|| format!("move {number}, {played}"))
}

fn moves_text(text: &str) -> Result<Moves> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| Ok(word.parse()?)).collect::<Result<_>>().map(Moves)
}

fn square(text: &str) -> Result<u8> {
    text.parse().context("a square is a number from 0 to 255")
}

/// Runs a command.
pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => picture::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Paths(args) => paths::run(args),
        Command::Play(args) => play_game(args),
    }
}
