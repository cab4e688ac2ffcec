//! The packed form of a board in fourteen bytes.

use anyhow::{Context, Result, bail};
use arcadian_board::ataxx::Board;
use arcadian_isa::hex;

use super::{BytesArgs, picture};
use crate::files::{ExitStatus, output};

/// Packs a FEN, or unpacks bytes.
pub fn run(args: &BytesArgs) -> Result<ExitStatus> {
    let text = args.board.join(" ");
    let board = if text.contains('/') || text == "startpos" {
        super::fen(&text).context("cannot read the board")?.board
    } else {
        Board::unpack(&parse_bytes(&text)?)?
    };
    output::print(&format!(
        "{}\n{}\n",
        picture::side_by_side(&[picture::plain(&board), rows(&board)], 4),
        line(&board)
    ))?;
    Ok(ExitStatus::Holds)
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
    let digits: String = text.split([' ', ',']).collect();
    let Some(bytes) = hex::parse_bytes(&digits) else {
        bail!("`{}` is neither a FEN nor bytes of two hexadecimal digits each", text.escape_debug());
    };
    Ok(bytes.collect())
}
