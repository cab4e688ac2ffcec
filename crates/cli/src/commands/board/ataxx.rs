//! `board ataxx`: Ataxx.

mod picture;
mod uai;

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result, bail};
use arcadian_board::ataxx::{Board, Move, Position, Walls, uai::DEEPEST};
use arcadian_files::{FileKind, Files as _, address, escape};
use arcadian_games as games;
use arcadian_games::{Ataxx, ataxx};
use arcadian_isa::hex;
use clap::{Args, Subcommand};
use serde_json::json;

use super::{
    halma::{count_by_depth, count_by_move},
    play::{self, OpponentArgs, SessionArgs},
};
use crate::{
    files::{Disk, ExitStatus, output},
    number::decimal,
};
use picture::Mask;

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

pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => picture::run(args),
        Command::Walls(args) => picture::show(&args.mask),
        Command::Moves(args) => picture::moves(&args.position),
        Command::Perft(args) => perft(args),
        Command::Bytes(args) => bytes(args),
        Command::Count => count(),
        Command::Uai => uai::run(),
        Command::Play(args) => play_game(args),
    }
}

/// Packs a FEN, or unpacks bytes.
pub fn bytes(args: &BytesArgs) -> Result<ExitStatus> {
    let text = args.board.join(" ");
    let board = if text.contains('/') || text == "startpos" {
        fen(&text).context("cannot read the board")?.board
    } else {
        Board::unpack(&parse_bytes(&text)?)?
    };
    let drawn = picture::side_by_side(&[picture::plain(&board), rows(&board)], 4);
    let report = json!({ "bytes": hex::bytes(&board.pack()).to_string(), "board": board.to_string() });
    output::answer(ExitStatus::Holds, &format!("{drawn}\n{}\n", line(&board)), report)
}

/// Formats the word of each row and its bits, from file g, the highest, to file a.
fn rows(board: &Board) -> Vec<String> {
    let mut lines = vec![" g  f  e  d  c  b  a  word".to_owned()];
    for row in board.pack().chunks(2) {
        let word = row.iter().rev().fold(0_u16, |word, byte| word << 8 | u16::from(*byte));
        let cells: Vec<_> = (0..7).rev().map(|column| format!("{:02b}", word >> (2 * column) & 3)).collect();
        lines.push(format!("{}  {word:04X}", cells.join(" ")));
    }
    lines
}

fn line(board: &Board) -> String {
    format!("{}\n{board}", hex::bytes(&board.pack()))
}

fn parse_bytes(text: &str) -> Result<Vec<u8>> {
    let Some(bytes) = address::bytes(&text.replace(',', " ")) else {
        bail!("`{}` is neither a FEN nor bytes of two hexadecimal digits each", text.escape_debug());
    };
    Ok(bytes)
}

/// Counts the layouts by the number of bits set.
pub fn count() -> Result<ExitStatus> {
    let mut text = "bits set   layouts    locked\n".to_owned();
    let mut counts = Vec::new();
    for bits in 0..=15 {
        let layouts: Vec<_> = Walls::all().filter(|walls| walls.mask().count_ones() == bits).collect();
        text += &row(&bits.to_string(), &layouts);
        counts.push(json!({ "bits": bits, "layouts": layouts.len(), "locked": locked(&layouts) }));
    }
    let all: Vec<_> = Walls::all().collect();
    let playable: Vec<_> = Walls::all().filter(|walls| walls.is_playable()).collect();
    text += &row("0 to 6", &playable);
    text += &row("all", &all);
    text += &format!("\nlocked: bits {} are set in each\n", common(&all));
    output::answer(ExitStatus::Holds, &text, json!({ "layouts": counts }))
}

fn row(name: &str, layouts: &[Walls]) -> String {
    format!("{name:>8} {:9} {:9}\n", layouts.len(), locked(layouts))
}

fn locked(layouts: &[Walls]) -> usize {
    layouts.iter().filter(|walls| walls.is_locked()).count()
}

/// Returns the bits that all locked layouts have in common.
fn common(layouts: &[Walls]) -> String {
    let locked = layouts.iter().filter(|walls| walls.is_locked());
    let mask = locked.fold(u16::MAX, |mask, walls| mask & walls.mask());
    let bits: Vec<_> = (0..16).filter(|bit| mask >> bit & 1 != 0).map(|bit: u32| bit.to_string()).collect();
    bits.join(" ")
}

fn play_game(args: &PlayArgs) -> Result<ExitStatus> {
    let start = match &args.picture {
        Some(picture) => drawn(picture)?,
        None => args
            .position
            .unwrap_or_else(|| Position::start(args.walls.map(|mask| mask.walls).unwrap_or_default())),
    };
    let start = move |_| Ok(Arc::new(Ataxx::new(start)?) as Arc<dyn games::Position>);
    play::run(&ataxx::ATAXX, &args.session, args.opponent.players()?, start)
}

/// Reads a board from rows on the command line, or from a file.
fn drawn(picture: &str) -> Result<Position> {
    let path = Path::new(picture);
    if picture.matches('/').count() == 6 && Disk.kind(path) == FileKind::Missing {
        return Ok(ataxx::picture(picture)?);
    }
    let text = Disk.text(path, "the picture of a board", play::LONGEST)?;
    ataxx::picture(&text).with_context(|| format!("cannot use {}", escape::path(path)))
}

/// Prints the counts for each depth or for each first move.
pub fn perft(args: &PerftArgs) -> Result<ExitStatus> {
    let position = &args.from.position;
    if !args.divide {
        return count_by_depth(args.depth, |depth| position.perft(depth));
    }
    let rest = args.depth.saturating_sub(1);
    count_by_move(args.depth, 5, position.moves(), |played| Ok(position.play(played)?.perft(rest)))
}
