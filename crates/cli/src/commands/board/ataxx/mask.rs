//! Masks of walls.

use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use arcadian_board::ataxx::{Position, Square, Walls};
use arcadian_isa::hex;

use super::picture;
use crate::files::{ExitStatus, output};

/// A mask from the command line.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    /// The walls.
    pub walls: Walls,
    /// Whether the mask was written as fifteen binary digits.
    is_short: bool,
}

impl FromStr for Mask {
    type Err = Error;

    /// Parses `0x` (or `0×`, as printed) and hexadecimal digits, or sixteen binary digits. Fifteen digits lack the leading 0.
    fn from_str(text: &str) -> Result<Self> {
        let hexadecimal = ["0x", "0X", "0×"].iter().find_map(|prefix| text.strip_prefix(prefix));
        let is_binary = matches!(text.len(), 15 | 16) && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        let number = match hexadecimal {
            Some(digits) => hex::parse_digits(digits),
            None => u64::from_str_radix(text, 2).ok().filter(|_| is_binary),
        };
        let number = number
            .context("a mask is 0x and up to four hexadecimal digits, or 16 binary digits, bit 15 first")?;
        let Ok(number) = u16::try_from(number) else {
            bail!("a mask has 16 bits; write 0x and one to four digits")
        };
        Ok(Self { walls: Walls::new(number)?, is_short: hexadecimal.is_none() && text.len() == 15 })
    }
}

/// Draws the bit labels of the quadrant, their mirror images and the resulting start.
pub fn show(mask: &Mask) -> Result<ExitStatus> {
    let walls = mask.walls;
    let start = Position::start(walls);
    let quadrant = labels(walls, 4);
    let whole = labels(walls, 7);
    let columns = [
        [vec!["upper left".to_owned()], quadrant].concat(),
        [vec!["mirrored into all quadrants".to_owned()], whole].concat(),
        [vec!["the start".to_owned()], picture::plain(&start.board).split_off(1)].concat(),
    ];
    output::print(&format!("{}\n{}", heading(mask), picture::side_by_side(&columns, 3)))?;
    Ok(ExitStatus::Holds)
}

fn heading(mask: &Mask) -> String {
    let walls = mask.walls;
    let bits = walls.mask();
    let nibbles: Vec<_> = [12, 8, 4, 0].map(|low| format!("{:04b}", bits >> low & 15)).into();
    let note = if mask.is_short { "(15 digits: added a leading 0)\n" } else { "" };
    let kind = match (walls.is_locked(), walls.is_playable()) {
        (true, _) => "locked: no stone can move at the start",
        (_, true) => "functional: at most six bits are set",
        (_, false) => "more than six bits are set",
    };
    format!(
        "{note}mask 0x{bits:04X}, bits 15 to 0: {}\n{} bits set, {} walls; {kind}\n",
        nibbles.join(" "),
        bits.count_ones(),
        walls.squares().len()
    )
}

/// Formats the bit label of each square up to a row and column, with walls in brackets.
fn labels(walls: Walls, side: usize) -> Vec<String> {
    let mut lines = vec![String::new(); side];
    for square in Square::all().filter(|square| square.column() < side) {
        let label = Walls::label(square);
        let is_wall = walls.squares().contains(square);
        let Some(line) = lines.get_mut(square.row()) else { continue };
        *line += &if is_wall { format!("[{label:2}]") } else { format!(" {label:2} ") };
    }
    lines
}
