//! `board rook` and `board bishop`: sliding pieces in the W system.

mod key;
mod occupied;
mod picture;
mod search;
mod share;
mod tables;

use std::path::PathBuf;

use anyhow::{Result, bail};
use arcadian_board::sliders::{GROUPS, Group, Key, Piece, Shared, Square, turns};
use clap::{Args, Subcommand};

use crate::files::{ExitStatus, output};
use crate::number::decimal;
use occupied::Occupied;
use share::ShareArgs;

const SHOW_HELP: &str = "\
Examples:
  arcadian board rook show
  arcadian board rook show A
  arcadian board rook show \"2'\"";

const SQUARES_HELP: &str = "\
Squares are a8 (upper left) to h1 (lower right), or row and column: 00 is a8, 07 is h8, 77 is h1. Occupied squares are names \
separated by commas, or the word of their bits as 0x and hexadecimal digits.";

/// A command of `board rook` or `board bishop`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw the numbering, or a group and its quarter turn
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Draw the squares that the piece attacks
    #[command(after_help = SQUARES_HELP)]
    Attacks(PieceArgs),
    /// Draw the computation of a square's key
    #[command(after_help = SQUARES_HELP)]
    Key(KeyArgs),
    /// Repeat the search for carry-free magics, and compare the results with the stored ones
    Search,
    /// Decide whether images of a square can share one key, carries included
    #[command(after_help = share::HELP)]
    Share(ShareArgs),
    /// Show the sizes of the tables, or write them
    Tables(TablesArgs),
}

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Group: 1 to 4, 1' to 4', or one of A B C D a b c d o p s t [default: the numbering]
    #[arg(value_parser = group)]
    pub group: Option<Group>,
}

/// The square of the piece and the occupied squares.
#[derive(Args, Debug)]
pub struct PieceArgs {
    /// Square of the piece
    pub square: Square,
    /// Occupied squares [default: none]
    pub occupied: Option<Occupied>,
}

/// The arguments of `key`.
#[derive(Args, Debug)]
pub struct KeyArgs {
    #[command(flatten)]
    pub piece: PieceArgs,
    /// Use this magic: 0x and hexadecimal digits
    #[arg(long, value_name = "WORD", value_parser = occupied::word)]
    pub magic: Option<u64>,
    /// Number of bits of the key, 1 to 16 [default: as in the stored key]
    #[arg(long, value_name = "N", requires = "magic", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=16))]
    pub bits: Option<u32>,
}

/// The arguments of `tables`.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Write the index tables and the sets of the base squares, as in rook-index.bin and rook-sets.bin, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// Runs a command.
pub fn run(piece: Piece, command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show(args.group),
        Command::Attacks(args) => attacked(piece, args),
        Command::Key(args) => key::run(piece, args),
        Command::Search => search::run(piece),
        Command::Share(args) => share::run(piece, args),
        Command::Tables(args) => tables::run(piece, args.out.as_deref()),
    }
}

fn show(group: Option<Group>) -> Result<ExitStatus> {
    let text = match group {
        None => picture::numbering(),
        Some(group) => turned(group),
    };
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}

/// Draws a group before and after a quarter turn.
fn turned(group: Group) -> String {
    let before = 7 << group.first;
    let after = turns(before, 1);
    let name = |set: u64| {
        GROUPS.into_iter().find(|group| set >> group.first & 7 != 0).map_or("", |group| group.name)
    };
    let board = |set| {
        picture::board(
            2,
            |square| if picture::has(set, square) { square.bit().to_string() } else { ".".into() },
        )
    };
    let boards = picture::side_by_side(&board(before), &board(after));
    let title = |set: u64| {
        format!("group {}, bits {} to {}", name(set), set.trailing_zeros(), 63 - set.leading_zeros())
    };
    format!("{:36}{}\n{boards}", title(before), title(after))
}

fn attacked(piece: Piece, args: &PieceArgs) -> Result<ExitStatus> {
    let Occupied(occupied) = args.occupied.unwrap_or_default();
    let set = piece.attacks(args.square, occupied);
    let mark =
        |square| match (square == args.square, picture::has(set, square), picture::has(occupied, square)) {
            (true, ..) => letter(piece),
            (_, true, true) => "x",
            (_, true, false) => "*",
            (_, false, true) => "o",
            (_, false, false) => ".",
        };
    let board = picture::board(1, |square| mark(square).to_owned());
    let count = set.count_ones();
    output::print(&format!(
        "{board}\n{} {} on {}, * attacked, x attacked and occupied, o occupied\nattacks  0x{set:016X}, {count} squares\n",
        letter(piece),
        name(piece),
        args.square
    ))?;
    Ok(ExitStatus::Holds)
}

fn group(name: &str) -> Result<Group> {
    match GROUPS.into_iter().find(|group| group.name == name) {
        Some(group) => Ok(group),
        None => {
            bail!("the groups are 1 to 4, 1' to 4', and A B C D a b c d o p s t; upper and lower case differ")
        }
    }
}

/// Returns the name of a piece.
fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Rook => "rook",
        Piece::Bishop => "bishop",
    }
}

/// Returns the letter of a piece on a board.
fn letter(piece: Piece) -> &'static str {
    match piece {
        Piece::Rook => "R",
        Piece::Bishop => "B",
    }
}

/// Returns the stored table of a square, its number of turns from the base square, and its key.
fn shared(piece: Piece, square: Square) -> Option<(Shared, u8, Key)> {
    piece.tables().iter().find_map(|&shared| {
        let (turns, key) = shared.keys().find(|(_, key)| key.square() == square)?;
        Some((shared, turns, key))
    })
}
