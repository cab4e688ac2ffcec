//! ROTATE against the reference model of the program of 1982.

use arcadian_board::rotate;
use arcadian_games::{Position, Rotate};
use proptest::prelude::*;

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
            let hint = position.choose(arcadian_games::Level::HIGHEST, 0, &mut || false).expect("a hint");
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
