//! Drawings of boards and layouts.

use anyhow::Result;
use arcadian_board::tactix::{Board, Layout, Symmetry};
use arcadian_debugger::step::bits::bit_name;
use arcadian_isa::hex;

use super::Figure;

/// Draws a figure: the bit of each square, and the square of each bit.
pub fn layout(figure: Figure) -> String {
    let layout = figure.layout();
    let squares = grid(layout.size(), |row, column| bit_name(layout.bits(row, column)));
    let bits = by_byte(layout, |bit| square_of(layout, bit));
    format!(
        "{}\n0₂ is bit 0 of byte 2.\n\n{}\n\nThe squares of the bits, row and column from 0:\n\n{}",
        figure.title(),
        squares.join("\n"),
        bits
    )
}

/// Draws a figure before and after a symmetry. Afterward each square and each bit shows the bit that moved there.
pub fn layout_moved(figure: Figure, symmetry: Symmetry) -> String {
    let layout = figure.layout();
    let source = |to: u64| {
        let pairs = layout.map(symmetry).pairs().iter();
        pairs.filter(|pair| to >> pair.1 & 1 != 0).fold(0, |from, pair| from | 1 << pair.0)
    };
    let before = grid(layout.size(), |row, column| bit_name(layout.bits(row, column)));
    let after = grid(layout.size(), |row, column| bit_name(source(layout.bits(row, column))));
    format!(
        "{}\n\n{}\nWhere each bit comes from:\n\n{}",
        figure.title(),
        side_by_side(&before, symmetry, &after),
        by_byte(layout, |bit| bit_name(source(1 << bit)))
    )
}

/// Draws a board in a layout.
pub fn word(figure: Figure, word: u64) -> Result<String> {
    let board = figure.layout().to_rows(word)?;
    Ok(format!("{}{}\nbytes {}\n", counters(&board), board, bytes(figure, word)))
}

/// Draws a board before and after a symmetry.
pub fn word_moved(figure: Figure, word: u64, symmetry: Symmetry) -> Result<String> {
    let layout = figure.layout();
    let image = layout.image(word, symmetry);
    let picture =
        side_by_side(&board_lines(&layout.to_rows(word)?), symmetry, &board_lines(&layout.to_rows(image)?));
    Ok(format!("{picture}\nbytes {} -> {}\n", bytes(figure, word), bytes(figure, image)))
}

/// Lists the eight images of a board, with the smallest marked.
pub fn images(figure: Figure, word: u64) -> Result<String> {
    let layout = figure.layout();
    let least = layout.canonical(word);
    let line = |symmetry: &Symmetry| {
        let image = layout.image(word, *symmetry);
        let mark = if image == least { "  least" } else { "" };
        format!("{:<18} {}{mark}\n", symmetry.to_string(), bytes(figure, image))
    };
    let lines: String = Symmetry::ALL.iter().map(line).collect();
    let board = counters(&layout.to_rows(least)?);
    Ok(format!("The last byte is the most significant.\n\n{lines}\n{board}bytes {}\n", bytes(figure, least)))
}

/// Draws the counters and empty squares of a board.
pub fn counters(board: &Board) -> String {
    format!("{}\n\n", board_lines(board).join("\n"))
}

fn board_lines(board: &Board) -> Vec<String> {
    grid(board.size(), |row, column| if board.has(row, column) { "●" } else { "·" }.to_owned())
}

/// Formats a table of squares with aligned columns.
fn grid(size: usize, square: impl Fn(usize, usize) -> String) -> Vec<String> {
    let rows: Vec<Vec<String>> =
        (0..size).map(|row| (0..size).map(|column| square(row, column)).collect()).collect();
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        cells.map(|(column, cell)| format!("  {cell:<width$}", width = widest(column))).collect()
    };
    rows.iter().map(line).collect()
}

fn side_by_side(before: &[String], symmetry: Symmetry, after: &[String]) -> String {
    let name = symmetry.to_string();
    let arrow = format!("{}▶", "─".repeat(name.chars().count().saturating_sub(1)));
    let middle = before.len() / 2;
    let line = |(row, (before, after)): (usize, (&String, &String))| {
        let between = match row + 1 {
            at if at == middle => &name,
            at if at == middle + 1 => &arrow,
            _ => "",
        };
        let line = format!("{before}    {between:<width$}  {after}", width = name.chars().count());
        format!("{}\n", line.trim_end())
    };
    before.iter().zip(after).enumerate().map(line).collect()
}

/// Formats a table of all bits, most significant byte and bit first.
fn by_byte(layout: &Layout, bit: impl Fn(usize) -> String) -> String {
    let row = |name: String, cell: &dyn Fn(usize) -> String| {
        let cells: String = (0..8).rev().map(|n| format!("  {:<2}", cell(n))).collect();
        format!("  {}\n", format!("{name}{cells}").trim_end())
    };
    let bytes =
        (0..layout.byte_count()).rev().map(|byte| row(format!("byte {}", byte + 1), &|n| bit(8 * byte + n)));
    row("bit   ".to_owned(), &|n| n.to_string()) + &bytes.collect::<String>()
}

fn square_of(layout: &Layout, bit: usize) -> String {
    let squares = (0..layout.size()).flat_map(|row| (0..layout.size()).map(move |column| (row, column)));
    let found = squares.into_iter().find(|&(row, column)| layout.bits(row, column) >> bit & 1 != 0);
    found.map_or("-".to_owned(), |(row, column)| format!("{row}{column}"))
}

fn bytes(figure: Figure, word: u64) -> String {
    hex::bytes(&figure.layout().bytes(word)).to_string()
}
