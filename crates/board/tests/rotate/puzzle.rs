//! Tests of the level prompt and of scrambling.

use crate::{PRINTED, deal, made_by, play, press};
use arcadian_board::rotate::{Board, Counters, Game, Prompt};

#[test]
fn a_fresh_machine_asks_for_the_level() {
    let game = Game::new();
    assert_eq!(game.prompt(), Prompt::Level);
    assert_eq!(game.counters(), Counters::default());
    assert_eq!((game.board(), game.board_shown()), (&Board::SOLVED, None));
    assert_eq!(game.shown(), ["  LEVEL "]);
}

#[test]
fn keys_do_not_answer_the_level() {
    let game = press(Game::new(), "YQRST!/8");
    assert_eq!((game.prompt(), game.shown()), (Prompt::Level, vec!["  LEVEL ".to_owned()]));
}

/// Line 14 asks again for a level outside 1 to 40.
#[test]
fn a_level_out_of_range_is_asked_again() {
    for level in [0, 41, -1, i16::MIN, i16::MAX] {
        let mut game = Game::new();
        game.level(level, || 1);
        assert_eq!((game.prompt(), game.counters().d), (Prompt::Level, level));
        assert_eq!(game.text_at(), [(-77, 35, "  LEVEL".to_owned())]);
    }
    for level in [1, 40] {
        let mut game = Game::new();
        game.level(level, || 11);
        assert_eq!((game.prompt(), game.stored().len()), (Prompt::Move, level as usize));
    }
}

/// Lines 16 and 17: a multiple of 4 is drawn again, and the stored letter is the key that solves the turn.
#[test]
fn draws_make_the_puzzle() {
    let mut draws = [4, 8, 1, 8, 11].into_iter();
    let mut game = Game::new();
    game.level(2, || draws.next().unwrap());
    assert_eq!(game.board().to_string(), "BFCD AEGH IJLP MNKO");
    assert_eq!((game.stored(), game.original()), (&b"BL"[..], game.board()));
    assert_eq!(game.counters(), Counters { d: 2, p: 16, h: 4, ..Counters::default() });
    assert_eq!(game.shown(), ["MOVE # 1?  "]);
}

#[test]
fn the_level_is_answered_only_when_asked() {
    let mut game = play("E");
    deal(&mut game, &[1]);
    assert_eq!((game.counters().d, game.counters().n), (8, 1));
}

/// The printed solution, reversed, is a scrambling that line 17 can make.
#[test]
fn the_printed_puzzle_can_be_drawn() {
    let game = made_by(&[1, 2, 5, 9, 3, 6, 11, 7]);
    assert_eq!(game.board().to_string(), PRINTED);
    assert_eq!(game.stored(), play("").stored());
}

#[test]
fn an_impossible_puzzle_is_rejected() {
    let board: Board = PRINTED.parse().unwrap();
    for stored in [&b""[..], b"B", b"O", b"?", &[b'A'; 41]] {
        assert_eq!(Game::with_puzzle(board, stored).prompt(), Prompt::Level);
    }
}

/// After four turns of one group the puzzle begins solved, and the program does not notice.
#[test]
fn a_puzzle_may_begin_solved() {
    let game = made_by(&[6; 4]);
    assert_eq!((game.board(), game.prompt()), (&Board::SOLVED, Prompt::Move));
    let game = press(game, "AT");
    assert_eq!((game.board(), game.prompt(), game.counters().n), (&Board::SOLVED, Prompt::Move, 0));
}

/// HALT and RUN preserve the counters of the game, as the author warns.
#[test]
fn a_halted_game_keeps_its_counters() {
    let mut game = play("ELRG");
    game.restart();
    assert_eq!((game.prompt(), game.board_shown()), (Prompt::Level, None));
    deal(&mut game, &[1]);
    let Counters { n, r, t, v, .. } = game.counters();
    assert_eq!((n, r, t, v), (3, 1, 6, 2));
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
}
