//! ROTATE and the program's TACTIX against the reference models.

use arcadian_board::{
    rotate,
    tactix::{Board, Outcome, Rule, Solution},
};
use arcadian_games::{Game, Level, Player, Position, Rotate, Side, Tactix};
use proptest::prelude::*;

use crate::level;

/// A puzzle and the letters of its turns, as the program makes them.
fn puzzle(positions: &[u8]) -> (rotate::Board, Vec<u8>) {
    let mut draws = positions.iter().copied().cycle();
    let mut game = rotate::Game::new();
    game.level(positions.len() as i16, || draws.next().unwrap_or(1));
    (*game.board(), game.stored().to_vec())
}

proptest! {
    #[test]
    fn moves_count_as_in_the_game(
        positions in proptest::collection::vec(proptest::sample::select(&[1_u8, 2, 3, 5, 6, 7, 9, 10, 11][..]), 1..6),
        keys in "[A-PRST]{0,40}",
    ) {
        let (board, stored) = puzzle(&positions);
        prop_assume!(!board.is_solved());
        let mut model = rotate::Game::with_puzzle(board, &stored);
        let mut ours = Rotate::new(board, Some(stored.len() as u8)).expect("a puzzle");
        let mut letters = keys.chars();
        while let Some(key) = letters.next() {
            // The program refuses a special move only after its letter; here the pair is one move.
            let letter = (key == 'S').then(|| letters.next()).flatten();
            let text: String = [key].into_iter().chain(letter).collect();
            let Ok(next) = ours.after(&text) else { continue };
            text.bytes().for_each(|key| model.key(key));
            ours = next;
            if ours.outcome().is_some() {
                prop_assert_eq!(model.prompt(), rotate::Prompt::NewGame);
                break;
            }
            prop_assert_eq!(ours.board(), model.board(), "{}", text);
            prop_assert_eq!(i64::from(ours.count()), i64::from(model.counters().n), "{}", text);
            prop_assert_eq!(ours.has_special(), model.counters().l == 0, "{}", text);
        }
    }
}

#[test]
fn shuffles_follow_from_the_seed_and_are_unsolved() {
    for level in 1..=40 {
        let board = |seed| *Rotate::shuffled(level, seed).expect("a level").board();
        assert_eq!(board(5), board(5));
        assert!(!board(level.into()).is_solved());
    }
    assert_ne!(Rotate::shuffled(8, 1), Rotate::shuffled(8, 2));
    let refused = [0, 41, 255].map(|level| Rotate::shuffled(level, 1).expect_err("no level").to_string());
    assert_eq!(refused[1], "a level of ROTATE is a number of turns from 1 to 40, not 41");
}

#[test]
fn hints_solve_a_puzzle_in_the_fewest_moves() {
    for (level, seed) in [(1, 1), (4, 2), (8, 3)] {
        let mut position: std::sync::Arc<dyn Position> =
            std::sync::Arc::new(Rotate::shuffled(level, seed).expect("a level"));
        let mut left = None;
        while position.outcome().is_none() {
            let hint = position.choose(Level::HIGHEST, 0, &mut || false).expect("a hint");
            let moves: Option<u32> =
                hint.reason.split(' ').rev().nth(1).and_then(|number| number.parse().ok());
            let moves = moves.expect("the number of moves");
            assert!(left.is_none_or(|left| left == moves + 1), "{left:?} {hint:?}");
            left = Some(moves);
            position = position.play(&hint.text).expect("a legal hint").position;
        }
        assert_eq!(left, Some(1), "level {level}");
    }
}

fn choose(board: Board, rule: Rule, level: Level, random: u64) -> String {
    let position = Tactix::new(board, rule).expect("a position");
    position.choose(level, random, &mut || false).expect("a move").text
}

fn winner(board: Board, rule: Rule, levels: [u8; 2], seed: u64) -> Side {
    let players = levels.map(|number| Player::Program(level(number)));
    let mut game =
        Game::new(std::sync::Arc::new(Tactix::new(board, rule).expect("a position")), players, seed);
    while let Some(task) = game.task() {
        let choice = task.choose(&mut || false).expect("a move");
        game.play(&choice.text).expect("a legal move");
    }
    match game.position().outcome() {
        Some(arcadian_games::Outcome::Won(side)) => side,
        other => panic!("{other:?}"),
    }
}

/// From every position of 3 × 3 that can be won, the highest level leaves one that is lost for the opponent.
#[test]
fn the_highest_level_wins_every_position_that_can_be_won() {
    for rule in [Rule::Normal, Rule::Misere] {
        let full = Board::full(3).expect("a board");
        let solution = Solution::new(full, rule).expect("a small board");
        for counters in 1..512 {
            let board = Board::new(3, counters).expect("a board");
            let text = choose(board, rule, Level::HIGHEST, counters);
            let run = board.moves().into_iter().find(|run| run.to_string() == text).expect("a legal move");
            let left = solution.outcome(&board.take(&run).expect("a legal move"));
            let is_won = solution.outcome(&board) == Some(Outcome::Win);
            assert_eq!(left == Some(Outcome::Loss), is_won, "{rule:?} {board}: {text}");
        }
    }
}

#[test]
fn the_highest_level_wins_won_games_against_every_level() {
    for rule in [Rule::Normal, Rule::Misere] {
        for opponent in 1..=4 {
            for seed in 0..5 {
                let side = winner(Board::full(4).expect("a board"), rule, [opponent, 5], seed);
                assert_eq!(
                    side,
                    Side::Second,
                    "4 × 4 is won by the second player: {rule:?} {opponent} {seed}"
                );
                let side = winner(Board::full(3).expect("a board"), rule, [5, opponent], seed);
                assert_eq!(side, Side::First, "3 × 3 is won by the first player: {rule:?} {opponent} {seed}");
            }
        }
    }
}

/// Checks how often each level errs in a position with one winning move among many.
#[test]
fn lower_levels_err_more_often() {
    let board = Board::full(3).expect("a board");
    let solution = Solution::new(board, Rule::Misere).expect("a small board");
    let winning: Vec<String> = solution.winning_moves(&board).iter().map(ToString::to_string).collect();
    let errors = [1, 2, 3, 4, 5].map(|number| {
        let wrong = |random: &u64| !winning.contains(&choose(board, Rule::Misere, level(number), *random));
        (0..200).filter(wrong).count()
    });
    assert!(errors.is_sorted_by(|more, fewer| more > fewer) && errors[4] == 0, "{errors:?}");
}

/// On 6 × 6 the second player of the normal game mirrors, so it wins without a solution of the whole board.
#[test]
fn six_by_six_is_won_by_the_second_player_of_the_normal_game() {
    let board = Board::full(6).expect("a board");
    assert_eq!(winner(board, Rule::Normal, [1, 5], 1), Side::Second);
}
