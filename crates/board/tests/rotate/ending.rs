//! Tests of winning and of the next game.

use crate::{PRINTED, SOLUTION, deal, made_by, play, press};
use arcadian_board::rotate::{Board, Counters, Game, Prompt};

fn shown(game: &Game) -> String {
    assert_eq!(game.prompt(), Prompt::NewGame);
    game.shown().join("|")
}

#[test]
fn winning_with_equal_moves() {
    assert_eq!(shown(&play(SOLUTION)), "YOU WON IN 8 MOVES!|NEW GAME? (Y/N)");
}

#[test]
fn winning_with_more_moves() {
    let game = press(made_by(&[1]), "KOPLB");
    assert_eq!(shown(&game), "YOU WON IN 5 MOVES!|4 MORE THAN ME!|NEW GAME? (Y/N)");
}

#[test]
fn winning_with_fewer_moves() {
    let game = press(made_by(&[1; 5]), "B");
    assert_eq!(
        shown(&game),
        "WOW! SMARTY!|YOU WON IN 1 MOVES!|4 FEWER THAN ME!|BET YOU CAN'T DO IT AGAIN!|NEW GAME? (Y/N)"
    );
}

/// Nine turns whose only effect is to exchange A and B.
#[test]
fn winning_by_the_special_move() {
    let game = made_by(&[1, 2, 5, 5, 5, 2, 2, 2, 5]);
    assert_eq!(game.board().to_string(), "BACD EFGH IJKL MNOP");
    assert_eq!(
        shown(&press(game, "SB")),
        "SP. MOVE|WOW! SMARTY!|YOU WON IN 1 MOVES!|8 FEWER THAN ME!|BET YOU CAN'T DO IT AGAIN!|NEW GAME? (Y/N)"
    );
}

#[test]
fn moves_before_a_reset_count() {
    let game = play(&format!("ELGR{SOLUTION}"));
    assert_eq!(shown(&game), "YOU WON IN 11 MOVES!|3 MORE THAN ME!|NEW GAME? (Y/N)");
}

/// Line 51: the puzzle is restored before the prompt.
#[test]
fn the_board_is_restored_before_the_prompt() {
    let game = play(SOLUTION);
    assert_eq!(game.board().to_string(), PRINTED);
    let expected = Counters { d: 8, h: 4, m: i16::from(b'B'), p: 16, ..Counters::default() };
    assert_eq!(game.counters(), expected);
}

/// Line 52: any key except Y starts the same puzzle for a new player.
#[test]
fn the_same_puzzle_again() {
    for key in ["N", "/", "!", "y"] {
        let game = press(play("ELRSBQN"), key);
        assert_eq!((game.prompt(), game.board().to_string().as_str()), (Prompt::Move, PRINTED));
        assert_eq!(game.shown(), ["MOVE # 1?  "]);
        let Counters { l, n, r, s, t, v, .. } = game.counters();
        assert_eq!([l, n, r, s, t, v], [0; 6]);
    }
}

/// The count of revealed moves and the colors persist for the next player of the puzzle.
#[test]
fn the_count_and_colors_persist() {
    let game = play("QY12/QNN");
    assert_eq!((game.counters().c, game.counters().b), (3, 3));
    assert_eq!(game.screen().colors(), (119, 0));
    assert_eq!(game.text_at()[1], (19, 35, "3".to_owned()));
}

#[test]
fn a_new_puzzle() {
    let mut game = play("QY1/QNY");
    assert_eq!((game.prompt(), game.board(), game.board_shown()), (Prompt::Level, &Board::SOLVED, None));
    assert_eq!((game.shown(), game.screen().colors()), (vec!["  LEVEL ".to_owned()], (223, 8)));
    let Counters { b, c, d, m, p, .. } = game.counters();
    assert_eq!((b, c, d, m, p), (2, 0, 8, i16::from(b'Q'), 16));
    deal(&mut game, &[1]);
    assert_eq!((game.counters().d, game.prompt()), (1, Prompt::Move));
    assert_eq!(game.board().to_string(), "BFCD AEGH IJKL MNOP");
}
