//! The program's TACTIX against the solution.

use arcadian_board::tactix::{Board, Outcome, Rule, Solution};
use arcadian_games::{Game, Level, Player, Position, Side, Tactix};

use crate::level;

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

/// How often each level errs in a position with one winning move among many.
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
