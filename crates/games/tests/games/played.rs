//! Games that are played: squares, marks, moves taken back, tasks for the program.

use arcadian_games::{Game, Mark, Player, Square, Touch};
use proptest::prelude::*;

use crate::{STARTS, game, games, level, start};

fn at(row: usize, column: usize) -> Square {
    Square::new(row, column)
}

#[test]
fn every_move_can_be_made_by_each_of_its_pairs_of_squares() {
    for (kind, rules, text) in STARTS {
        let fresh = game(kind, rules, text);
        for candidate in fresh.position().moves() {
            for &(from, to) in &candidate.pairs {
                let mut game = fresh.clone();
                assert_eq!(game.touch(from), Ok(Touch::Selected), "{kind} {candidate:?}");
                assert!(
                    game.sources().contains(&from) && game.targets().contains(&to),
                    "{kind} {candidate:?}"
                );
                assert_eq!(game.touch(to), Ok(Touch::Played), "{kind} {candidate:?}");
                assert_eq!(game.last().map(|played| &played.text), Some(&candidate.text));
            }
        }
    }
}

#[test]
fn a_square_is_selected_changed_and_unselected() {
    let mut game = game("halma", "standard", crate::HALMA);
    assert_eq!(game.touch(at(0, 4)), Ok(Touch::Selected));
    assert_eq!(game.touch(at(1, 4)), Ok(Touch::Selected));
    assert_eq!(game.selected(), Some(at(1, 4)));
    assert_eq!(game.touch(at(1, 4)), Ok(Touch::Unselected));
    assert_eq!((game.selected(), game.targets()), (None, Vec::new()));
}

#[test]
fn marks_tell_the_selection_its_targets_the_hint_and_the_last_move() {
    let mut game = game("tactix", "misere", "xx/xx");
    game.play("00").expect("a legal move");
    assert_eq!(game.marks().into_iter().collect::<Vec<_>>(), [(at(0, 0), Mark::Last)]);
    let hint = game.hint_task().and_then(|task| task.choose(&mut || false)).expect("a hint");
    assert_eq!((hint.text.as_str(), hint.reason.as_str()), ("01-11", "wins with best play"));
    game.show_hint(hint).expect("a legal hint");
    game.touch(at(0, 1)).expect("a counter");
    let marks: Vec<_> = game.marks().into_iter().collect();
    let expected = [(at(0, 0), Mark::Last), (at(0, 1), Mark::Selected), (at(1, 1), Mark::Target)];
    assert_eq!(marks, expected, "a target hides the hint, the selection hides that it is a target of itself");
    game.play("01").expect("a legal move");
    assert_eq!((game.hint(), game.selected()), (None, None));
}

#[test]
fn taking_back_returns_to_a_person() {
    let players = [Player::Person, Player::Program(level(5))];
    let mut game = Game::new(start("tactix", "misere", "xxx/xxx/xxx"), players, 1);
    assert!(!game.take_back());
    game.play("00").expect("a legal move");
    game.play("22").expect("a legal move");
    game.play("02").expect("a legal move");
    assert!(game.task().is_some());
    assert!(game.take_back());
    assert_eq!((game.at(), game.task().is_some()), (2, false));
    assert!(game.take_back());
    assert_eq!((game.at(), game.steps().len()), (0, 3));
    // The moves are still there, so the program does not move in their place.
    assert!(game.go(1) && game.task().is_none() && !game.go(4));
    game.cut();
    assert!(game.task().is_some() && game.steps().len() == 1);
}

#[test]
fn the_person_who_starts_second_cannot_take_back_the_programs_first_move() {
    let players = [Player::Program(level(1)), Player::Person];
    let mut game = Game::new(start("ataxx", "standard", STARTS[4].2), players, 1);
    let choice = game.task().and_then(|task| task.choose(&mut || false)).expect("a move");
    game.play(&choice.text).expect("a legal move");
    assert!(!game.take_back());
}

#[test]
fn the_status_is_a_sentence() {
    let table = [
        (STARTS[0], "", "The first player to move; 9 counters; the last one loses"),
        (STARTS[0], "00-02 10-12 20-22", "The second player has won; 0 counters; the last one loses"),
        (STARTS[1], "", "The first player to move; 13 counters; the last one wins"),
        (STARTS[2], "4-21", "Black to move; in the opposite camp: White 0, Black 0"),
        (STARTS[4], "a7a5", "o to move; x 2, o 2, free 33; 1 without a clone"),
        (STARTS[5], "", "Level 8; moves: 0; special move left"),
        (STARTS[5], "SB R", "Level 8; moves: 1; special move left; resets: 1"),
        (STARTS[5], "E L G D I F C", "Level 8; moves: 7; special move left"),
        (STARTS[5], "E L G D I F C B", "Solved in 8 moves, as many as the turns of the shuffle"),
        (STARTS[5], "B R E L G D I F C B", "Solved in 9 moves, 1 more than the turns of the shuffle"),
        (STARTS[6], "P", "Given board; moves: 1; special move left"),
    ];
    for ((kind, rules, text), moves, status) in table {
        let mut game = game(kind, rules, text);
        let played = moves.split_whitespace().try_for_each(|played| game.play(played));
        assert_eq!((played, game.status().as_str()), (Ok(()), status), "{kind} {moves}");
    }
    let cornered = game("ataxx", "standard", "7/7/7/7/4ooo/4ooo/4oox x 0 1");
    assert_eq!(cornered.status(), "x must pass, 0000; x 1, o 8, free 40");
    assert_eq!(cornered.keys(), ["0000"]);
}

/// Programs at every level play each game of two sides with legal moves, and equal seeds give equal games.
#[test]
fn the_program_plays_every_game() {
    for (kind, rules, text) in STARTS.into_iter().filter(|(kind, ..)| *kind != "rotate") {
        for number in 1..=4 {
            let play = || {
                let mut game = Game::new(start(kind, rules, text), [Player::Program(level(number)); 2], 7);
                for _ in 0..4 {
                    let Some(task) = game.task() else { break };
                    let choice = task.choose(&mut || false).expect("a move");
                    game.play(&choice.text).expect("a legal move");
                }
                game.record()
            };
            assert_eq!(play(), play(), "{kind} at level {number}");
        }
    }
}

proptest! {
    #[test]
    fn the_moves_listed_are_those_that_are_legal(game in games()) {
        let moves = game.position().moves();
        prop_assert_eq!(moves.is_empty(), game.position().outcome().is_some());
        for candidate in &moves {
            let played = game.position().play(&candidate.text).expect("a listed move is legal");
            prop_assert_eq!(&played.text, &candidate.text);
        }
        let grid = game.position().grid();
        prop_assert_eq!(grid.cells.len(), grid.rows.len() * grid.columns.len());
    }

    #[test]
    fn any_text_and_any_square_are_answered(mut game in games(), text in ".{0,12}", row in 0..20_usize, column in 0..20_usize) {
        let _ = game.play(&text);
        let _ = game.touch(Square::new(row, column));
        let _ = game.touch(Square::new(column, row));
        prop_assert!(!game.status().is_empty());
    }

    #[test]
    fn moves_taken_back_and_made_again_lead_to_the_same_position(mut game in games()) {
        let (end, text) = (game.at(), game.position().text());
        while game.at() > 0 {
            prop_assert!(game.take_back() || game.go(0));
        }
        prop_assert!(game.go(end));
        prop_assert_eq!(game.position().text(), text);
    }
}
