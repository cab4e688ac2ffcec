//! What the program plays in Halma.

use arcadian_board::halma::{Move, Position, Variant};

use super::view::View;
use crate::{
    Level,
    search::{self, Found, Settings, Watch},
};

/// Depth, positions and error of the estimate at each level. Ten units of an estimate are a step.
const LEVELS: [(u8, u64, u16); 5] =
    [(1, 10_000, 30), (1, 10_000, 0), (2, 50_000, 0), (3, 200_000, 0), (search::DEEPEST, 250_000, 0)];

/// Chooses a move. Returns `None` if the game is over or the player has no move.
///
/// Equal inputs give equal moves, unless the observer stops the search.
pub fn choose(
    position: &Position,
    variant: Variant,
    level: Level,
    watch: &mut impl Watch<Move>,
) -> Option<Found<Move>> {
    let (depth, nodes, error) = LEVELS[usize::from(level.number() - 1)];
    let settings = Settings { depth, nodes, ..Settings::default() };
    let found = search::search(&View::new(position, variant, error), settings, watch);
    (!found.line.is_empty()).then_some(found)
}

/// Searches a position. The line is empty if the game is over or the player has no move. Scores are in tenths of a step.
pub fn search(
    position: &Position,
    variant: Variant,
    settings: Settings,
    watch: &mut impl Watch<Move>,
) -> Found<Move> {
    search::search(&View::new(position, variant, 0), settings, watch)
}
