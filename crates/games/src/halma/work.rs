//! How much a side of Halma still has to do, seen by that side: its goal is the camp in the lower right corner.
//!
//! Sums of distances to the corner do not finish games: a piece beside the goal has to get around it to the last free square, and no step
//! of this improves the sum. Here each free square of the goal, the deepest first, takes the nearest piece that is outside. A step of that
//! piece toward its square always reduces the work.

use arcadian_board::halma::PIECES;

/// The squares of the goal, the deepest first.
const GOAL: [u8; PIECES] = goal();

/// Whether each square is in the goal.
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
