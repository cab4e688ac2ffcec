//! The longest common subsequence of two sequences, by Myers' algorithm.
//!
//! Source: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.

use arcadian_parallel::cancellation::is_cancelled;

/// The greatest number of differences. With more of them the rest counts as different.
const MOST: usize = 4_000;

/// Returns the pairs of equal elements, in order.
pub(crate) fn common<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (rest, new_rest) = (&old[start..], &new[start..]);
    let end = rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (middle, new_middle) = (&rest[..rest.len() - end], &new_rest[..new_rest.len() - end]);
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|number| (number, number)).collect();
    pairs.extend(myers(middle, new_middle).into_iter().map(|(old, new)| (start + old, start + new)));
    pairs.extend((0..end).rev().map(|back| (old.len() - 1 - back, new.len() - 1 - back)));
    pairs
}

/// Searches for the shortest way through the edit graph, and keeps the furthest points of each step.
fn myers<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let most = (old.len() + new.len()).min(MOST);
    let mut furthest = vec![0_usize; 2 * most + 2];
    let mut trace = Vec::new();
    for differences in 0..=most {
        if is_cancelled() {
            break;
        }
        trace.push(furthest.clone());
        for step in 0..=differences {
            let diagonal = most + 2 * step - differences;
            let is_down =
                step == 0 || step != differences && before(&furthest, diagonal) < furthest[diagonal + 1];
            let mut x = if is_down { furthest[diagonal + 1] } else { before(&furthest, diagonal) + 1 };
            // The diagonal is x - y + most.
            while let Some(y) = (x + most).checked_sub(diagonal)
                && old.get(x).zip(new.get(y)).is_some_and(|(old, new)| old == new)
            {
                x += 1;
            }
            furthest[diagonal] = x;
            if x >= old.len() && x + most >= new.len() + diagonal {
                return backtrack(&trace, most, (old.len(), new.len()));
            }
        }
    }
    Vec::new()
}

fn before(furthest: &[usize], diagonal: usize) -> usize {
    diagonal.checked_sub(1).map_or(0, |before| furthest[before])
}

/// Follows the way back, and collects its diagonal steps.
fn backtrack(trace: &[Vec<usize>], most: usize, end: (usize, usize)) -> Vec<(usize, usize)> {
    let (mut x, mut y) = end;
    let mut pairs = Vec::new();
    for (differences, furthest) in trace.iter().enumerate().rev() {
        let diagonal = x + most - y;
        let step = (diagonal + differences - most) / 2;
        let is_down = step == 0 || step != differences && before(furthest, diagonal) < furthest[diagonal + 1];
        let previous = if is_down { diagonal + 1 } else { diagonal - 1 };
        let from_x = if differences == 0 { 0 } else { furthest[previous] };
        let from_y = if differences == 0 { 0 } else { from_x + most - previous };
        while x > from_x && y > from_y {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        (x, y) = (from_x, from_y);
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The length of the longest common subsequence, by its definition.
    fn longest(old: &[u8], new: &[u8]) -> usize {
        let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
        for (x, one) in old.iter().enumerate() {
            for (y, other) in new.iter().enumerate() {
                table[x + 1][y + 1] =
                    if one == other { table[x][y] + 1 } else { table[x][y + 1].max(table[x + 1][y]) };
            }
        }
        table[old.len()][new.len()]
    }

    proptest! {
        #[test]
        fn the_pairs_are_the_longest(old in prop::collection::vec(0_u8..4, 0..30), new in prop::collection::vec(0_u8..4, 0..30)) {
            let pairs = common(&old, &new);
            prop_assert!(pairs.iter().all(|(x, y)| old[*x] == new[*y]));
            prop_assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            prop_assert_eq!(pairs.len(), longest(&old, &new));
        }
    }
}
