//! The estimate of a position of Ataxx, in hundredths of a stone.
//!
//! The weights were simplified by hand from a logistic regression of who won 5,000 games that the program played against itself with an
//! estimate of stones only, on six layouts of walls and after random openings.

use arcadian_board::ataxx::{Board, Position, Side, Squares};

const STONE: i32 = 100;

/// What a stone on the edge is worth more: fewer squares are next to it.
const EDGE: i32 = 30;

/// What a stone is worth more if no free square is next to it.
const SAFE: i32 = 40;

/// A free square that the opponent can reach, by the number of stones next to it: all of them could be captured.
const HOLE: [i32; 9] = [0, 10, 0, -25, -70, -140, -210, -320, -500];

const MOVE: i32 = 250;

/// Estimates a position for the player to move.
pub(super) fn estimate(position: &Position) -> i32 {
    let [own, enemy] = [position.side, position.side.other()].map(|side| worth(&position.board, side));
    own - enemy + MOVE
}

fn worth(board: &Board, side: Side) -> i32 {
    let (stones, free) = (board.stones(side), board.free());
    let weigh = |weight: i32, squares: Squares| weight * squares.len().cast_signed();
    let holes = free & stones.grown() & board.reach(side.other());
    let exposed: i32 =
        holes.into_iter().map(|hole| HOLE[(Squares::near(hole) & stones).len() as usize]).sum();
    weigh(STONE, stones) + weigh(EDGE, stones & Squares::EDGE) + weigh(SAFE, stones & !free.grown()) + exposed
}
