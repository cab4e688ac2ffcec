//! Tests of regular and special moves, T and R.

use crate::{PRINTED, board_after, made_by, play, press, texts};
use arcadian_board::rotate::{Counters, Prompt};

#[test]
fn a_letter_turns_its_group() {
    let game = play("E");
    assert_eq!(game.board().to_string(), "BCDH FGKE IJLP AMNO");
    let expected = Counters { d: 8, h: 3, m: 69, n: 1, p: 11, t: 7, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
}

/// Line 44: the last column and the bottom row.
#[test]
fn other_letters_do_nothing() {
    for letter in "HPLOAMN".chars() {
        let game = play(&letter.to_string());
        assert_eq!((game.board().to_string().as_str(), game.counters().n), (PRINTED, 0), "{letter}");
    }
    assert_eq!((play("H").counters().h, play("H").counters().p), (1, 4));
    assert_eq!((play("A").counters().h, play("A").counters().p), (0, 13));
}

/// Lines 19 and 20: codes below @ and above T repeat the prompt and change only M.
#[test]
fn other_keys_are_ignored() {
    let untouched = play("").counters();
    for code in (0..=63).chain(85..=255) {
        let mut game = play("");
        game.key(code);
        assert_eq!(game.counters(), Counters { m: code.into(), ..untouched });
        assert_eq!(game.shown(), ["MOVE # 1?  "]);
    }
}

/// @ passes line 19, but the search finds no letter, so P keeps the last position.
#[test]
fn the_at_sign_reuses_the_last_position() {
    assert_eq!(board_after("@"), PRINTED);
    assert_eq!(board_after("E@"), board_after("EL"));
    assert_eq!(board_after("ET@"), board_after("K"));
    assert_eq!(board_after("H@"), PRINTED);
    assert_eq!(board_after("SB@"), board_after("SBB"));
    assert_eq!(board_after("AS@"), board_after("SA"));
    assert_eq!((board_after("S@"), play("S@").counters().s), (PRINTED.into(), 0));
}

#[test]
fn s_exchanges_a_pair_once() {
    let game = play("SB");
    assert_eq!(game.board().to_string(), "CBDH FGEP IJKL AMNO");
    let expected = Counters { d: 8, h: 2, l: 1, m: 66, n: 1, p: 2, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["SP. MOVE", "MOVE # 2?  "]);
    assert_eq!(board_after("SN"), "BCDH FGEP IJKL AMON");
}

/// Line 40: after the special move an S changes nothing, though its flag stays until the next reset or T.
#[test]
fn a_second_s_is_ignored() {
    assert_eq!(board_after("SBSE"), board_after("SBE"));
    assert_eq!(play("SBSE").counters().s, 1);
    assert_eq!(play("SBSET").counters().s, 0);
    assert_eq!(board_after("SBRSC"), "BDCH FGEP IJKL AMNO");
}

#[test]
fn a_letter_of_the_last_column_cancels_s() {
    assert_eq!(play("SH").counters().s, 0);
    assert_eq!(board_after("SHE"), board_after("E"));
}

/// S stays pending through keys that are not letters of the board.
#[test]
fn s_waits_for_its_letter() {
    for keys in ["SSB", "S?B", "SUB", "STB"] {
        assert_eq!(board_after(keys), board_after("SB"), "{keys}");
    }
}

#[test]
fn t_undoes_a_regular_move() {
    let game = play("ELT");
    assert_eq!(game.board().to_string(), board_after("E"));
    assert_eq!((game.counters().n, game.counters().t), (1, 0));
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
    assert_eq!(board_after("ELTT"), board_after("E"));
    assert_eq!(board_after("T"), PRINTED);
}

/// Keys that move nothing can be pressed between a move and T.
#[test]
fn t_works_after_idle_keys() {
    for keys in ["EAT", "EHT", "E?T", "EST", "EQ"] {
        assert_eq!(play(keys).counters().n, i16::from(keys == "EQ"), "{keys}");
    }
}

/// Line 24: T cancels S only if there is a move to undo.
#[test]
fn t_after_s() {
    assert_eq!((board_after("EST").as_str(), play("EST").counters().s), (PRINTED, 0));
    assert_eq!(play("ST").counters().s, 1);
}

#[test]
fn t_does_not_touch_a_special_move() {
    let game = play("ESBT");
    assert_eq!((game.board().to_string(), game.counters().n), (board_after("ESB"), 2));
}

#[test]
fn r_restores_the_puzzle_and_keeps_the_charges() {
    let game = play("ELGSR");
    assert_eq!(game.board().to_string(), PRINTED);
    let expected = Counters { d: 8, h: 4, m: 82, n: 3, p: 16, r: 1, v: 3, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["RESET # 1:3", "MOVE # 1?  "]);
    assert_eq!(press(game, "ER").shown(), ["RESET # 2:4", "MOVE # 1?  "]);
}

/// Only a move is checked for a solution: a T that solves the board does not win.
#[test]
fn t_cannot_win() {
    let game = press(made_by(&[6; 4]), "AT");
    assert_eq!(game.prompt(), Prompt::Move);
    assert_eq!(texts(&game).last().unwrap(), "MOVE # 1?");
}
