//! The record of a game.

use anyhow::Result;
use arcadian_board::halma::{Move, Position, Variant, chain};

use super::{PathsArgs, moves::path, picture, play_one};
use crate::files::{ExitStatus, output};

/// Plays the moves, lists each with its path, and draws the final board.
pub fn run(args: &PathsArgs) -> Result<ExitStatus> {
    let variant = args.from.variant();
    let mut position = args.from.position();
    let mut record = String::new();
    for (number, &played) in (1..).zip(&args.moves) {
        let next = play_one(&position, number, played, variant)?;
        record += &format!(
            "{number:3}. {:5} {:7}  {}\n",
            position.side,
            played.to_string(),
            path_of(&position, played, variant)
        );
        position = next;
    }
    let board = picture::plain(&position, &picture::Marks::default());
    output::print(&format!("{record}\n{board}{}", picture::state(&position)))?;
    Ok(ExitStatus::Holds)
}

/// Returns the path of a piece: `step`, or the squares of its hops.
fn path_of(position: &Position, played: Move, variant: Variant) -> String {
    let hops = chain(position.board.occupied(), played.from, played.to, variant);
    hops.map_or_else(|| "step".to_owned(), |squares| path(&squares))
}
