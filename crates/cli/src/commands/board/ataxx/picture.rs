//! Drawings, as lines of equal width, of positions and of masks.

use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use arcadian_board::ataxx::{Board, Cell, Move, Outcome, Position, Side, Square, Walls};
use arcadian_isa::hex;
use serde_json::json;

use super::{Moves, ShowArgs};
use crate::files::{ExitStatus, output};

/// Draws a board with its files and ranks.
pub fn plain(board: &Board) -> Vec<String> {
    drawn(|square| letter(board.get(square)))
}

/// Draws a board after a move: stones that the move placed or captured are capital, the square that it left is `_`.
pub fn changed(before: &Board, after: &Board) -> Vec<String> {
    drawn(|square| match after.get(square) {
        same if same == before.get(square) => letter(same),
        Cell::Free => '_',
        stone => letter(stone).to_ascii_uppercase(),
    })
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Free => '.',
        Cell::X => 'x',
        Cell::O => 'o',
        Cell::Wall => '#',
    }
}

fn drawn(letter: impl Fn(Square) -> char) -> Vec<String> {
    let mut lines = vec!["  a b c d e f g".to_owned()];
    for square in Square::all() {
        if square.column() == 0 {
            lines.push((7 - square.row()).to_string());
        }
        lines.iter_mut().last().into_iter().for_each(|line| line.extend([' ', letter(square)]));
    }
    lines
}

pub fn side_by_side(drawings: &[Vec<String>], gap: usize) -> String {
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<_> = drawings
        .iter()
        .map(|drawing| drawing.iter().map(|line| line.chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in 0..height {
        let cells = drawings.iter().zip(&widths).map(|(drawing, width)| {
            let line = drawing.get(row).map_or("", String::as_str);
            format!("{line:width$}{:gap$}", "")
        });
        text += cells.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}

/// The number of boards side by side.
const ACROSS: usize = 4;

/// Draws a position, or the positions before and after each move.
pub fn run(args: &ShowArgs) -> Result<ExitStatus> {
    let walls = args.walls.map(|mask| mask.walls).unwrap_or_default();
    let start = args.position.unwrap_or_else(|| Position::start(walls));
    let mut drawings = vec![with_caption(plain(&start.board), "", start.side)];
    let mut last = start;
    for played in args.play.iter().flat_map(|Moves(moves)| moves) {
        let next = last.play(*played).with_context(|| format!("cannot make move {}", drawings.len()))?;
        drawings.push(with_caption(changed(&last.board, &next.board), &played.to_string(), next.side));
        last = next;
    }
    let boards: Vec<_> = drawings.chunks(ACROSS).map(|row| side_by_side(row, 5)).collect();
    let text = format!("{}\n{}\n{last}\n", boards.join("\n"), summary(&last));
    output::answer(ExitStatus::Holds, &text, json!({ "position": last.to_string(), "state": state(&last) }))
}

fn with_caption(mut drawing: Vec<String>, played: &str, side: Side) -> Vec<String> {
    let played = if played.is_empty() { String::new() } else { format!("{played}, ") };
    drawing.push(format!("{played}{} to move", side.letter()));
    drawing
}

/// Returns the counts of cells and the state of the game.
fn summary(position: &Position) -> String {
    let count = |cell| Square::all().filter(|square| position.board.get(*square) == cell).count();
    let [free, x, o, walls] = [Cell::Free, Cell::X, Cell::O, Cell::Wall].map(count);
    format!("x {x}, o {o}, free {free}, walls {walls}; {}", state(position))
}

fn state(position: &Position) -> String {
    match position.outcome() {
        Some(Outcome::Drawn) => "the game is over, drawn".to_owned(),
        Some(Outcome::Won(side)) => format!("the game is over, {} won", side.letter()),
        None if position.moves() == [Move::Pass] => format!("{} must pass", position.side.letter()),
        None => format!("{} has {} moves", position.side.letter(), position.move_count()),
    }
}

pub fn moves(position: &Position) -> Result<ExitStatus> {
    let moves = position.moves();
    let of = |wanted: fn(&Move) -> bool| {
        moves.iter().filter(|m| wanted(m)).map(Move::to_string).collect::<Vec<_>>()
    };
    let groups = [
        ("clones", of(|m| matches!(m, Move::Clone(_)))),
        ("jumps", of(|m| matches!(m, Move::Jump { .. }))),
        ("pass", of(|m| matches!(m, Move::Pass))),
    ];
    let mut text = format!("{}\n", state(position));
    for (name, moves) in groups.iter().filter(|(_, moves)| !moves.is_empty()) {
        for (n, line) in moves.chunks(12).enumerate() {
            text += &format!("{:7}{}\n", if n == 0 { name } else { "" }, line.join(" "));
        }
    }
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    output::answer(ExitStatus::Holds, &text, json!({ "position": position.to_string(), "moves": moves }))
}

/// A mask from the command line.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    pub walls: Walls,
    /// Whether the mask was written as fifteen binary digits.
    is_short: bool,
}

impl FromStr for Mask {
    type Err = Error;

    /// Parses a number with a mark, or `0×` as printed, or sixteen binary digits. Fifteen digits lack the leading 0.
    fn from_str(text: &str) -> Result<Self> {
        let text = text.replace('×', "x");
        let is_marked = hex::is_marked(&text);
        let is_binary = matches!(text.len(), 15 | 16) && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        let number = match is_marked {
            true => hex::parse_number(&text),
            false => u64::from_str_radix(&text, 2).ok().filter(|_| is_binary),
        };
        let number = number.context(
            "a mask is a number with a mark, as 0x7888, $7888, 7888H or #30856, or 16 binary digits, bit 15 first",
        )?;
        let Ok(number) = u16::try_from(number) else { bail!("a mask has 16 bits; the largest is 0xFFFF") };
        Ok(Self { walls: Walls::new(number)?, is_short: !is_marked && text.len() == 15 })
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
        [vec!["the start".to_owned()], plain(&start.board).split_off(1)].concat(),
    ];
    let report = json!({
        "mask": walls.mask(),
        "locked": walls.is_locked(),
        "playable": walls.is_playable(),
        "position": start.to_string(),
    });
    output::answer(ExitStatus::Holds, &format!("{}\n{}", heading(mask), side_by_side(&columns, 3)), report)
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
