//! Parsing of the game's keys as moves.

use anyhow::{Result, bail, ensure};
use arcadian_board::rotate::{Board, Move};

/// Parses keys as a sequence of moves from a board.
pub fn read(mut board: Board, keys: &str) -> Result<Vec<Move>> {
    let mut moves: Vec<Move> = Vec::new();
    let mut letters = keys.chars().filter(|key| !key.is_whitespace()).map(|key| key.to_ascii_uppercase());
    while let Some(key) = letters.next() {
        let special = key == 'S';
        let letter = if special { letters.next() } else { Some(key) };
        let number = moves.len() + 1;
        let step = step(&board, letter, special, number)?;
        let spent = moves.iter().any(|step| matches!(step, Move::Special(_)));
        ensure!(!(special && spent), "move {number} is a second special move; a game has only one");
        step.play(&mut board);
        moves.push(step);
    }
    ensure!(!moves.is_empty(), "no moves given; write letters, as in ELGD");
    Ok(moves)
}

fn step(board: &Board, letter: Option<char>, special: bool, number: usize) -> Result<Move> {
    let Some(letter) = letter else {
        bail!("move {number} is an S without a letter; write a letter after it, as in SK")
    };
    let found = u8::try_from(letter).ok().and_then(|letter| board.find(letter));
    let Some(position) = found else {
        bail!("move {number} is {letter:?}: moves are letters A to P, or S and a letter for the special move")
    };
    if special && Board::can_swap(position) {
        return Ok(Move::Special(position));
    }
    if !special && Board::can_turn(position) {
        return Ok(Move::Turn(position));
    }
    let edge = if position.is_multiple_of(4) { "last column" } else { "bottom row" };
    bail!("move {number} does nothing: {letter} is in the {edge}")
}
