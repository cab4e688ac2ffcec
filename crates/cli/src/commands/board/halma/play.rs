//! A game told.

use anyhow::Result;
use arcadian_board::halma::{Move, Position, Variant, chain};

use super::{PlayArgs, moves::path, picture, play_one};
use crate::files::{Verdict, output};

/// Plays the moves, tells each and draws the board behind the last.
pub fn run(args: &PlayArgs) -> Result<Verdict> {
    let variant = args.from.variant();
    let mut position = args.from.position();
    let mut told = String::new();
    for (number, &played) in (1..).zip(&args.moves) {
        let next = play_one(&position, number, played, variant)?;
        told += &format!(
            "{number:3}. {:5} {:7}  {}\n",
            position.side,
            played.to_string(),
            way(&position, played, variant)
        );
        position = next;
    }
    let board = picture::plain(&position, &picture::Marks::default());
    output::print(&format!("{told}\n{board}{}", picture::state(&position)))?;
    Ok(Verdict::Holds)
}

/// How the piece goes: by a step, or by which hops.
fn way(position: &Position, played: Move, variant: Variant) -> String {
    let hops = chain(position.board.occupied(), played.from, played.to, variant);
    hops.map_or_else(|| "step".to_owned(), |squares| path(&squares))
}
