//! Lists of moves.

use anyhow::{Context, Result};
use arcadian_board::halma::{Color, Position, Variant, chain, hops, steps};

use super::MovesArgs;
use crate::files::{ExitStatus, output};

/// Lists the moves of one piece or of all pieces.
pub fn run(args: &MovesArgs) -> Result<ExitStatus> {
    let position = args.at.position()?;
    let variant = args.at.from.variant();
    output::print(&match args.square {
        Some(square) => of_one(&position, square, variant)?,
        None => of_all(&position, variant),
    })?;
    Ok(ExitStatus::Holds)
}

fn of_one(position: &Position, square: u8, variant: Variant) -> Result<String> {
    let color = require_piece(position, square)?;
    let occupied = position.board.occupied();
    let chains =
        hops(occupied, square, variant).squares().filter_map(|to| chain(occupied, square, to, variant));
    let chains: Vec<String> = chains.map(|squares| path(&squares)).collect();
    let steps = listed(steps(occupied, square).squares());
    let hops = if chains.is_empty() { "none".to_owned() } else { chains.join("\n       ") };
    Ok(format!("{color}'s piece on {square}\nsteps  {steps}\nhops   {hops}\n"))
}

/// Formats the squares of a chain of hops.
pub fn path(squares: &[u8]) -> String {
    squares.iter().map(u8::to_string).collect::<Vec<_>>().join(" > ")
}

fn of_all(position: &Position, variant: Variant) -> String {
    let moves = position.moves(variant);
    let state = match position.winner() {
        Some(color) => format!("{color} has won"),
        None => format!("{} has {} moves", position.side, moves.len()),
    };
    let mut pieces: Vec<u8> = moves.iter().map(|played| played.from).collect();
    pieces.dedup();
    let line = |&from: &u8| {
        let destinations = moves.iter().filter(|played| played.from == from).map(|played| played.to);
        format!("{from:4}  {}\n", listed(destinations))
    };
    format!("{state}\n{}", pieces.iter().map(line).collect::<String>())
}

fn listed(squares: impl Iterator<Item = u8>) -> String {
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    if squares.is_empty() { "none".to_owned() } else { squares.join(" ") }
}

/// Returns the color of the piece on a square. Fails if the square is empty.
pub fn require_piece(position: &Position, square: u8) -> Result<Color> {
    position.board.at(square).with_context(|| format!("square {square} is empty"))
}
