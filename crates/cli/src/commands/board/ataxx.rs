//! `board ataxx`: Ataxx.

mod bytes;
mod count;
mod game;
mod mask;
mod perft;
mod picture;
mod show;
mod uai;

use anyhow::Result;
use arcadian_board::ataxx::{Move, Position, Walls, uai::DEEPEST};
use clap::{Args, Subcommand};

use super::play::{self, OpponentArgs, SessionArgs};
use crate::files::ExitStatus;
use crate::number::decimal;
use mask::Mask;

const SHOW_HELP: &str = "\
A FEN has the ranks 7 to 1, the side to move, the half-move clock and the move number; x and o are stones, - is a wall, a digit \
is that number of free squares. startpos is the start without walls. Moves: g2 clones a stone to g2, a7a5 jumps, 0000 passes.

Examples:
  arcadian board ataxx show
  arcadian board ataxx show --walls 0x7888
  arcadian board ataxx show 'x5o/7/7/7/7/7/o5x x 0 1' --play 'g2 a1a3 g2e3'";

const WALLS_HELP: &str = "\
Examples:
  arcadian board ataxx walls 0x7888
  arcadian board ataxx walls 0111100010001000";

const BYTES_HELP: &str = "\
Examples:
  arcadian board ataxx bytes 'x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1'
  arcadian board ataxx bytes C1 20 C0 00 C0 00 3F 3F C0 00 C0 00 C2 10";

const UAI_HELP: &str = "\
`go` without a time or `nodes` searches at most 5,000,000 positions, and `perft` counts to 1,000,000,000 at most. \
`go infinite` searches until `stop`.

Examples:
  printf 'position startpos\\ngo depth 3\\nquit\\n' | arcadian board ataxx uai";

const PLAY_HELP: &str = "\
A picture is seven rows of seven characters, or a file with them: . is a free square, # a wall, x and o are stones. Without stones they start \
on the corners.

Examples:
  arcadian board ataxx play
  arcadian board ataxx play --walls 0x7888 --program first --level 5
  arcadian board ataxx play --picture '......./......./..#.#../......./..#.#../......./.......'
  arcadian board ataxx play --replay game.txt";

/// A command of `board ataxx`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a position, or the positions before and after each move
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Draw the layout of walls of a mask
    #[command(after_help = WALLS_HELP)]
    Walls(WallsArgs),
    /// List the legal moves
    Moves(FenArgs),
    /// Count the sequences of moves up to a depth
    Perft(PerftArgs),
    /// Pack a board into fourteen bytes, or unpack it
    #[command(after_help = BYTES_HELP)]
    Bytes(BytesArgs),
    /// Count the layouts of walls: all, functional, locked
    Count,
    /// Run the engine, with the Universal Ataxx Interface on standard input and output
    #[command(after_help = UAI_HELP)]
    Uai,
    /// Play a game against the program or another person
    #[command(after_help = PLAY_HELP, after_long_help = format!("{}\n\n{PLAY_HELP}", play::HELP))]
    Play(PlayArgs),
}

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Position [default: the start]
    #[arg(value_name = "FEN", value_parser = fen, allow_hyphen_values = true, conflicts_with = "walls")]
    pub position: Option<Position>,
    /// Start with these walls: 0x and hexadecimal digits, or 16 binary digits
    #[arg(long, value_name = "MASK")]
    pub walls: Option<Mask>,
    /// Moves to make, separated by blanks or commas
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    pub play: Option<Moves>,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Position [default: the start]
    #[arg(value_name = "FEN", value_parser = fen, allow_hyphen_values = true, conflicts_with_all = ["walls", "picture", "replay"])]
    pub position: Option<Position>,
    /// Start with these walls: 0x and hexadecimal digits, or 16 binary digits
    #[arg(long, value_name = "MASK", conflicts_with_all = ["picture", "replay"])]
    pub walls: Option<Mask>,
    /// Start with this board: seven rows separated by /, or a file with seven lines
    #[arg(long, value_name = "ROWS|FILE", allow_hyphen_values = true, conflicts_with = "replay")]
    pub picture: Option<String>,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    #[command(flatten)]
    pub session: SessionArgs,
}

/// A sequence of moves.
#[derive(Clone, Debug)]
pub struct Moves(Vec<Move>);

/// The arguments of `walls`.
#[derive(Args, Debug)]
pub struct WallsArgs {
    /// Mask: 0x and hexadecimal digits, or 16 binary digits with bit 15 first
    pub mask: Mask,
}

/// A position.
#[derive(Args, Debug)]
pub struct FenArgs {
    /// Position, or startpos
    #[arg(value_name = "FEN", value_parser = fen, allow_hyphen_values = true)]
    pub position: Position,
}

/// The arguments of `perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    #[command(flatten)]
    pub from: FenArgs,
    /// Number of moves, at most 99; each takes about thirty times as long as the one before
    #[arg(allow_negative_numbers = true, value_parser = decimal::<u8>(0..=DEEPEST.into()))]
    pub depth: u8,
    /// Show the count of each first move
    #[arg(long)]
    pub divide: bool,
}

/// The arguments of `bytes`.
#[derive(Args, Debug)]
pub struct BytesArgs {
    /// FEN, or fourteen bytes of two hexadecimal digits each
    #[arg(value_name = "BOARD", required = true, allow_hyphen_values = true)]
    pub board: Vec<String>,
}

fn fen(text: &str) -> Result<Position> {
    match text {
        "startpos" => Ok(Position::start(Walls::default())),
        fen => Ok(fen.parse()?),
    }
}

fn moves(text: &str) -> Result<Moves> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| Ok(word.parse()?)).collect::<Result<_>>().map(Moves)
}

/// Runs a command.
pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show::run(args),
        Command::Walls(args) => mask::show(&args.mask),
        Command::Moves(args) => show::moves(&args.position),
        Command::Perft(args) => perft::run(args),
        Command::Bytes(args) => bytes::run(args),
        Command::Count => count::run(),
        Command::Uai => uai::run(),
        Command::Play(args) => game::run(args),
    }
}
