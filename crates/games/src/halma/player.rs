//! The program as a player of Halma: a position as the search sees it, and the work that a side still has to do.

use arcadian_board::halma::{Color, Lines, Move, PIECES, Position, Variant};

use crate::{
    Level,
    search::{self, End, Found, Ranked, Searchable, Settings, Watch, hash},
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

/// A position with what the search needs of it at once.
#[derive(Clone)]
pub(super) struct View {
    lines: Lines,
    pieces: [Pieces; 2],
    side: Color,
    variant: Variant,
    key: u64,
    /// The estimate is wrong by at most this, always in the same way for the same position.
    error: u16,
}

/// The pieces of a side, seen by that side: its goal is the lower right corner.
#[derive(Clone, Copy)]
struct Pieces {
    squares: [u8; PIECES],
    count: usize,
    /// The work that the side still has to do.
    work: i32,
}

impl Pieces {
    fn new(color: Color, position: &Position) -> Self {
        let mut pieces = Self { squares: [0; PIECES], count: 0, work: 0 };
        for (_, square) in position.board.pieces(color) {
            pieces.squares[pieces.count] = seen_by(color, square);
            pieces.count += 1;
        }
        pieces.work = work(pieces.squares());
        pieces
    }

    fn squares(&self) -> &[u8] {
        &self.squares[..self.count]
    }

    fn shift(&mut self, from: u8, to: u8) {
        for square in &mut self.squares[..self.count] {
            if *square == from {
                *square = to;
                break;
            }
        }
        self.work = work(self.squares());
    }

    fn have_arrived(&self) -> bool {
        self.count > 0 && self.work == 0
    }
}

/// Converts between the squares of the board and those that a side sees.
fn seen_by(color: Color, square: u8) -> u8 {
    match color {
        Color::White => square,
        Color::Black => 255 - square,
    }
}

fn key_of(color: Color, square: u8) -> u64 {
    hash((color as u64 + 1) << 8 | u64::from(square))
}

const BLACK_TO_MOVE: u64 = hash(1);

impl View {
    pub(super) fn new(position: &Position, variant: Variant, error: u16) -> Self {
        let parts = Color::BOTH
            .into_iter()
            .flat_map(|color| position.board.pieces(color).map(move |(_, square)| key_of(color, square)));
        let side = if position.side == Color::Black { BLACK_TO_MOVE } else { 0 };
        Self {
            lines: Lines::new(position.board.occupied().squares()),
            pieces: Color::BOTH.map(|color| Pieces::new(color, position)),
            side: position.side,
            variant,
            key: parts.fold(side, |key, part| key ^ part),
            error,
        }
    }

    fn of(&self, color: Color) -> &Pieces {
        &self.pieces[color as usize]
    }
}

impl Searchable for View {
    type Move = Move;

    /// The pairs of origin and destination.
    const SLOTS: usize = 1 << 16;
    const SWING: i32 = 60;

    fn end(&self) -> Option<End> {
        match [self.side.other(), self.side].map(|color| self.of(color).have_arrived()) {
            [true, _] => Some(End::Lost),
            [_, true] => Some(End::Won),
            _ => None,
        }
    }

    fn evaluate(&self) -> i32 {
        self.of(self.side.other()).work - self.of(self.side).work + search::error(self.key, self.error)
    }

    /// Considers the moves that lead ahead, to the side, or one square back; all others only if there are none of these.
    fn moves(&self, moves: &mut Vec<Ranked<Move>>) {
        let mut lines = self.lines;
        let mut retreats = Vec::new();
        for &seen in self.of(self.side).squares() {
            let from = seen_by(self.side, seen);
            for to in lines.destinations(from, self.variant) {
                let rank = advance(seen, seen_by(self.side, to));
                let list = if rank < -1 { &mut retreats } else { &mut *moves };
                list.push(Ranked { played: Move { from, to }, rank });
            }
        }
        if moves.is_empty() {
            moves.append(&mut retreats);
        }
    }

    fn after(&self, played: Move) -> Self {
        let [from, to] = [played.from, played.to];
        let mut after = self.clone();
        after.lines.toggle(from);
        after.lines.toggle(to);
        after.pieces[self.side as usize].shift(seen_by(self.side, from), seen_by(self.side, to));
        after.key ^= key_of(self.side, from) ^ key_of(self.side, to) ^ BLACK_TO_MOVE;
        after.side = self.side.other();
        after
    }

    fn key(&self, _depth: u8) -> u64 {
        self.key
    }

    fn slot(&self, played: Move) -> usize {
        usize::from(played.from) << 8 | usize::from(played.to)
    }
}

// How much a side of Halma still has to do, seen by that side: its goal is the camp in the lower right corner.
//
// Sums of distances to the corner do not finish games: a piece beside the goal has to get around it to the last free square, and no step
// of this improves the sum. Here each free square of the goal, the deepest first, takes the nearest piece that is outside. A step of that
// piece toward its square always reduces the work.

/// The squares of the goal, the deepest first.
const GOAL: [u8; PIECES] = goal();

const IS_GOAL: [bool; 256] = {
    let mut is_goal = [false; 256];
    let mut n = 0;
    while n < PIECES {
        is_goal[GOAL[n] as usize] = true;
        n += 1;
    }
    is_goal
};

/// The work for each distance in steps, in tenths of a step. It grows faster than the distance, so that no piece stays behind.
const COST: [i32; 16] = {
    let mut cost = [0; 16];
    let mut steps = 0;
    while steps < 16 {
        cost[steps] = (10 * steps + steps * steps / 2) as i32;
        steps += 1;
    }
    cost
};

/// Lists the squares by their distance from the corner, rows plus columns; the camp has those up to 5, at most four rows and columns away.
const fn goal() -> [u8; PIECES] {
    let mut squares = [0; PIECES];
    let (mut n, mut place) = (0, 0);
    while place < 6 * 5 {
        let (sum, row) = (place / 5, place % 5);
        if row <= sum && sum - row < 5 {
            squares[n] = 255 - (16 * row + (sum - row)) as u8;
            n += 1;
        }
        place += 1;
    }
    squares
}

/// Returns the work of a side with these pieces; 0 if all are in the goal.
pub(super) fn work(pieces: &[u8]) -> i32 {
    let mut is_free = IS_GOAL;
    let mut outside = [0; PIECES];
    let mut count = 0;
    for &square in pieces {
        if IS_GOAL[usize::from(square)] {
            is_free[usize::from(square)] = false;
        } else {
            outside[count] = square;
            count += 1;
        }
    }
    let mut work = 0;
    for square in GOAL.into_iter().filter(|&square| is_free[usize::from(square)]) {
        let Some(nearest) = (0..count).min_by_key(|&n| distance(outside[n], square)) else { break };
        work += COST[distance(outside[nearest], square)];
        count -= 1;
        outside.swap(nearest, count);
    }
    work
}

/// Returns the distance in steps.
fn distance(a: u8, b: u8) -> usize {
    usize::from((a / 16).abs_diff(b / 16).max((a % 16).abs_diff(b % 16)))
}

/// Returns by how many rows and columns a move leads toward the corner.
pub(super) fn advance(from: u8, to: u8) -> i64 {
    let sum = |square: u8| i64::from(square / 16 + square % 16);
    sum(to) - sum(from)
}

#[cfg(test)]
mod tests {
    use arcadian_board::halma::Color;

    use super::*;

    #[test]
    fn the_goal_is_the_camp_of_the_opponent() {
        let mut goal = GOAL;
        let mut camp = Color::Black.camp();
        goal.sort_unstable();
        camp.sort_unstable();
        assert_eq!(goal, camp);
        assert_eq!(GOAL[0], 255);
    }

    #[test]
    fn work_is_what_is_left() {
        let camp = Color::White.camp();
        let arrived = camp.map(|square| 255 - square);
        assert_eq!(work(&arrived), 0);
        assert_eq!(work(&[]), 0);
        // One step and two steps away from the only free square, the corner.
        let [mut near, mut far] = [arrived, arrived];
        let corner = arrived.iter().position(|&square| square == 255).unwrap();
        (near[corner], far[corner]) = (255 - 5, 255 - 6 * 16);
        assert_eq!([work(&near), work(&far)], [COST[5], COST[6]]);
        assert!(work(&camp) > 3000);
    }
}
