//! Checks the solver against known counts and against a second solver.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::tactix::{
    Board, Layout, Outcome, Rule, Solution, Symmetry, TactixError, all_moves, grundy_numbers,
};

fn full(size: usize) -> Board {
    Board::full(size).expect("a board")
}

fn solve(size: usize, rule: Rule) -> Solution {
    Solution::new(full(size), rule).expect("small enough")
}

/// The second solver: derives each position from its moves. One byte each, nonzero for a P-position.
fn losses_by_definition(size: usize, rule: Rule) -> Vec<u8> {
    let runs: Vec<usize> =
        all_moves(size).iter().filter_map(|run| run.squares(size)).map(|squares| squares as usize).collect();
    let mut losses = vec![u8::from(rule == Rule::Normal)];
    for position in 1..1usize << (size * size) {
        let wins = runs.iter().any(|run| run & position == *run && losses[position ^ run] != 0);
        losses.push(u8::from(!wins));
    }
    losses
}

fn count(losses: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; losses.len().ilog2() as usize + 1];
    for (position, loss) in losses.iter().enumerate() {
        counts[position.count_ones() as usize] += u64::from(*loss);
    }
    counts
}

#[test]
fn both_solvers_agree() {
    for size in 1..=4 {
        for rule in [Rule::Normal, Rule::Misere] {
            let solution = solve(size, rule);
            let other = losses_by_definition(size, rule);
            let positions = other.iter().enumerate().filter(|(_, loss)| **loss != 0);
            assert!(solution.losses().eq(positions.map(|(position, _)| position as u64)), "{size}, {rule:?}");
            assert_eq!(solution.losses_by_counters(), count(&other));
        }
    }
}

/// P-positions by number of counters, 0 to 25.
const LOSSES_5X5: [(Rule, [u64; 26]); 2] = [
    (
        Rule::Normal,
        [
            1, 0, 260, 0, 5_530, 704, 70_620, 11_680, 391_423, 59_036, 581_092, 246_180, 641_948, 278_528,
            549_720, 153_972, 145_203, 43_192, 24_324, 6_848, 2_070, 384, 148, 0, 1, 0,
        ],
    ),
    (
        Rule::Misere,
        [
            0, 25, 0, 1_474, 554, 10_741, 61_418, 12_798, 416_938, 45_070, 577_450, 268_300, 613_353,
            394_517, 379_566, 172_262, 137_888, 51_908, 24_038, 6_252, 2_396, 336, 128, 8, 1, 0,
        ],
    ),
];

#[test]
fn five_by_five() {
    for (rule, counts) in LOSSES_5X5 {
        assert_eq!(solve(5, rule).losses_by_counters(), counts, "{rule:?}");
    }
}

#[test]
#[ignore = "takes many seconds: cargo test -p arcadian-board --lib five_by_five -- --ignored"]
fn five_by_five_by_definition() {
    for (rule, counts) in LOSSES_5X5 {
        assert_eq!(count(&losses_by_definition(5, rule)), counts, "{rule:?}");
    }
}

/// Columns: size, moves, positions, edges, classes under turns and under all symmetries.
#[test]
fn counts_of_positions() {
    let rows =
        [(2, 8, 16, 48, 6, 6), (3, 27, 512, 4_224, 140, 102), (4, 64, 65_536, 1_081_344, 16_456, 8_548)];
    for (size, moves, positions, edges, turned, all) in rows {
        let boards =
            || (0..=full(size).counters()).map(|counters| Board::new(size, counters).expect("a board"));
        assert_eq!(full(size).moves().len(), moves);
        assert_eq!(boards().count(), positions);
        assert_eq!(boards().map(|board| board.moves().len()).sum::<usize>(), edges);
        assert_eq!(classes(size, 0..=full(size).counters(), &Symmetry::TURNS), turned);
        assert_eq!(classes(size, 0..=full(size).counters(), &Symmetry::ALL), all);
    }
}

fn classes(size: usize, positions: impl Iterator<Item = u64>, symmetries: &[Symmetry]) -> usize {
    let layout = Layout::row_major(size).expect("a layout");
    let least = |word| symmetries.iter().map(|symmetry| layout.image(word, *symmetry)).min();
    positions.map(least).collect::<HashSet<_>>().len()
}

/// Counts classes under all symmetries with Burnside's lemma, also on boards with too many positions to enumerate: the
/// mean number of positions that a symmetry fixes. It fixes the positions that are constant on each of its cycles.
#[test]
fn counts_of_classes() {
    for (size, classes) in [(1, 2), (2, 6), (3, 102), (4, 8_548), (5, 4_211_744), (6, 8_590_557_312)] {
        let layout = Layout::row_major(size).expect("a layout");
        let fixed: u64 = Symmetry::ALL.iter().map(|symmetry| 1 << cycles(&layout, *symmetry)).sum();
        assert_eq!(fixed / 8, classes, "{size}");
    }
}

fn cycles(layout: &Layout, symmetry: Symmetry) -> usize {
    let first_of_cycle = |bit: &u64| {
        let mut images =
            std::iter::successors(Some(*bit), |image| Some(layout.image(*image, symmetry))).skip(1);
        images.find(|image| image <= bit) == Some(*bit)
    };
    (0..layout.size().pow(2)).map(|square| 1 << square).filter(first_of_cycle).count()
}

/// Columns: size; P-positions, normal and misère; their classes under all symmetries, normal and misère; positions
/// whose outcome differs between the rules.
#[test]
fn p_positions() {
    let rows =
        [(2, [4, 5], [3, 2], 7), (3, [88, 89], [24, 24], 103), (4, [8_380, 8_568], [1_180, 1_197], 4_652)];
    for (size, losses, classes_of_losses, differ) in rows {
        let [normal, misere] = [Rule::Normal, Rule::Misere].map(|rule| solve(size, rule));
        assert_eq!([normal.losses().count(), misere.losses().count()], losses);
        assert_eq!(
            [&normal, &misere].map(|solution| classes(size, solution.losses(), &Symmetry::ALL)),
            classes_of_losses
        );
        let [normal, misere] = [normal, misere].map(|solution| solution.losses().collect::<HashSet<_>>());
        assert_eq!(normal.symmetric_difference(&misere).count(), differ);
    }
}

#[test]
fn p_positions_by_counters() {
    let normal = [1, 0, 96, 0, 540, 152, 3244, 240, 2162, 408, 1072, 308, 124, 24, 8, 0, 1];
    let misere = [0, 16, 0, 276, 159, 304, 3666, 20, 2212, 384, 930, 448, 112, 32, 8, 0, 1];
    assert_eq!(solve(4, Rule::Normal).losses_by_counters(), normal);
    assert_eq!(solve(4, Rule::Misere).losses_by_counters(), misere);
}

#[test]
fn first_moves() {
    for rule in [Rule::Normal, Rule::Misere] {
        for (size, moves) in
            [(2, vec![]), (3, vec!["00", "02", "10-12", "11", "20", "22", "01-21"]), (4, vec![])]
        {
            let solution = solve(size, rule);
            let winning = solution.winning_moves(&full(size));
            assert_eq!(winning.iter().map(ToString::to_string).collect::<Vec<_>>(), moves);
            let outcome = if moves.is_empty() { Outcome::Loss } else { Outcome::Win };
            assert_eq!(solution.outcome(&full(size)), Some(outcome));
        }
    }
}

#[test]
fn the_end_of_the_game() {
    let [normal, misere] = [Rule::Normal, Rule::Misere].map(|rule| solve(4, rule));
    let empty = Board::new(4, 0).expect("a board");
    assert_eq!((normal.outcome(&empty), misere.outcome(&empty)), (Some(Outcome::Loss), Some(Outcome::Win)));
    assert_eq!((normal.best_move(&empty), misere.best_move(&empty)), (None, None));
    let last = Board::new(4, 1 << 5).expect("a board");
    assert_eq!((normal.outcome(&last), misere.outcome(&last)), (Some(Outcome::Win), Some(Outcome::Loss)));
    assert_eq!(misere.best_move(&last).map(|run| run.to_string()), Some("11".to_owned()));
}

#[test]
fn grundy() {
    for (size, of_full, largest) in [(2, 0, 3), (3, 1, 7), (4, 0, 15)] {
        let numbers = grundy_numbers(&full(size)).expect("small enough");
        assert_eq!(numbers.last(), Some(&of_full));
        assert_eq!(numbers.iter().max(), Some(&largest));
        let solution = solve(size, Rule::Normal);
        let zero = numbers.iter().enumerate().filter(|(_, number)| **number == 0);
        assert!(solution.losses().eq(zero.map(|(position, _)| position as u64)));
    }
}

#[test]
fn boards_with_too_many_counters() {
    assert_eq!(Solution::new(full(6), Rule::Normal), Err(TactixError::TooManyToSolve(36)));
    assert_eq!(grundy_numbers(&full(6)), Err(TactixError::TooManyForNumbers(36)));
    let most = Board::new(6, (1 << 20) - 1).expect("a board");
    assert_eq!(grundy_numbers(&most).map(|numbers| numbers.len()), Ok(1 << 20));
}

#[test]
fn positions_of_another_board() {
    let solution =
        Solution::new("xx./.../...".parse().expect("a board"), Rule::Normal).expect("small enough");
    for text in ["x./..", "..x/.../...", "xxx/.../..."] {
        let position: Board = text.parse().expect("a board");
        assert_eq!(solution.outcome(&position), None, "{text}");
        assert!(solution.winning_moves(&position).is_empty());
    }
}

proptest! {
    /// Solving a position alone is the same as looking it up in the solution of the full board.
    #[test]
    fn solving_a_position_alone_agrees(counters in 0u64..1 << 16, misere: bool) {
        let rule = if misere { Rule::Misere } else { Rule::Normal };
        let position = Board::new(4, counters).expect("a board");
        let whole = solve(4, rule);
        let part = Solution::new(position, rule).expect("small enough");
        prop_assert_eq!(part.outcome(&position), whole.outcome(&position));
        prop_assert_eq!(part.winning_moves(&position), whole.winning_moves(&position));
    }

    /// Winning moves lead to P-positions, no move from a P-position does, and symmetries keep the outcome.
    #[test]
    fn moves_follow_the_outcome(counters in 1u64..1 << 16) {
        let position = Board::new(4, counters).expect("a board");
        let solution = solve(4, Rule::Misere);
        let winning = solution.winning_moves(&position);
        prop_assert_eq!(solution.outcome(&position) == Some(Outcome::Win), !winning.is_empty());
        for run in winning {
            let left = position.take(&run).expect("legal");
            prop_assert_eq!(solution.outcome(&left), Some(Outcome::Loss));
        }
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(solution.outcome(&position.image(symmetry)), solution.outcome(&position));
        }
    }
}
