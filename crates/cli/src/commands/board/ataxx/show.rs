//! Positions and their moves.

use anyhow::{Context, Result};
use arcadian_board::ataxx::{Cell, Move, Outcome, Position, Side, Square};

use super::{Moves, ShowArgs, picture};
use crate::files::{ExitStatus, output};

/// The number of boards side by side.
const ACROSS: usize = 4;

/// Draws a position, or the positions before and after each move.
pub fn run(args: &ShowArgs) -> Result<ExitStatus> {
    let walls = args.walls.map(|mask| mask.walls).unwrap_or_default();
    let start = args.position.unwrap_or_else(|| Position::start(walls));
    let mut drawings = vec![with_caption(picture::plain(&start.board), "", start.side)];
    let mut last = start;
    for played in args.play.iter().flat_map(|Moves(moves)| moves) {
        let next = last.play(*played).with_context(|| format!("cannot make move {}", drawings.len()))?;
        drawings.push(with_caption(
            picture::changed(&last.board, &next.board),
            &played.to_string(),
            next.side,
        ));
        last = next;
    }
    let boards: Vec<_> = drawings.chunks(ACROSS).map(|row| picture::side_by_side(row, 5)).collect();
    output::print(&format!("{}\n{}\n{last}\n", boards.join("\n"), summary(&last)))?;
    Ok(ExitStatus::Holds)
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

/// Lists the legal moves.
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
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}
