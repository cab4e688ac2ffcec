//! Drawings of boards.

use anyhow::Result;
use arcadian_board::halma::{Color, Position, Set, hops, steps};

use super::{ShowArgs, moves::require_piece};
use crate::files::{ExitStatus, output};

/// Draws a board, with the destinations of a piece if requested.
pub fn run(args: &ShowArgs) -> Result<ExitStatus> {
    let position = args.at.position()?;
    let mut marks = Marks::default();
    let mut legend = String::new();
    if let Some(square) = args.from {
        require_piece(&position, square)?;
        marks = Marks {
            from: Some(square),
            steps: steps(position.board.occupied(), square),
            hops: hops(position.board.occupied(), square, args.at.from.variant()),
        };
        legend =
            format!("From {square}: {} by a step (+), {} by hops (*)\n", marks.steps.len(), marks.hops.len());
    }
    let board = if args.numbers { numbered(&position, &marks) } else { plain(&position, &marks) };
    output::print(&format!("{board}{legend}{}", state(&position)))?;
    Ok(ExitStatus::Holds)
}

/// The squares to mark.
#[derive(Default)]
pub struct Marks {
    from: Option<u8>,
    steps: Set,
    hops: Set,
}

/// Draws a board with the number of the first square at the left of each row.
pub fn plain(position: &Position, marks: &Marks) -> String {
    let columns: String = (0..16).map(|column| format!("{column:3}")).collect();
    let cell = |square| {
        let [left, right] = if marks.from == Some(square) { ['(', ')'] } else { [' '; 2] };
        format!("{left}{}{right}", letter(position, marks, square))
    };
    let line = |row: u8| {
        let cells: String = (0..16).map(|column| cell(16 * row + column)).collect();
        format!("{:4} {}\n", 16 * row, cells.trim_end())
    };
    format!("    {columns}\n{}", (0..16).map(line).collect::<String>())
}

/// Draws a board with the number of each square, followed by its content.
fn numbered(position: &Position, marks: &Marks) -> String {
    let cell =
        |square| format!("{square:3}{}", letter(position, marks, square).to_string().replace('.', " "));
    let line = |row: u8| {
        let cells: Vec<String> = (0..16).map(|column| cell(16 * row + column)).collect();
        format!("{}\n", cells.join(" ").trim_end())
    };
    (0..16).map(line).collect()
}

fn letter(position: &Position, marks: &Marks, square: u8) -> char {
    match position.board.at(square) {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None if marks.steps.is_in(square) => '+',
        None if marks.hops.is_in(square) => '*',
        None => '.',
    }
}

/// Returns the state of the game and the position as text.
pub fn state(position: &Position) -> String {
    match position.winner() {
        Some(color) => format!("{color} has won\n{position}\n"),
        None => format!("{} to move\n{position}\n", position.side),
    }
}
