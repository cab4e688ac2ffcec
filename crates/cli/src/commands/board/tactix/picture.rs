//! Drawings of boards and layouts, and the effect of turns and reflections on their bytes.

use anyhow::Result;
use arcadian_board::tactix::{Board, Layout, Symmetry, Table, table_1, table_2};
use arcadian_debugger::step::figure::bit_name;
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

pub fn bytes(figure: Figure, word: u64) -> String {
    hex::bytes(&figure.layout().bytes(word)).to_string()
}

/// Formats Tables 1 and 2, then the rules of every figure.
pub fn tables() -> String {
    let table = |title: &str, table: Table| {
        format!("{title}\n\n  bit      0  1  2  3  4  5  6  7\n  goes to  {}\n\n", numbers(&table, "  "))
    };
    let first = table("Table 1, from figure 2: either byte, reflected about the vertical axis", table_1());
    let second = table("Table 2, from figure 3: every byte, reflected about the diagonal LL-UR", table_2());
    let figures = Figure::ALL.map(|figure| format!("{}\n\n{}", figure.title(), rules(figure.layout())));
    first + &second + &figures.join("\n")
}

fn numbers(table: &[u32], between: &str) -> String {
    table.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// A set of bits that move between bytes by the same rule.
struct Rule {
    bits: Vec<u32>,
    to: Vec<u32>,
    bytes: Vec<(u32, u32)>,
}

fn rules(layout: &Layout) -> String {
    let symmetries = Symmetry::ALL.into_iter().filter(|symmetry| *symmetry != Symmetry::Identity);
    let lines: String = symmetries.flat_map(|symmetry| lines(symmetry, &derive(layout, symmetry))).collect();
    match copies(layout) {
        0 => lines,
        _ => lines + "  The copies of the center are fixed.\n",
    }
}

fn lines(symmetry: Symmetry, rules: &[Rule]) -> Vec<String> {
    let name = symmetry.to_string();
    let line = |(nth, rule): (usize, &Rule)| {
        let name = if nth == 0 { &name } else { "" };
        let arrows: Vec<String> = rule.bytes.iter().map(|(from, to)| format!("{from}→{to}")).collect();
        let bits = numbers(&rule.bits, "");
        format!("  {name:<17}  {:<19}  bits {bits:<8}  {}\n", arrows.join(" "), inside(rule))
    };
    rules.iter().enumerate().map(line).collect()
}

/// Derives the rules of a symmetry. Bits with copies are omitted: they belong to the center, which is fixed.
fn derive(layout: &Layout, symmetry: Symmetry) -> Vec<Rule> {
    let copies = copies(layout);
    let mut rules: Vec<Rule> = Vec::new();
    for byte in 0..layout.byte_count() as u32 {
        for target in 0..layout.byte_count() as u32 {
            let pairs = layout.map(symmetry).pairs().iter();
            let pairs =
                pairs.filter(|pair| (pair.0 / 8, pair.1 / 8) == (byte, target) && copies >> pair.0 & 1 == 0);
            let (bits, to): (Vec<u32>, Vec<u32>) = pairs.map(|pair| (pair.0 % 8, pair.1 % 8)).unzip();
            match rules.iter_mut().find(|rule| rule.bits == bits && rule.to == to) {
                _ if bits.is_empty() => {}
                Some(rule) => rule.bytes.push((byte + 1, target + 1)),
                None => rules.push(Rule { bits, to, bytes: vec![(byte + 1, target + 1)] }),
            }
        }
    }
    rules
}

fn copies(layout: &Layout) -> u64 {
    let squares = (0..layout.size()).flat_map(|row| (0..layout.size()).map(move |column| (row, column)));
    let bits = squares.map(|(row, column)| layout.bits(row, column));
    bits.filter(|bits| bits.count_ones() > 1).fold(0, |copies, bits| copies | bits)
}

/// Describes the movement of bits within a byte.
fn inside(rule: &Rule) -> String {
    let pairs = || rule.bits.iter().copied().zip(rule.to.iter().copied());
    let follows = |table: Table| pairs().all(|(from, to)| table[from as usize] == to);
    let left = pairs().next().map_or(0, |(from, to)| (8 + to - from) % 8);
    if pairs().all(|(from, to)| from == to) {
        "unchanged".to_owned()
    } else if pairs().all(|(from, to)| (from + left) % 8 == to) {
        format!("left {left}")
    } else if rule.bits.len() > 4 && follows(table_1()) {
        "Table 1".to_owned()
    } else if rule.bits.len() > 4 && follows(table_2()) {
        "Table 2".to_owned()
    } else if pairs().all(|(from, to)| pairs().any(|other| other == (to, from))) {
        let exchanged: Vec<String> =
            pairs().filter(|(from, to)| from < to).map(|(from, to)| format!("{from}↔{to}")).collect();
        exchanged.join(" ")
    } else {
        let moved: Vec<String> = pairs().map(|(from, to)| format!("{from}→{to}")).collect();
        moved.join(" ")
    }
}
